/** The files of cases: read, written, and refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CaseFile, parseCaseFile, printCaseFile } from '../../scripts/prove/case-file.js';
import { casePath, loadCases } from '../../scripts/prove/cases.js';
import { diffLines } from '../../scripts/prove/line-diff.js';

const filesOf = (texts: Readonly<Record<string, string | Buffer>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)] as const));

const made = (more: Partial<CaseFile>): CaseFile => ({
  meta: { title: 'a case', level: 'safe' },
  input: new Map(),
  expected: new Map(),
  beside: new Map(),
  ...more,
});

describe('the file of a case', () => {
  it('is, for every case there is, what its content gives', () => {
    for (const one of loadCases()) {
      const text = readFileSync(casePath(one.codemod, one.name), 'utf8');
      expect(printCaseFile(one), `${one.codemod}/${one.name}`).toBe(text);
    }
  });

  it('shows a changed file once, and every other one with what it is', () => {
    const one = made({
      input: filesOf({ 'a.js': 'one\n\ntwo\n', 'same.js': '+ 1\n' }),
      expected: filesOf({ 'a.js': 'one\n\nTWO\n', 'new.js': '- x\n' }),
      beside: filesOf({ 'run.js': 'run\n' }),
    });
    expect(printCaseFile(one)).toBe(
      [
        '=== a case',
        'level: safe',
        '=== change a.js',
        ' one',
        '',
        '-two',
        '+TWO',
        '=== after new.js',
        '- x',
        '=== before same.js',
        '+ 1',
        '=== beside run.js',
        'run',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['an empty file', '', ''],
    ['empty lines', '\n', '\n\n'],
    ['no newline at the end', 'a', 'b'],
    ['a newline that comes', 'a', 'a\n'],
    ['carriage returns', 'a\r\nb\r\n', 'a\r\nc\r\n'],
    ['carriage returns that go', 'a\r\n', 'a\n'],
    ['carriage returns in some lines', 'a\r\nb\n', 'a\rb\n'],
    ['lines that look like sections', '=== before a.js\n', '=== change b.js\n- x\n'],
    ['lines that look like changes', '--- a\n+++ b\n', '-- a\n++ b\n'],
    ['spaces at ends', 'a \n \n', ' a\n\t\n'],
    ['a byte order mark', '\ufeffa\n', '\ufeffb\n'],
    ['bytes that are no text', Buffer.from([0xff, 0x00, 0x0a]), 'a\n'],
  ])('keeps every byte of %s', (_, before, after) => {
    for (const [input, expected] of [
      [before, after],
      [after, before],
    ] as const) {
      const one = made({
        input: filesOf({ 'a b.js': input, 'z.js': input }),
        expected: filesOf({ 'a b.js': expected, 'new.js': expected }),
        beside: filesOf({ 'run.js': input }),
      });
      const back = parseCaseFile(printCaseFile(one), 'x');
      expect(back).toEqual(one);
    }
  });

  it('keeps everything that is said of it', () => {
    const meta = {
      title: 'what: a "title"',
      level: 'review',
      left: [
        { entry: 'a-b', reason: 'because: of x' },
        { entry: 'a-b', reason: `${'long '.repeat(60)}reason` },
      ],
      differences: ['one', 'two'],
      schedule: 'vendor-2026',
      run: {
        command: ['sh', '-c', 'a b; c'],
        scenarios: [
          'fresh',
          'fw:x',
          { name: 'own', state: { zones: { z: { rules: Array(40).fill('rule') } } } },
        ],
        noop: 'n',
        only: 'o',
        exempt: [{ name: 'one', reason: 'r', kind: 'state', where: '*', scenarios: ['fresh'] }],
        env: { TOKEN: 'a=b' },
        majors: [3, 4],
        otherMajors: 'm',
      },
    } as const;
    const text = printCaseFile(made({ meta }));
    expect(parseCaseFile(text, 'x').meta).toEqual(meta);
    const notRun = { title: 't', level: 'safe', notRun: 'no process' } as const;
    expect(parseCaseFile(printCaseFile(made({ meta: notRun })), 'x').meta).toEqual(notRun);
  });

  it.each([
    ['no title', 'level: safe\n', 'it has to begin with'],
    ['no level', '=== a\n', 'level is safe or review'],
    ['a key that is none', '=== a\nlevel: safe\nsites: 3\n', 'there is no key "sites"'],
    ['a line that is none', '=== a\nlevel safe\n', 'what is "level safe"?'],
    ['a key twice', '=== a\nlevel: safe\nlevel: safe\n', 'level stands there 2 times'],
    ['a site without a reason', '=== a\nlevel: safe\nleft: x\n', 'left is'],
    ['a section that is none', '=== a\nlevel: safe\n=== input a.js\n', 'a section is one of before'],
    ['a flag that is none', '=== a\nlevel: safe\n=== before a.js (lf)\n', 'what is "(lf)" of a.js?'],
    ['a change without marks', '=== a\nlevel: safe\n=== change a.js\nx\n', 'a line of a change begins'],
  ])('is refused with %s', (_, text, message) => {
    expect(() => parseCaseFile(text, 'the/case')).toThrow(`the/case: ${message}`);
  });
});

describe('the lines of two texts', () => {
  it.each([
    ['', 'a', '+a'],
    ['a', '', '-a'],
    ['abc', 'abc', ' a b c'],
    ['abc', 'axc', ' a-b+x c'],
    ['abcd', 'bd', '-a b-c d'],
    ['ab', 'ba', '-a b+a'],
  ])('%j and %j are %j', (before, after, shown) => {
    const lines = diffLines([...before], [...after]);
    expect(lines.map(({ mark, line }) => mark + line).join('')).toBe(shown);
  });
});
