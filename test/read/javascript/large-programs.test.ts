import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { javascriptReader } from '../../../src/read/javascript/index.js';
import type { Program } from '../../../src/read/reader.js';
import { type Files, requests, rootsOf } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

/** A program that notes which files it was asked for. */
function watched(files: Files): { readonly program: Program; readonly asked: Set<string> } {
  const asked = new Set<string>();
  const sources = new Map(
    Object.entries(files).map(([path, text]) => [path, { path, text, language: 'typescript' }]),
  );
  const program: Program = {
    profiles: builtinCatalogue().profiles,
    file: (path) => {
      const file = sources.get(path) ?? null;
      if (file !== null) asked.add(path);
      return file;
    },
    importers: () => [],
  };
  return { program, asked };
}

function readIn(program: Program, path: string): string[] {
  const file = program.file(path);
  if (file === null) throw new Error(`no file ${path}`);
  return requests(javascriptReader.read(file, rootsOf(file.text, ['rate_limits']), program));
}

describe('a table of thousands of modules', () => {
  const count = 3000;
  const files: Record<string, string> = {};
  const indexes = Array.from({ length: count }, (_, index) => index);
  for (const index of indexes)
    files[`nodes/n${index}.ts`] = `export const n${index} = { path: '/zones/z/rate_limits/${index}' };`;
  files['table.ts'] = [
    ...indexes.map((index) => `import { n${index} } from './nodes/n${index}';`),
    `export const table = { ${indexes.map((index) => `k${index}: n${index}`).join(', ')} };`,
  ].join('\n');

  it('is not loaded for a key that nobody knows', () => {
    const text = `import { table } from './table';\nfetch('${API}/zones/z/rate_limits/' + table[key].path);`;
    const { program, asked } = watched({ ...files, 'a.ts': text });
    expect(readIn(program, 'a.ts')).toEqual([`GET ${API}/zones/z/rate_limits/{path}`]);
    expect(asked.size).toBeLessThan(100);
  });

  it('gives what stands under a key that is known', () => {
    const text = `import { table } from './table';\nfetch('${API}' + table.k2345.path); // rate_limits`;
    const { program, asked } = watched({ ...files, 'a.ts': text });
    const reading = javascriptReader.read({ path: 'a.ts', text, language: 'typescript' }, 'all', program);
    expect(requests(reading)).toContain(`GET ${API}/zones/z/rate_limits/2345`);
    expect(asked.size).toBeLessThan(100);
  });
});

describe('functions that call each other through many modules', () => {
  const count = 1500;
  const step = (index: number, last: string) =>
    `import { f${index + 1} } from './m${index + 1}';\nexport const f${index} = (x) => x.length > ${index} ? f${index + 1}(x) : ${last};`;
  const files = (last: string): Record<string, string> => {
    const made: Record<string, string> = { [`m${count}.ts`]: `export const f${count} = (x) => '';` };
    for (let index = 0; index < count; index++) made[`m${index}.ts`] = step(index, last);
    for (let user = 0; user < 100; user++)
      made[`user${user}.ts`] =
        `import { f${user * 5} } from './m${user * 5}';\nf${user * 5}('/zones/z/rate_limits');`;
    return made;
  };

  it('are followed as far as values are', () => {
    const { program, asked } = watched(files(`''`));
    const started = process.cpuUsage();
    for (let user = 0; user < 100; user++) readIn(program, `user${user}.ts`);
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
    expect(asked.size).toBeLessThan(900);
  });

  it('send what one of the first of them sends', () => {
    const { program } = watched({
      ...files(`''`),
      'm2.ts': `export const f2 = (path) => fetch('${API}' + path);`,
    });
    expect(readIn(program, 'user0.ts')).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });
});

describe('the files that are tied to each other by imports', () => {
  /** Files that import each other in a circle, and others that import the first of them. */
  const circle = (count: number, others: number): Record<string, string> => {
    const files: Record<string, string> = {};
    for (let index = 0; index < count; index++) files[`m${index}.ts`] = `import './m${(index + 1) % count}';`;
    for (let index = 0; index < others; index++) files[`o${index}.ts`] = `import './m0';`;
    return files;
  };

  it('are told once for all of them', () => {
    const { program } = watched(circle(50, 0));
    expect(javascriptReader.tied?.('m7.ts', program)).toHaveLength(50);
  });

  it('are not listed where they are too many, whoever asks', () => {
    const { program } = watched(circle(20_100, 2000));
    const started = process.cpuUsage();
    for (let index = 0; index < 2000; index++)
      expect(javascriptReader.tied?.(`o${index}.ts`, program)).toBeNull();
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  });
});
