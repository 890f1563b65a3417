/** Which texts of a program in PHP or Ruby may read rules. */
import { isInside, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { appliedTo } from '../places/index.js';
import type { Syntax } from './syntax.js';

const ON_RULES = /firewall|\bwaf\b|rule|rate_?limit/i;

/** A file without its functions about other things of the API, which have fields of the same names. */
export function textOnRules(syntax: Syntax, tree: SyntaxTree): string {
  const others = walk(tree.root).filter(
    (node) =>
      syntax.functions.has(node.type) &&
      /dns|record|\b(?:zones|accounts)\//i.test(textOf(tree, node)) &&
      !ON_RULES.test(textOf(tree, node)),
  );
  const outer = others.filter((node) => !others.some((other) => other !== node && isInside(node, other)));
  const gone = outer.map(({ start, end }) => ({ start, end, text: '' }));
  return appliedTo(tree.text, 0, gone);
}

/** The file, or one that may be handed rules by it, reads fields in one of these ways. */
export function isRead(ways: RegExp, own: string, others: readonly string[] | null): boolean {
  return ways.test(own) || (others?.some((text) => ON_RULES.test(text) && ways.test(text)) ?? true);
}

/** Texts of the files that may use what a file defines; null where there are too many to look at. */
export function textsBeside(path: string, language: string, around: Surroundings): readonly string[] | null {
  const endings =
    language === 'php'
      ? ['.php', '.phtml', '.inc', '.blade.php', '.twig']
      : ['.rb', '.erb', '.rake', '.haml', '.slim'];
  const files = endings.map((ending) => around.filesEndingWith(ending));
  if (files.includes(null)) return null;
  return [...new Set(files.flatMap((one) => one ?? []))]
    .filter((other) => other !== path)
    .map((other) => around.file(other)?.text ?? '');
}
