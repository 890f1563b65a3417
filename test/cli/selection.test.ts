import { execFileSync } from 'node:child_process';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from './command-line.js';

async function paths(cwd: string, ...argv: string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await edgeSunset(['scan', '-f', 'json', ...argv], { cwd });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).findings.map((finding: { readonly path: string }) => finding.path);
}

function repository(files: Readonly<Record<string, string>>): string {
  const cwd = folderOf(files);
  git(cwd, 'init', '-q');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'first');
  return cwd;
}

function git(cwd: string, ...argv: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'core.autocrlf=false'];
  execFileSync('git', [...identity, ...argv], { cwd, stdio: 'pipe' });
}

/** A weak word: only a call of the API because of the client beside it. */
const WEAK =
  "export const off = (api: Api, zone: string) => api.patch(`/zones/${zone}/settings/brotli`, { value: 'off' });\n";
const CLIENT = "export const base = 'https://api.cloudflare.com/client/v4';\n";

describe('which files', () => {
  it('--include and --exclude take globs', async () => {
    const cwd = folderOf({ 'src/a.ts': DEAD_CALL, 'src/b.py': `# none\n`, 'lib/a.ts': DEAD_CALL });
    expect(await paths(cwd)).toEqual(['lib/a.ts', 'src/a.ts']);
    expect(await paths(cwd, '--include', 'src/**')).toEqual(['src/a.ts']);
    expect(await paths(cwd, '--exclude', 'src/')).toEqual(['lib/a.ts']);
  });

  it('ignored and untracked ones by choice', async () => {
    const cwd = repository({ 'a.ts': DEAD_CALL, '.gitignore': 'ignored.ts\n' });
    writeFileSync(join(cwd, 'ignored.ts'), DEAD_CALL);
    writeFileSync(join(cwd, 'new.ts'), DEAD_CALL);
    expect(await paths(cwd)).toEqual(['a.ts', 'new.ts']);
    expect(await paths(cwd, '--tracked-only')).toEqual(['a.ts']);
    expect(await paths(cwd, '--no-gitignore')).toEqual(['a.ts', 'ignored.ts', 'new.ts']);
    writeFileSync(join(cwd, '.edgesunsetignore'), 'new.ts\n');
    expect(await paths(cwd)).toEqual(['a.ts']);
  });

  it('--staged and --since take what changed', async () => {
    const cwd = repository({ 'old.ts': DEAD_CALL, 'touched.ts': '// none\n' });
    writeFileSync(join(cwd, 'touched.ts'), DEAD_CALL);
    writeFileSync(join(cwd, 'staged.ts'), DEAD_CALL);
    git(cwd, 'add', 'staged.ts');
    expect(await paths(cwd, '--staged')).toEqual(['staged.ts']);
    expect(await paths(cwd, '--since', 'HEAD')).toEqual(['staged.ts', 'touched.ts']);
  });

  it('--staged reads what is staged, whatever the work tree says since', async () => {
    const cwd = repository({ 'a.ts': '// none\n', 'b.ts': '// none\n', 'c.ts': '// none\n' });
    writeFileSync(join(cwd, 'a.ts'), DEAD_CALL);
    writeFileSync(join(cwd, 'b.ts'), '// none yet\n');
    writeFileSync(join(cwd, 'c.ts'), DEAD_CALL);
    git(cwd, 'add', '.');
    writeFileSync(join(cwd, 'a.ts'), '// mended, but not staged\n');
    writeFileSync(join(cwd, 'b.ts'), DEAD_CALL);
    unlinkSync(join(cwd, 'c.ts'));
    expect(await paths(cwd, '--staged')).toEqual(['a.ts', 'c.ts']);
    expect(await paths(cwd)).toEqual(['b.ts']);
  });

  it('--staged reads what a staged file imports as it is staged', async () => {
    const client = (path: string) =>
      `export const call = () => fetch('https://api.cloudflare.com/client/v4/zones/z/' + '${path}');\n`;
    const cwd = repository({ 'a.py': '# none\n', 'é "x".ts': '// none\n' });
    writeFileSync(join(cwd, 'é "x".ts'), client('firewall/rules'));
    git(cwd, 'add', '.');
    writeFileSync(join(cwd, 'é "x".ts'), client('dns_records'));
    expect(await paths(cwd, '--staged')).toEqual(['é "x".ts']);
  });

  it('an index that cannot be used makes the scan incomplete, and the folder is walked', async () => {
    const cwd = repository({ 'a.ts': DEAD_CALL });
    writeFileSync(join(cwd, '.git/index'), 'no index');
    const { code, stdout } = await edgeSunset(['scan', '-f', 'json'], { cwd });
    expect(JSON.parse(stdout).skipped).toEqual([
      expect.objectContaining({
        path: '.',
        detail: expect.stringMatching(/^The git index could not be used: .*\. The folder was walked/),
      }),
    ]);
    expect(code).toBe(3);
    expect(await paths(cwd)).toEqual(['a.ts']);
  });

  it('--since of no commit, or outside git, is exit 2', async () => {
    const cwd = repository({ 'a.ts': DEAD_CALL });
    for (const ref of ['no-such-ref', '--output=x']) {
      const outcome = await edgeSunset(['scan', `--since=${ref}`], { cwd });
      expect(outcome).toMatchObject({ code: 2, stdout: '' });
    }
    const outside = await edgeSunset(['scan', '--since', 'HEAD'], { cwd: folderOf({ 'a.ts': DEAD_CALL }) });
    expect(outside).toMatchObject({ code: 2, stdout: '' });
    expect(outside.stderr).toContain('needs a git repository');
  });

  it('vendored ones are counted, and scanned on request', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'vendor/x/y.ts': DEAD_CALL });
    expect(await paths(cwd)).toEqual(['a.ts']);
    expect((await edgeSunset(['scan'], { cwd })).stdout).toContain('excluded (--vendored scans them)');
    expect(await paths(cwd, '--vendored')).toEqual(['a.ts', 'vendor/x/y.ts']);
  });
});

describe('a part of a repository is judged as in the whole', () => {
  const files = {
    'client.ts': CLIENT,
    'settings.ts': WEAK,
    'other/package.json': '{}',
    'other/settings.ts': WEAK,
  };

  it('by name, by change and by glob', async () => {
    const cwd = repository(files);
    const whole = await paths(cwd);
    expect(whole).toContain('settings.ts');
    expect(await paths(cwd, 'settings.ts')).toEqual(['settings.ts']);
    expect(await paths(cwd, '--include', '/settings.ts')).toEqual(['settings.ts']);
    writeFileSync(join(cwd, 'settings.ts'), `// changed\n${WEAK}`);
    expect(await paths(cwd, '--since', 'HEAD')).toEqual(['settings.ts']);
  });

  it('from standard input', async () => {
    const cwd = repository(files);
    const outcome = await edgeSunset(['scan', '-', '--stdin-filename', 'settings.ts', '-f', 'json'], {
      cwd,
      stdin: WEAK,
    });
    expect(JSON.parse(outcome.stdout).findings).toMatchObject([{ entry: 'brotli', path: 'settings.ts' }]);
  });
});

describe('how sure', () => {
  it('--min-confidence draws the line', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'b.ts': 'await api.get(`/zones/${zone}/firewall/rules`);\n' });
    const found = async (level: string) => new Set(await paths(cwd, '--min-confidence', level));
    expect(await found('exact')).toEqual(new Set(['a.ts']));
    expect(await found('possible')).toEqual(new Set(['a.ts', 'b.ts']));
  });

  it('--undetermined lists what is otherwise counted', async () => {
    const call =
      'export const f = (path: string) => fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/${path}`);\n';
    const cwd = folderOf({ 'a.ts': DEAD_CALL + call });
    const report = async (...argv: string[]) =>
      JSON.parse((await edgeSunset(['scan', '-f', 'json', ...argv], { cwd })).stdout);
    const plain = await report();
    expect({ counted: plain.summary.undetermined, listed: plain.undetermined }).toEqual({
      counted: 1,
      listed: [],
    });
    expect((await report('--undetermined')).undetermined).toMatchObject([{ path: 'a.ts', line: 2 }]);
  });
});

describe('a custom catalogue', () => {
  const OWN = `profiles:
  - id: shop
    title: The shop's API
    hosts: [api.shop.example.com]
    basePath: /v2
    scopes: [stores]
profile: shop
schedule: shop
entries:
  - id: shop-carts
    title: Carts of the shop
    endOfLife: "2026-01-31"
    summary: Carts are gone.
    replacement: Baskets.
    endpoints:
      - path: /stores/{store_id}/carts
        methods: [GET]
    automation: none
    sources: [https://shop.example.com/changes]
`;

  it('adds entries for another API', async () => {
    const cwd = folderOf({
      'own.yaml': OWN,
      'src/a.ts': 'await fetch(`https://api.shop.example.com/v2/stores/${id}/carts`);\n',
    });
    const outcome = await edgeSunset(['scan', 'src', '--catalogue', 'own.yaml', '-f', 'json'], { cwd });
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(outcome.stdout).findings).toMatchObject([
      { entry: 'shop-carts', rule: 'no-shop-carts', path: 'src/a.ts' },
    ]);
    expect((await edgeSunset(['scan', 'src'], { cwd })).code).toBe(0);
  });

  it('names the command that changes a path which has a successor, and none where nothing does', async () => {
    const moved = OWN.replace(
      'methods: [GET]',
      'methods: [GET]\n        successor: /stores/{store_id}/baskets',
    );
    const cwd = folderOf({
      'own.yaml': OWN,
      'moved.yaml': moved.replace('automation: none', 'automation: review'),
      'src/a.ts': 'await fetch(`https://api.shop.example.com/v2/stores/${id}/carts`);\n',
    });
    const scanned = async (file: string) =>
      (await edgeSunset(['scan', 'src', '--catalogue', file], { cwd })).stdout;
    expect(await scanned('own.yaml')).not.toContain('edge-sunset migrate');
    const [command = ''] = /edge-sunset migrate .*/.exec(await scanned('moved.yaml')) ?? [];
    const { stdout } = await edgeSunset(command.split(' ').slice(1), { cwd });
    expect(stdout).toContain('+await fetch(`https://api.shop.example.com/v2/stores/${id}/baskets`);');
  });
});

describe('files that are hard to read', () => {
  it('broken code falls to the text tier, and is listed', async () => {
    const cwd = folderOf({ 'a.ts': `${DEAD_CALL}<<<<<<< ours\nconst = ;\n` });
    const outcome = await edgeSunset(['scan', '-f', 'json'], { cwd });
    const report = JSON.parse(outcome.stdout);
    expect(report.findings).toMatchObject([{ entry: 'firewall-rules', line: 1 }]);
    expect(report.skipped).toMatchObject([{ path: 'a.ts', reason: 'unparsable', tier: 'text' }]);
    expect(outcome.code).toBe(1);
  });

  it.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${DEAD_CALL}`)],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(DEAD_CALL, 'utf16le')])],
    ['a stray byte', Buffer.concat([Buffer.from([0x2f, 0x2f, 0xff, 0x0a]), Buffer.from(DEAD_CALL)])],
    ['CRLF', Buffer.from(`// x\r\n${DEAD_CALL.replaceAll('\n', '\r\n')}`)],
  ])('%s keeps its columns', async (_, bytes) => {
    const column = DEAD_CALL.indexOf('firewall/rules') + 1;
    const { stdout } = await edgeSunset(['scan', '-f', 'json'], { cwd: folderOf({ 'a.ts': bytes }) });
    expect(JSON.parse(stdout).findings).toMatchObject([
      { column, endColumn: column + 'firewall/rules'.length },
    ]);
  });

  it('a binary with a trigger is incomplete, one without is not', async () => {
    const binary = (text: string) => Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(text)]);
    const bad = await edgeSunset(['scan', '-f', 'json'], { cwd: folderOf({ 'data.ts': binary(DEAD_CALL) }) });
    expect(JSON.parse(bad.stdout).skipped).toMatchObject([{ path: 'data.ts', reason: 'binary' }]);
    expect(bad.code).toBe(3);
    expect((await edgeSunset(['scan'], { cwd: folderOf({ 'data.ts': binary('nothing') }) })).code).toBe(0);
  });

  it('a binary that is no source by its name says nothing, whatever words stand in it', async () => {
    const binary = Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(DEAD_CALL)]);
    const data = { 'backup.sqlite': binary, 'bin/tool': binary, 'dump.bin': binary };
    const outcome = await edgeSunset(['scan', '-f', 'json'], { cwd: folderOf(data) });
    expect([outcome.code, JSON.parse(outcome.stdout).skipped]).toEqual([0, []]);
    const mixed = await edgeSunset(['scan', '-f', 'json'], { cwd: folderOf({ ...data, 'a.py': binary }) });
    expect([mixed.code, JSON.parse(mixed.stdout).skipped]).toMatchObject([3, [{ path: 'a.py' }]]);
  });
});
