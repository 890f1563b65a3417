/**
 * Patterns of ignore files, matched as git does, and never slower than pattern length times path length: a
 * star that fails is retried one character further on, and only the last star is. The same holds one level up,
 * where `**` stands for any number of folders. Text is compared by bytes: pattern and path both come as
 * latin1, one character per byte.
 */

type Token =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [number, number])[];
    };

/** One path component of a pattern; `globstar` stands for any number of components. */
type Segment = 'globstar' | { readonly literal: string } | { readonly tokens: readonly Token[] };

export type Glob = readonly Segment[];

/** `undefined` where the pattern can match nothing, such as one with an unclosed set. */
export function parseGlob(pattern: string): Glob | undefined {
  const parts = pattern.split('/');
  const segments: Segment[] = [];
  for (const [index, part] of parts.entries()) {
    if (part === '**') {
      if (segments[segments.length - 1] !== 'globstar') segments.push('globstar');
      // At the end it means what is inside: at least one component more.
      if (index === parts.length - 1) segments.push({ tokens: [{ kind: 'star' }] });
      continue;
    }
    const segment = parseSegment(part);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

export function matchesGlob(glob: Glob, components: readonly string[]): boolean {
  let segment = 0;
  let component = 0;
  let retrySegment = -1;
  let retryComponent = 0;
  while (component < components.length) {
    const wanted = glob[segment];
    if (wanted === 'globstar') {
      retrySegment = segment++;
      retryComponent = component;
    } else if (wanted !== undefined && matchesSegment(wanted, components[component] ?? '')) {
      segment++;
      component++;
    } else if (retrySegment >= 0) {
      segment = retrySegment + 1;
      component = ++retryComponent;
    } else {
      return false;
    }
  }
  while (glob[segment] === 'globstar') segment++;
  return segment === glob.length;
}

function matchesSegment(segment: Exclude<Segment, 'globstar'>, text: string): boolean {
  return 'literal' in segment ? segment.literal === text : matchesTokens(segment.tokens, text);
}

function matchesTokens(tokens: readonly Token[], text: string): boolean {
  let token = 0;
  let at = 0;
  let retryToken = -1;
  let retryAt = 0;
  while (at < text.length) {
    const wanted = tokens[token];
    if (wanted?.kind === 'star') {
      retryToken = token++;
      retryAt = at;
    } else if (wanted !== undefined && matchesCharacter(wanted, text.charCodeAt(at))) {
      token++;
      at++;
    } else if (retryToken >= 0) {
      token = retryToken + 1;
      at = ++retryAt;
    } else {
      return false;
    }
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

function matchesCharacter(token: Token, code: number): boolean {
  switch (token.kind) {
    case 'character':
      return token.code === code;
    case 'any':
      return true;
    case 'star':
      return false;
    case 'set':
      return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated;
  }
}

function parseSegment(text: string): Exclude<Segment, 'globstar'> | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '*') {
      if (tokens[tokens.length - 1]?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (character === '?') {
      tokens.push({ kind: 'any' });
    } else if (character === '[') {
      const set = parseSet(text, at + 1);
      if (set === undefined) return undefined;
      tokens.push(set.token);
      at = set.end;
    } else {
      if (character === '\\') at++;
      if (at >= text.length) return undefined;
      tokens.push({ kind: 'character', code: text.charCodeAt(at) });
    }
  }
  if (!tokens.every((token) => token.kind === 'character')) return { tokens };
  return { literal: tokens.map((token) => String.fromCharCode('code' in token ? token.code : 0)).join('') };
}

/** The named classes of POSIX that git knows, over ASCII. */
const CLASSES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  alnum: [
    ['0', '9'],
    ['A', 'Z'],
    ['a', 'z'],
  ],
  alpha: [
    ['A', 'Z'],
    ['a', 'z'],
  ],
  blank: [
    [' ', ' '],
    ['\t', '\t'],
  ],
  cntrl: [
    ['\0', '\x1f'],
    ['\x7f', '\x7f'],
  ],
  digit: [['0', '9']],
  graph: [['!', '~']],
  lower: [['a', 'z']],
  print: [[' ', '~']],
  punct: [
    ['!', '/'],
    [':', '@'],
    ['[', '`'],
    ['{', '~'],
  ],
  space: [
    [' ', ' '],
    ['\t', '\r'],
  ],
  upper: [['A', 'Z']],
  xdigit: [
    ['0', '9'],
    ['A', 'F'],
    ['a', 'f'],
  ],
};

/** A set such as `[a-z_]`, from behind its bracket; `end` is where its closing bracket stands. */
function parseSet(text: string, start: number): { readonly token: Token; readonly end: number } | undefined {
  const ranges: (readonly [number, number])[] = [];
  const negated = text[start] === '!' || text[start] === '^';
  const first = negated ? start + 1 : start;
  for (let at = first; at < text.length; at++) {
    if (text[at] === ']' && at > first) return { token: { kind: 'set', negated, ranges }, end: at };
    const named = /^\[:([a-z]*):\]/.exec(text.slice(at, at + 16));
    if (named !== null) {
      const known = CLASSES[named[1] ?? ''];
      if (known === undefined) return undefined;
      for (const one of known.map(([from, to]) => [from.charCodeAt(0), to.charCodeAt(0)] as const))
        ranges.push(one);
      at += named[0].length - 1;
      continue;
    }
    if (text[at] === '\\') at++;
    const from = text.charCodeAt(at);
    let to = from;
    if (text[at + 1] === '-' && at + 2 < text.length && text[at + 2] !== ']') {
      at += text[at + 2] === '\\' ? 3 : 2;
      to = text.charCodeAt(at);
    }
    ranges.push([from, to]);
  }
  return undefined;
}
