/** Whether another file may use a variable that stands outside of functions. */
import { closest, FUNCTIONS, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';

interface Place {
  readonly tree: SyntaxTree;
  readonly path: string;
  readonly around: Surroundings;
}

/** What another file has to name besides the variable, by language: a common name is in many files. */
export function isUsedElsewhere({ tree, path, around }: Place, name: SyntaxNode): boolean {
  const written = textOf(tree, name);
  const isPlain = /^[A-Za-z_]\w*$/.test(written);
  if (!isPlain || closest(name, FUNCTIONS) !== null) return false;
  const [stem = '', folder = ''] = path
    .replace(/\.\w+$/, '')
    .split('/')
    .toReversed();
  const isCapital = /^[A-Z]/.test(written);
  const words = {
    python: [written, stem === '__init__' ? folder : stem],
    go: [written],
    ruby: isCapital ? [written] : null,
    rust: isCapital ? [written] : null,
    java: isCapital ? [written] : null,
  }[tree.language];
  if (words == null) return false;
  const patterns = words.map((word) => new RegExp(`\\b${literally(word)}\\b`));
  const ending = /\.\w+$/.exec(path)?.[0] ?? '';
  const others = around.filesEndingWith(ending);
  if (others === null) return true;
  const home = path.slice(0, path.lastIndexOf('/') + 1);
  // What begins with a small letter is seen in its package alone.
  const isOwnPackage = tree.language === 'go' && !isCapital;
  return others.some((other) => {
    if (other === path || (isOwnPackage && other.slice(0, other.lastIndexOf('/') + 1) !== home)) return false;
    const text = around.file(other)?.text ?? '';
    return patterns.every((pattern) => pattern.test(text));
  });
}
