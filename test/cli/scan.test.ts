import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/index.js';
import { DEAD_CALL, edgeSunset, folderOf, LIVE_CALL, TODAY } from './command-line.js';

const MINIFY =
  'await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/settings/minify`, { method: "PATCH" });\n';

async function json(argv: readonly string[], cwd: string) {
  const outcome = await edgeSunset(['scan', '--format', 'json', ...argv], { cwd });
  return { ...outcome, report: JSON.parse(outcome.stdout) };
}

describe('scan --format json', () => {
  it('reports what is retired, where and since when', async () => {
    const { report, code } = await json(
      [],
      folderOf({ 'src/a.ts': `// first\n${DEAD_CALL}`, 'src/b.ts': LIVE_CALL }),
    );
    expect(code).toBe(1);
    expect(report).toMatchObject({
      schemaVersion: 1,
      now: TODAY,
      summary: { files: { seen: 2, read: 2 }, findings: 1, byEntry: { 'firewall-rules': 1 } },
      findings: [
        {
          entry: 'firewall-rules',
          rule: 'no-firewall-rules',
          path: 'src/a.ts',
          line: 2,
          endLine: 2,
          endOfLife: '2025-01-15',
          daysPast: 675,
          vendor: { date: '2025-06-15' },
        },
      ],
    });
    const [{ offset }] = report.findings;
    expect(`// first\n${DEAD_CALL}`.slice(...offset)).toContain('firewall/rules');
  });

  it('reports nothing where nothing is dead', async () => {
    const { report, code } = await json([], folderOf({ 'a.ts': LIVE_CALL }));
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
  });
});

describe('the same bytes', () => {
  const files = {
    'src/é.ts': DEAD_CALL,
    'src/a.ts': MINIFY + DEAD_CALL,
    'src/B.ts': DEAD_CALL,
    'lib/x.py': '# none\n',
  };
  const formats = FORMATS.map(({ name }) => name);

  it.each(formats)('%s from every spelling of the root', async (format) => {
    const root = folderOf(files);
    const run = async (cwd: string, path: string) =>
      (await edgeSunset(['scan', '-f', format, path], { cwd })).stdout;
    const expected = await run(root, '.');
    expect(expected).toContain('src/');
    expect(await run(root, root)).toBe(expected);
    expect(await run(root, `${root}/`)).toBe(expected);
    expect(await run(root, `../${basename(root)}`)).toBe(expected);
    expect(await run(root, './')).toBe(expected);
    expect(await run(root, '')).toBe(expected);
  });

  it('whether git knows the files, half of them, or none', async () => {
    const root = folderOf(files);
    const expected = (await json([], root)).stdout;
    const git = (...argv: string[]) =>
      execFileSync('git', ['-c', 'core.autocrlf=false', ...argv], { cwd: root, stdio: 'pipe' });
    git('init', '-q');
    expect((await json([], root)).stdout).toBe(expected);
    git('add', 'src/a.ts');
    expect((await json([], root)).stdout).toBe(expected);
    git('add', '.');
    expect((await json([], root)).stdout).toBe(expected);
  });

  it('sorted by the bytes of the path', async () => {
    const { report } = await json([], folderOf(files));
    const paths = report.findings.map((finding: { readonly path: string }) => finding.path);
    expect(paths).toEqual(['src/B.ts', 'src/a.ts', 'src/a.ts', 'src/é.ts']);
  });

  it('with and without the prefilter', async () => {
    const root = folderOf(files);
    const without = (await json(['--no-prefilter'], root)).report;
    expect(without.findings).toEqual((await json([], root)).report.findings);
  });
});

describe('several roots', () => {
  it('name their root in each row, in the order of the paths', async () => {
    const cwd = folderOf({ 'b/x.ts': DEAD_CALL, 'a/x.ts': DEAD_CALL });
    const { report } = await json(['b', './a/'], cwd);
    expect(report.findings).toMatchObject([
      { root: 'a', path: 'a/x.ts' },
      { root: 'b', path: 'b/x.ts' },
    ]);
    expect(report.summary).toMatchObject({ files: { seen: 2 }, findings: 2 });
  });

  it('may come from standard input, by lines or NUL', async () => {
    const cwd = folderOf({ 'b/x.ts': DEAD_CALL, 'a/x.ts': DEAD_CALL });
    for (const stdin of ['a\nb\n', 'a\0b\0', 'a\r\nb']) {
      const outcome = await edgeSunset(['scan', '--roots', '-', '-f', 'ndjson'], { cwd, stdin });
      const rows = outcome.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows.map((row) => [row.type, row.root])).toEqual([
        ['start', undefined],
        ['finding', 'a'],
        ['done', 'a'],
        ['finding', 'b'],
        ['done', 'b'],
      ]);
    }
  });

  it('with the same root twice report it once', async () => {
    const cwd = folderOf({ 'a/x.ts': DEAD_CALL });
    expect((await json(['a', 'a/.', join(cwd, 'a')], cwd)).report.summary.findings).toBe(1);
  });

  it('fail by their own config', async () => {
    const cwd = folderOf({
      'a/x.ts': DEAD_CALL,
      'b/x.ts': DEAD_CALL,
      'a/edge-sunset.config.yaml': 'failOn: never\n',
    });
    expect((await json(['a'], cwd)).code).toBe(0);
    expect((await json(['a', 'b'], cwd)).code).toBe(1);
  });
});

describe('a file by name', () => {
  it('has its path from the current directory, wherever its repository begins', async () => {
    const cwd = folderOf({ 'src/deep/a.ts': DEAD_CALL, 'src/b.ts': DEAD_CALL });
    mkdirSync(join(cwd, '.git'));
    const path = async (argument: string, from: string) =>
      (await json([argument], from)).report.findings.map((row: { readonly path: string }) => row.path);
    expect(await path('src/deep/a.ts', cwd)).toEqual(['src/deep/a.ts']);
    expect(await path('a.ts', join(cwd, 'src/deep'))).toEqual(['a.ts']);
    expect(await path('../b.ts', join(cwd, 'src/deep'))).toEqual(['../b.ts']);
  });

  it('is scanned even if a tool wrote it', async () => {
    const cwd = folderOf({ 'a.ts': `// @generated by hand\n${DEAD_CALL}` });
    expect((await json([], cwd)).report.summary.findings).toBe(0);
    expect((await json(['--vendored'], cwd)).report.summary.findings).toBe(1);
    expect((await json(['a.ts'], cwd)).report.summary.findings).toBe(1);
  });
});

describe('--only, --skip and --schedule', () => {
  it('choose entries', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL + MINIFY });
    const entries = async (...argv: string[]) =>
      (await json(argv, cwd)).report.findings.map((finding: { readonly entry: string }) => finding.entry);
    expect(await entries()).toEqual(['firewall-rules', 'minify']);
    expect(await entries('--only', 'minify')).toEqual(['minify']);
    expect(await entries('--skip', 'minify')).toEqual(['firewall-rules']);
    expect(await entries('--only', 'minify', '--only=firewall-rules', '--skip', 'minify')).toEqual([
      'firewall-rules',
    ]);
    expect(await entries('--schedule', 'vendor-2026')).toEqual([]);
  });

  it('take several names at once, and repeated flags beside them', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL + MINIFY });
    const entries = async (...argv: string[]) =>
      (await json(argv, cwd)).report.findings.map((finding: { readonly entry: string }) => finding.entry);
    expect(await entries('--only', 'minify,firewall-rules')).toEqual(['firewall-rules', 'minify']);
    expect(await entries('--only=minify, brotli', '--only', 'srv-data')).toEqual(['minify']);
    expect(await entries('--skip', 'brotli,firewall-rules')).toEqual(['minify']);
    expect(await entries('--skip', 'minify,firewall-rules')).toEqual([]);
    expect(await entries('--schedule', 'spec,vendor-2026')).toEqual(['firewall-rules', 'minify']);
  });

  it('leave the commas of globs alone', async () => {
    const cwd = folderOf({ 'a,b.ts': DEAD_CALL, 'b.ts': DEAD_CALL });
    const { report } = await json(['--include', 'a,b.ts'], cwd);
    expect(report.findings.map((finding: { readonly path: string }) => finding.path)).toEqual(['a,b.ts']);
  });
});

describe('suppressions', () => {
  it('with a reason excuse one entry on one line', async () => {
    const cwd = folderOf({
      'a.ts': `// edge-sunset-ignore-next-line firewall-rules -- goes in March\n${DEAD_CALL}${DEAD_CALL}`,
    });
    const { report, code, stderr } = await json([], cwd);
    expect(report.summary).toMatchObject({ findings: 1, suppressed: 1 });
    expect(report.findings).toMatchObject([{ line: 3 }]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  it.each([
    ['firewall-rules', 'has no reason'],
    ['firewall-rulez -- typed wrong', "Did you mean 'firewall-rules'?"],
    ['minify -- another entry', 'matches no finding of minify'],
    ['', 'names no entry'],
  ])('%j excuse nothing', async (rest, message) => {
    const cwd = folderOf({ 'a.ts': `// edge-sunset-ignore-next-line ${rest}\n${DEAD_CALL}` });
    const { report, code, stderr } = await json([], cwd);
    expect({ code, findings: report.summary.findings }).toEqual({ code: 1, findings: 1 });
    if (message === '') expect(stderr).toBe('');
    else expect(stderr).toMatch(new RegExp(`^a\\.ts:1: .*${message.replace('?', '\\?')}`));
  });

  it('on the same line', async () => {
    const cwd = folderOf({
      'a.ts': `${DEAD_CALL.trimEnd()} // edge-sunset-ignore-line firewall-rules -- why\n`,
    });
    expect((await json([], cwd)).report.summary).toMatchObject({ findings: 0, suppressed: 1 });
  });
});

describe('migration markers', () => {
  it('leave their finding in the report as marked, and mark no other', async () => {
    const before = folderOf({ 'a.ts': DEAD_CALL });
    const [{ fingerprint }] = (await json([], before)).report.findings;
    const marker = `// edge-sunset-todo firewall-rules ${fingerprint.slice(0, 8)}: dead. Do this.\n`;
    const { report, code } = await json([], folderOf({ 'a.ts': marker + DEAD_CALL }));
    expect({ code, ...report.summary }).toMatchObject({ code: 1, findings: 1, marked: 1, markers: 1 });
    expect(report.findings).toMatchObject([{ state: 'marked', path: 'a.ts', line: 2 }]);
    const other = await json(
      [],
      folderOf({ 'a.ts': marker.replace(fingerprint.slice(0, 8), '00000000') + DEAD_CALL }),
    );
    expect(other.report.summary).toMatchObject({ findings: 1, marked: 0, markers: 1 });
  });
});

describe('reports in files', () => {
  it('are written beside the one on standard output, and never scanned', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const argv = [
      'scan',
      '-o',
      'json=report.json',
      '--output',
      'sarif=r.sarif',
      '-o',
      'ndjson=r.ndjson',
      '-o',
      'text=r.txt',
    ];
    for (let round = 0; round < 2; round++) {
      const outcome = await edgeSunset(argv, { cwd });
      expect(outcome.code).toBe(1);
      expect(outcome.stdout).toContain('1 finding in 1 file');
      expect(readdirSync(cwd).sort()).toEqual(['a.ts', 'r.ndjson', 'r.sarif', 'r.txt', 'report.json']);
    }
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')).summary.findings).toBe(1);
    expect(JSON.parse(readFileSync(join(cwd, 'r.sarif'), 'utf8')).runs[0].results).toHaveLength(1);
    expect(readFileSync(join(cwd, 'r.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(3);
  });

  it('are not touched by a run that fails', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'report.json': 'old' });
    expect((await edgeSunset(['scan', 'missing', '-o', 'json=report.json'], { cwd })).code).toBe(2);
    expect(readFileSync(join(cwd, 'report.json'), 'utf8')).toBe('old');
  });

  it('are the same bytes as on standard output', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    for (const { name: format } of FORMATS) {
      const { stdout } = await edgeSunset(['scan', '-f', format, '-o', `${format}=out.txt`], { cwd });
      expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe(stdout);
    }
  });
});

describe('colours', () => {
  const coloured = async (terminal: boolean, env: Readonly<Record<string, string>>) =>
    (await edgeSunset(['scan'], { cwd: folderOf({ 'a.ts': DEAD_CALL }), terminal, env })).stdout.includes(
      '\u001b[',
    );

  it('are for terminals, and NO_COLOR and FORCE_COLOR decide', async () => {
    expect(await coloured(true, {})).toBe(true);
    expect(await coloured(false, {})).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '' })).toBe(true);
    expect(await coloured(true, { TERM: 'dumb' })).toBe(false);
    expect(await coloured(false, { FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured(true, { FORCE_COLOR: '0' })).toBe(false);
    expect(await coloured(false, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
  });
});

describe('hostile trees', () => {
  it('report the good file beside names that try to break out', async () => {
    const names = [
      'a\n::error file=x::y.ts',
      'quote\'".ts',
      '-rf.ts',
      'tab\t.ts',
      'ü😀.ts',
      '\u202egnp.ts',
      '%0A.ts',
      `${'n'.repeat(240)}.ts`,
    ];
    const cwd = folderOf(Object.fromEntries(['good.ts', ...names].map((name) => [name, DEAD_CALL])));
    const { report } = await json([], cwd);
    const paths = report.findings.map((finding: { readonly path: string }) => finding.path);
    expect(new Set(paths)).toEqual(new Set(['good.ts', ...names]));
    const text = (await edgeSunset(['scan'], { cwd })).stdout;
    expect(text).not.toMatch(/^::error/m);
    expect(text).not.toContain('\u202e');
  });

  it.runIf(process.platform === 'linux')('read a file whose name is no UTF-8', async () => {
    const cwd = folderOf({ 'good.ts': DEAD_CALL });
    writeFileSync(
      Buffer.concat([Buffer.from(`${cwd}/bad`), Buffer.from([0xff, 0xfe]), Buffer.from('.ts')]),
      DEAD_CALL,
    );
    const { report } = await json([], cwd);
    expect(report.summary.findings).toBe(2);
  });

  it('never follow links out of the root, into devices or in circles', async () => {
    const outside = folderOf({ 'secret.ts': DEAD_CALL });
    const cwd = folderOf({ 'good.ts': DEAD_CALL });
    symlinkSync(join(outside, 'secret.ts'), join(cwd, 'link.ts'));
    symlinkSync(outside, join(cwd, 'folder'));
    symlinkSync('/dev/zero', join(cwd, 'zero.ts'));
    symlinkSync('.', join(cwd, 'circle'));
    symlinkSync('nowhere', join(cwd, 'dangling.ts'));
    const { report, code } = await json([], cwd);
    expect(report.findings).toMatchObject([{ path: 'good.ts' }]);
    expect(code).toBe(1);
  });

  it('run nothing that a repository brings', async () => {
    const canary = (command: string) => `${command} > canary`;
    const cwd = folderOf({
      'a.ts': DEAD_CALL,
      'package.json': JSON.stringify({ scripts: { preinstall: canary('echo'), prepare: canary('echo') } }),
      'edge-sunset.config.js': 'require("fs").writeFileSync("canary", "")',
      'eslint.config.js': 'require("fs").writeFileSync("canary", "")',
    });
    execFileSync('git', ['init', '-q'], { cwd });
    writeFileSync(
      join(cwd, '.git/config'),
      `[core]\n\tfsmonitor = "touch ${join(cwd, 'canary')}"\n[diff]\n\texternal = touch canary\n`,
      { flag: 'a' },
    );
    expect((await json([], cwd)).report.findings).toHaveLength(1);
    expect(existsSync(join(cwd, 'canary'))).toBe(false);
  });

  it('mask secrets near a finding in every format', async () => {
    const token = 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7b';
    const call = DEAD_CALL.replace(
      "method: 'POST'",
      `method: 'POST', headers: { Authorization: 'Bearer ${token}' }`,
    );
    const cwd = folderOf({ 'a.ts': `const key = '${token}';\n${call}` });
    for (const { name: format } of FORMATS) {
      const { stdout } = await edgeSunset(['scan', '-f', format], { cwd });
      expect(stdout).toContain('firewall-rules');
      expect(stdout).not.toContain(token);
    }
  });
});

describe('--stats', () => {
  it('are printed on standard error, and leave the report alone', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const plain = await json([], cwd);
    const counted = await json(['--stats'], cwd);
    expect(counted.stdout).toBe(plain.stdout);
    expect(counted.stderr).toMatch(/^1 files seen, 1 read, 1 analysed, 0 skipped; \d+ ms, \d+ MB\n$/);
  });
});
