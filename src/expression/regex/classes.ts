/** Sets of characters of regular expressions, as predicates over code points. */

export type CharacterSet = (code: number) => boolean;

export function range(from: number, to: number): CharacterSet {
  return (code) => code >= from && code <= to;
}

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const only = sets[0];
  if (sets.length === 1 && only !== undefined) return only;
  return (code) => sets.some((set) => set(code));
}

export function negate(set: CharacterSet): CharacterSet {
  return (code) => !set(code);
}

/** Matches a character if it or another case of it is in the set. */
export function ignoreCase(set: CharacterSet): CharacterSet {
  return (code) => set(code) || otherCases(code).some(set);
}

/** The other spellings of a character that count as equal under `(?i)`. */
export function otherCases(code: number): number[] {
  const character = String.fromCodePoint(code);
  const upper = character.toUpperCase();
  const cases = [upper, character.toLowerCase(), upper.toLowerCase()];
  return cases.flatMap((text) => {
    const other = text.codePointAt(0);
    const single = other !== undefined && text.length === String.fromCodePoint(other).length;
    return single && other !== code ? [other] : [];
  });
}

/** `\d`, `\s`, `\w`: of all scripts, as in Rust, unless Unicode is switched off. */
const PERL: Readonly<Record<string, { readonly unicode: string; readonly ascii: string }>> = {
  d: { unicode: '\\p{Nd}', ascii: '[0-9]' },
  s: { unicode: '\\p{White_Space}', ascii: '[\\t\\n\\v\\f\\r ]' },
  w: {
    unicode: '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]',
    ascii: '[0-9A-Za-z_]',
  },
};

export function perlClass(letter: string, unicode: boolean): CharacterSet | null {
  const definition = PERL[letter.toLowerCase()];
  if (definition === undefined) return null;
  const set = bySource(unicode ? definition.unicode : definition.ascii);
  if (set === null) return null;
  return letter === letter.toLowerCase() ? set : negate(set);
}

const POSIX: Readonly<Record<string, string>> = {
  alnum: '[0-9A-Za-z]',
  alpha: '[A-Za-z]',
  ascii: '[\\x00-\\x7F]',
  blank: '[\\t ]',
  cntrl: '[\\x00-\\x1F\\x7F]',
  digit: '[0-9]',
  graph: '[!-~]',
  lower: '[a-z]',
  print: '[ -~]',
  punct: '[!-\\/:-@\\[-`{-~]',
  space: '[\\t\\n\\v\\f\\r ]',
  upper: '[A-Z]',
  word: '[0-9A-Za-z_]',
  xdigit: '[0-9A-Fa-f]',
};

/** `[:alpha:]`, by the name between the colons. */
export function posixClass(name: string): CharacterSet | null {
  const source = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined;
  return source === undefined ? null : bySource(source);
}

/** `\p{...}`: a general category, a script or a binary property, spelled loosely as Rust allows. */
export function unicodeClass(name: string): CharacterSet | null {
  if (/^any$/i.test(name)) return () => true;
  if (/^ascii$/i.test(name)) return range(0, 127);
  const property = name
    .replace(/^(?:gc|general_category)[=:]/i, '')
    .replace(/^(?:sc|script)[=:]/i, 'Script=');
  const titled = property.replace(
    /(^|[_ =-])([a-z])/g,
    (_, before: string, letter: string) => `${before.replace(/[ -]/, '_')}${letter.toUpperCase()}`,
  );
  for (const spelling of [property, titled, `Script=${titled}`]) {
    const set = /^[\w=]+$/.test(spelling) ? bySource(`\\p{${spelling}}`) : null;
    if (set !== null) return set;
  }
  return null;
}

const COMPILED = new Map<string, CharacterSet | null>();

/** A set by the source of a one-character regular expression of this runtime; null where it has none. */
function bySource(source: string): CharacterSet | null {
  const known = COMPILED.get(source);
  if (known !== undefined) return known;
  const set = compile(source);
  if (COMPILED.size < 1000) COMPILED.set(source, set);
  return set;
}

function compile(source: string): CharacterSet | null {
  let pattern: RegExp;
  try {
    pattern = new RegExp(`^${source}$`, 'u');
  } catch {
    return null;
  }
  return (code) => code <= 0x10ffff && pattern.test(String.fromCodePoint(code));
}
