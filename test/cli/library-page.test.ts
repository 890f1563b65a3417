import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { textOf } from '../repository/sources.js';
import { folderOf, TODAY } from './command-line.js';

/** The examples of the page on the library run, and print what the page says. */

const PAGE = textOf('docs/library.md');
const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm;
const [program = '', ...blocks] = [...PAGE.matchAll(BLOCK)].map(([, , text = '']) => text);
const examples = blocks.flatMap((code, index) =>
  index % 2 === 0 ? [{ code, printed: blocks[index + 1] }] : [],
);

/** With the current folder and day of the test, which the page leaves to their defaults. */
function bound(cwd: string): Readonly<Record<string, unknown>> {
  const given = { cwd, now: TODAY };
  const { analyze, explain, scan, migrate, brief, verify } = library;
  return {
    ...library,
    analyze: (text: string, options: library.AnalyzeOptions) => analyze(text, { ...given, ...options }),
    explain: (what: string, options?: object) => explain(what, { ...given, ...options }),
    scan: (options?: object) => scan({ ...given, ...options }),
    migrate: (options?: object) => migrate({ ...given, ...options }),
    brief: (options?: object) => brief({ ...given, ...options }),
    verify: (options?: object) => verify({ ...given, ...options }),
  };
}

async function printedBy(code: string, cwd: string): Promise<string> {
  const lines: string[] = [];
  const log = (...values: readonly unknown[]) =>
    lines.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '));
  const body = code.replace(/^import (\{[^}]*\}) from 'edge-sunset';$/m, 'const $1 = library;');
  const Async = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<void>;
  await new Async('library', 'console', body)(bound(cwd), { log });
  return lines.map((line) => `${line}\n`).join('');
}

describe('the page on the library', () => {
  it('speaks of every function', () => {
    const functions = Object.entries(library).filter(
      ([name, value]) => typeof value === 'function' && name !== 'UsageError',
    );
    expect(functions.map(([name]) => name).filter((name) => !PAGE.includes(`\`${name}(`))).toEqual([]);
    expect(examples).toHaveLength(5);
  });

  it.each(examples)('prints what it says: $code', async ({ code, printed }) => {
    expect(await printedBy(code, folderOf({ 'src/deploy.mjs': program }))).toBe(printed);
  });
});
