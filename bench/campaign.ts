/**
 * A campaign over 50 bare remotes behind a double of GitHub, from its list to merged requests, killed at ten random moments:
 * `npm run build && npm run bench:campaign [--write] [--kind gitlab] [--seed 1]`. With `--write` it writes `bench/campaign.md`.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Fleet, type Kind, startFleet } from '../test/campaign/fleet.js';
import { type Run, runKilled } from '../test/campaign/killed.js';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    kind: { type: 'string', default: 'github' },
    seed: { type: 'string', default: '1' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)) },
  },
});
const REMOTES = 50;
const KILLS = 10;
const LIMIT = 8;
/** The longest run takes about as many. */
const MOST_STEPS = 500;

const API = 'https://api.cloudflare.com/client/v4/zones';
const SCRIPTS = `await fetch(\`${API}/\${zone}/script_monitor/scripts\`);\n`;
const MINIFY = `await fetch(\`${API}/\${zone}/settings/minify\`, { method: 'PATCH', body: '{"value":{}}' });\n`;
const LIVE = `await fetch(\`${API}/\${zone}/dns_records\`);\n`;

/** Of ten repositories five have calls of one area, two of two areas, one of another area, one has none, and one is empty. */
function filesOf(at: number): Readonly<Record<string, string>> {
  const kind = at % 10;
  if (kind === 9) return {};
  const scripts = kind < 7 ? { 'scripts.js': SCRIPTS } : {};
  const speed = kind < 2 || kind === 7 ? { 'speed.js': MINIFY } : {};
  return { 'package.json': '{"type":"module"}\n', 'live.js': LIVE, ...scripts, ...speed };
}

let state = Number(values.seed);
/** From 0 to 1, the same for each seed. */
function random(): number {
  state = (state * 1664525 + 1013904223) % 2 ** 32;
  return state / 2 ** 32;
}

const projects = Object.fromEntries(
  Array.from({ length: REMOTES }, (_, at) => [`acme/r${String(at).padStart(2, '0')}`, filesOf(at)]),
);
const fleet = await startFleet(values.kind as Kind, projects);
fleet.write(
  'campaign.yaml',
  `repositories: [{ host: ${values.kind}.example.com, match: acme/* }]\nwaves: [1, 5, 15]\nlimits: { open: ${LIMIT} }\nreviewers: [kim]\n`,
);
const moments: number[] = [];
try {
  const started = performance.now();
  const { runs, faults } = await runKilled(fleet, {
    bin: values.cli,
    nextKill: (kills) => {
      if (kills === KILLS) return null;
      moments.push(Math.ceil(random() * MOST_STEPS));
      return moments.at(-1) ?? null;
    },
    merges: () => random() < 0.5,
    // A repository with two areas has two requests.
    limit: LIMIT + 1,
    during: true,
  });
  const wrong = [...faults, ...wrongIn(fleet)];
  const text = pageOf(fleet, runs, wrong, performance.now() - started);
  console.log(text);
  if (values.write) writeFileSync(new URL('./campaign.md', import.meta.url), text);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  fleet.close();
}

/** What the remotes should hold in the end, and do not. */
function wrongIn({ git, server }: Fleet): readonly string[] {
  return Object.entries(projects).flatMap(([project, files]) => {
    if (Object.keys(files).length === 0) return [];
    const branches = git(project, 'for-each-ref', '--format=%(refname:short)');
    const wanted = Number('scripts.js' in files) + Number('speed.js' in files);
    const merged = server.requests.filter((one) => one.project === project && one.state === 'merged').length;
    const isRewritten =
      !('scripts.js' in files) || git(project, 'show', 'main:scripts.js').includes('page_shield');
    return [
      ...(branches === 'main' ? [] : [`${project} has the branches ${branches}`]),
      ...(merged === wanted ? [] : [`${project} has ${merged} merged requests instead of ${wanted}`]),
      ...(isRewritten ? [] : [`${project} still has its retired call`]),
    ];
  });
}

function pageOf(
  { server }: Fleet,
  runs: readonly Run[],
  faults: readonly string[],
  milliseconds: number,
): string {
  const kills = runs.filter(({ code }) => code === null);
  const refused = runs.filter(({ code }) => code !== null && code !== 0).length;
  const rows = kills.map(({ killedAt }, index) => `| ${index + 1} | ${moments[index]} | ${killedAt} |`);
  const writes = server.calls.filter(({ method }) => method !== 'GET');
  const opened = writes.filter(({ path }) => /\/(?:pulls|merge_requests)$/.test(path)).length;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `# A campaign that is killed

${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${load} at the end; node ${process.version}. Made by
\`npm run bench:campaign -- --write\`: ${REMOTES} bare remotes behind a double of ${values.kind === 'github' ? 'GitHub' : 'GitLab'}, waves of 1, 5, 15 and the rest,
at most ${LIMIT} open requests. Of ten repositories five have calls of one area, two of two areas, one of another area, one has no
retired call, and one is empty. After each run somebody merges open requests: all of them after a whole run, about half after
a killed one.

| kill | step of the run | when |
| ---: | ---: | --- |
${rows.join('\n')}

* ${runs.length} runs until all was settled, ${kills.length} of them killed, ${refused} of the others with an error that the next run repaired.
* ${server.requests.length} requests opened by ${opened} calls, ${server.requests.filter(({ state: one }) => one === 'merged').length} merged; no branch had two.
* ${server.calls.length} calls of the host in all, ${(milliseconds / 1000).toFixed(0)} seconds.
* ${faults.length === 0 ? 'Nothing was made twice, no reviewer was asked twice, and nothing was left behind.' : `**${faults.join('; ')}**`}
`;
}
