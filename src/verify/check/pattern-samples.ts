/** Texts that patterns of a program match: rules of a made state are called so that the program finds them. */

const MOST_REPEATED = 12;
const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const ANCHORS: ReadonlySet<string> = new Set(['b', 'B', 'A', 'Z', 'z']);
const DATE = '1111-11-11';
/** Days that have passed, and have not come, for every program. */
const DAYS = ['2001-01-01', '2999-12-31'] as const;

/**
 * The shortest texts that a pattern matches, with the first of its alternatives: with the last letters of its classes and
 * with the first ones, so that it is seen whether a program sorts, and for a date one that has passed and one that has
 * not; nothing where it is not that simple.
 */
export function samplesOf(pattern: string): readonly string[] {
  const texts = [true, false].flatMap((isLast) => {
    const reader = new Reader(pattern, isLast);
    const text = reader.alternatives();
    if (text === null || !reader.isAtEnd) return [];
    return text.includes(DATE) ? DAYS.map((day) => text.replaceAll(DATE, day)) : [text];
  });
  return [...new Set(texts)];
}

class Reader {
  #at = 0;

  constructor(
    private readonly pattern: string,
    private readonly isLast: boolean,
  ) {}

  get isAtEnd(): boolean {
    return this.#at >= this.pattern.length;
  }

  alternatives(): string | null {
    let first: string | null = null;
    for (;;) {
      const one = this.#sequence();
      if (one === null) return null;
      first ??= one;
      if (this.pattern[this.#at] !== '|') return first;
      this.#at++;
    }
  }

  #sequence(): string | null {
    let text = '';
    while (!this.isAtEnd && !/[|)]/.test(this.pattern[this.#at] ?? '')) {
      const part = this.#part();
      if (part === null) return null;
      text += part.repeat(this.#times());
    }
    return text;
  }

  #part(): string | null {
    const sign = this.pattern[this.#at++] ?? '';
    if (sign === '^' || sign === '$') return '';
    if (sign === '.') return 'a';
    if (sign === '[') return this.#class();
    if (sign === '(') return this.#group();
    if (sign !== '\\') return sign;
    const escaped = this.pattern[this.#at++] ?? '';
    if (ANCHORS.has(escaped)) return '';
    if (/[1-9kpPuUxc]/.test(escaped)) return null;
    return CLASSES[escaped] ?? ({ n: '\n', t: '\t', r: '\r' } as Record<string, string>)[escaped] ?? escaped;
  }

  #group(): string | null {
    if (this.pattern[this.#at] === '?') {
      const named = /^\?(?:P?<\w{1,40}>|:)/.exec(this.pattern.slice(this.#at, this.#at + 50));
      if (named === null) return null;
      this.#at += named[0].length;
    }
    const text = this.alternatives();
    if (this.pattern[this.#at] !== ')') return null;
    this.#at++;
    return text;
  }

  /** One character of a class, a letter if it has one. */
  #class(): string | null {
    const end = this.#endOfClass();
    if (end < 0) return null;
    const inner = this.pattern.slice(this.#at, end);
    this.#at = end + 1;
    if (inner.startsWith('^')) return ['a', '-', '1'].find((one) => !inner.includes(one)) ?? null;
    const [, last] = this.isLast ? (/[A-Za-z]-([A-Za-z])/.exec(inner) ?? []) : [];
    if (last !== undefined) return last;
    const [first = ''] = /[A-Za-z](?=-)|(?<!\\)[A-Za-z]|\\[dws]|\d/.exec(inner) ?? [inner];
    return first.startsWith('\\') ? (CLASSES[first[1] ?? ''] ?? null) : (first[0] ?? null);
  }

  #endOfClass(): number {
    for (let at = this.#at; at < this.pattern.length; at++) {
      if (this.pattern[at] === '\\') at++;
      else if (this.pattern[at] === ']' && at > this.#at) return at;
    }
    return -1;
  }

  #times(): number {
    const [all = '', least] = /^(?:[*?]|\+|\{(\d{1,3})(?:,\d{0,3})?\})[?+]?/.exec(this.#rest()) ?? [];
    this.#at += all.length;
    if (all === '' || all.startsWith('+')) return 1;
    return least === undefined ? 0 : Math.min(Number(least), MOST_REPEATED);
  }

  #rest(): string {
    return this.pattern.slice(this.#at, this.#at + 12);
  }
}

/** `/…/` behind what can stand before a pattern, `re.compile(r"…")`, `=~ …` of a shell, `test("…")` of jq. */
const WRITTEN: readonly RegExp[] = [
  /(?<=[=(,:[!&|?]\s?|return )\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){1,80}\]){2,160})\/[gimsuy]{0,3}(?=[.,;)\s\]])/g,
  /\bre\.\w{1,12}\(\s{0,20}r?"((?:[^"\\\n]|\\.){2,160})"/g,
  /\bre\.\w{1,12}\(\s{0,20}r?'((?:[^'\\\n]|\\.){2,160})'/g,
  /=~ (\^[^\s"]{2,160})/g,
  /\b(?:test|match|capture|sub|gsub)\("((?:[^"\\\n]|\\.){2,160})"/g,
];

/** Samples of the patterns that stand in a text. */
export function samplesIn(text: string): readonly string[] {
  const patterns = WRITTEN.flatMap((written) =>
    [...text.matchAll(written)].map(([whole, pattern = '']) =>
      // In a text of jq each backslash is written twice.
      /^(?:test|match|capture|sub|gsub)/.test(whole) ? pattern.replace(/\\\\/g, '\\') : pattern,
    ),
  );
  return [...new Set(patterns.flatMap(samplesOf))];
}
