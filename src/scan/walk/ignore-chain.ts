/** The ignore files in force in a folder of a tree, from the nearest to the farthest. */

import { IgnoreRules } from './ignore-rules.js';
import type { WalkProblem } from './left-out.js';
import type { PlacedRules } from './path-filter.js';
import { readRegularFile } from './regular-file.js';

export interface Chain {
  /** Components of the folder the rules stand in. */
  readonly depth: number;
  /** Components that lead from the folder of the rules to the root, for rules from above it. */
  readonly above: readonly string[];
  readonly rules: IgnoreRules;
  readonly next: Chain | undefined;
}

export const GITIGNORE = '.gitignore';
const LARGEST_IGNORE_FILE = 16 * 1024 * 1024;

/** Rules from above the root; the last is the nearest. */
export function outerChain(placed: readonly PlacedRules[]): Chain | undefined {
  let chain: Chain | undefined;
  for (const { above, rules } of placed) chain = { depth: 0, above, rules, next: chain };
  return chain;
}

/** With the rules of a folder that lies so many components deep. */
export function nearer(rules: IgnoreRules, depth: number, next: Chain | undefined): Chain | undefined {
  return rules.isEmpty ? next : { depth, above: [], rules, next };
}

export function isIgnored(
  chain: Chain | undefined,
  components: readonly string[],
  isFolder: boolean,
): boolean {
  for (let link = chain; link !== undefined; link = link.next) {
    const below = link.depth === 0 ? components : components.slice(link.depth);
    const verdict = link.rules.verdict(link.above.length === 0 ? below : [...link.above, ...below], isFolder);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}

/** `undefined` where there is none; one that cannot be used is told of. */
export function readIgnoreFile(
  file: string | Buffer,
  shownAs: string,
  problems: WalkProblem[],
  options: { readonly follow?: boolean } = {},
): IgnoreRules | undefined {
  const found = readRegularFile(file, LARGEST_IGNORE_FILE, options);
  if (found.kind === 'missing') return undefined;
  const rules = found.kind === 'read' ? new IgnoreRules(found.bytes.toString('latin1')) : undefined;
  if (rules?.areTooMany === false) return rules;
  const why = found.kind === 'refused' ? found.why : 'it has too many patterns with wildcards';
  problems.push({ path: shownAs, message: `This ignore file was not used: ${why}.`, incomplete: false });
  return undefined;
}
