import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { edgeSunset, type Outcome } from '../cli/command-line.js';
import { type Clone, cloneOf, GIT_ENVIRONMENT } from '../pull-request/clone.js';

const AGENTS = join(import.meta.dirname, 'agents');

/** Codemods could write it, and are told not to: `--strategy`. */
const PROGRAM = `const api = 'https://api.cloudflare.com/client/v4';
const zone = process.env.ZONE_ID;

async function send(method, path, body) {
  const answer = await fetch(api + path, {
    method,
    headers: { Authorization: \`Bearer \${process.env.CLOUDFLARE_API_TOKEN}\`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = await answer.json();
  if (!json.success) throw new Error(\`\${method} failed with \${answer.status}\`);
  return json.result;
}

try {
  await send('POST', \`/zones/\${zone}/firewall/rules\`, [
    {
      action: 'challenge',
      description: 'legacy login',
      paused: true,
      filter: { expression: 'http.request.uri.path eq "/old-login"' },
    },
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 7;
}
`;

const FILES = {
  'package.json': '{ "type": "module" }\n',
  'block.mjs': PROGRAM,
  'packages/other/package.json': '{ "type": "module" }\n',
  'packages/other/index.js': 'export const other = 1;\n',
};

interface Noted {
  readonly round: string;
  readonly pid: number;
  readonly text: string;
}

interface Bench {
  readonly clone: Clone;
  /** What the agent noted, a row each time. */
  notes(): readonly Noted[];
  /** A file outside of the repository. */
  readonly outside: string;
  agent(name: string, ...args: readonly string[]): string;
  run(
    argv: readonly string[],
    more?: { env?: Record<string, string>; interruption?: AbortSignal },
  ): Promise<Outcome>;
}

function benchOf(files: Readonly<Record<string, string>> = FILES): Bench {
  const clone = cloneOf(files);
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-bench-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'home'));
  const log = join(folder, 'log');
  const env = {
    ...GIT_ENVIRONMENT,
    HOME: join(folder, 'home'),
    EDGE_SUNSET_STATE: join(folder, 'state'),
    CLOUDFLARE_API_TOKEN: 'not-a-real-token',
  };
  return {
    clone,
    outside: join(folder, 'outside'),
    notes: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line): Noted => JSON.parse(line))
        : [],
    agent: (name, ...args) =>
      [process.execPath, join(AGENTS, `${name}.mjs`), log, ...args].map((one) => `'${one}'`).join(' '),
    run: (argv, { env: other = {}, ...more } = {}) =>
      edgeSunset(argv, { cwd: clone.folder, env: { ...env, ...other }, ...more }),
  };
}

const MARKED = ['--strategy', 'firewall-rules=marker'];
const write = (agent: string, ...more: readonly string[]) => [
  ...['migrate', '--write', '--no-types', '--format', 'json', ...MARKED],
  ...['--agent', agent, ...more],
];

interface Report {
  readonly sites: readonly {
    readonly outcome: string;
    readonly because?: string;
    readonly agent?: { readonly verdict: string; readonly rounds: number; readonly unit: string };
  }[];
}

const reportOf = ({ stdout }: Outcome): Report => JSON.parse(stdout);

/** Folders and processes of agents that are still there. */
function leftBehind({ notes }: Bench): readonly string[] {
  const folders = readdirSync(realpathSync.native(tmpdir())).filter((name) =>
    name.startsWith(`edge-sunset-agent-${process.pid}-`),
  );
  const pids = notes().flatMap(({ pid, text }) => [pid, ...(/^\d+$/.test(text) ? [Number(text)] : [])]);
  return [...folders, ...pids.filter(isAlive).map(String)];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What has ended and was not asked for its exit code yet is no more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function gitState({ clone }: Bench): readonly string[] {
  return [
    clone.git('for-each-ref'),
    clone.git('worktree', 'list'),
    readFileSync(join(clone.folder, '.git/config'), 'utf8'),
    readdirSync(join(clone.folder, '.git')).sort().join(),
  ];
}

describe('migrate --agent', () => {
  it('takes over what verifies, and what a preview has shown is not paid for twice', async () => {
    const bench = benchOf();
    const agent = bench.agent('good');
    const preview = await bench.run(['migrate', ...MARKED, '--agent', agent]);
    expect(preview.stdout).toContain('+    enabled: false,');
    expect(preview.stdout).toContain('a coding agent rewrote it');
    expect(bench.clone.read('block.mjs')).toBe(PROGRAM);
    const written = await bench.run(write(agent));
    expect(written.stderr).toContain('the change of an earlier run is consistent');
    expect(written.code).toBe(0);
    expect(reportOf(written).sites).toMatchObject([
      { outcome: 'migrated', agent: { verdict: 'consistent', rounds: 1 } },
    ]);
    expect(bench.notes()).toHaveLength(1);
    expect(bench.notes()[0]?.text).toContain('http_request_firewall_custom');
    expect(bench.clone.read('block.mjs')).toContain('await addRule({');
    expect(bench.clone.git('status', '--porcelain')).toBe('M block.mjs');
    expect((await bench.run(['undo'])).code).toBe(0);
    expect(bench.clone.read('block.mjs')).toBe(PROGRAM);
    expect(leftBehind(bench)).toEqual([]);
  });

  it('hands a refutation back, up to three rounds', async () => {
    const bench = benchOf();
    const outcome = await bench.run(write(bench.agent('sloppy')));
    expect(reportOf(outcome).sites).toMatchObject([{ outcome: 'migrated', agent: { rounds: 3 } }]);
    const [first, second, third, ...more] = bench.notes().map(({ text }) => text);
    expect(more).toEqual([]);
    expect(first).not.toContain('What is wrong');
    expect(second).toContain('What is wrong with your last change');
    expect(second).toContain('/old-login');
    expect(third).toContain('enabled');
    expect(bench.clone.read('block.mjs')).toContain('enabled: false');
    expect(leftBehind(bench)).toEqual([]);
  });

  const REFUSED: readonly (readonly [way: string, because: RegExp])[] = [
    ['suppress', /refuted: .*suppresses findings|still there/],
    ['exclude', /edge-sunset\.json is changed|still there/],
    ['delete the call', /not verified after 3 rounds/],
    ['delete the file', /block\.mjs: it is gone/],
    ['delete the folder', /the agent failed|removed or replaced/],
    ['link', /block\.mjs: it is gone or no regular file/],
    ['package', /packages\/other\/index\.js: it belongs to another package/],
    ['print', /exit code 3/],
  ];
  it.each(REFUSED)('takes nothing of an agent that would %s', async (way, because) => {
    const bench = benchOf();
    const before = gitState(bench);
    const outcome = await bench.run(write(bench.agent('hostile', way, bench.outside)));
    expect(reportOf(outcome).sites).toMatchObject([
      { outcome: 'marked', because: expect.stringMatching(because) },
    ]);
    expect(outcome.code).toBe(1);
    // A marker, and nothing else.
    expect(bench.clone.read('block.mjs').replace(/.*edge-sunset-todo.*\n/, '')).toBe(PROGRAM);
    expect(bench.clone.git('status', '--porcelain')).toBe('M block.mjs');
    expect(gitState(bench)).toEqual(before);
    expect(leftBehind(bench)).toEqual([]);
  });

  it.each(['.git', 'outside'])('takes the code alone of an agent that also writes to: %s', async (way) => {
    const bench = benchOf();
    const before = gitState(bench);
    const outcome = await bench.run(write(bench.agent('hostile', way, bench.outside)));
    expect(reportOf(outcome).sites).toMatchObject([{ outcome: 'migrated' }]);
    expect(bench.clone.git('status', '--porcelain', '--ignored')).toBe('M block.mjs');
    expect(gitState(bench)).toEqual(before);
    expect(existsSync(bench.outside)).toBe(false);
    expect(leftBehind(bench)).toEqual([]);
  });

  it('ends what an agent leaves running', async () => {
    const bench = benchOf();
    const outcome = await bench.run(write(bench.agent('hostile', 'fork')));
    expect(reportOf(outcome).sites).toMatchObject([
      { because: expect.stringContaining('the agent changed nothing') },
    ]);
    expect(bench.notes().filter(({ text }) => text !== '')).toHaveLength(6);
    expect(leftBehind(bench)).toEqual([]);
  });

  it('ends an agent that never ends, and does not ask it again', async () => {
    const bench = benchOf();
    const outcome = await bench.run(write(bench.agent('hostile', 'endless'), '--agent-timeout', '1'));
    expect(reportOf(outcome).sites).toMatchObject([
      { because: expect.stringContaining('did not end within 1 seconds') },
    ]);
    expect(bench.clone.read('block.mjs')).toContain('edge-sunset-todo');
    expect(leftBehind(bench)).toEqual([]);
  });

  it.each([
    ['does nothing', 'true', /the agent changed nothing/],
    ['fails', 'echo no credits >&2; exit 3', /exit code 3: no credits/],
    ['is not there', 'no-such-agent --go', /exit code 127/],
  ])('leaves a marker if an agent %s', async (_, command, because) => {
    const bench = benchOf();
    const outcome = await bench.run(write(command));
    expect(reportOf(outcome).sites).toMatchObject([
      { outcome: 'marked', because: expect.stringMatching(because) },
    ]);
    expect(outcome.code).toBe(1);
    expect(leftBehind(bench)).toEqual([]);
  });

  it('hands over nothing of the environment that is not named', async () => {
    const bench = benchOf();
    const env = { MODEL_KEY: 'made-up', OTHER_KEY: 'made-up', LC_ALL: 'C.UTF-8' };
    await bench.run(write(`env > '${bench.outside}'`, '--agent-env', 'MODEL_KEY'), { env });
    const names = readFileSync(bench.outside, 'utf8').match(/^\w+(?==)/gm) ?? [];
    const ofShell = ['PWD', 'OLDPWD', 'SHLVL', '_'];
    expect(names.filter((name) => !ofShell.includes(name)).sort()).toEqual([
      ...['EDGE_SUNSET_AGENT', 'EDGE_SUNSET_BRIEF', 'EDGE_SUNSET_ROUND', 'EDGE_SUNSET_UNIT'],
      ...['HOME', 'LC_ALL', 'MODEL_KEY', 'PATH'],
    ]);
  });

  it('ends everything when it is interrupted, and goes on later', async () => {
    const bench = benchOf({ ...FILES, 'second.mjs': PROGRAM.replace('legacy login', 'second') });
    const before = gitState(bench);
    const [begun, waits, free] = ['begun', 'waits', 'free'].map((name) => `${bench.outside}-${name}`);
    // The first unit is done; at the second one the agent hangs, until a file says that it need not.
    const command = `if [ -e '${begun}' ] && [ ! -e '${free}' ]; then touch '${waits}'; exec sleep 600; fi; touch '${begun}'; ${bench.agent('good')}`;
    const abort = new AbortController();
    const look = setInterval(() => existsSync(waits ?? '') && abort.abort(130), 50);
    const first = await bench.run(write(command), { interruption: abort.signal });
    clearInterval(look);
    expect(first).toMatchObject({ code: 130, stdout: '' });
    expect(bench.clone.git('status', '--porcelain')).toBe('');
    expect(gitState(bench)).toEqual(before);
    expect(leftBehind(bench)).toEqual([]);
    writeFileSync(free ?? '', '');
    const second = await bench.run(write(command));
    expect(second.stderr).toContain('the change of an earlier run is consistent');
    expect(reportOf(second).sites).toMatchObject([{ outcome: 'migrated' }, { outcome: 'migrated' }]);
    expect(bench.notes()).toHaveLength(2);
  });

  it('does units side by side', async () => {
    const bench = benchOf({
      ...FILES,
      'second.mjs': PROGRAM.replace('legacy login', 'second'),
      'packages/other/third.mjs': PROGRAM.replace('legacy login', 'third'),
    });
    const outcome = await bench.run(write(bench.agent('good'), '--jobs', '3'));
    expect(reportOf(outcome).sites.map(({ outcome: what }) => what)).toEqual([
      'migrated',
      'migrated',
      'migrated',
    ]);
    for (const path of ['block.mjs', 'second.mjs', 'packages/other/third.mjs'])
      expect(bench.clone.read(path)).toContain('await addRule({');
    expect(leftBehind(bench)).toEqual([]);
  });

  it('works on calls with a marker of an earlier run', async () => {
    const bench = benchOf();
    await bench.run(['migrate', '--write', '--no-types', ...MARKED]);
    expect(bench.clone.read('block.mjs')).toContain('edge-sunset-todo');
    bench.clone.git('commit', '--quiet', '--all', '--message', 'Markers');
    const outcome = await bench.run(['migrate', '--write', '--no-types', '--agent', bench.agent('good')]);
    expect(outcome.code).toBe(0);
    expect(bench.clone.read('block.mjs')).not.toContain('edge-sunset-todo');
  });

  it('asks for a run if only verified is enough', async () => {
    const bench = benchOf();
    const outcome = await bench.run(write(bench.agent('good'), '--require', 'verified'));
    expect(reportOf(outcome).sites).toMatchObject([
      { outcome: 'marked', because: expect.stringContaining('add a --run') },
    ]);
  });

  it('is not there without the option, and refuses what it cannot mean', async () => {
    const bench = benchOf();
    for (const argv of [
      ['migrate', '--jobs', '2'],
      ['pr', '--agent-env', 'KEY'],
      ['migrate', '--agent', 'true', '--interactive'],
      ['migrate', '--agent', 'true', '--jobs', '0'],
      ['migrate', '--agent', 'true', '--decide', 'x'],
    ])
      expect(await bench.run(argv)).toMatchObject({ code: 2, stdout: '' });
    expect(bench.notes()).toEqual([]);
  });

  it('begins nothing if files with uncommitted changes would be written', async () => {
    const bench = benchOf();
    bench.clone.write('block.mjs', `${PROGRAM}// Mine.\n`);
    expect(await bench.run(write(bench.agent('good')))).toMatchObject({ code: 2 });
    expect(bench.notes()).toEqual([]);
  });
});

describe('pr --agent', () => {
  it('commits what verifies, and says who wrote it and what verified it', async () => {
    const bench = benchOf();
    const before = bench.clone.git('rev-parse', 'HEAD');
    const argv = ['pr', ...MARKED, '--agent', bench.agent('good')];
    const outcome = await bench.run(argv);
    expect(outcome.stdout).toContain('created  edge-sunset/firewall');
    const log = bench.clone.git('log', '--format=%B', `${before}..edge-sunset/firewall`);
    expect(log).toContain('Written by a coding agent');
    expect(log).toMatch(/edge-sunset verify: consistent/);
    expect(bench.clone.git('show', 'edge-sunset/firewall:block.mjs')).toContain('await addRule({');
    expect(bench.clone.git('status', '--porcelain')).toBe('');
    // The same again is up to date, and asks nobody.
    const asked = bench.notes().length;
    expect((await bench.run(argv)).stdout).toContain('up to date  edge-sunset/firewall');
    expect(bench.notes()).toHaveLength(asked);
    expect(leftBehind(bench)).toEqual([]);
  });
});
