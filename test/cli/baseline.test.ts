import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from './command-line.js';

const NAME = 'edge-sunset.baseline.json';
const MINIFY = 'await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/settings/minify`);\n';

function project(files: Readonly<Record<string, string>>) {
  const cwd = folderOf(files);
  return {
    cwd,
    scan: (...argv: string[]) => edgeSunset(['scan', ...argv], { cwd }),
    read: (name = NAME) => readFileSync(join(cwd, name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(join(cwd, name), text),
  };
}

async function known(files: Readonly<Record<string, string>>) {
  const one = project(files);
  await one.scan('--update-baseline');
  return one;
}

describe('--update-baseline', () => {
  it('writes what is found, sorted and without line numbers, and reports nothing', async () => {
    const one = project({ 'b.ts': MINIFY, 'a.ts': DEAD_CALL });
    const { code, stdout, stderr } = await one.scan('--update-baseline');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(`edge-sunset scan: ${NAME} contains 2 findings (2 new, 0 removed).\n`);
    const { findings, roots, kind } = JSON.parse(one.read());
    expect([kind, roots]).toEqual(['baseline', ['.']]);
    expect(findings).toEqual([
      { path: 'a.ts', entry: 'firewall-rules', fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { path: 'b.ts', entry: 'minify', fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  it('writes the same bytes again, and says what came and went', async () => {
    const one = await known({ 'a.ts': DEAD_CALL });
    const before = one.read();
    await one.scan('--update-baseline');
    expect(one.read()).toBe(before);
    one.write('a.ts', MINIFY);
    expect((await one.scan('--update-baseline')).stderr).toContain('contains 1 findings (1 new, 1 removed)');
  });

  it.each([
    ['--only', ['--only', 'minify'], /remove --only/],
    ['--since', ['--since', 'HEAD'], /remove --since/],
    ['--format', ['--format', 'json'], /remove --format/],
    ['--prune-baseline', ['--prune-baseline'], /use either/],
  ])('refuses %s', async (_flag, argv, says) => {
    const one = project({ 'a.ts': DEAD_CALL });
    const { code, stderr } = await one.scan('--update-baseline', ...argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(() => one.read()).toThrow();
  });

  it('writes nothing where a file could not be understood', async () => {
    const one = project({ 'a.ts': DEAD_CALL, 'b.ts': `${DEAD_CALL}\0` });
    const { code, stderr } = await one.scan('--update-baseline');
    expect(code).toBe(3);
    expect(stderr).toContain('was not written: 1 files could not be read or parsed, such as b.ts (binary)');
    expect(() => one.read()).toThrow();
  });

  it('speaks of the same paths as before', async () => {
    const one = await known({ 'src/a.ts': DEAD_CALL });
    const before = one.read();
    const { code, stderr } = await one.scan('src', '--update-baseline');
    expect(code).toBe(2);
    expect(stderr).toContain('was written for ., not for src');
    expect(one.read()).toBe(before);
  });
});

describe('--baseline', () => {
  it('reports what is new', async () => {
    const one = await known({ 'a.ts': DEAD_CALL });
    one.write('b.ts', MINIFY);
    const { code, stdout } = await one.scan('--baseline', NAME, '-f', 'json');
    expect(code).toBe(1);
    const { findings, summary } = JSON.parse(stdout);
    expect(findings.map(({ path }: { path: string }) => path)).toEqual(['b.ts']);
    expect(summary).toMatchObject({ findings: 1, known: 1 });
  });

  it.each(['text', 'ndjson', 'sarif', 'compact'])('leaves what is known out of %s', async (format) => {
    const one = await known({ 'a.ts': DEAD_CALL });
    const { code, stdout } = await one.scan('--baseline', NAME, '-f', format);
    expect(code).toBe(0);
    expect(stdout).not.toContain('a.ts');
  });

  it('knows a finding after edits above it and a move of its file, and no second one like it', async () => {
    const one = await known({ 'a.ts': DEAD_CALL });
    one.write('a.ts', `const x = 1;\n\n${DEAD_CALL}`);
    mkdirSync(join(one.cwd, 'src'));
    renameSync(join(one.cwd, 'a.ts'), join(one.cwd, 'src/moved.ts'));
    expect((await one.scan('--baseline', NAME)).code).toBe(0);
    one.write('copy.ts', DEAD_CALL);
    const { code, stdout } = await one.scan('--baseline', NAME, '-f', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).summary).toMatchObject({ findings: 1, known: 1 });
  });

  it('is named by the config as well', async () => {
    const one = await known({ 'a.ts': DEAD_CALL });
    one.write('edge-sunset.config.json', JSON.stringify({ baseline: NAME }));
    const { code, stdout } = await one.scan();
    expect(code).toBe(0);
    expect(stdout).toContain('1 finding of the baseline not listed');
  });

  it('says what is gone, and --prune-baseline takes that out and adds nothing', async () => {
    const one = await known({ 'a.ts': DEAD_CALL, 'b.ts': MINIFY });
    one.write('b.ts', DEAD_CALL.replace('rules', 'rules/x'));
    const { stderr } = await one.scan('--baseline', NAME);
    expect(stderr).toContain(`${NAME} lists 1 finding that the scan did not find; --prune-baseline`);
    expect((await one.scan('--baseline', NAME, '--only', 'minify')).stderr).not.toContain('any more');
    const pruned = await one.scan('--prune-baseline');
    expect(pruned.stderr).toContain('contains 1 findings (1 removed)');
    expect(JSON.parse(one.read()).findings).toMatchObject([{ path: 'a.ts' }]);
  });

  it.each([
    ['is missing', null, 'does not exist. Create it with'],
    ['is no JSON', '{', 'the file is not JSON'],
    ['is another file', '{"a":1}', 'the file is not a baseline of edge-sunset'],
    [
      'has a broken row',
      `{"schemaVersion":1,"tool":{"name":"edge-sunset"},"kind":"baseline","roots":["."],"findings":[{"path":1}]}`,
      'findings[0]: expected',
    ],
  ])('that %s is told with the remedy, and never written over', async (_what, text, says) => {
    const one = project({ 'a.ts': DEAD_CALL, ...(text === null ? {} : { [NAME]: text }) });
    const { code, stdout, stderr } = await one.scan('--baseline', NAME);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(NAME);
    expect(stderr).toContain(says);
    if (text === null) return;
    expect((await one.scan('--update-baseline')).code).toBe(2);
    expect(one.read()).toBe(text);
  });
});
