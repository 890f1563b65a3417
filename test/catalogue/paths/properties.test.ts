import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinCatalogue, expandChecks } from '../../../src/catalogue/index.js';
import { createPathMatcher, holeText } from '../../../src/catalogue/paths/index.js';
import { processorTime } from '../../processor-time.js';

/** Properties of the matcher over every template of the built-in catalogue. */

const catalogue = builtinCatalogue();
const matcher = createPathMatcher(catalogue);

interface Named {
  readonly path: string;
  readonly alive: boolean;
}

/** Every template that the catalogue names, with whether it is a look-alike only. */
const named: readonly Named[] = (() => {
  const alive = new Map<string, boolean>();
  const shape = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');
  const [profile] = catalogue.profiles;
  for (const entry of catalogue.entries) {
    const { fields, values } = profile === undefined ? entry : expandChecks(entry, profile);
    const checks = [...fields, ...values, ...entry.queries, ...entry.expressions];
    const dead = [...entry.endpoints, ...checks.flatMap((check) => check.calls)];
    for (const { path } of dead) alive.set(shape(path), false);
    for (const path of entry.lookAlikes) if (!alive.has(shape(path))) alive.set(shape(path), true);
  }
  return [...alive].map(([path, isAlive]) => ({ path, alive: isAlive }));
})();

/** One placeholder name for all, so that templates can be compared. */
const found = (path: string): string[] =>
  matcher.match(path).map((match) => match.template.path.replace(/\{[^}]*\}/g, '{}'));

/** What a comparison with each template says: most literal segments, the earlier ones first, win. */
function naive(path: string): string[] {
  const segments = path.split('/');
  const fitting = named.filter((template) => {
    const parts = template.path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === '{}' || part === segments[index])
    );
  });
  const rank = ({ path: template }: Named): string =>
    template
      .split('/')
      .map((part) => (part === '{}' ? '1' : '0'))
      .join('');
  const best = fitting.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
  return best === undefined || best.alive ? [] : [best.path];
}

const template = fc.constantFrom(...named.filter(({ alive }) => !alive).map(({ path }) => path));

const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,11}$/);
const notation = fc.oneof(
  name.map((text) => `\${${text}}`),
  name.map((text) => `{${text}}`),
  name.map((text) => `:${text}`),
  name.map((text) => `<${text}>`),
  fc.constantFrom('%s', '%d', '%v', '{}', '{0}', '$1', '*'),
  name.map((text) => `%{${text}}`),
  name.map((text) => `$${text}`),
  name.map((text) => `#{${text}}`),
  name.map((text) => `{{ ${text} }}`),
  name.map((text) => `'+${text}+'`),
  name.map((text) => `" + ${text} + "`),
  name.map((text) => `$(get ${text})`),
  name.map((text) => holeText(text)),
  fc.stringMatching(/^[0-9a-f]{32}$/),
);

const withNotations = fc
  .tuple(template, fc.array(notation, { minLength: 8, maxLength: 8 }))
  .map(([path, texts]) => {
    let index = 0;
    return { path, written: path.replace(/\{\}/g, () => texts[index++ % texts.length] ?? '{}') };
  });

describe('every template of the catalogue', () => {
  it('matches itself in every notation', () => {
    fc.assert(
      fc.property(withNotations, ({ path, written }) => {
        expect(found(written)).toEqual([path]);
        expect(found(`https://api.cloudflare.com/client/v4${written}`)).toEqual([path]);
      }),
      { numRuns: 2000, seed: 34 },
    );
  });

  it('is not matched after one edit in a literal segment, unless a placeholder takes the edited segment', () => {
    const edited = fc
      .tuple(
        template,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('insert', 'delete', 'replace'),
        fc.stringMatching(/^[a-z0-9_-]$/),
      )
      .map(([path, which, where, edit, character]) => {
        const segments = path.split('/');
        const literals = segments.flatMap((text, index) => (text !== '' && text !== '{}' ? [index] : []));
        const index = literals[which % literals.length] ?? 1;
        const text = segments[index] ?? '';
        const at = where % (text.length + 1);
        const rest = text.slice(edit === 'insert' ? at : at + 1);
        const changed = text.slice(0, at) + (edit === 'delete' ? '' : character) + rest;
        return { path, before: text, changed, segments: segments.with(index, changed) };
      })
      .filter(({ before, changed }) => changed !== '' && changed !== before);
    fc.assert(
      fc.property(edited, ({ path, segments }) => {
        const written = segments.map((text) => (text === '{}' ? '023e105f4ecef8ad9ca31a8372d0c353' : text));
        const expected = naive(written.join('/'));
        expect(found(written.join('/'))).toEqual(expected);
        expect(expected).not.toContain(path);
      }),
      { numRuns: 3000, seed: 35 },
    );
  });
});

describe('any text', () => {
  it('is read without failing', () => {
    const wild = fc.string({
      unit: fc.constantFrom(...'/zones{}$%<>\'"`:#?&*()\\ \uFDD0\uFDD1aé'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(wild, (text) => {
        matcher.match(text);
        matcher.isOpen(text);
        matcher.foreign(text);
        expect(matcher.host(text).kind).toBeTypeOf('string');
      }),
      { numRuns: 3000, seed: 35 },
    );
  });

  it.each([
    ['segments', 'a/'],
    ['scopes', 'zones/1/'],
    ['scopes that fail late', 'zones/1/firewall/waf/packages/2/rules/'],
    ['open braces', '{'],
    ['open template holes', '${'],
    ['open commands', '$(/'],
    ['open tags', '<'],
    ['quotes', '\'/"'],
    ['percent signs', '%(a'],
    ['subscripts', '$a['],
    ['escapes', '%2'],
    ['colons', '/:a('],
  ])('takes time in proportion to its length: %s', (_, unit) => {
    const time = (length: number): number => {
      const text = unit.repeat(length / unit.length);
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) {
        const start = processorTime();
        matcher.match(text);
        matcher.isOpen(text);
        best = Math.min(best, processorTime() - start);
      }
      return best;
    };
    time(10_000);
    const short = time(10_000);
    // 32 times the length: 32 if linear, 1024 if quadratic.
    expect(time(320_000) / short).toBeLessThan(200);
  });
});
