import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tsParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { TODAY, textAt } from './linter.js';

/** A project with a type checker: what an expression is stands in its type alone. */

const MODULES = join(import.meta.dirname, '../../node_modules');
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "dependencies": { "cloudflare": "5.2.0", "axios": "1.21.1" } }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      module: 'NodeNext',
      target: 'ES2023',
      lib: ['ES2023', 'DOM'],
      types: [],
      skipLibCheck: true,
      preserveSymlinks: true,
      noEmit: true,
    },
    include: ['src'],
  }),
  'node_modules/acme-vendor/package.json': '{ "name": "acme-vendor", "types": "./index.d.ts" }',
  'node_modules/acme-vendor/index.d.ts': `
    interface Records { create(body: object): Promise<void>; list(body: object): Promise<void> }
    export declare class Acme { firewall: { rules: Records }; packages: Records; get(path: string): Promise<string> }
  `,
  // A container that gives out what it is asked for by a word: what that is, only its types say.
  'src/container.ts': `
    import type { AxiosInstance } from 'axios';
    import type Cloudflare from 'cloudflare';
    import type { Acme } from 'acme-vendor';
    export interface Services {
      edge: Cloudflare;
      waf: Cloudflare['firewall']['waf'];
      other: Acme;
      http: AxiosInstance;
      send: typeof fetch;
      some: any;
    }
    const services = new Map<string, unknown>();
    export function service<K extends keyof Services>(name: K): Services[K] {
      return services.get(name) as Services[K];
    }
    export function later<K extends keyof Services>(name: K): Promise<Services[K]> {
      return Promise.resolve(service(name));
    }
    export type Part = 'firewall/rules' | 'rulesets';
    export declare function chosen(): Part | undefined;
    export declare function anyPart(): string;
  `,
};

let root = '';

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'edge-sunset-typed-'));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  for (const [name, installed] of Object.entries({ cloudflare: 'cloudflare-5', axios: 'axios' }))
    symlinkSync(join(MODULES, installed), join(root, 'node_modules', name), 'junction');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let files = 0;

interface Told {
  readonly rule: string | null;
  readonly text: string;
}

type Preset = 'typed' | 'recommended';

function told(code: string, preset: Preset, minConfidence = 'exact'): readonly Told[] {
  return messagesOf(code, preset, minConfidence).map((message) => ({
    rule: message.ruleId?.replace('edge-sunset/', '') ?? message.message,
    text: textAt(code, message),
  }));
}

function said(code: string, preset: Preset): readonly string[] {
  return messagesOf(code, preset, 'exact').map(({ message }) => message);
}

/** What the rules say of a program of the project, with its types or without. */
function messagesOf(code: string, preset: Preset, minConfidence: string): readonly Linter.LintMessage[] {
  const path = `src/file-${files++}.ts`;
  write(path, code);
  const linter = new Linter({ cwd: root });
  return linter.verify(
    code,
    [
      ...plugin.configs[preset],
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tsParser, parserOptions: { projectService: true, tsconfigRootDir: root } },
        settings: { edgeSunset: { today: TODAY, minConfidence } },
      },
    ],
    { filename: join(root, path) },
  );
}

describe('the preset typed', () => {
  const RULES = "firewall.rules.create({ zone_id: 'z' } as never);";
  const cases = {
    'a client that a container gives out': [
      "import { service } from './container.js';",
      `await service('edge').${RULES}`,
    ],
    'a client of a promise, kept in a variable': [
      "import { later } from './container.js';",
      "const edge = await later('edge');",
      `await edge.${RULES}`,
    ],
    'a parameter of a generic type': [
      "import type Cloudflare from 'cloudflare';",
      'interface Having<T> { inner: T }',
      'export function run<T extends Having<Cloudflare>>({ inner }: T) {',
      `  return inner.${RULES}`,
      '}',
    ],
    'a class that extends the client': [
      "import Cloudflare from 'cloudflare';",
      "import { service } from './container.js';",
      'declare class Ours extends Cloudflare {}',
      'interface Known { ours: Ours }',
      "const { ours } = service('some') as Known;",
      `await ours.${RULES}`,
    ],
  };
  for (const [what, lines] of Object.entries(cases)) {
    it(`sees ${what}`, () => {
      const code = `${lines.join('\n')}\n`;
      expect(told(code, 'recommended')).toEqual([]);
      expect(told(code, 'typed')).toEqual([
        { rule: 'no-firewall-rules', text: expect.stringMatching(/^(?:firewall\.)?rules/) },
      ]);
    });
  }

  it('sees a resource of the client by the file that declares it', () => {
    const code = (name: string) =>
      `import { service } from './container.js';\nexport const all = () => service('${name}').packages.list({ zone_id: 'z' } as never);\nexport const where = 'firewall/waf';\n`;
    expect(told(code('waf'), 'recommended')).toEqual([]);
    expect(told(code('waf'), 'typed')).toEqual([{ rule: 'no-waf-packages', text: 'packages.list' }]);
    expect(told(code('other'), 'typed')).toEqual([]);
  });

  it("sees nothing in another vendor's class of the same shape, and nothing in any", () => {
    for (const name of ['other', 'some']) {
      const code = `import { service } from './container.js';\nawait service('${name}').${RULES}\nexport const url = 'https://api.cloudflare.com';\n`;
      expect(told(code, 'typed', 'possible'), name).toEqual([]);
    }
  });

  it('sees clients of HTTP whatever they are called', () => {
    const code = (name: string) =>
      `import { service } from './container.js';\nconst speak = service('${name}');\nexport const run = (zone: string) => speak(\`https://api.cloudflare.com/client/v4/zones/\${zone}/firewall/rules\`);\n`;
    for (const name of ['send', 'http'] as const) {
      expect(said(code(name), 'recommended'), name).toEqual([expect.stringMatching(/^'\/zones\//)]);
      expect(said(code(name), 'typed'), name).toEqual([expect.stringMatching(/^'GET \/zones\//)]);
    }
    expect(said(code('other'), 'typed')).toEqual([expect.stringMatching(/^'\/zones\//)]);
  });

  it('reads the texts that a type lists, of a value and of a parameter that nobody here passes', () => {
    const value = (call: string) =>
      `import { anyPart, chosen } from './container.js';\nawait fetch(\`https://api.cloudflare.com/client/v4/zones/\${process.argv[2]}/\${${call}}\`);\n// firewall/rules\n`;
    expect(told(value('chosen()'), 'recommended')).toEqual([]);
    expect(told(value('chosen()'), 'typed')).toMatchObject([{ rule: 'no-firewall-rules' }]);
    expect(told(value('anyPart()'), 'typed')).toEqual([]);
    const parameter = (type: string) =>
      `import type { Part } from './container.js';\nexport const run = (part: ${type}) =>\n  fetch(\`https://api.cloudflare.com/client/v4/zones/z/\${part}\`);\n// firewall/rules\n`;
    expect(told(parameter('Part'), 'recommended')).toEqual([]);
    expect(told(parameter('Part'), 'typed')).toMatchObject([{ rule: 'no-firewall-rules' }]);
    expect(told(parameter("Exclude<Part, 'firewall/rules'>"), 'typed')).toEqual([]);
  });

  it('says without a type checker what the others say', () => {
    const linter = new Linter({ cwd: root });
    const seen = (name: 'typed' | 'recommended', code: string) =>
      linter
        .verify(code, [...plugin.configs[name], { settings: { edgeSunset: { today: TODAY } } }], {
          filename: join(root, 'src/plain.js'),
        })
        .map(({ ruleId, line, column }) => ({ ruleId, line, column }));
    const code =
      "import { service } from './container.js';\nawait service('edge').firewall.rules.create({});\nawait fetch('https://api.cloudflare.com/client/v4/zones/z/firewall/rules');\n";
    expect(seen('typed', code)).toEqual(seen('recommended', code));
    expect(seen('typed', code)).toMatchObject([{ line: 3 }]);
  });
});
