/**
 * Ignore files in git's syntax. In one file the last rule that matches a path decides; a folder that is
 * ignored takes everything in it along, so whoever asks goes from the top down and asks of folders first.
 */

import { type Glob, matchesGlob, parseGlob } from './glob.js';

interface Rule {
  readonly glob: Glob;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Without a slash a pattern is compared with the last component, at any depth. */
  readonly nameOnly: boolean;
}

export type IgnoreDecision = 'ignored' | 'kept' | undefined;

/** Rules by a text that a path must have for them to match; their places in the file, the first before the last. */
type Index = Map<string, number[]>;

/** Rules with wildcards that no index helps with, in one file. */
const MOST_UNINDEXED = 20_000;

export class IgnoreRules {
  readonly #rules: readonly Rule[];
  /** Of names without a wildcard. */
  readonly #byName: Index = new Map();
  /** Of whole paths without a wildcard. */
  readonly #byPath: Index = new Map();
  /** Of the texts behind a star at the beginning, such as `.log`, and their lengths. */
  readonly #byEnding: Index = new Map();
  readonly #endings = new Set<number>();
  /** Of paths that begin with a name without a wildcard. */
  readonly #byTop: Index = new Map();
  /** All others. */
  readonly #rest: number[] = [];

  /** `text` in latin1, as all text this class is given. */
  constructor(text: string) {
    const rules: Rule[] = [];
    for (const line of text.replace(/^\xef\xbb\xbf/, '').split('\n')) {
      const rule = parseRule(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (rule === undefined) continue;
      this.#place(rule, rules.length);
      rules.push(rule);
    }
    this.#rules = rules;
  }

  static ofPatterns(patterns: readonly string[]): IgnoreRules {
    return new IgnoreRules(patterns.map((pattern) => Buffer.from(pattern).toString('latin1')).join('\n'));
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether asking them of many paths would take too long. */
  get areTooMany(): boolean {
    return this.#rest.length > MOST_UNINDEXED;
  }

  /** What these rules say of one path, given by its components below the folder of the file. */
  verdict(components: readonly string[], isFolder: boolean): IgnoreDecision {
    const names = components.slice(-1);
    const [name = ''] = names;
    const asked = { components, names, isFolder };
    let last = this.#last(this.#byName.get(name), asked, -1);
    if (this.#byPath.size > 0) last = this.#last(this.#byPath.get(components.join('/')), asked, last);
    if (this.#byTop.size > 0) last = this.#last(this.#byTop.get(components[0] ?? ''), asked, last);
    for (const length of this.#endings)
      if (length <= name.length) last = this.#last(this.#byEnding.get(name.slice(-length)), asked, last);
    last = this.#last(this.#rest, asked, last);
    const rule = this.#rules[last];
    return rule === undefined ? undefined : rule.negated ? 'kept' : 'ignored';
  }

  /** The last of some rules that matches, if it comes after `known`, else `known`. */
  #last(
    places: readonly number[] | undefined,
    { components, names, isFolder }: Asked,
    known: number,
  ): number {
    if (places === undefined) return known;
    for (let at = places.length - 1; at >= 0; at--) {
      const place = places[at] ?? -1;
      if (place <= known) return known;
      const rule = this.#rules[place];
      if (rule === undefined || (rule.foldersOnly && !isFolder)) continue;
      if (matchesGlob(rule.glob, rule.nameOnly ? names : components)) return place;
    }
    return known;
  }

  #place({ glob, nameOnly }: Rule, place: number): void {
    const [first] = glob;
    const texts = glob.map((segment) =>
      segment !== 'globstar' && 'literal' in segment ? segment.literal : null,
    );
    const ending = nameOnly ? endingOf(glob) : null;
    if (nameOnly && texts[0] != null) add(this.#byName, texts[0], place);
    else if (!nameOnly && texts.every((text) => text !== null)) add(this.#byPath, texts.join('/'), place);
    else if (ending !== null) {
      this.#endings.add(ending.length);
      add(this.#byEnding, ending, place);
    } else if (!nameOnly && first !== undefined && texts[0] != null) add(this.#byTop, texts[0], place);
    else this.#rest.push(place);
  }
}

interface Asked {
  readonly components: readonly string[];
  /** The last component alone. */
  readonly names: readonly string[];
  readonly isFolder: boolean;
}

function add(index: Index, text: string, place: number): void {
  const places = index.get(text);
  if (places === undefined) index.set(text, [place]);
  else places.push(place);
}

/** What follows a star, where the pattern is nothing else. */
function endingOf([segment]: Glob): string | null {
  if (segment === undefined || segment === 'globstar' || 'literal' in segment) return null;
  const [star, ...others] = segment.tokens;
  if (star?.kind !== 'star' || others.length === 0) return null;
  const codes = others.map((token) => (token.kind === 'character' ? token.code : -1));
  return codes.includes(-1) ? null : codes.map((code) => String.fromCharCode(code)).join('');
}

function parseRule(line: string): Rule | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  let pattern = withoutTrailingSpaces(line);
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const nameOnly = !pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  const glob = parseGlob(nameOnly && pattern === '**' ? '*' : pattern);
  return glob === undefined ? undefined : { glob, negated, foldersOnly, nameOnly };
}

/** Spaces at the end do not count, unless one has a backslash before it. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}
