import { describe, expect, it } from 'vitest';
import { diffText } from '../../src/migrate/report/text.js';
import { colours } from '../../src/report/index.js';
import { HOST, planWith } from './project.js';

const CALL = `fetch(\`${HOST}/zones/\${zone}/analytics/dashboard\`)`;
const MARK = /(?:\/\/|#|--|<!--) edge-sunset-todo zone-analytics [0-9a-f]{8}: \S[^\r\n]*/;

/** The text with the marker shown as `MARK`. */
async function marked(path: string, text: string): Promise<string | null> {
  const plan = await planWith({ [path]: text }, []);
  const after = plan.files.find((file) => file.path === path)?.after;
  return after === undefined
    ? null
    : after.replace(MARK, (mark) => (mark.endsWith('-->') ? 'MARK -->' : 'MARK'));
}

it('a marker for what the template of a component holds stands above all of it', async () => {
  const component = (call: string) =>
    `<script setup>\nconst zone = '1';\n</script>\n\n<template>\n  <b\n    @click="${call}"\n  />\n</template>\n`;
  expect(await marked('a.vue', component(CALL))).toBe(
    component(CALL).replace('<template>', 'MARK -->\n<template>'),
  );
  expect(await marked('a.vue', component(CALL.replace('analytics/dashboard', 'rulesets')))).toBeNull();
});

describe('a marker in a script', () => {
  it.each([
    ['stands above the statement', `const a = 1;\nawait ${CALL};\n`, `const a = 1;\nMARK\nawait ${CALL};\n`],
    [
      'stands above the statement of an expression body',
      `export const go = async (zone) =>\n  ${CALL};\n`,
      `MARK\nexport const go = async (zone) =>\n  ${CALL};\n`,
    ],
    [
      'is indented like the statement',
      `async function go(zone) {\n\tif (zone) {\n\t\treturn ${CALL};\n\t}\n}\n`,
      `async function go(zone) {\n\tif (zone) {\n\t\tMARK\n\t\treturn ${CALL};\n\t}\n}\n`,
    ],
    [
      'leaves a condition in one piece',
      `function go(zone) {\n  if (zone) return ${CALL};\n  return null;\n}\n`,
      `function go(zone) {\n  MARK\n  if (zone) return ${CALL};\n  return null;\n}\n`,
    ],
    [
      'leaves else in one piece',
      `function go(zone) {\n  if (!zone) stop();\n  else\n    ${CALL};\n}\n`,
      `function go(zone) {\n  MARK\n  if (!zone) stop();\n  else\n    ${CALL};\n}\n`,
    ],
    [
      'stands inside a case',
      `switch (x) {\n  case 1:\n    ${CALL.replace('zone}', 'x}')};\n}\n`,
      `switch (x) {\n  case 1:\n    MARK\n    ${CALL.replace('zone}', 'x}')};\n}\n`,
    ],
    [
      'stands above a case on a line of its own',
      `switch (x) {\n  case 0: x();\n  case 1: ${CALL.replace('zone}', 'x}')};\n}\n`,
      `switch (x) {\n  case 0: x();\n  MARK\n  case 1: ${CALL.replace('zone}', 'x}')};\n}\n`,
    ],
    [
      'stands above a switch of one line',
      `switch (x) { case 1: ${CALL.replace('zone}', 'x}')}; }\n`,
      `MARK\nswitch (x) { case 1: ${CALL.replace('zone}', 'x}')}; }\n`,
    ],
    [
      'stands above the member of a class',
      `class A {\n  a = 1;\n  all = (zone) => ${CALL};\n}\n`,
      `class A {\n  a = 1;\n  MARK\n  all = (zone) => ${CALL};\n}\n`,
    ],
    [
      'stands above a template that calls',
      `const text = \`\n  a\n  \${await ${CALL.replace('zone}', 'z}')}}\n\`;\n`,
      `MARK\nconst text = \`\n  a\n  \${await ${CALL.replace('zone}', 'z}')}}\n\`;\n`,
    ],
    [
      'stands above an element',
      `const A = ({ zone }) => (\n  <p>\n    text {${CALL}}\n  </p>\n);\n`,
      `MARK\nconst A = ({ zone }) => (\n  <p>\n    text {${CALL}}\n  </p>\n);\n`,
    ],
    [
      'stands inside a function that an element holds',
      `const A = ({ zone }) => (\n  <p onClick={() => {\n    ${CALL};\n  }}/>\n);\n`,
      `const A = ({ zone }) => (\n  <p onClick={() => {\n    MARK\n    ${CALL};\n  }}/>\n);\n`,
    ],
    [
      'ends as the lines do',
      `a();\r\n${CALL.replace('zone}', 'z}')};\r\n`,
      `a();\r\nMARK\r\n${CALL.replace('zone}', 'z}')};\r\n`,
    ],
    [
      'stands above what shares its line',
      `a();\na(); ${CALL.replace('zone}', 'z}')}; b();\n`,
      `a();\nMARK\na(); ${CALL.replace('zone}', 'z}')}; b();\n`,
    ],
    [
      'stands above the block that shares its line',
      `a();\nif (z) { ${CALL.replace('zone}', 'z}')}; }\n`,
      `a();\nMARK\nif (z) { ${CALL.replace('zone}', 'z}')}; }\n`,
    ],
    [
      'stands above the template where that has begun before the line',
      `const t = \`\n\`; ${CALL.replace('zone}', 't}')};\n`,
      `MARK\nconst t = \`\n\`; ${CALL.replace('zone}', 't}')};\n`,
    ],
  ])('%s', async (_, before, after) => {
    expect(await marked('a.jsx', before)).toBe(after);
  });

  it('stands in the script of a component', async () => {
    const before = `<script>\nexport default {\n  go(zone) {\n    return ${CALL};\n  },\n};\n</script>\n`;
    expect(await marked('a.vue', before)).toBe(before.replace('    return', '    MARK\n    return'));
  });

  it('is written once for each finding, whatever its line', async () => {
    const line = `await ${CALL};\n`;
    const plan = await planWith({ 'a.mjs': line + line }, []);
    const ids = [...(plan.files[0]?.after ?? '').matchAll(/zone-analytics ([0-9a-f]{8})/g)].map(
      ([, id]) => id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('is not written again', async () => {
    const first = await planWith({ 'a.mjs': `await ${CALL};\n` }, []);
    const second = await planWith({ 'a.mjs': first.files[0]?.after ?? '' }, []);
    expect(second.files).toEqual([]);
    expect(second.sites.map(({ outcome }) => outcome)).toEqual(['marked-before']);
  });
});

describe('a marker whose call was edited', () => {
  it('is written anew, and no second one is added', async () => {
    const [first] = (await planWith({ 'a.mjs': `  await ${CALL};\n` }, [])).files;
    const edited = (first?.after ?? '').replace('await ', 'await again, ');
    const [second] = (await planWith({ 'a.mjs': edited }, [])).files;
    const ids = (text: string) => [...text.matchAll(/zone-analytics ([0-9a-f]{8})/g)].map(([, id]) => id);
    expect(ids(second?.after ?? '')).toHaveLength(1);
    expect(ids(second?.after ?? '')).not.toEqual(ids(edited));
    expect((await planWith({ 'a.mjs': second?.after ?? '' }, [])).files).toEqual([]);
  });

  it('stands for what came to its line as well', async () => {
    const [first] = (await planWith({ 'a.mjs': `await ${CALL};\n` }, [])).files;
    const both = `${first?.after.trimEnd()} ${CALL.replace('zone}', 'z}')};\n`;
    const [second] = (await planWith({ 'a.mjs': both }, [])).files;
    expect(second?.after.match(/edge-sunset-todo/g)).toHaveLength(1);
    expect(second?.after).toMatch(/zone-analytics [0-9a-f]{8} [0-9a-f]{8}: /);
    expect((await planWith({ 'a.mjs': second?.after ?? '' }, [])).files).toEqual([]);
  });
});

describe('a marker in another language', () => {
  const url = `${HOST}/zones/abc/analytics/dashboard`;

  it.each([
    [
      'a.py',
      `import requests\n\ndef go():\n    return requests.get(\n        "${url}")\n`,
      `def go():\n    MARK\n    return requests.get(`,
    ],
    ['a.sh', `#!/bin/sh\ncurl -s \\\n  ${url}\n`, `#!/bin/sh\nMARK\ncurl -s \\`],
    ['a.go', `package a\n\nfunc go() {\n\thttp.Get("${url}")\n}\n`, `func go() {\n\tMARK\n\thttp.Get(`],
    ['a.rb', `Net::HTTP.get(\n  URI("${url}")\n)\n`, `MARK\nNet::HTTP.get(`],
  ])('%s', async (path, before, expected) => {
    expect(await marked(path, before)).toContain(expected);
  });

  it('is not written where there are no comments, and the site is listed', async () => {
    const plan = await planWith({ 'a.json': `{"url": "${url}", "method": "GET"}\n` }, []);
    expect(plan.files).toEqual([]);
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['listed']);
  });
});

it('a preview shows the ids of a marker, and hides what may be a secret', async () => {
  const call = (path: string) =>
    `fetch('${HOST}/zones/1/${path}', { headers: { authorization: 'x7Kq92LmZp' } })`;
  const plan = await planWith(
    { 'a.mjs': `await Promise.all([\n  ${call('firewall/rules')},\n  ${call('filters')},\n]);\n` },
    [],
  );
  const [file] = plan.files;
  const shown = file === undefined ? '' : diffText(file, colours(false), new Map());
  expect(shown).toMatch(/edge-sunset-todo firewall-rules [0-9a-f]{8} [0-9a-f]{8}: /);
  expect(shown).not.toContain('x7Kq92LmZp');
});
