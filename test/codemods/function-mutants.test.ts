/** Mistakes that are made by rule: where they stand, and that they can be switched on one by one. */
import { describe, expect, it } from 'vitest';
import {
  functionMutants,
  mutantsOf,
  transformationFiles,
  withMistakes,
} from '../../scripts/prove/function-mutants/make.js';

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
    expect(mutantsOf('a.ts', TEXT).map(({ name, mistake }) => [name, mistake])).toEqual([
      ['chosen', 'its first condition is turned round'],
      ['shown', 'it gives nothing back'],
      ['plain', 'it gives nothing back'],
      ['codemod.classify', 'its first condition is turned round'],
      ['Box.value', 'it gives nothing back'],
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
    expect(files.some((file) => file.includes('fixtures'))).toBe(false);
  });
});
