import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith } from './project.js';

/** The text of a file after its migration; the same text where nothing changes. */
async function migrated(text: string, path = 'main.ts'): Promise<string> {
  const plan = await planWith({ [path]: text }, CODEMODS);
  return plan.files.find((file) => file.path === path)?.after ?? text;
}

const CLIENT = `const cf = (path: string, body: object) =>
  fetch(\`${HOST}\${path}\`, { method: 'PATCH', body: JSON.stringify(body) });
`;
const SET = 'await cf(`/zones/${zone}/settings/minify`, { value: MINIFY });\n';
const LIVE = "await cf(`/zones/${zone}/settings/ssl`, { value: 'full' });\n";

describe('what only the removed code used goes with it', () => {
  it.each([
    ['a constant', "const MINIFY = { css: 'on' };\n", ''],
    ['its doc comment', "/** All kinds. */\nconst MINIFY = { css: 'on' };\n", ''],
    ['an import', "import { MINIFY } from './defaults.js';\n", ''],
    ['a default import', "import MINIFY from './defaults.js';\n", ''],
    [
      'a name of an import',
      "import { MINIFY, other } from './defaults.js';\nother();\n",
      "import { other } from './defaults.js';\nother();\n",
    ],
    [
      'the named part of an import',
      "import all, { MINIFY } from './defaults.js';\nall();\n",
      "import all from './defaults.js';\nall();\n",
    ],
    [
      'the default of an import',
      "import MINIFY, { other } from './defaults.js';\nother();\n",
      "import { other } from './defaults.js';\nother();\n",
    ],
    ['a required module', "const { MINIFY } = require('./defaults.js');\n", ''],
    ['a part of a list', "const [MINIFY] = ['on'];\n", ''],
    [
      'a part of a list beside another',
      "const [MINIFY, other] = ['on', 'off'];\nother();\n",
      "const [MINIFY, other] = ['on', 'off'];\nother();\n",
    ],
    [
      'a name of a pattern',
      "const { MINIFY, b } = require('./defaults.js');\nb();\n",
      "const { b } = require('./defaults.js');\nb();\n",
    ],
    [
      'one of several variables',
      "const MINIFY = 'on', a = 1;\nexport { a };\n",
      'const a = 1;\nexport { a };\n',
    ],
    [
      'what that needed in turn',
      "type Sizes = { css: string };\nconst css = 'on';\nconst MINIFY: Sizes = { css };\n",
      '',
    ],
  ])('%s', async (_, before, after) => {
    const head = 'export const zone = process.env.ZONE;\n';
    expect(await migrated(`${before}${head}${CLIENT}${SET}${LIVE}`)).toBe(`${after}${head}${CLIENT}${LIVE}`);
  });

  it.each([
    ['is used elsewhere', "const MINIFY = 'on';\nconsole.log(MINIFY);\n"],
    ['is exported', "export const MINIFY = 'on';\n"],
    ['is exported by name', "const MINIFY = 'on';\nexport { MINIFY };\n"],
    ['is asked for by a type', "const MINIFY = 'on';\nexport type Minify = typeof MINIFY;\n"],
    ['has an effect', 'const MINIFY = await ask();\n'],
    ['has a neighbour in its list', "const [MINIFY, b] = ['on', 'b'];\nexport { b };\n"],
    ['stands in a list with something else', "const [MINIFY, { b }] = ['on', { b: 1 }];\n"],
    [
      'has it as a parameter',
      'export const MINIFY = 1;\nexport function f(MINIFY: number) {\n  return MINIFY;\n}\n',
    ],
    ['was not used at all before', "import { never } from './never.js';\nexport const MINIFY = 'on';\n"],
  ])('but not what %s', async (_, before) => {
    const head = `${before}export const zone = process.env.ZONE;\n${CLIENT}`;
    expect(await migrated(`${head}${SET}${LIVE}`)).toBe(`${head}${LIVE}`);
  });

  it('a function with its parameter, and the only call of it', async () => {
    const text = `const API = '${HOST}';
async function shrink(zone: string) {
  await fetch(\`\${API}/zones/\${zone}/settings/minify\`, { method: 'PATCH', body: '{}' });
}
await shrink('z1');
export const done = true;
`;
    expect(await migrated(text)).toBe('export const done = true;\n');
    const used = text.replace('await shrink', 'console.log(await shrink').replace("'z1')", "'z1'))");
    expect(await migrated(used)).toContain('async function shrink() {');
  });

  it('nor what other scripts of a page can see', async () => {
    const head = `const MINIFY = 'on';\nconst zone = '1';\n${CLIENT.replace('path: string, body: object', 'path, body')}`;
    const run = (line: string) => `${head}async function run() {\n${line}  ${LIVE}}\n`;
    expect(await migrated(run(`  ${SET}`), 'page.js')).toBe(run(''));
  });
});

describe('parameters', () => {
  const without = (text: string) => text.replaceAll(/⟦[^⟧]*⟧/g, '');
  const whole = (text: string) => text.replaceAll(/[⟦⟧]/g, '');
  const head = `import { ask } from './ask.js';\n${CLIENT}`;

  it.each([
    [
      'that only the removed code read go, with what is passed',
      `async function run(zone: string⟦, MINIFY: string⟧) {\n⟦  ${SET}⟧  ${LIVE}}\nawait run('1'⟦, 'on'⟧);\n`,
    ],
    [
      'in the middle go',
      `const run = async (zone: string, ⟦MINIFY: object, ⟧log = console) => {\n⟦  ${SET}⟧  ${LIVE}  log.info(zone);\n};\nawait run('1', ⟦{ css: 'on' }, ⟧console);\nawait run('2'⟦, {}⟧);\n`,
    ],
    [
      'go with their line of JSDoc',
      `/**\n * Sets up.⟦\n * @param {string} MINIFY kinds⟧\n * @param zone the zone\n */\nasync function run(⟦MINIFY: string, ⟧zone: string) {\n⟦  ${SET}⟧  ${LIVE}}\nawait run(⟦'on', ⟧'1');\n`,
    ],
    [
      'go through several functions',
      `async function run(zone: string⟦, MINIFY: string⟧) {\n⟦  ${SET}⟧  ${LIVE}}\nconst all = async (⟦kinds: string, ⟧zone: string) => run(zone⟦, kinds⟧);\nawait all(⟦'on', ⟧'1');\n`,
    ],
    [
      'that only the removed call passed go with what they decided',
      `const zone = '1';\nconst set = async (id: string, value: string⟦, kinds?: string⟧) => {\n⟦  if (kinds) console.log(kinds.length);\n⟧  await cf(\`/zones/\${zone}/settings/\${id}\`, { value⟦, ...(kinds ? { kinds } : {})⟧ });\n};\n⟦await set('minify', 'on', ['css']);\n⟧await set('ssl', 'full');\n`,
    ],
  ])('%s', async (_, text) => {
    expect(await migrated(head + whole(text))).toBe(head + without(text));
  });

  it('that were never passed leave no empty text', async () => {
    const text = (own: string, call: string) =>
      `${head}const zone = '1';\nconst set = async (${own}\n};\n${call}await set(\`/zones/\${zone}/settings/ssl\`);\n`;
    const before = `path: string, kinds?: string) => {\n  const query = kinds ? \`?only=\${kinds}\` : '';\n  await cf(\`\${path}\${query}\`, { value: 'on' });`;
    const call = 'await set(`/zones/${zone}/settings/minify`, ask);\n';
    const after = "path: string) => {\n  await cf(path, { value: 'on' });";
    expect(await migrated(text(before, call))).toBe(text(after, '').replace(/^.*ask\.js';\n/, ''));
  });

  const RUN = 'async function run(zone: string, MINIFY: string) {';
  const calls = "await run('1', 'on');\n";
  it.each([
    ['of exported functions', '', `export async function run(zone: string, MINIFY: string) {`, calls],
    ['that something is passed for that does more', '', RUN, "await run('1', await ask());\n"],
    ['of functions that are handed on', '', RUN, "['1'].forEach(run);\n"],
    ['of functions that get a list', '', RUN, "await run(...(['1', 'on'] as const));\n"],
    ['that a type asks for', 'type Run = Parameters<typeof run>;\nexport type { Run };\n', RUN, calls],
    ['that a comment speaks of', '', 'async function run(zone: string, /* kinds */ MINIFY: string) {', calls],
    ['of functions of a type', '', 'const run: Run = async function (zone, MINIFY) {', calls],
  ])('%s stay', async (_, before, declared, after) => {
    const text = (line: string) => `${head}${before}${declared}\n${line}  ${LIVE}}\n${after}`;
    expect(await migrated(text(`  ${SET}`))).toBe(text(''));
  });

  it.each([
    ['another call passes', 'console.log(kinds?.length ?? 0);', "await set('ssl', 'full', 'css');\n"],
    ['do something besides', 'console.log(kinds);', ''],
    ['are asked for all', 'if (kinds) console.log(arguments.length);', ''],
    ['choose between two ways', 'if (kinds) console.log(1);\n  else console.log(2);', ''],
  ])('that %s stay', async (_, line, call) => {
    const text = (gone: string) =>
      `${head}const zone = '1';\nasync function set(id: string, value: string, kinds?: string) {\n  ${line}\n  await cf(\`/zones/\${zone}/settings/\${id}\`, { value });\n}\n${gone}await set('ssl', 'full');\n${call}`;
    expect(await migrated(text("await set('minify', 'on', 'css');\n"))).toBe(text(''));
  });
});

describe('names that a callback takes out of its argument', () => {
  const each = (input: string, set: string) =>
    `${CLIENT}await Promise.all([{ zone: '1', MINIFY: 'on' }].map(async (${input}) => {\n${set}  ${LIVE}}));\n`;
  const keys = each('{ zone, MINIFY }', `  ${SET}`).replace('map', 'flatMap');

  it('go where nothing reads them', async () => {
    expect(await migrated(each('{ MINIFY, zone }', `  ${SET}`))).toBe(each('{ zone }', ''));
    expect(await migrated(keys)).toBe(each('{ zone }', '').replace('map', 'flatMap'));
  });

  it('stay beside others that are taken together', async () => {
    const text = (set: string) => each('{ MINIFY, ...rest }', set).replace(LIVE, `f(rest);\n  ${LIVE}`);
    expect(await migrated(text(`  ${SET}`))).toBe(text(''));
  });
});

describe('inputs of tools that nothing reads any more', () => {
  const head = `import { z } from 'zod';\nimport { tool } from './tool.js';\n${CLIENT}`;
  const tool = (schema: string, input: string, body: string) =>
    `${head}tool('minify', ${schema}, async (${input}) => {\n${body}  ${LIVE}});\n`;
  const BOTH = '{ zone: z.string(), MINIFY: z.string() }';
  const ZONE = '{ zone: z.string() }';

  it.each([
    ['a schema', BOTH, '{ zone, MINIFY }', ZONE, '{ zone }'],
    [
      'a schema in an object',
      `z.object(${BOTH})`,
      "{ zone, MINIFY = 'on' }",
      `z.object(${ZONE})`,
      '{ zone }',
    ],
  ])('leave %s', async (_, schema, input, newSchema, newInput) => {
    const after = tool(newSchema, newInput, '');
    expect(await migrated(tool(schema, input, `  ${SET}`))).toBe(after);
  });

  it.each([
    ['that rejects others', `z.object(${BOTH}).strict()`, '{ zone, MINIFY }'],
    ['whose others are all taken', BOTH, '{ MINIFY, zone, ...rest }'],
    ['that is no schema', "{ zone: '1', MINIFY: 'on' }", '{ zone, MINIFY }'],
    ['whose value is worked out', '{ zone: tool(1), MINIFY: tool(2) }', '{ zone, MINIFY }'],
  ])('stay in one %s', async (_, schema, input) => {
    expect(await migrated(tool(schema, input, `  ${SET}`))).toBe(tool(schema, input, ''));
  });

  const parsed = (refusal: string, set: string) =>
    `  let kinds;\n  try {\n    kinds = JSON.parse(MINIFY);\n  } catch {\n    ${refusal}\n  }\n${set}`;
  const SET_KINDS = `  ${SET.replace('MINIFY', 'kinds')}`;

  it('go with variables that only they are stored in', async () => {
    const before = tool(BOTH, '{ zone, MINIFY }', parsed('kinds = [MINIFY];', SET_KINDS));
    expect(await migrated(before)).toBe(tool(ZONE, '{ zone }', ''));
  });

  it('stay where a text that is no JSON is refused', async () => {
    const text = (set: string) => tool(BOTH, '{ zone, MINIFY }', parsed("return 'no JSON';", set));
    expect(await migrated(text(SET_KINDS))).toBe(text(''));
  });
});

describe('names in what is written anew', () => {
  const program = (before: string, list: string) => `const cf = async (path: string) =>
  (await (await fetch(\`${HOST}\${path}\`, { headers: { Authorization: 'Bearer x' } })).json()).result;

export async function find(zone: string, name: string) {
${before}  return ${list};
}
`;
  const retired = (query: string) => `cf(\`/zones/\${zone}/firewall/rules?description=\${${query}}\`)`;

  it('are uses, but for those of members', async () => {
    const gone = await migrated(
      program('  const description = encodeURIComponent(name);\n', retired('description')),
    );
    expect(gone).toMatch(/rule\.description/);
    expect(gone).not.toMatch(/const description/);
    const kept = await migrated(
      program('  const text = name.trim();\n', retired('encodeURIComponent(text)')),
    );
    expect(kept).toMatch(/const text = /);
    expect(kept).toMatch(/\(text\.toLowerCase/);
  });
});

describe('statements that are empty now', () => {
  const around = (body: string) =>
    `export const zone = process.env.ZONE;\nconst MINIFY = 'on';\n${CLIENT}${body}`;
  const without = (body: string) => `export const zone = process.env.ZONE;\n${CLIENT}${body}`;
  it.each([
    ['a condition', `if (process.env.FAST) {\n  ${SET}}\n${LIVE}`, LIVE],
    [
      'one side of a condition',
      `if (process.env.FAST) {\n  ${SET}} else {\n  ${LIVE}}\n`,
      `if (!process.env.FAST) {\n  ${LIVE}}\n`,
    ],
    ['the other side', `if (zone) {\n  ${LIVE}} else {\n  ${SET}}\n`, `if (zone) {\n  ${LIVE}}\n`],
    ['try', `try {\n  ${SET}} catch (error) {\n  console.error(error);\n}\n${LIVE}`, LIVE],
    ['a loop', `for (const one of [1, 2]) {\n  ${SET}}\n${LIVE}`, LIVE],
    ['a function with its calls', `async function minify() {\n  ${SET}}\n\nawait minify();\n${LIVE}`, LIVE],
  ])('%s', async (_, before, after) => {
    expect(await migrated(around(before))).toBe(without(after));
  });

  it('a condition that asks stays', async () => {
    const body = (line: string) => `if (await ask()) {\n${line}}\n${LIVE}`;
    expect(await migrated(around(body(`  ${SET}`)))).toBe(without(body('')));
  });
});

describe('comments and blank lines', () => {
  const head = `export const zone = process.env.ZONE;\nconst MINIFY = 'on';\n${CLIENT}`;
  const clean = head.replace("const MINIFY = 'on';\n", '');
  it.each([
    ['the comment above goes', `\n// Smaller files.\n${SET}\n${LIVE}`, `\n${LIVE}`],
    ['the block above goes', `\n/* Smaller files. */\n${SET}\n${LIVE}`, `\n${LIVE}`],
    ['a block further above stays', `\n/* Files. */\n\n${SET}\n${LIVE}`, `\n/* Files. */\n\n${LIVE}`],
    ['two blank lines become one', `${LIVE}\n${SET}\n${LIVE}`, `${LIVE}\n${LIVE}`],
    ['a comment for the next line alone goes', `// prettier-ignore\n${SET}${LIVE}`, LIVE],
    ['a comment for several stays', `// Fast.\n${SET}${LIVE}`, `// Fast.\n${LIVE}`],
    ['a heading stays', `// ---- fast ----\n${SET}\n${LIVE}`, `// ---- fast ----\n\n${LIVE}`],
    ['a comment at the end of the line goes', `${SET.trimEnd()} // smaller\n${LIVE}`, LIVE],
  ])('%s', async (_, before, after) => {
    expect(await migrated(head + before)).toBe(clean + after);
    const onWindows = (text: string) => text.replaceAll('\n', '\r\n');
    expect(await migrated(onWindows(head + before))).toBe(onWindows(clean + after));
  });
});

describe('a second try that does the same as the first', () => {
  const READ = `async function read(path) {
  const response = await fetch(\`${HOST}\${path}\`);
  const answer = await response.json();
  if (!answer.success) throw new Error('refused');
  return answer.result;
}
`;
  const tries = (first: string, second: string) => `${READ}
export async function rules(zone) {
  try {
    return await read(\`/zones/\${zone}/${first}\`);
  } catch {
    try {
      return await read(\`/zones/\${zone}/${second}\`);
    } catch {
      return null;
    }
  }
}
`;
  const triesIn = async (text: string) =>
    (await migrated(text, 'main.mjs')).replace(/^[\s\S]*?(?=export async)/, '');

  it('goes where only a parameter told them apart', async () => {
    expect(await triesIn(tries('firewall/rules?per_page=500', 'firewall/rules'))).toBe(
      `export async function rules(zone) {
  try {
    return await listCustomRules(read, zone);
  } catch {
    return null;
  }
}
`,
    );
  });

  it.each([
    ['asks for something else', 'firewall/rules', 'filters'],
    ['was a retry before', 'firewall/rules', 'firewall/rules'],
    ['is not rewritten', 'firewall/rules', 'page_shield/policies'],
  ])('stays where it %s', async (_, first, second) => {
    const after = await triesIn(tries(first, second));
    expect(after).toContain('await listCustomRules(read, zone)');
    expect(after.match(/\btry\b/g)).toHaveLength(2);
  });
});
