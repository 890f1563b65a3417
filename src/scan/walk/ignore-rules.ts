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

export type Verdict = 'ignored' | 'kept' | undefined;

export class IgnoreRules {
  /** From the last to the first: the first that matches decides. */
  readonly #rules: readonly Rule[];

  /** `text` in latin1, as all text this class is given. */
  constructor(text: string) {
    const rules: Rule[] = [];
    for (const line of text.replace(/^\xef\xbb\xbf/, '').split('\n')) {
      const rule = parseRule(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (rule !== undefined) rules.push(rule);
    }
    this.#rules = rules.reverse();
  }

  static ofPatterns(patterns: readonly string[]): IgnoreRules {
    return new IgnoreRules(patterns.map((pattern) => Buffer.from(pattern).toString('latin1')).join('\n'));
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** What these rules say of one path, given by its components below the folder of the file. */
  verdict(components: readonly string[], isFolder: boolean): Verdict {
    const name = components.slice(-1);
    for (const rule of this.#rules) {
      if (rule.foldersOnly && !isFolder) continue;
      if (matchesGlob(rule.glob, rule.nameOnly ? name : components)) return rule.negated ? 'kept' : 'ignored';
    }
    return undefined;
  }
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
