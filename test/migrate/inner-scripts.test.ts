import { describe, expect, it } from 'vitest';
import { dockerfile } from '../../src/migrate/judge/inner-scripts/dockerfile.js';
import { makefile } from '../../src/migrate/judge/inner-scripts/makefile.js';
import {
  emptyScripts,
  isScriptList,
  itemAround,
  placeAt,
} from '../../src/migrate/judge/inner-scripts/yaml/lines.js';
import { runsShell } from '../../src/migrate/judge/inner-scripts/yaml/shells.js';
import { withoutStep } from '../../src/migrate/judge/inner-scripts/yaml/step.js';

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

function scriptAt(text: string, word: string): string | null {
  const range = placeAt(text, text.indexOf(word));
  return range === null ? null : text.slice(range.start, range.end);
}

describe('the script around a place', () => {
  it.each([
    ['a block', lines('- run: |', '    one', '', '    curl', '- run: x'), '    one\n\n    curl'],
    ['a block that keeps its end', lines('run: |+', '  curl', 'next: x'), '  curl'],
    ['an item of a list', lines('args:', '  - |', '    curl'), '    curl'],
    ['the value beside the key', lines('- name: x', '  run: curl y'), 'curl y'],
    ['a command of a pipeline', lines('script:', '  - curl y', '  - z'), 'curl y'],
    ['a command in quotes', lines('script:', '  - \'curl "y: z"\''), 'curl "y: z"'],
  ])('is %s', (_, text, expected) => {
    expect(scriptAt(text, 'curl')).toBe(expected);
  });

  it.each([
    ['a folded text', lines('run: >', '  curl')],
    ['a text in double quotes', lines('run: "curl x"')],
    ['a text with quotes in it', lines("run: 'curl ''x'''")],
    ['a key of another kind', lines('description: |', '  curl')],
    ['an item of another list', lines('urls:', '  - curl x')],
    ['a line below the block', lines('run: |', '  one', 'curl: x')],
    ['lines that end as on Windows', 'run: |\r\n  curl\r\n'],
  ])('is none in %s', (_, text) => {
    expect(scriptAt(text, 'curl')).toBeNull();
  });
});

describe('the shell', () => {
  const shellOf = (text: string) => runsShell(text, text.lastIndexOf('\n', text.indexOf('run: x')) + 1);

  it.each([
    ['none is named', lines('- run: x'), true],
    ['it is named', lines('- shell: bash -e {0}', '  run: x', '- shell: pwsh'), true],
    ['another is named', lines('- shell: pwsh', '  run: x'), false],
    [
      'another is the usual one',
      lines('defaults:', '  run:', '    shell: pwsh', 'steps:', '  - run: x'),
      false,
    ],
    ['another one runs other steps', lines('steps:', '  - shell: pwsh', '    run: y', '  - run: x'), true],
    ['the machine has Windows', lines('runs-on: windows-latest', 'steps:', '  - run: x'), false],
    [
      'it is named on Windows',
      lines('runs-on: windows-2022', 'steps:', '  - run: x', '    shell: bash'),
      true,
    ],
  ])('where %s', (_, text, expected) => {
    expect(shellOf(text)).toBe(expected);
  });
});

describe('a step', () => {
  const without = (text: string) => {
    const at = text.indexOf('curl');
    const reported = [...text.matchAll(/curl|gone/g)].map(({ index }) => index);
    const edit = withoutStep(text, placeAt(text, at)?.keyLine ?? 0, reported);
    return edit === null ? null : text.slice(0, edit.start) + text.slice(edit.end);
  };

  it('goes with its comment and one empty line', () => {
    const text = lines(
      'steps:',
      '  - uses: a',
      '',
      '  # why',
      '  - name: b',
      '    run: curl',
      '',
      '  - run: c',
    );
    expect(without(text)).toBe(lines('steps:', '  - uses: a', '', '  - run: c'));
  });

  it('goes at the end of the file', () => {
    expect(without('steps:\n  - run: a\n  - run: |\n      curl')).toBe('steps:\n  - run: a\n');
  });

  it('goes between commands without indentation', () => {
    expect(without(lines('script:', '- a', '- curl b', '- c'))).toBe(lines('script:', '- a', '- c'));
  });

  it.each([
    ['it is the only one', lines('steps:', '  - run: curl', 'next: x')],
    ['the others may go, too', lines('steps:', '  - run: curl', '  # a', '  - name: b', '    run: gone')],
    ['another key has a use', lines('steps:', '  - id: a', '    run: curl', '  - run: b')],
    ['it is an argument of a container', lines('args:', '  - -c', '  - |', '    curl')],
  ])('stays where %s', (_, text) => {
    expect(without(text)).toBeNull();
  });
});

describe('scripts without a line', () => {
  it.each([
    [lines('run: |', '  x'), 0],
    [lines('run: |', 'next: x'), 1],
    [lines('steps:', '- run: x'), 0],
    [lines('steps:', '  # nothing', 'next: x'), 1],
    ['script:', 1],
  ])('are counted in %j', (text, expected) => {
    expect(emptyScripts(text)).toBe(expected);
  });
});

it('an item ends where the next one begins', () => {
  const text = lines('- a: 1', '  b: 2', '- c: 3');
  expect(itemAround(text, text.indexOf('  b'))?.lines).toEqual(['- a: 1', '  b: 2']);
  expect(itemAround(lines('a: 1', 'b: 2'), 5)).toBeNull();
});

it('only items of script: share a shell', () => {
  expect(isScriptList(lines('script:', '- a'), 8)).toBe(true);
  expect(isScriptList(lines('steps:', '- a'), 7)).toBe(false);
});

describe('a command of a Makefile', () => {
  const text = lines('all:', '\t@one $$A $(B) \\', '\t\t$${C}', '\techo');
  const place = makefile.placeAt({ path: 'Makefile', text, language: 'makefile' }, text.indexOf('C}'));

  it('is one with its continued lines', () => {
    expect(text.slice(place?.start, place?.end)).toBe('one $$A $(B) \\\n\t\t$${C}');
  });

  it('is shown with variables of a shell, and written as it was', () => {
    const { text: shown, written } = makefile.shown('one $$A $(B) $${C}');
    expect(shown).toBe('one $A_ ${B} ${C_}');
    expect(written(`${shown} $new $(x)`)).toBe('one $$A $(B) $${C} $$new $$(x)');
  });

  it.each([
    ['all commands share one shell', lines('.ONESHELL:', 'all:', '\tone')],
    ['the shell is another one', lines('SHELL := fish', 'all:', '\tone')],
    ['it is no command', lines('all: one')],
  ])('is none where %s', (_, other) => {
    expect(
      makefile.placeAt({ path: 'Makefile', text: other, language: 'makefile' }, other.indexOf('one')),
    ).toBeNull();
  });
});

describe('a command of a Dockerfile', () => {
  const placeIn = (text: string) =>
    dockerfile.placeAt({ path: 'Dockerfile', text, language: 'dockerfile' }, text.indexOf('one'));

  it('goes with its instruction', () => {
    const text = lines('FROM a', 'RUN x && \\', '  one', 'CMD b');
    const place = placeIn(text);
    const edit = place === null ? null : dockerfile.without(text, place, []);
    expect(text.slice(edit?.start, edit?.end)).toBe(lines('RUN x && \\', '  one'));
  });

  it.each([
    ['in a list', 'RUN ["one"]\n'],
    ['with options', 'RUN --network=none one\n'],
    ['in a here document', lines('RUN <<EOF', 'one', 'EOF')],
    ['with a comment in it', lines('RUN x && \\', '# y', '  one')],
    ['of another shell', lines('SHELL ["pwsh", "-c"]', 'RUN one')],
  ])('is none %s', (_, text) => {
    expect(placeIn(text)).toBeNull();
  });
});
