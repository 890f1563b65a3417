import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats/index.js';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { HAND_CALL, projectOf, SAFE_CALL } from '../migrate/project.js';

const FORGED = 'x\n--- /dev/null\n+++ b/forged.txt\n@@ -0,0 +1 @@\n+forged\n';

/** Not every system lets files have such names. */
const onLinux = it.runIf(process.platform === 'linux');

describe('patches', () => {
  onLinux('a file name forges no section, and git applies what stands in it', async () => {
    const names = [
      `${FORGED}.mjs`,
      'tab\tand "quote".mjs',
      'bell\u0007 \u001b[31m.mjs',
      'é and blank.mjs',
      'back\\slash.mjs',
    ];
    const project = projectOf(Object.fromEntries(names.map((name) => [name, SAFE_CALL])));
    const { stdout } = await project.run('migrate', '-f', 'patch', '--no-types');
    expect(stdout).not.toMatch(/^\+\+\+ b\/forged/m);
    expect(stdout.match(/^diff --git /gm)).toHaveLength(names.length);
    execFileSync('git', ['init', '-q'], { cwd: project.folder });
    execFileSync('git', ['apply', '-'], {
      cwd: project.folder,
      input: stdout,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    expect(existsSync(join(project.folder, 'forged.txt'))).toBe(false);
    for (const name of names) expect(project.read(name)).toContain('page_shield');
  });

  it('a lone carriage return ends no line of a patch', async () => {
    const project = projectOf({ 'a.mjs': `// one\rtwo\n${SAFE_CALL}// three\rfour\n` });
    const { stdout } = await project.run('migrate', '-f', 'patch', '--no-types');
    execFileSync('git', ['init', '-q'], { cwd: project.folder });
    execFileSync('git', ['apply', '-'], {
      cwd: project.folder,
      input: stdout,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    expect(project.read('a.mjs')).toContain('page_shield');
    expect(project.read('a.mjs')).toContain('// three\rfour\n');
  });

  it('an ordinary name stands as it is', async () => {
    const project = projectOf({ 'src/a b.mjs': SAFE_CALL });
    const { stdout } = await project.run('migrate', '-f', 'patch', '--no-types');
    expect(stdout).toContain('diff --git a/src/a b.mjs b/src/a b.mjs\n--- a/src/a b.mjs\t\n');
  });
});

const COMMANDS = /^\s*::|##(?:vso|teamcity)?\[/m;

describe('commands to a build server', () => {
  const files = {
    '::error file=x::pwned.mjs': `##vso[task.setvariable variable=x]y\n`,
    'a.mjs': `${SAFE_CALL}/*\n::error::pwned ##[error]x\n  ::stop-commands::x\n*/\n${HAND_CALL}`,
    '::add-mask::b.mjs': `// ##vso[task.setvariable variable=x]y\n${DEAD_CALL}// edge-sunset-ignore-next-line minify\n`,
    '::broken::.mjs': `${DEAD_CALL}<<<<<<<\nconst = ;\n`,
  };

  onLinux.each([
    ['scan', '-f', 'text', '--undetermined', '--hints'],
    ['scan', '-f', 'json'],
    ['scan', '-f', 'ndjson'],
    ['scan', '-f', 'sarif'],
    ['scan', '-f', 'compact'],
    ['scan', '-f', 'markdown'],
    ['scan', '-f', 'junit'],
    ['scan', '-f', 'rdjson'],
    ['scan', '-f', 'csv'],
    ['migrate', '-f', 'text', '--no-types'],
    ['migrate', '-f', 'markdown', '--no-types'],
    ['migrate', '-f', 'json', '--no-types'],
    ['explain', '::add-mask::b.mjs:2'],
  ])('%s %s %s', async (...argv) => {
    const { stdout, stderr } = await edgeSunset(argv, { cwd: folderOf(files) });
    expect(stdout.length).toBeGreaterThan(100);
    expect(stdout).not.toMatch(COMMANDS);
    expect(stderr).not.toMatch(COMMANDS);
  });

  onLinux(
    'and what a terminal takes for one stand in no annotation, and no file name shows them',
    async () => {
      const names = [
        'e\u001b]0;x\u0007.mjs',
        'c1\u009b31m.mjs',
        '\u202egnp.mjs',
        '##vso[task.x]y.mjs',
        'a,b:c%.mjs',
      ];
      const { stdout } = await edgeSunset(['scan', '-f', 'github'], {
        cwd: folderOf(Object.fromEntries(names.map((name) => [name, DEAD_CALL]))),
      });
      expect(stdout.match(/^::error file=/gm)).toHaveLength(names.length);
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|##vso/u);
      expect(stdout).toContain('file=a%2Cb%3Ac%25.mjs,');
    },
  );

  it('stay what they mean in JSON', async () => {
    const { stdout } = await edgeSunset(['scan', '-f', 'json'], {
      cwd: folderOf({ '##vso[x].mjs': DEAD_CALL }),
    });
    expect(stdout).not.toMatch(COMMANDS);
    expect(JSON.parse(stdout).findings[0].path).toBe('##vso[x].mjs');
  });
});

describe('Markdown', () => {
  onLinux('passes no HTML, image, link or mention of the tree', async () => {
    const name = '<img src=x onerror=alert(1)>![a](https:\\x) @somebody `|`.mjs';
    const project = projectOf({ [name]: HAND_CALL + SAFE_CALL });
    const { stdout } = await project.run('migrate', '-f', 'markdown', '--no-types');
    const [mark, ...lines] = stdout.split('\n');
    expect(mark).toBe('<!-- edge-sunset report -->');
    const outside = lines.join('\n').replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, 'CODE');
    expect(outside).not.toMatch(/(?<!\\)<(?!\/?(?:details|summary)>)|!\[|@somebody/);
    expect(stdout).toContain('| Place | Entry |');
  });
});

describe('messages', () => {
  it('show the keys of a config without its escape sequences', async () => {
    const cwd = folderOf({
      'edge-sunset.config.json': JSON.stringify({ '\u001b]0;x\u0007\n::error::\u202ey': 1 }),
    });
    const { code, stderr } = await edgeSunset(['scan'], { cwd });
    expect(code).toBe(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(stderr).not.toMatch(COMMANDS);
    expect((await edgeSunset(['scan', 'no\u001b[31mne'], { cwd })).stderr).not.toContain('\u001b');
  });
});

describe('reports of our own', () => {
  it('are not scanned, whatever they are called, and a notice says so', async () => {
    const project = projectOf({ 'a.mjs': `const zone = '1';\n${SAFE_CALL}${HAND_CALL}` });
    const count = async () => {
      const { stdout, stderr } = await project.run('scan', '-f', 'json', '--hints');
      return {
        ...JSON.parse(stdout).summary,
        notices: stderr.match(/this is a report of edge-sunset/g)?.length ?? 0,
      };
    };
    const before = await count();
    const written = FORMATS.map(({ name }) => `${name}=scan-${name}.txt`);
    await project.run('scan', '--hints', ...written.flatMap((one) => ['-o', one]));
    const plans = ['text', 'json', 'markdown', 'sarif'];
    for (const format of plans) {
      const { stdout } = await project.run('migrate', '-f', format, '--no-types', 'a.mjs');
      writeFileSync(join(project.folder, `plan-${format}.md`), stdout);
    }
    const pretty = JSON.stringify(JSON.parse(project.read('scan-sarif.txt')), null, 4);
    writeFileSync(join(project.folder, 'pretty.json'), pretty);
    expect(await count()).toMatchObject({
      findings: before.findings,
      hints: before.hints,
      notices: FORMATS.length + plans.length + 1,
    });
  });

  it('hide nothing that only begins like one', async () => {
    const start = '{"type":"start","schemaVersion":1,"tool":{"name":"edge-sunset"}}\n';
    const cwd = folderOf({
      'a.json': JSON.stringify({
        tool: { name: 'edge-sunset' },
        url: 'https://api.cloudflare.com/client/v4/zones/1/firewall/rules',
      }),
      'b.sh': `${start}curl https://api.cloudflare.com/client/v4/zones/1/firewall/rules\n`,
    });
    const { stdout, stderr } = await edgeSunset(['scan', '-f', 'json'], { cwd });
    expect(new Set(JSON.parse(stdout).findings.map(({ path }: { path: string }) => path))).toEqual(
      new Set(['a.json', 'b.sh']),
    );
    expect(stderr).not.toContain('report of edge-sunset');
  });
});
