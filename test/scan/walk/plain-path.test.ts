import { expect, test } from 'vitest';
import {
  BINARY_EXTENSIONS,
  GENERATED_ENDINGS,
  GENERATED_FOLDERS,
  RECORD_EXTENSIONS,
  RECORD_NAMES,
  VENDORED_FOLDERS,
} from '../../../src/scan/walk/classes.js';
import { fileClass, folderClass } from '../../../src/scan/walk/classify.js';
import { isPlainPath } from '../../../src/scan/walk/plain-path.js';
import { isSafeName } from '../../../src/scan/walk/safe-path.js';
import { random } from '../../analysis/prefilter/naive.js';

function isPlain(path: string): boolean {
  const bytes = Buffer.from(`a.png/${path}/x`, 'latin1');
  return isPlainPath(bytes, 6, bytes.length - 2);
}

/** What the lists themselves say. */
function isPlainByLists(path: string): boolean {
  const names = path.split('/');
  const file = names.pop() ?? '';
  const isPlainFolder = (name: string) => isSafeName(name, false) && folderClass(name) === undefined;
  return names.every(isPlainFolder) && isSafeName(file, false) && fileClass(file) === undefined;
}

const LISTED: readonly string[] = [
  ...VENDORED_FOLDERS,
  ...GENERATED_FOLDERS,
  ...RECORD_NAMES,
  ...GENERATED_ENDINGS,
  ...[...RECORD_EXTENSIONS, ...BINARY_EXTENSIONS].map((extension) => `.${extension}`),
  ...['', '.', '..', '.git', '.GIT', '.gitignore', 'docs', 'a.ts', 'Makefile', 'a.proto', '\xff.png\0', 'a.'],
];

test.each([
  ['a.ts', true],
  ['docs/guide.md', true],
  ['.github/workflows/ci.yml', true],
  ['src/Makefile', true],
  ['vendored/x.go', true],
  ['my-package-lock.json', true],
  [`${'n'.repeat(36)}/a.ts`, true],
  ['a.png', false],
  ['a.PNG', false],
  ['node_modules/a.ts', false],
  ['src/dist/a.ts', false],
  ['package-lock.json', false],
  ['app.min.js', false],
  ['a/../b.ts', false],
  ['.git/config.ts', false],
  ['a//b.ts', false],
  ['', false],
])('%j: %s', (path, expected) => {
  expect(isPlain(path)).toBe(expected);
  expect(isPlainByLists(path)).toBe(expected);
});

test('every name of the lists, whole, cut and added to, as a file and as a folder', () => {
  for (const name of LISTED) {
    const like = [
      name,
      `a${name}`,
      name.slice(1),
      name.slice(0, -1),
      `${name}x`,
      name.toUpperCase(),
      `${name}.ts`,
    ];
    for (const part of like) {
      for (const path of [part, `src/${part}`, `${part}/a.ts`, `src/${part}/a.go`])
        expect(isPlain(path), path).toBe(isPlainByLists(path));
    }
  }
});

test('names put together at random', () => {
  const next = random(23);
  const letters = [
    '.',
    'd',
    'n',
    'p',
    'b',
    '2',
    '_',
    'ts',
    'js',
    'min',
    'png',
    'lock',
    '\0',
    '\xe9',
    'x'.repeat(28),
  ];
  const name = () => Array.from({ length: next(5) }, () => letters[next(letters.length)] ?? '').join('');
  const one = () => (next(4) === 0 ? (LISTED[next(LISTED.length)] ?? '') : name());
  let plain = 0;
  for (let round = 0; round < 20_000; round++) {
    const path = Array.from({ length: 1 + next(4) }, one).join('/');
    expect(isPlain(path), path).toBe(isPlainByLists(path));
    if (isPlainByLists(path)) plain++;
  }
  expect(plain).toBeGreaterThan(3000);
});
