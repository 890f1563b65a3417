/** Declarations that nothing uses any more once some statements are gone. */
import { isPure, removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { encloses, type Identifier, Module, type Node } from '../../src/read/javascript/syntax/index.js';

/** `removed` is removed or written anew elsewhere, but for what is kept of it. */
export function unusedEdits(
  script: Script,
  removed: readonly Node[],
  kept: readonly Node[],
): readonly Edit[] {
  if (!(script instanceof Module)) return [];
  const gone = [...removed];
  const edits: Edit[] = [];
  const isGone = (node: Node) =>
    gone.some((one) => encloses(one, node)) && !kept.some((one) => encloses(one, node));
  for (let index = 0; index < gone.length && index < 50; index++) {
    const around = gone[index];
    if (around === undefined) break;
    for (const name of namesWithin(script, around)) {
      const declared = isGone(name) ? onlyDeclaration(script, name) : null;
      if (declared === null || !declared.uses.every(isGone)) continue;
      const { node } = declared;
      if (gone.some((one) => encloses(one, node))) continue;
      const edit =
        node.type === 'ImportDeclaration'
          ? withoutImport(script, node, declared.id)
          : removeStatement(script, node);
      if (edit === null) continue;
      gone.push(node.type === 'ImportDeclaration' ? declared.id : node);
      edits.push(edit);
    }
  }
  return edits;
}

function namesWithin(script: Module, around: Node): Identifier[] {
  return [...script.identifiers.values()].flat().filter((name) => encloses(around, name));
}

interface Declared {
  readonly id: Identifier;
  readonly node: Node;
  readonly uses: readonly Identifier[];
}

/** A declaration that does nothing by itself, and that no other module can name. */
function onlyDeclaration(script: Module, name: Identifier): Declared | null {
  const binding = script.resolve(name);
  const [id] = binding?.declarations ?? [];
  if (binding === null || id === undefined || binding.declarations.length !== 1) return null;
  const uses = script.references(binding);
  const { parent } = id;
  if (binding.kind === 'import') {
    const node = parent?.parent;
    return node?.type === 'ImportDeclaration' ? { id, node, uses } : null;
  }
  if (parent?.type === 'FunctionDeclaration' && parent.id === id)
    return parent.parent?.type === 'Program' ? { id, node: parent, uses } : null;
  const node = parent?.parent;
  if (parent?.type !== 'VariableDeclarator' || parent.id !== id || node?.type !== 'VariableDeclaration')
    return null;
  const { init } = parent;
  const isIdle = init === null || init === undefined || isPure(init);
  const isAlone =
    node.declarations.length === 1 && /^(?:Program|BlockStatement)$/.test(node.parent?.type ?? '');
  return isIdle && isAlone ? { id, node, uses } : null;
}

/** The name alone where the import has others. */
function withoutImport(
  script: Module,
  node: Extract<Node, { type: 'ImportDeclaration' }>,
  id: Identifier,
): Edit | null {
  const { specifiers } = node;
  if (specifiers.length === 1) {
    // With the end of the line before: behind its own, another import may be put.
    const before = /(?:\r\n|\n|\r)$/.exec(script.text.slice(0, node.range[0]))?.[0];
    if (before === undefined) return null;
    return { start: node.range[0] - before.length, end: node.range[1], text: '' };
  }
  const index = specifiers.findIndex(({ local }) => local === id);
  const [own, next, before] = [specifiers[index], specifiers[index + 1], specifiers[index - 1]];
  if (own?.type !== 'ImportSpecifier') return null;
  if (next !== undefined) return { start: own.range[0], end: next.range[0], text: '' };
  return before?.type === 'ImportSpecifier' ? { start: before.range[1], end: own.range[1], text: '' } : null;
}
