import { describe, expect, it } from 'vitest';
import { javascriptReader } from '../../../src/read/javascript/index.js';
import { projectOf } from '../../../src/read/javascript/modules/project.js';
import type { Program, Reading } from '../../../src/read/reader.js';
import { type Files, programOf } from './support.js';

const WRAPPER =
  "export function list(zone) { return fetch('https://api.cloudflare.com/client/v4/zones/' + zone + '/filters'); }";
const OTHER = "fetch('https://api.cloudflare.com/client/v4/zones/z/rate_limits');";

function readIn(program: Program, path: string): Reading {
  const file = program.file(path);
  if (file === null) throw new Error(`no file ${path}`);
  return javascriptReader.read(file, 'all', program);
}

/** The files whose trees are held once some have been read, one after the other. */
function heldAfter(files: Files, read: readonly string[]): string[] {
  const program = programOf(files);
  for (const path of read) readIn(program, path);
  return [...projectOf(program).held()].map(({ path }) => path).sort();
}

describe('the tree of a file', () => {
  it('goes with the next file if no other imports it', () => {
    expect(heldAfter({ 'list.ts': WRAPPER, 'other.ts': OTHER }, ['list.ts', 'other.ts'])).toEqual([
      'other.ts',
    ]);
  });

  it('is held while it is read', () => {
    expect(heldAfter({ 'list.ts': WRAPPER, 'other.ts': OTHER }, ['list.ts', 'list.ts'])).toEqual(['list.ts']);
  });

  it('stays if another file imports it', () => {
    const files = {
      'list.ts': WRAPPER,
      'other.ts': OTHER,
      'use.ts': "import { list } from './list';\nlist('z');",
    };
    expect(heldAfter(files, ['list.ts', 'other.ts'])).toContain('list.ts');
  });

  it('stays if nobody has asked who imports it', () => {
    const files = { 'plain.ts': OTHER, 'other.ts': OTHER };
    expect(heldAfter(files, ['plain.ts', 'other.ts'])).toEqual(['other.ts', 'plain.ts']);
  });

  it('is made again for who reads the file again, with the same result', () => {
    const program = programOf({ 'list.ts': WRAPPER, 'other.ts': OTHER });
    const first = readIn(program, 'list.ts');
    readIn(program, 'other.ts');
    expect(first.usages).toHaveLength(1);
    expect(readIn(program, 'list.ts')).toEqual(first);
  });

  it('is that of the text, not of another one that is as long', () => {
    const program = programOf({ 'list.ts': WRAPPER });
    const renamed = WRAPPER.replace("'/filters'", "'/Xilters'");
    expect(renamed).toHaveLength(WRAPPER.length);
    expect(readIn(program, 'list.ts').usages).toHaveLength(1);
    const trees = ['/filters', '/Xilters'].map((path) => {
      const text = path === '/filters' ? WRAPPER : renamed;
      const [module] = projectOf(program).modules('list.ts', text);
      return module?.leaves.some((leaf) => leaf.type === 'Literal' && leaf.value === path);
    });
    expect(trees).toEqual([true, true]);
  });
});
