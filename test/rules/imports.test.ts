import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { TODAY } from './linter.js';

/** What a file imports from its project: read from disk, once for each version of it, if it is not too large. */

let root = '';
beforeAll(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-imports-')));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DAY = new Date('2026-01-31T00:00:00Z');

function write(path: string, text: string, at = DAY): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, at, at);
}

function rules(code: string, path = 'src/main.js'): readonly (string | null)[] {
  return new Linter({ cwd: root })
    .verify(
      code,
      [...plugin.configs.recommended, { settings: { edgeSunset: { today: TODAY, minConfidence: 'exact' } } }],
      {
        filename: join(root, path),
      },
    )
    .map(({ ruleId }) => ruleId);
}

const calling = (module: string) =>
  `import { base } from '${module}';\nexport const run = (id) => fetch(\`\${base}/accounts/\${id}/tunnels\`, { method: 'POST' });\n`;
const baseFile = (host: string) => `export const base = 'https://${host}/client/v4';\n`;
const API = 'api.cloudflare.com';
const FOUND = ['edge-sunset/no-legacy-tunnels'];

function isParserLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((file) =>
    /[\\/]@?oxc-parser[\\/]/.test(file),
  );
}

describe('an imported file', () => {
  it('is parsed by a parser that nothing loads before', () => {
    expect(
      rules(`await fetch('https://${API}/client/v4/accounts/1/tunnels', { method: 'POST' });\n`),
    ).toEqual(FOUND);
    expect(isParserLoaded()).toBe(false);
    write('src/base.js', baseFile(API));
    expect(rules(calling('./base.js'))).toEqual(FOUND);
    expect(isParserLoaded()).toBe(true);
  });

  it('says who is called: of another host nothing is reported', () => {
    write('src/other.js', baseFile('api.example.com'));
    expect(rules(calling('./other.js'))).toEqual([]);
  });

  it('is read once for each version: not again while its date and size are the same', () => {
    write('src/versions.js', baseFile(API));
    expect(rules(calling('./versions.js'))).toEqual(FOUND);
    write('src/versions.js', baseFile('api.cloudflare.org'));
    expect(rules(calling('./versions.js'))).toEqual(FOUND);
    write('src/versions.js', baseFile('api.cloudflare.org'), new Date(DAY.getTime() + 1_000));
    expect(rules(calling('./versions.js'))).toEqual([]);
  });

  it('is left to the scanner where it is large', () => {
    const filler = (length: number) => `// ${'x'.repeat(length)}\n`;
    write('src/large.js', baseFile(API) + filler(48 * 1024));
    write('src/small.js', baseFile(API) + filler(47 * 1024));
    expect(rules(calling('./small.js'))).toEqual(FOUND);
    expect(rules(calling('./large.js'))).toEqual([]);
  });

  it('hands on what it imports itself', () => {
    write('src/hosts.js', `export const host = 'https://${API}';\n`);
    write('src/client.js', "import { host } from './hosts.js';\nexport const base = `${host}/client/v4`;\n");
    expect(rules(calling('./client.js'))).toEqual(FOUND);
  });
});
