import { describe, expect, it } from 'vitest';
import { moduleName } from '../../src/migrate/compose/helper-file.js';
import type { Codemod } from '../../src/migrate/index.js';
import { HOST, planWith } from './project.js';

/** Puts a name of a new module in the place of a dead segment. */
const codemod: Codemod = {
  id: 'example',
  entries: ['script-monitor'],
  ties: 'site',
  helper: {
    name: 'edge-sunset-example',
    text: (language, { names }) => {
      const type = language === 'typescript' ? ': string' : '';
      const keyword = language === 'commonjs' ? 'const' : 'export const';
      const lines = names.map((name) => `${keyword} ${name}${type} = 'live';\n`).join('');
      return language === 'commonjs' ? `${lines}\nmodule.exports = { ${names.join(', ')} };\n` : lines;
    },
  },
  classify: ({ finding, file }, around) => {
    const name = around.fromHelper(file.path, 'LIVE');
    const { start, end } = finding.at;
    return {
      strategy: 'in-place',
      level: 'review',
      reason: 'the segment comes from a new module',
      edits: [{ file: file.path, start, end, text: `\${${name}}` }],
      differences: [],
    };
  },
  checklist: ['Look at it.'],
};

const CALL = `fetch(\`${HOST}/zones/\${zone}/script_monitor\`)`;
const AFTER = `fetch(\`${HOST}/zones/\${zone}/\${LIVE}\`)`;

async function migrated(path: string, text: string, others: Readonly<Record<string, string>> = {}) {
  const plan = await planWith({ [path]: text, ...others }, [codemod]);
  return {
    plan,
    text: plan.files.find((file) => file.path === path)?.after ?? null,
    helper: plan.files.find((file) => file.before === null || file.path.includes('edge-sunset-')) ?? null,
  };
}

const ESM_PACKAGE = { 'package.json': '{"type":"module"}' };

describe('the import of a new module', () => {
  it.each<[string, string, string, string, Readonly<Record<string, string>>]>([
    [
      'goes behind the last import, in its quotes',
      'a.mjs',
      `import x from "x";\nimport { y } from "./y.mjs"; // why\n\nexport const go = (zone) => ${CALL};\n`,
      `import x from "x";\nimport { y } from "./y.mjs"; // why\nimport { LIVE } from "./edge-sunset-example.mjs";\n\nexport const go = (zone) => ${AFTER};\n`,
      {},
    ],
    [
      'has no semicolon where the file has none',
      'a.mjs',
      `import x from 'x'\n\nexport const go = (zone) => ${CALL}\n`,
      `import x from 'x'\nimport { LIVE } from './edge-sunset-example.mjs'\n\nexport const go = (zone) => ${AFTER}\n`,
      {},
    ],
    [
      'has the whole name of the file where Deno imports it',
      'a.ts',
      `import { parse } from 'jsr:@std/yaml';\n\nexport const go = (zone: string) => ${CALL};\n`,
      `import { parse } from 'jsr:@std/yaml';\nimport { LIVE } from './edge-sunset-example.ts';\n\nexport const go = (zone: string) => ${AFTER};\n`,
      {},
    ],
    [
      'has it where only a global of Deno tells',
      'a.ts',
      `const zone = Deno.env.get('ZONE');\nexport const go = () => ${CALL};\n`,
      `import { LIVE } from './edge-sunset-example.ts';\n\nconst zone = Deno.env.get('ZONE');\nexport const go = () => ${AFTER};\n`,
      {},
    ],
    [
      'has no ending where a bundler imports it',
      'a.ts',
      `import { parse } from 'yaml';\n\nexport const go = (zone: string) => ${CALL};\n`,
      `import { parse } from 'yaml';\nimport { LIVE } from './edge-sunset-example';\n\nexport const go = (zone: string) => ${AFTER};\n`,
      {},
    ],
    [
      'ends as the lines of the file do',
      'a.mjs',
      `import x from 'x';\r\n\r\nexport const go = (zone) => ${CALL};\r\n`,
      `import x from 'x';\r\nimport { LIVE } from './edge-sunset-example.mjs';\r\n\r\nexport const go = (zone) => ${AFTER};\r\n`,
      {},
    ],
    [
      'comes first where there is no other, below the licence',
      'a.mjs',
      `/* Copyright somebody */\n\n/** Goes. */\nexport const go = (zone) => ${CALL};\n`,
      `/* Copyright somebody */\n\nimport { LIVE } from './edge-sunset-example.mjs';\n\n/** Goes. */\nexport const go = (zone) => ${AFTER};\n`,
      {},
    ],
    [
      'stays below the line that names the interpreter',
      'a.mjs',
      `#!/usr/bin/env node\nawait ${CALL.replace('zone}', 'process.env.ZONE}')};\n`,
      `#!/usr/bin/env node\nimport { LIVE } from './edge-sunset-example.mjs';\n\nawait ${AFTER.replace('zone}', 'process.env.ZONE}')};\n`,
      {},
    ],
    [
      'is required where the file requires, behind the last one',
      'a.js',
      `'use strict';\n\nconst fs = require('fs');\nvar x = require('x').y;\n\nmodule.exports = (zone) => ${CALL};\n`,
      `'use strict';\n\nconst fs = require('fs');\nvar x = require('x').y;\nvar { LIVE } = require('./edge-sunset-example');\n\nmodule.exports = (zone) => ${AFTER};\n`,
      {},
    ],
    [
      'is required behind the last one also where a call stands before it',
      'a.js',
      `setUp();\nconst x = require('./x.js');\n\nmodule.exports = (zone) => ${CALL};\n`,
      `setUp();\nconst x = require('./x.js');\nconst { LIVE } = require('./edge-sunset-example.js');\n\nmodule.exports = (zone) => ${AFTER};\n`,
      {},
    ],
    [
      'is required above the code where that comes first',
      'a.js',
      `const y = 1;\nconst x = require('./x.js');\n\nmodule.exports = (zone) => ${CALL};\n`,
      `const { LIVE } = require('./edge-sunset-example.js');\n\nconst y = 1;\nconst x = require('./x.js');\n\nmodule.exports = (zone) => ${AFTER};\n`,
      {},
    ],
    [
      'is required below the directives where nothing else is',
      'a.cjs',
      `'use strict';\n\nmodule.exports = (zone) => ${CALL};\n`,
      `'use strict';\n\nconst { LIVE } = require('./edge-sunset-example.cjs');\n\nmodule.exports = (zone) => ${AFTER};\n`,
      ESM_PACKAGE,
    ],
    [
      'names the extension in a package of modules',
      'src/a.js',
      `export const go = (zone) => ${CALL};\n`,
      `import { LIVE } from './edge-sunset-example.js';\n\nexport const go = (zone) => ${AFTER};\n`,
      ESM_PACKAGE,
    ],
    [
      'names none where its neighbours name none',
      'src/a.js',
      `import { b } from './b';\n\nexport const go = (zone) => ${CALL};\n`,
      `import { b } from './b';\nimport { LIVE } from './edge-sunset-example';\n\nexport const go = (zone) => ${AFTER};\n`,
      ESM_PACKAGE,
    ],
    [
      'of TypeScript for a bundler names none',
      'src/a.ts',
      `export const go = (zone: string) => ${CALL};\n`,
      `import { LIVE } from './edge-sunset-example';\n\nexport const go = (zone: string) => ${AFTER};\n`,
      { 'tsconfig.json': '{"compilerOptions":{"moduleResolution":"bundler"}}' },
    ],
    [
      'of TypeScript for Node names that of the output',
      'src/a.ts',
      `export const go = (zone: string) => ${CALL};\n`,
      `import { LIVE } from './edge-sunset-example.js';\n\nexport const go = (zone: string) => ${AFTER};\n`,
      { 'tsconfig.json': '{"compilerOptions":{"module":"NodeNext"}}' },
    ],
    [
      'goes into the script of a component, with its indent',
      'a.vue',
      `<template><p/></template>\n<script>\n  import x from './x.js';\n  export default { go: (zone) => ${CALL} };\n</script>\n`,
      `<template><p/></template>\n<script>\n  import x from './x.js';\n  import { LIVE } from './edge-sunset-example.js';\n  export default { go: (zone) => ${AFTER} };\n</script>\n`,
      ESM_PACKAGE,
    ],
  ])('%s', async (_, path, before, after, others) => {
    expect((await migrated(path, before, others)).text).toBe(after);
  });

  it('takes another name where its own is taken', async () => {
    const before = `const LIVE = 1;\nexport const go = (zone, LIVE2) => ${CALL};\n`;
    const { text } = await migrated('a.mjs', before);
    expect(text).toContain("import { LIVE as LIVE3 } from './edge-sunset-example.mjs';");
    expect(text).toContain('/${LIVE3}');
  });
});

describe('the file of a new module', () => {
  const GO = `export const go = (zone) => ${CALL};\n`;

  it('lies in the folder nearest to all that use it, once for each package', async () => {
    const plan = await planWith(
      {
        'package.json': '{"type":"module"}',
        'src/a/a.js': GO,
        'src/b/b.js': GO,
        'packages/p/package.json': '{"type":"module"}',
        'packages/p/lib/c.js': GO,
      },
      [codemod],
    );
    const created = plan.files.filter(({ before }) => before === null).map(({ path }) => path);
    expect(created).toEqual(['packages/p/lib/edge-sunset-example.js', 'src/edge-sunset-example.js']);
    const imports = plan.files.flatMap(({ after }) => /^import .*$/m.exec(after)?.[0] ?? []);
    expect(imports).toEqual([
      "import { LIVE } from './edge-sunset-example.js';",
      "import { LIVE } from '../edge-sunset-example.js';",
      "import { LIVE } from '../edge-sunset-example.js';",
    ]);
  });

  it.each([
    ['src/a.ts', {}, 'src/edge-sunset-example.ts', 'export const LIVE: string'],
    ['src/a.mts', {}, 'src/edge-sunset-example.mts', 'export const LIVE: string'],
    ['src/a.js', ESM_PACKAGE, 'src/edge-sunset-example.js', 'export const LIVE ='],
    ['src/a.mjs', {}, 'src/edge-sunset-example.mjs', 'export const LIVE ='],
  ])('of %s with %j is %s', async (path, others, expected, content) => {
    const { helper } = await migrated(
      path,
      GO.replace('(zone)', path.endsWith('ts') ? '(zone: string)' : '(zone)'),
      others,
    );
    expect(helper?.path).toBe(expected);
    expect(helper?.after).toContain(content);
  });

  it('of CommonJS in a package of modules says so by its extension', async () => {
    const { helper } = await migrated('a.cjs', `exports.go = (zone) => ${CALL};\n`, ESM_PACKAGE);
    expect(helper?.path).toBe('edge-sunset-example.cjs');
    expect(helper?.after).toContain('module.exports = { LIVE };');
  });

  it('is not written over a file that is there', async () => {
    const there = { 'edge-sunset-example.mjs': 'export const mine = 1;\n' };
    const { plan } = await migrated('a.mjs', GO, there);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['marked']);
    expect(plan.sites[0]?.reason).toContain('edge-sunset-example.mjs exists already');
  });

  it('is named as the files around it', async () => {
    const { helper } = await migrated('src/api_client.js', GO, ESM_PACKAGE);
    expect(helper?.path).toBe('src/edge-sunset-example.js');
    expect(moduleName('customRules', 'src/api-client.ts')).toBe('custom-rules');
    expect(moduleName('customRules', 'src/api_client.ts')).toBe('custom_rules');
    expect(moduleName('customRules', 'src/client.ts')).toBe('customRules');
  });

  it('cannot be had by a page', async () => {
    const { plan, text } = await migrated('a.html', `<script>\nvar go = (zone) => ${CALL};\n</script>\n`);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['marked']);
    expect(text).toContain('<script>\n// edge-sunset-todo script-monitor');
  });

  it('is not made where its level is above the one asked for', async () => {
    const plan = await planWith({ 'a.mjs': GO }, [codemod], { level: 'safe' });
    expect(plan.files).toEqual([]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['above-level']);
  });
});
