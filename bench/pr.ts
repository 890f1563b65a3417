/**
 * What `pr --dry-run` costs against a scan of the same clone: whole processes, in turns.
 *
 *     npm run build && npm run bench:pr -- --mirrors DIR [--rounds 5] [--repository owner/name …]
 *
 * writes `bench/pr.md`. DIR holds one git repository per name. Each becomes a clone.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findMirror } from '../scripts/corpus/checkout.js';
import { compare } from './measure.js';

/** Of different sizes, with calls that are rewritten and without. */
const REPOSITORIES = [
  'domorelivelonger/cloudflare-firewall-api',
  'AryelPenido/Cloudflare-Firewall-Automation-Bot',
  'padosoft/migrate-cloudflare-rules',
  'hellendaothanh/Cloudflare-manager',
  'ERPReactNextDev/AdminPortal',
  'supermarsx/better-cloudflare',
  'NginxProxyManager/nginx-proxy-manager',
  'cloudflare/templates',
  'cloudflare/workers-sdk',
  'openstatusHQ/openstatus',
  'sst/sst',
  'unkeyed/unkey',
];

/** Of the scan, and milliseconds. */
const LIMIT = { times: 1.5, more: 300 };

/** What git puts between names that may hold any other character. */
const NUL = String.fromCharCode(0);

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    repository: { type: 'string', multiple: true, default: REPOSITORIES },
  },
});
const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'edge-sunset-pr-cost-'));
const load = loadavg()[0] ?? 0;

const rows = values.repository.flatMap((name) => {
  const mirror = findMirror(values.mirrors ?? '', name);
  if (mirror === null) return [];
  const clone = join(work, name.replace('/', '+'));
  execFileSync('git', ['clone', '--quiet', '--shared', mirror, clone], { stdio: 'ignore' });
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: clone }).toString().split(NUL).length - 1;
  const command = (...argv: readonly string[]) => [process.execPath, cli, ...argv];
  const [scan, migrate, pr] = compare(
    [
      { name: 'scan', command: command('scan', '.') },
      { name: 'migrate', command: command('migrate', '--level', 'review') },
      { name: 'pr', command: command('pr', '--dry-run') },
    ],
    clone,
    Number(values.rounds),
    work,
  );
  const seconds = (cpu: number | undefined) => `${((cpu ?? 0) / 1000).toFixed(2)} s`;
  const ratio = (one: typeof scan) => (one?.cpuRatio ?? 0).toFixed(2);
  const isKept = (pr?.cpu ?? Infinity) <= LIMIT.times * (scan?.cpu ?? 0) + LIMIT.more;
  const figures = [seconds(scan?.cpu), seconds(pr?.cpu), ratio(migrate), ratio(pr)];
  return [`| ${[name, files, ...figures, isKept ? 'kept' : '**missed**'].join(' | ')} |`];
});
rmSync(work, { recursive: true, force: true });

const text = `# Cost of \`pr --dry-run\`

Processor time of whole processes, those of git included, in turns: medians, and medians of the ratios within each round.
Written by \`npm run bench:pr\`: ${values.rounds} rounds, ${process.version}, load ${load.toFixed(1)} before the first one.
Limit: ${LIMIT.times} times the scan and ${LIMIT.more / 1000} s.

| repository | files | scan | pr --dry-run | migrate / scan | pr / scan | |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
writeFileSync(join(import.meta.dirname, 'pr.md'), text);
process.stdout.write(text);
