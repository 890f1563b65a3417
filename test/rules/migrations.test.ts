import { describe, expect, it } from 'vitest';
import { type Case, loadCases } from '../../scripts/prove/cases.js';
import { fixed, lint } from './linter.js';

/** What `eslint --fix` and the suggestions write is what `migrate` writes, by the cases of the codemods. */

interface Program {
  readonly name: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Cases of one script and nothing that stays for a person. */
function programs(level: Case['meta']['level']): readonly Program[] {
  return loadCases().flatMap(({ codemod, name, meta, input, expected }) => {
    const scripts = [...input].filter(([path]) => /\.[cm]?[jt]sx?$/.test(path));
    const [script] = scripts;
    if (meta.level !== level || scripts.length !== 1 || script === undefined || meta.left !== undefined)
      return [];
    const [path, content] = script;
    const before = content.toString();
    const after = expected.get(path)?.toString() ?? before;
    return [{ name: `${codemod}/${name}`, path, before, after }];
  });
}

describe('a program that migrate changes at the level safe', () => {
  const safe = programs('safe');

  it('is in many cases', () => {
    expect(safe.filter(({ before, after }) => before !== after).length).toBeGreaterThanOrEqual(15);
  });

  it.each(safe.map((one) => [one.name, one] as const))('is changed alike by eslint --fix: %s', (_, one) => {
    expect(fixed(one.before, { filename: one.path })).toBe(one.after);
  });
});

describe('a program that migrate changes at the level review', () => {
  const reviewed = programs('review').filter(({ before, after }) => before !== after);
  const suggested = reviewed.flatMap((one) => {
    const messages = lint(one.before, { filename: one.path });
    const [message] = messages;
    const [suggestion] = message?.suggestions ?? [];
    return messages.length === 1 && suggestion !== undefined ? [{ ...one, suggestion }] : [];
  });

  it('has a suggestion in many cases', () => {
    expect(suggested.length).toBeGreaterThanOrEqual(40);
  });

  it('gets what migrate writes, but for code that nothing uses any more', () => {
    const other = suggested.filter(({ before, after, suggestion: { fix } }) => {
      const lines = new Set(after.split('\n'));
      const text = before.slice(0, fix.range[0]) + fix.text + before.slice(fix.range[1]);
      const added = text.split('\n').filter((line) => !before.includes(line));
      return added.some((line) => !lines.has(line));
    });
    expect(other.map(({ name }) => name)).toEqual([]);
  });
});
