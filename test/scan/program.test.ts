import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RootProgram } from '../../src/scan/candidates/program.js';

let around: string;
let program: RootProgram;

beforeEach(() => {
  around = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-program-')));
  for (const [path, text] of Object.entries({
    'secret.ts': 'outside',
    'root/src/b.ts': 'b',
    'root/src/a.ts': 'a',
    'root/packages/api/index.ts': 'api',
    'elsewhere/index.ts': 'outside',
  })) {
    mkdirSync(join(around, path, '..'), { recursive: true });
    writeFileSync(join(around, path), text);
  }
  mkdirSync(join(around, 'root/node_modules'));
  symlinkSync(join(around, 'root/packages/api'), join(around, 'root/node_modules/api'), 'junction');
  symlinkSync(join(around, 'elsewhere'), join(around, 'root/node_modules/elsewhere'), 'junction');
  program = new RootProgram({
    root: join(around, 'root'),
    profiles: [],
    own: undefined,
    maxFileSize: 100,
    languageOf: () => 'typescript',
    importers: () => [],
    showing: () => [],
    contents: new Map(),
  });
});

afterEach(() => rmSync(around, { recursive: true, force: true }));

test('a file is read by its path within the root', () => {
  expect(program.file('src/a.ts')?.text).toBe('a');
  expect(program.file('src/c.ts')).toBeNull();
  expect(program.file('absent/folder/a.ts')).toBeNull();
});

test('a folder that is linked within the root is entered, one that lies outside is not', () => {
  expect(program.file('node_modules/api/index.ts')?.text).toBe('api');
  expect(program.file('node_modules/elsewhere/index.ts')).toBeNull();
});

test.each([
  '../secret.ts',
  'src/../../secret.ts',
  'src/../src/a.ts',
  './src/a.ts',
  '/src/a.ts',
  'src//a.ts',
  '',
])('no file is read by the path %j', (path) => {
  expect(program.file(path)).toBeNull();
});

test('siblings are the files of the same folder, by name', () => {
  expect(program.siblings('src/b.ts')).toEqual(['src/a.ts', 'src/b.ts']);
  expect(program.siblings('absent/b.ts')).toEqual([]);
  expect(program.siblings('../secret.ts')).toEqual([]);
});

test('a folder may hold what a name in it begins with, up to its first dot', () => {
  expect(program.mayHold('src', 'a')).toBe(true);
  expect(program.mayHold('', 'src')).toBe(true);
  expect(program.mayHold('node_modules', 'api')).toBe(true);
  expect(program.mayHold('src', 'c')).toBe(false);
  expect(program.mayHold('absent', 'a')).toBe(false);
  expect(program.mayHold('..', 'secret')).toBe(false);
});

test('a text that was handed in may stand anywhere', () => {
  program.give('src/c.ts', { path: 'src/c.ts', text: 'c', language: 'typescript' });
  expect(program.mayHold('src', 'c')).toBe(true);
  expect(program.file('src/c.ts')?.text).toBe('c');
});

test('a file above the size limit is not read', () => {
  writeFileSync(join(around, 'root/src/large.ts'), 'x'.repeat(101));
  expect(program.file('src/large.ts')).toBeNull();
});
