/** Types that an object literal is declared to have, in the same file. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { childrenOf, keyName, type Node } from '../../src/read/javascript/syntax/index.js';

/**
 * Makes a field optional in the type that an object is declared to have, so that it can be left out. `path` leads
 * to the object. Nothing where the type demands no such field, or stands elsewhere.
 */
export function optionalInType(
  script: Script,
  path: readonly Node[],
  /** Names from the object down to the field. */
  field: readonly string[],
): readonly Edit[] {
  const declared = typeNameOf(path);
  if (declared === null) return [];
  const declaration = declarationsIn(script).find(
    (node) =>
      (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') &&
      node.id.name === declared,
  );
  const signature = field.reduce<Node | undefined>(
    (holder, name) => (holder === undefined ? undefined : signatureIn(holder, name)),
    declaration,
  );
  if (signature?.type !== 'TSPropertySignature' || signature.optional === true) return [];
  const end = signature.key.range[1];
  return [{ start: end, end, text: '?' }];
}

function typeNameOf(path: readonly Node[]): string | null {
  const holder = path.findLast(
    ({ type }) =>
      type === 'VariableDeclarator' || type === 'TSAsExpression' || type === 'TSSatisfiesExpression',
  );
  const annotation =
    holder?.type === 'VariableDeclarator'
      ? holder.id.type === 'Identifier'
        ? holder.id.typeAnnotation?.typeAnnotation
        : undefined
      : holder?.type === 'TSAsExpression' || holder?.type === 'TSSatisfiesExpression'
        ? holder.typeAnnotation
        : undefined;
  let type = annotation;
  // A list of records is declared by the type of its items.
  while (type !== undefined && String(type.type) === 'TSArrayType') type = childrenOf(type)[0];
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : null;
}

function declarationsIn({ program }: Script): Node[] {
  return program.body.flatMap((node): Node[] =>
    node.type === 'ExportNamedDeclaration' ? (node.declaration === null ? [] : [node.declaration]) : [node],
  );
}

/** A field of the type itself, not of a type within it. */
function signatureIn(declaration: Node, field: string): Node | undefined {
  const pending = childrenOf(declaration);
  for (let node = pending.shift(); node !== undefined; node = pending.shift()) {
    if (node.type === 'TSPropertySignature') {
      if (keyName(node.key, node.computed) === field) return node;
    } else pending.push(...childrenOf(node));
  }
  return undefined;
}
