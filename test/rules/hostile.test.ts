import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint, Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import plugin from '../../rules/index.js';
import { builtinSamples } from '../../src/catalogue/index.js';
import { LANGUAGES } from '../../src/read/languages.js';
import { HOSTILE_NAMES } from '../battery/names.js';
import { DEAD_URL, HOSTILE_TEXTS, type HostileText, largeTexts, nestedTexts } from '../battery/texts.js';
import { processorTime } from '../processor-time.js';
import { TODAY } from './linter.js';

/**
 * The battery through every rule and every language that the preset registers: no rule throws, none says nonsense,
 * and none takes long.
 */

const config: Linter.Config[] = [
  ...plugin.configs['recommended-all-files'],
  ...plugin.configs.all,
  { files: ['**/*.vue'], languageOptions: { parser: vueParser } },
  { settings: { edgeSunset: { today: TODAY, minConfidence: 'possible' } } },
];
const linter = new Linter();
/** Works out the configuration of a file once, and not for every text of it. */
const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config });

/** One file of each language that the preset takes, by its ending and by its name, and what else it takes. */
const FILES = [
  ...LANGUAGES.flatMap(({ extensions: [ending], names: [name] = [] }) => [
    ...(ending === undefined ? [] : [`a.${ending}`]),
    ...(name === undefined ? [] : [name]),
  ]),
  ...['a.mts', 'a.jsx', 'a.yaml', 'a.jsonc', 'a.json5', 'a.http', '.env', '.env.local', 'Dockerfile'],
].filter((file, index, all) => all.indexOf(file) === index && isLinted(file));
/** One for each way of reading: where the trouble is the size, the rest only takes time. */
const KINDS = [
  'a.js',
  'a.vue',
  'a.sh',
  'a.tf',
  'a.yml',
  'a.json',
  'a.jsonc',
  'a.toml',
  'a.md',
  'a.py',
  'a.http',
  '.env',
];

function isLinted(file: string): boolean {
  return linter
    .verify('', config, { filename: file })
    .every(({ message }) => !/No matching config/i.test(message));
}

/** As ESLint reads a file: as UTF-8, whatever it is. */
function asRead({ bytes }: HostileText): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Milliseconds it took. */
async function timeToLint(filename: string, code: string): Promise<number> {
  const started = processorTime();
  const [{ messages } = { messages: [] }] = await eslint.lintText(code, { filePath: filename });
  // What a parser refuses is no report of a rule.
  for (const message of messages.filter(({ ruleId }) => ruleId !== null)) {
    expect(message.message, filename).not.toMatch(/undefined|\[object|NaN/);
    expect(message.messageId, message.message).not.toBe('failed');
    expect(message.line).toBeGreaterThan(0);
    expect(message.column).toBeGreaterThan(0);
  }
  return processorTime() - started;
}

describe('hostile texts', () => {
  it('go through every language there is', () => {
    expect(FILES.length).toBeGreaterThan(50);
  });

  for (const text of HOSTILE_TEXTS) {
    it(text.what, async () => {
      const code = asRead(text);
      for (const filename of new Set([text.file, ...FILES]))
        expect(await timeToLint(filename, code), filename).toBeLessThan(2_000);
    });
  }
});

describe('large texts', () => {
  for (const text of largeTexts(1)) {
    it(text.what, async () => {
      const code = asRead(text);
      for (const filename of new Set([text.file, ...KINDS]))
        expect(await timeToLint(filename, code), filename).toBeLessThan(8_000);
    });
  }
});

describe('deep texts', () => {
  for (const text of nestedTexts(300)) {
    it(text.what, async () => {
      const code = asRead(text);
      for (const filename of new Set([text.file, ...KINDS]))
        expect(await timeToLint(filename, code), filename).toBeLessThan(8_000);
    });
  }
});

describe('hostile names', () => {
  it('are named in no message as they are', () => {
    for (const name of HOSTILE_NAMES) {
      const messages = linter.verify(`curl -X POST ${DEAD_URL}\n`, config, { filename: name });
      for (const { message } of messages) {
        expect(message, name).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        expect(message, name).not.toContain('undefined');
      }
    }
  });
});

describe('samples', () => {
  it('every one in the language of some others', async () => {
    const codes = (await builtinSamples()).flatMap(({ match, noMatch }) => [...match, ...noMatch]);
    for (const [index, { code }] of codes.entries())
      for (const [kind, filename] of KINDS.entries())
        if ((index + kind) % 3 === 0) await timeToLint(filename, code);
  });
});

describe('imports that go round', () => {
  let root = '';
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  beforeAll(() => {
    root = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-round-')));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const lintAt = (name: string, code: string) =>
    new Linter({ cwd: root }).verify(
      code,
      [...plugin.configs.recommended, { settings: { edgeSunset: { today: TODAY } } }],
      {
        filename: join(root, name),
      },
    );

  it('end, and what they show is found', () => {
    write(
      'a.js',
      "export * from './b.js';\nexport { base } from './b.js';\nimport { go } from './c.js';\ngo();\n",
    );
    write(
      'b.js',
      "export * from './c.js';\nimport * as a from './a.js';\nexport const base = a.host ?? 1;\n",
    );
    write(
      'c.js',
      "export * from './a.js';\nexport * from './c.js';\nexport const host = 'https://api.cloudflare.com/client/v4';\nexport const go = () => go();\n",
    );
    const code =
      "import { host, base } from './a.js';\nawait fetch(`${host}/zones/${z}/firewall/rules`);\nawait fetch(`${base}/x`);\n";
    write('main.js', code);
    expect(lintAt('main.js', code).map(({ ruleId, line }) => [ruleId, line])).toEqual([
      ['edge-sunset/no-firewall-rules', 2],
    ]);
    const live = code.replace('firewall/rules', 'rulesets');
    expect(lintAt('main.js', live)).toEqual([]);
  });

  it('of folders, of nothing, and of what cannot be read', () => {
    mkdirSync(join(root, 'folder.js'));
    write('binary.js', '\u0000\u0001\u0002');
    write('broken.js', "export const host = 'https://api.cl");
    const imports = [
      './folder.js',
      './nowhere.js',
      './binary.js',
      './broken.js',
      '../../../../../etc/passwd',
      'file:///etc/passwd',
      './a.js?x#y',
      '',
      '\u0000',
    ];
    const code = `${imports.map((name, index) => `import { host as h${index} } from ${JSON.stringify(name)};\nawait fetch(\`\${h${index}}/zones/\${z}/firewall/rules\`);\n`).join('')}await fetch("${DEAD_URL}");\n`;
    const rules = lintAt('imports.js', code).map(({ ruleId, fatal }) => (fatal === true ? 'fatal' : ruleId));
    expect(new Set(rules)).toEqual(new Set(['edge-sunset/no-firewall-rules']));
  });
});

describe('the battery', () => {
  it('would notice a rule that throws', () => {
    const broken = {
      rules: {
        bad: {
          create: () => {
            throw new Error('bug');
          },
        },
      },
    };
    const bad: Linter.Config[] = [{ plugins: { broken }, rules: { 'broken/bad': 'error' } }];
    expect(() => linter.verify('x', bad, { filename: 'a.js' })).toThrow('bug');
  });
});
