import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkTypes } from '../../src/migrate/gates/types.js';
import type { Codemod, FileEdit, Site } from '../../src/migrate/index.js';
import { folderOf } from '../cli/command-line.js';
import { HOST, planWith, SAFE_CALL, SAFE_CALL_AFTER } from './project.js';

const ZONE = 'export const zone = process.env.ZONE;\n';

/** A codemod of one entry that writes what it is told. */
function rewriting(entry: string, editsOf: (site: Site) => readonly FileEdit[], id = `of-${entry}`): Codemod {
  return {
    id,
    entries: [entry],
    ties: 'site',
    classify: (site) => ({
      strategy: 'in-place',
      level: 'safe',
      reason: 'for a test',
      edits: editsOf(site),
      differences: [],
    }),
    checklist: [],
  };
}

function replacing(entry: string, text: string): Codemod {
  return rewriting(entry, ({ finding: { at } }) => [{ file: at.file, start: at.start, end: at.end, text }]);
}

const call = (path: string) => `await fetch(\`${HOST}/zones/\${zone}/${path}\`);\n`;

describe('a gate', () => {
  it('refuses what would not parse, and lets the rest pass', async () => {
    const broken = replacing('zone-analytics', '`(');
    const plan = await planWith({ 'a.mjs': ZONE + call('analytics/dashboard'), 'b.mjs': ZONE + SAFE_CALL }, [
      broken,
    ]);
    expect(plan.files.map(({ path, after }) => [path, after])).toEqual([
      ['a.mjs', expect.stringMatching(/\/\/ edge-sunset-todo zone-analytics .*\n.*analytics\/dashboard/)],
      ['b.mjs', ZONE + SAFE_CALL_AFTER],
    ]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['refused', 'migrated']);
    const failed = plan.gates.filter(({ outcome }) => outcome === 'failed');
    expect(failed).toEqual([
      {
        gate: 'parse',
        outcome: 'failed',
        detail: expect.stringContaining('a.mjs: the result does not parse'),
      },
    ]);
  });

  it.each([
    ['a.mjs', `export async function list() {\n  return ${'$'}{CALL};\n}\n`, 'async function send() {}'],
    ['a.py', 'import requests\n\n\ndef show(zone):\n    return CALL\n', 'def send():\n        pass'],
  ])('refuses a new function behind the return of another: %s', async (path, text, added) => {
    const url = `${HOST}/zones/1/analytics/dashboard`;
    const sent = path.endsWith('py') ? `requests.get("${url}")` : `fetch('${url}')`;
    const before = text.replace(/(?:\$\{)?CALL\}?/, sent);
    const behind = rewriting('zone-analytics', ({ finding: { at } }) => {
      const end = before.indexOf('\n', at.end);
      const indent = path.endsWith('py') ? '    ' : '  ';
      return [{ file: at.file, start: end, end, text: `\n${indent}${added}` }];
    });
    const plan = await planWith({ [path]: before }, [behind], { markers: false });
    expect(plan.files).toEqual([]);
    expect(plan.gates).toEqual([
      {
        gate: 'parse',
        outcome: 'failed',
        detail: `${path}: the new function send stands behind a statement that leaves`,
      },
    ]);
  });

  it('blames of two clusters in a file the one that fails by itself', async () => {
    const plan = await planWith({ 'a.mjs': ZONE + call('analytics/dashboard') + SAFE_CALL }, [
      replacing('zone-analytics', '`('),
    ]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['refused', 'migrated']);
  });

  it('has only the files of what it refused read again', async () => {
    const files = (broken: number) =>
      Object.fromEntries([
        ...Array.from({ length: 10 }, (_, at) => [`good-${at}.mjs`, ZONE + SAFE_CALL]),
        ...Array.from({ length: broken }, (_, at) => [
          `broken-${at}.mjs`,
          ZONE + call('analytics/dashboard'),
        ]),
      ]);
    const readAgain = async (broken: number) => {
      const paths: string[] = [];
      const plan = await planWith(files(broken), [replacing('zone-analytics', '`(')], {}, (material) => ({
        ...material,
        again: (some, texts) => {
          paths.push(...some);
          return material.again(some, texts);
        },
      }));
      expect(plan.sites.filter(({ outcome }) => outcome === 'refused')).toHaveLength(broken);
      expect(plan.files.filter(({ after }) => after === ZONE + SAFE_CALL_AFTER)).toHaveLength(10);
      return paths.sort();
    };
    const good = Array.from({ length: 10 }, (_, at) => `good-${at}.mjs`);
    expect(await readAgain(0)).toEqual(good);
    const again = await readAgain(4);
    expect(again.filter((path) => path.startsWith('good'))).toEqual(good);
    expect(again.filter((path) => path.startsWith('broken')).length).toBeLessThanOrEqual(3 * 4);
  });

  it('refuses to move a call onto another dead API', async () => {
    const plan = await planWith({ 'a.mjs': ZONE + call('analytics/dashboard') }, [
      replacing('zone-analytics', 'firewall/rules'),
    ]);
    expect(plan.files[0]?.after).toContain('analytics/dashboard');
    expect(plan.files[0]?.after).toContain('edge-sunset-todo zone-analytics');
    expect(plan.gates.at(-1)).toMatchObject({ gate: 'rerun', outcome: 'failed' });
    expect(plan.gates.at(-1)?.detail).toContain('a second run would report firewall-rules in line 2');
  });

  it('refuses an edit that leaves the call as it was', async () => {
    const plan = await planWith({ 'a.mjs': ZONE + call('analytics/dashboard') }, [
      rewriting('zone-analytics', ({ finding: { at } }) => [
        { file: at.file, start: at.start, end: at.start, text: '' },
      ]),
    ]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['refused']);
  });

  it('refuses an edit that hides a call which stays dead', async () => {
    const hiding = rewriting('script-monitor', ({ file }) => {
      const at = file.text.indexOf('await fetch');
      return [{ file: file.path, start: at, end: at + 'await fetch'.length, text: 'await String' }];
    });
    const text = `${ZONE}await fetch(\`${HOST}/zones/\${zone}/analytics/dashboard\`, { a: fetch(\`${HOST}/zones/\${zone}/script_monitor\`) });\n`;
    const plan = await planWith({ 'a.mjs': text }, [hiding]);
    expect(plan.files.flatMap(({ after }) => (after.includes('String') ? after : []))).toEqual([]);
    expect(plan.sites.map(({ outcome }) => outcome)).toContain('refused');
  });

  it('refuses a change that a second run would carry further', async () => {
    const follower: Codemod = {
      ...replacing('zone-analytics', 'x'),
      classify: ({ file, finding: { at } }) =>
        file.text.includes('page_shield')
          ? {
              strategy: 'in-place',
              level: 'safe',
              reason: 'now it can',
              edits: [{ file: at.file, start: at.start, end: at.end, text: 'x' }],
              differences: [],
            }
          : { strategy: 'marker', reason: 'not yet', steps: 'Wait.' },
    };
    const files = { 'a.mjs': ZONE + call('analytics/dashboard') + SAFE_CALL };
    const plan = await planWith(files, [follower], { markers: false });
    expect(plan.files).toEqual([]);
    expect(plan.gates.at(-1)?.detail).toContain('a second run would change line 2 once more');
  });
});

describe('edits that meet', () => {
  const both = 'analytics/dashboard';

  it('and are equal are made once', async () => {
    const plan = await planWith(
      {
        'a.mjs': `${ZONE}for (const way of ['${both}', '${both}']) await fetch(\`${HOST}/zones/\${zone}/\${way}\`);\n`,
      },
      [
        rewriting('zone-analytics', ({ file }) => {
          const start = file.text.indexOf('for (');
          return [{ file: file.path, start, end: file.text.length, text: 'done();\n' }];
        }),
      ],
    );
    expect(plan.files[0]?.after).toBe(`${ZONE}done();\n`);
    expect(new Set(plan.sites.map(({ cluster }) => cluster)).size).toBe(1);
  });

  it('and differ make the later one work for a person', async () => {
    const statement =
      (text: string) =>
      (site: Site): readonly FileEdit[] => {
        const start = site.file.text.indexOf('await ');
        return [{ file: site.file.path, start, end: site.file.text.length, text }];
      };
    const text = `${ZONE}await Promise.all([fetch(\`${HOST}/zones/\${zone}/script_monitor\`), fetch(\`${HOST}/zones/\${zone}/${both}\`)]);\n`;
    const plan = await planWith({ 'a.mjs': text }, [
      rewriting('zone-analytics', statement('one();\n')),
      rewriting('script-monitor', ({ finding: { at } }) => [
        { file: at.file, start: at.start, end: at.end, text: 'page_shield' },
      ]),
    ]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['migrated', 'marked']);
    expect(plan.sites[1]?.reason).toContain('overlaps one of another migration');
    expect(plan.files[0]?.after).toContain('page_shield');
  });

  it('and lie in what another takes out go with it', async () => {
    const text = `${ZONE}await Promise.all([fetch(\`${HOST}/zones/\${zone}/script_monitor\`), fetch(\`${HOST}/zones/\${zone}/${both}\`)]);\n`;
    const plan = await planWith({ 'a.mjs': text }, [
      rewriting('zone-analytics', ({ file }) => [
        { file: file.path, start: file.text.indexOf('await '), end: file.text.length, text: '' },
      ]),
    ]);
    expect(plan.files[0]?.after).toBe(ZONE);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['migrated', 'migrated']);
  });
});

describe('files that are left alone', () => {
  it('say that a tool wrote them, and take the others of their cluster along', async () => {
    const plan = await planWith(
      { 'a.mjs': `${ZONE}${SAFE_CALL}`, 'gen.mjs': `// @generated by a tool\nexport const x = 1;\n` },
      [
        rewriting('script-monitor', ({ finding: { at } }) => [
          { file: at.file, start: at.start, end: at.end, text: 'page_shield' },
          { file: 'gen.mjs', start: 0, end: 0, text: '// more\n' },
        ]),
      ],
    );
    expect(plan.skipped).toEqual([{ path: 'gen.mjs', reason: 'generated', detail: expect.any(String) }]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['marked']);
    expect(plan.files.map(({ path }) => path)).toEqual(['a.mjs']);
    expect(plan.files[0]?.after).toContain('edge-sunset-todo');
  });
});

describe('a codemod that fails', () => {
  it('costs its site the migration, and nothing else', async () => {
    const failing: Codemod = {
      ...replacing('zone-analytics', ''),
      classify: () => {
        throw new Error('oh no');
      },
    };
    const plan = await planWith({ 'a.mjs': ZONE + call('analytics/dashboard'), 'b.mjs': ZONE + SAFE_CALL }, [
      failing,
    ]);
    expect(plan.skipped).toEqual([
      { path: 'a.mjs', reason: 'internal', detail: 'the codemod of-zone-analytics failed: oh no' },
    ]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['marked', 'migrated']);
  });
});

it('a second run that never gives the same answer ends without a comment', async () => {
  let runs = 0;
  // Without a comment to another tool nothing would be run: only comments are new.
  const text = `/* eslint-env es6 */\n${ZONE}${call('analytics/dashboard')}`;
  const plan = await planWith({ 'a.mjs': text }, [], {}, (material) => ({
    ...material,
    again: async (...asked) => {
      const fingerprint = String(++runs).padStart(64, '0');
      const again = await material.again(...asked);
      const found = again.found.map((one) => ({ ...one, marked: false, row: { ...one.row, fingerprint } }));
      return { ...again, found };
    },
  }));
  expect(runs).toBeLessThan(20);
  expect(plan.files).toEqual([]);
  expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['listed']);
});

describe('the gate of types', () => {
  const tsconfig = JSON.stringify({
    compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', types: [] },
    include: ['src'],
  });
  const modules = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules');

  function project(files: Readonly<Record<string, string>>, hasTypeScript = true): string {
    const root = folderOf({ 'tsconfig.json': tsconfig, ...files });
    if (hasTypeScript) symlinkSync(modules, join(root, 'node_modules'), 'junction');
    return root;
  }

  it('passes what type-checks before and after', () => {
    const root = project({ 'src/a.ts': 'export const a = 1;\n' });
    expect(checkTypes(root, new Map([['src/a.ts', 'export const a = 2;\n']]))?.outcome).toBe('passed');
  });

  it('sees new files and what they offer', () => {
    const root = project({ 'src/a.ts': 'export const a = 1;\n' });
    const texts = new Map([
      ['src/a.ts', "import { b } from './b';\nexport const a: number = b;\n"],
      ['src/b.ts', 'export const b = 1;\n'],
    ]);
    expect(checkTypes(root, texts)?.outcome).toBe('passed');
    expect(checkTypes(root, new Map([...texts, ['src/b.ts', "export const b = 'x';\n"]]))?.outcome).toBe(
      'failed',
    );
  });

  it('refuses a new error, and names it', () => {
    const root = project({ 'src/a.ts': 'export const a = 1;\n' });
    const verdict = checkTypes(root, new Map([['src/a.ts', 'export const a: string = 2;\n']]));
    expect(verdict).toMatchObject({ outcome: 'failed', faults: [{ path: 'src/a.ts' }] });
    expect(verdict?.detail).toContain('src/a.ts:1 TS2322');
  });

  it('refuses a new error in a file that imports the changed one', () => {
    const root = project({
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': "import { a } from './a';\nexport const b: number = a;\n",
    });
    const verdict = checkTypes(root, new Map([['src/a.ts', "export const a = 'x';\n"]]));
    expect(verdict).toMatchObject({ outcome: 'failed', faults: [{ path: 'src/a.ts' }] });
    expect(verdict?.detail).toContain('src/b.ts:2');
  });

  it.skipIf(process.platform === 'win32').each(['package.json', 'index.js'])(
    'is not run where a pipe stands in the place of %s of TypeScript',
    (name) => {
      const root = folderOf({
        'tsconfig.json': tsconfig,
        'node_modules/typescript/lib/none.txt': '',
        'src/a.ts': 'export const a = 1;\n',
      });
      execFileSync('mkfifo', [join(root, 'node_modules/typescript', name)]);
      const verdict = checkTypes(root, new Map([['src/a.ts', 'export const a = 2;\n']]));
      expect(verdict?.outcome).toBe('not-run');
      expect(verdict?.detail).toContain('has no TypeScript');
    },
  );

  it('costs only the clusters that bring an error about', async () => {
    const typescript = join(modules, 'typescript');
    const line = (name: string, path: string) =>
      `export const ${name} = (zone: string) => fetch(\`${HOST}/zones/\${zone}/${path}\`);\n`;
    const paths = ['script_monitor/scripts', 'analytics/dashboard', 'script_monitor/scripts'];
    const plan = await planWith(
      {
        'tsconfig.json': tsconfig.replace('"types":[]', '"types":[],"lib":["esnext","dom"]'),
        'node_modules/typescript/index.js': `module.exports = require(${JSON.stringify(typescript)});`,
        'src/a.ts': paths.map((path, index) => line(`call${index}`, path)).join(''),
      },
      [replacing('zone-analytics', 'rulesets/${zone.nothing}')],
      { types: 'run' },
    );
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['migrated', 'refused', 'migrated']);
    expect(plan.gates.find(({ outcome }) => outcome === 'failed')).toMatchObject({ gate: 'types' });
  });

  it.each([
    ['TypeScript is not installed', 'has no TypeScript', { 'src/a.ts': 'export const a = 1;\n' }, false],
    [
      'there were errors before',
      'does not type-check before the change',
      { 'src/a.ts': 'export const a: string = 1;\n' },
      true,
    ],
    [
      'packages are missing',
      'does not type-check before the change',
      { 'src/a.ts': "export { x } from 'no-such-package';\n" },
      true,
    ],
    ['the file is none of the project', 'does not include', { 'src/b.ts': 'export const b = 1;\n' }, true],
  ])('is not run where %s', (_, why, files, hasTypeScript) => {
    const path = 'src/b.ts' in files ? 'lib/a.ts' : 'src/a.ts';
    const verdict = checkTypes(project(files, hasTypeScript), new Map([[path, 'export const a = 2;\n']]));
    expect(verdict?.outcome).toBe('not-run');
    expect(verdict?.detail).toContain(why);
  });

  it('has nothing to say of files without types, or without a tsconfig', () => {
    const root = project({ 'src/a.js': 'export const a = 1;\n' });
    expect(checkTypes(root, new Map([['src/a.js', 'export const a = 2;\n']]))).toBeNull();
    const bare = folderOf({ 'a.ts': 'export const a = 1;\n' });
    expect(checkTypes(bare, new Map([['a.ts', 'export const a: string = 2;\n']]))).toBeNull();
  });
});
