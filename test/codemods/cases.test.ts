/** Every case of every codemod, by the same checks as `npm run prove`. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { codemodNames, isNegative, isPositive, loadCases } from '../../scripts/prove/cases.js';
import { checkCase, textFaults } from '../../scripts/prove/checks.js';
import { MAJORS, majorOf } from '../../scripts/prove/majors.js';
import { tableFaults } from '../../scripts/prove/mutants.js';

const cases = loadCases();

describe.each(codemodNames())('%s', (codemod) => {
  it.each(
    cases
      .filter((one) => one.codemod === codemod)
      .map((one) => [`${one.name}: ${one.meta.title}`, one] as const),
  )('%s', async (_, one) => {
    expect(await checkCase(one)).toEqual([]);
  });

  it('has mutants whose text stands where they say', () => {
    expect(tableFaults(codemod)).toEqual([]);
  });
});

describe('the cases', () => {
  it('are there for every codemod', () => {
    expect(codemodNames()).toEqual(CODEMODS.map(({ id }) => id).sort());
  });

  it('are many, and many say what is left alone', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(cases.filter(isNegative).length).toBeGreaterThanOrEqual(75);
  });

  it('are run, or say why they cannot be', () => {
    const named = ({ codemod, name }: (typeof cases)[number]) => `${codemod}/${name}`;
    expect(cases.filter(isPositive).length).toBeGreaterThanOrEqual(100);
    expect(cases.filter(({ meta }) => meta.notRun === '').map(named)).toEqual([]);
    const both = cases.filter(({ meta }) => meta.run !== undefined && meta.notRun !== undefined);
    expect(both.map(named)).toEqual([]);
  });

  it('run a program of the SDK with every major version, or say why not', () => {
    const ofSdk = cases.filter(({ meta, input }) => meta.run !== undefined && majorOf(input) !== null);
    expect(ofSdk.length).toBeGreaterThan(5);
    for (const { codemod, name, meta, input } of ofSdk) {
      const majors = new Set([majorOf(input), ...(meta.run?.majors ?? [])]);
      const isWhole = MAJORS.every((major) => majors.has(major));
      expect(isWhole !== (meta.run?.otherMajors !== undefined), `${codemod}/${name}`).toBe(true);
    }
  });

  it('differ from each other', () => {
    const inputs = cases.map(({ input }) => [...input.values()].map(String).join('\0'));
    expect(new Set(inputs).size).toBe(inputs.length);
  });
});

describe('the checks see', () => {
  const text = (content: string) => new Map([['a.js', Buffer.from(content)]]);

  it('a byte that differs, a file too many and a file too few', () => {
    expect(textFaults(text('a\r\n'), text('a\n'))).toHaveLength(1);
    expect(textFaults(text('a'), new Map())).toEqual(['a.js is written, and should not be']);
    expect(textFaults(new Map(), text('a'))).toEqual(['a.js is not written']);
    expect(textFaults(text('a'), text('a'))).toEqual([]);
  });

  const caseWhere = (isWanted: (one: (typeof cases)[number]) => boolean) => {
    const one = cases.find(isWanted);
    if (one === undefined) throw new Error('there is no such case');
    return one;
  };

  it('a site that is left and not named, and one that is named and not left', async () => {
    const one = caseWhere(({ meta }) => meta.left?.length === 1);
    const { left, ...others } = one.meta;
    expect(await checkCase({ ...one, meta: others })).toEqual([
      expect.stringContaining('left alone without a word in the case'),
    ]);
    const more = [...(left ?? []), ...(left ?? [])];
    expect(await checkCase({ ...one, meta: { ...one.meta, left: more } })).toEqual([
      expect.stringContaining(`nothing of ${left?.[0]?.entry} is left alone`),
    ]);
  });

  it('a case with a rewrite that neither runs nor says why, and one without that does', async () => {
    const rewritten = caseWhere(({ meta }) => meta.notRun !== undefined);
    const { notRun: _, ...silent } = rewritten.meta;
    expect(await checkCase({ ...rewritten, meta: silent })).toEqual([
      expect.stringContaining('something is rewritten'),
    ]);
    const alone = caseWhere(({ expected }) => expected.size === 0);
    expect(await checkCase({ ...alone, meta: { ...alone.meta, notRun: 'x' } })).toEqual([
      expect.stringContaining('nothing is rewritten'),
    ]);
  });

  it('a difference that is allowed, and that nobody announces or that a safe change may not have', async () => {
    const one = cases.find(({ codemod, name }) => codemod === 'script-monitor' && name === 'dashboard-fetch');
    const run = one?.meta.run;
    if (one === undefined || run === undefined) throw new Error('the case is gone');
    const exempt = [
      { name: 'secret', reason: 'none', kind: 'state', where: '*', scenarios: ['full'] },
    ] as const;
    expect(await checkCase({ ...one, meta: { ...one.meta, run: { ...run, exempt } } })).toEqual([
      'the twins may differ by secret, which the migration does not announce',
      'all changes are safe, and the twins differ: secret',
    ]);
  });
});
