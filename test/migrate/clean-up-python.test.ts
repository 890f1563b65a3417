import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith } from './project.js';

/** The text of a file after its migration. */
async function migrated(text: string, path = 'main.py'): Promise<string> {
  const plan = await planWith({ [path]: text }, CODEMODS);
  return plan.files.find((file) => file.path === path)?.after ?? text;
}

const HEAD = 'import requests\n';
const SET = `    requests.patch("${HOST}/zones/1/settings/minify", json={"value": value}, headers=HEADERS)\n`;
const LIVE = `    requests.patch("${HOST}/zones/1/settings/ssl", json={"value": "full"}, headers=HEADERS)\n`;
const HEADERS = 'HEADERS = {"Authorization": "Bearer x"}\n';

const program = (imports: string, before: string, set = SET) =>
  `${imports}${HEAD}${HEADERS}\n\ndef main(zone):\n${before}${set}${LIVE}`;

describe('what only the removed code used goes with it, in Python', () => {
  it.each([
    ['a variable', '', '    value = "on"\n'],
    ['a variable with a type', '', '    value: str = "on"\n'],
    ['what that needed in turn', '', '    kind = "o"\n    value = kind + str("n")\n'],
    ['an import', 'import uuid\n', '    value = str(uuid.uuid4())\n'],
    ['an import by another name', 'import uuid as ids\n', '    value = ids\n'],
    ['all names of an import', 'from settings import first, second\n', '    value = first + second\n'],
  ])('%s', async (_, imports, before) => {
    expect(await migrated(program(imports, before))).toBe(program('', '', ''));
  });

  it.each([
    ['is read later', '', `    value = "on"\n`, `${SET}    print(value)\n`, '    print(value)\n'],
    [
      'is read by an inner function',
      '',
      '    value = "on"\n',
      `    def show():\n        print(value)\n${SET}`,
      null,
    ],
    ['is given twice', '', '    value = "on"\n    value = value + "!"\n', SET, ''],
    ['does something', '', '    value = input()\n', SET, ''],
    ['asks the environment', 'import os\n', '    value = os.environ["MINIFY"]\n', SET, ''],
    ['is a part of a list of names', '', '    value, other = "on", 1\n', SET, ''],
  ])('what %s stays', async (_, imports, before, set, left) => {
    const rest = left ?? set.replace(SET, '');
    expect(await migrated(program(imports, before, set))).toBe(program(imports, before, rest));
  });

  it('what a module names stays, and so does what it imports for others', async () => {
    const text = `import uuid\n${HEAD}${HEADERS}value = str(uuid.uuid4())\n\n\ndef main(zone):\n${SET}${LIVE}`;
    expect(await migrated(text)).toBe(text.replace(SET, ''));
    const reexporting = program('from settings import value\n', '');
    expect(await migrated(reexporting, 'zone/__init__.py')).toBe(reexporting.replace(SET, ''));
    expect(await migrated(`__all__ = ["value"]\n${reexporting}`)).toBe(
      `__all__ = ["value"]\n${reexporting.replace(SET, '')}`,
    );
  });

  it('one name of an import goes alone', async () => {
    const set = SET.replace(': value', ': MINIFY');
    const text = (names: string, rest: string) =>
      program(`from settings import ${names}\n`, '    print(first)\n', rest);
    expect(await migrated(text('first, MINIFY', set))).toBe(text('first', ''));
    expect(await migrated(text('MINIFY, first', set))).toBe(text('first', ''));
  });

  it('an import that a text names stays', async () => {
    const text = program('import value\n', '    print("see value")\n');
    expect(await migrated(text)).toBe(text.replace(SET, ''));
  });
});
