/** Where a script gets a name from. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Node, namesIn } from '../../src/read/javascript/syntax/index.js';

/** The source of the import or `require` at the top of a script that brings a name. */
export function importedFrom({ program }: Script, name: string): string | undefined {
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration' && node.specifiers.some(({ local }) => local.name === name))
      return String(node.source.value);
    if (node.type !== 'VariableDeclaration') continue;
    for (const { id, init } of node.declarations) {
      const source = init ? sourceAsked(init) : undefined;
      if (source !== undefined && namesIn(id).some((one) => one.name === name)) return source;
    }
  }
  return undefined;
}

/** `require('./zones')`, `await import('./zones')`. */
function sourceAsked(init: Node): string | undefined {
  if (init.type === 'AwaitExpression') return init.argument ? sourceAsked(init.argument) : undefined;
  const isRequire =
    init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'require';
  const source = isRequire ? init.arguments[0] : init.type === 'ImportExpression' ? init.source : undefined;
  return source?.type === 'Literal' ? String(source.value) : undefined;
}
