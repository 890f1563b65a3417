/** What a program in PHP or Ruby reads of a firewall rule, as it reads the same of a custom rule. */
import type { Edit } from '../../../src/analysis/index.js';
import type { RuleRead } from '../../php-ruby/kind.js';

const SAME: ReadonlySet<string> = new Set(['id', 'ref']);

export function isLeaf(path: readonly string[]): boolean {
  return path.length > 1 || (path.length === 1 && path[0] !== 'filter');
}

/** Null where it has no counterpart. */
export function readEdits({ syntax, tree, path, visit, rule }: RuleRead): readonly Edit[] | null {
  const [field = '', part] = path;
  const { node } = visit;
  if (field === 'filter') {
    // The id of the filter is that of its rule.
    if (part !== 'expression' && part !== 'id') return null;
    const step = visit.steps.findLast(({ kind, name }) => kind === 'key' && name === 'filter');
    return step === undefined ? null : syntax.withoutKey(tree, step);
  }
  if (path.length > 1) return null;
  if (field === 'paused') return syntax.disabledEdits(tree, rule, node);
  if (field === 'action')
    return syntax
      .comparedWith(tree, node)
      .flatMap((text) => asSkip(tree.text.slice(text.start, text.end), text.start));
  if (field === 'description') return syntax.orEmpty(tree, node);
  return SAME.has(field) ? [] : null;

  function asSkip(written: string, start: number): readonly Edit[] {
    return /^["':]allow["']?$/.test(written) ? [{ start: start + 1, end: start + 6, text: 'skip' }] : [];
  }
}
