/** Mistakes that are made by rule: where they stand, and that they can be switched on one by one. */
import { describe, expect, it } from 'vitest';
import {
  functionMutants,
  mutantsOf,
  transformationFiles,
  withMistakes,
} from '../../scripts/prove/function-mutants/make.js';
import { tableOf } from '../../scripts/prove/function-mutants/page.js';
import {
  type Equivalent,
  everyMutant,
  loadEquivalent,
  loadNoticed,
  verdictFaults,
  withFound,
} from '../../scripts/prove/function-mutants/verdicts.js';
import {
  type Line,
  notice,
  turns,
  type Wanted,
  type Witness,
} from '../../scripts/prove/function-mutants/witness.js';

const TEXT = `
export function chosen(a: number) {
  if (a > 1) return 'many';
  return a === 1 ? 'one' : 'none';
}
const shown = (name: string) => name.toUpperCase();
function plain() {
  return [1].map((one) => one + 1);
}
export const codemod = { id: 'x', classify: (site: { ok: boolean; own: boolean }) => site.ok && site.own } as const;
const NUMBER = 1;
class Box {
  value() {
    return NUMBER;
  }
}
`;

describe('a mistake in every function', () => {
  it('turns the first condition round, or gives nothing back', () => {
    expect(mutantsOf('a.ts', TEXT).map(({ name, condition }) => [name, condition])).toEqual([
      ['chosen', 'a > 1'],
      ['shown', null],
      ['plain', null],
      ['codemod.classify', 'site.ok'],
      ['Box.value', null],
    ]);
  });

  it('changes nothing while it is off, and one function when it is on', () => {
    const mutants = mutantsOf('a.ts', TEXT);
    const made = withMistakes(TEXT, mutants, ({ name }) => `off.${name}`);
    expect(made).toContain('if ((off.chosen ? !(a > 1) : (a > 1))) return');
    expect(made).toContain('=> (off.shown ? undefined : (name.toUpperCase()));');
    expect(made).toContain('function plain() {if (off.plain) return undefined;');
    expect(made).toContain('(off.codemod.classify ? !(site.ok) : (site.ok)) && site.own');
    expect(made.length - TEXT.length).toBeGreaterThan(0);
    const [first] = mutants;
    if (first === undefined) throw new Error('no mutant');
    expect(withMistakes(TEXT, [first], () => 'true').replace('(true ? !(a > 1) : (a > 1))', 'a > 1')).toBe(
      TEXT,
    );
  });

  it('is there for all files of the transformations', () => {
    const files = transformationFiles();
    const mutants = functionMutants(files);
    expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, index) => index));
    expect(new Set(mutants.map(({ file }) => file)).size).toBeGreaterThan(20);
    expect(files).toContain('places/removal.ts');
  });
});

describe('witnesses of mistakes', () => {
  /** Says the same but for the mistakes that it notices. */
  const witness = (
    name: string,
    met: readonly number[],
    noticed: readonly number[],
    asked: string[],
  ): Witness => ({
    name,
    tell: async (mistake) => {
      asked.push(`${name}: ${mistake ?? 'none'}`);
      const said = mistake !== null && noticed.includes(mistake) ? `mistake ${mistake}` : 'as always';
      return { said, met: new Set(met) };
    },
  });
  const told = async (wanted: readonly Wanted[], witnesses: readonly Witness[]) => {
    const lines: Line[] = [];
    await notice(wanted, witnesses, (line) => lines.push(line));
    return lines.flatMap(({ id, killedBy }) => (killedBy === undefined ? [] : [[id, killedBy]]));
  };

  it('are asked only for what they come by, and run without mistakes once', async () => {
    const asked: string[] = [];
    const witnesses = [witness('far', [2], [2], asked), witness('near', [1, 2], [1], asked)];
    const wanted = [1, 2, 3].map((id) => ({ id, first: null, near: 'near' }));
    expect(await told(wanted, witnesses)).toEqual([
      [1, 'near'],
      [2, 'far'],
      [3, null],
    ]);
    expect(asked.filter((one) => one === 'far: 1' || one === 'near: 3')).toEqual([]);
    expect(asked.slice(0, 4)).toEqual(['near: none', 'near: 1', 'near: none', 'near: 2']);
  });

  it('come first who noticed it last time', async () => {
    const asked: string[] = [];
    const witnesses = [witness('one', [1], [1], asked), witness('two', [1], [1], asked)];
    expect(await told([{ id: 1, first: 'two', near: 'one' }], witnesses)).toEqual([[1, 'two']]);
  });

  it('do not count if what they say changes by itself', async () => {
    let times = 0;
    const fickle: Witness = {
      name: 'fickle',
      tell: async () => ({ said: String(times++), met: new Set([1]) }),
    };
    expect(await told([{ id: 1, first: null, near: '' }], [fickle])).toEqual([[1, null]]);
  });

  it('switch one mistake on at a time', async () => {
    const { during } = turns();
    const ask = () => Promise.resolve([1, 2].map((id) => Reflect.get(globalThis, 'isMistaken')(id)));
    expect(await during(2, ask)).toEqual([[false, true], new Set([1, 2])]);
    expect(await during(null, ask)).toEqual([[false, false], new Set([1, 2])]);
  });
});

describe('what is known of every function', () => {
  const mutants = everyMutant();

  it('holds for the functions of today: noticed, or with a reason why not', () => {
    expect(verdictFaults(mutants, loadNoticed(), loadEquivalent())).toEqual([]);
  });

  const [one, two] = mutantsOf('x/a.ts', TEXT);
  if (one === undefined || two === undefined) throw new Error('no mutants');
  const excuse: Equivalent = { file: 'x/a.ts', name: 'chosen', condition: 'a > 1', reason: 'nobody cares' };
  const known = (chosen: string | null) => ({ 'x/a.ts': { chosen, shown: 'fixture x/one' } });

  it.each([
    ['a survivor', known(null), [], 'nothing notices that `a > 1` is turned round'],
    [
      'a reason that is wrong',
      known('fixture x/two'),
      [excuse],
      'is called equivalent, and fixture x/two notices',
    ],
    [
      'a reason for what stood there before',
      known(null),
      [{ ...excuse, condition: 'a > 0' }],
      'another function now',
    ],
    [
      'a function that was never run',
      { 'x/a.ts': { chosen: 'fixture x/two' } },
      [],
      '1 functions were never run',
    ],
    [
      'a function that is gone',
      { 'x/a.ts': { ...known('y')['x/a.ts'], old: 'z' } },
      [],
      'x/a.ts: old is gone',
    ],
    ['a reason for one that is gone', known('y'), [{ ...excuse, name: 'old' }], 'equivalent.json names it'],
  ])('is wrong with %s', (_, noticed, equivalent, fault) => {
    const faults = verdictFaults([one, two], noticed, equivalent);
    expect(faults).toHaveLength(1);
    expect(faults.join()).toContain(fault);
  });

  it('is what was found last: for a mistake that nothing notices any more, too', () => {
    const before = { 'x/a.ts': { chosen: 'fixture x/two', shown: 'fixture x/one', old: 'z' } };
    expect(withFound(before, new Map([[one, null]]), [one, two])).toEqual(known(null));
    expect(withFound(before, new Map(), [one])).toEqual({ 'x/a.ts': { chosen: 'fixture x/two' } });
    expect(withFound({}, new Map(), [one])).toEqual({});
  });

  it('is right where everything is noticed or has a reason, and shown so', () => {
    expect(verdictFaults([one, two], known(null), [excuse])).toEqual([]);
    expect(verdictFaults([one, two], known('fixture x/two'), [])).toEqual([]);
    const table = tableOf([one, two], known(null), [excuse]);
    expect(table).toContain('| x | 2 | 1 | 1 | 0 |');
    expect(table).toContain('| x/a.ts | `chosen` | that `a > 1` is turned round | nobody cares |');
    expect(tableOf([one, two], known(null), [])).toContain('| x | 2 | 1 | 0 | 1 |');
  });
});
