/** TypeScript with its types taken out, comments and all else as it was. */
import ts from 'typescript';

export function withoutTypes(source: string): string {
  const file = ts.createSourceFile('part.ts', source, ts.ScriptTarget.Latest, true);
  const ranges: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    const own = typeRangesOf(node, file);
    ranges.push(...own);
    node.forEachChild((child) => {
      if (!own.some(([start, end]) => start <= child.getStart(file) && child.end <= end)) visit(child);
    });
  };
  file.forEachChild(visit);
  let text = source;
  for (const [start, end] of ranges.sort((a, b) => b[0] - a[0]))
    text = text.slice(0, start) + text.slice(end);
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function typeRangesOf(node: ts.Node, file: ts.SourceFile): [number, number][] {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return [[node.getFullStart(), node.end]];
  // A field that is only declared is made by what is put into it.
  if (ts.isPropertyDeclaration(node) && node.initializer === undefined)
    return [[node.getFullStart(), node.end]];
  const ranges: [number, number][] = [];
  if (ts.isAsExpression(node)) ranges.push([node.expression.end, node.end]);
  if (
    (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) &&
    node.type !== undefined
  )
    ranges.push([node.name.end, node.type.end]);
  if (ts.isPropertyDeclaration(node))
    for (const modifier of node.modifiers ?? [])
      if (modifier.kind === ts.SyntaxKind.ReadonlyKeyword)
        ranges.push([modifier.getStart(file), modifier.end + 1]);
  if (ts.isFunctionLike(node)) {
    const { typeParameters } = node;
    if (typeParameters !== undefined) ranges.push([typeParameters.pos - 1, typeParameters.end + 1]);
    if (node.type !== undefined) ranges.push([closingBefore(node.type, file), node.type.end]);
  }
  if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && node.typeArguments !== undefined)
    ranges.push([node.typeArguments.pos - 1, node.typeArguments.end + 1]);
  return ranges;
}

/** The colon before a return type. */
function closingBefore(type: ts.TypeNode, file: ts.SourceFile): number {
  return file.text.lastIndexOf(':', type.getStart(file));
}
