/** The statements of a script that declare resources. */
import { keyName, type Node, type NodeOf } from '../../../src/read/javascript/syntax/index.js';

const HOLDERS: ReadonlySet<string> = new Set(['Program', 'BlockStatement', 'StaticBlock']);

/** The filter of a rule may stand in its arguments; then both have one statement. */
export function statementOf(made: Node): Node | null {
  let current: Node | undefined = made;
  while (current !== undefined && INSIDE.has(current.type)) current = current.parent;
  if (current?.type === 'VariableDeclarator') {
    const declaration = current.parent;
    if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return null;
    const exported = declaration.parent;
    current = exported?.type === 'ExportNamedDeclaration' ? exported : declaration;
  } else if (isOwnField(current)) current = current.parent;
  else if (current?.type !== 'ExpressionStatement') return null;
  return current?.parent !== undefined && HOLDERS.has(current.parent.type) ? current : null;
}

/** `this.rule = …` as a statement */
function isOwnField(node: Node | undefined): node is NodeOf<'AssignmentExpression'> {
  return (
    node?.type === 'AssignmentExpression' &&
    node.parent?.type === 'ExpressionStatement' &&
    ownField(node.left) !== null
  );
}

/** `rule` of `this.rule` */
export function ownField(node: Node): string | null {
  return node.type === 'MemberExpression' && node.object.type === 'ThisExpression'
    ? keyName(node.property, node.computed)
    : null;
}

/** `readonly rule: FirewallRule;` of the class that a node stands in; null where there is none without a value. */
export function fieldDeclarationOf(made: Node, field: string): Node | null {
  let holder: Node | undefined = made;
  while (holder !== undefined && holder.type !== 'ClassBody') holder = holder.parent;
  const declared = holder?.body.find(
    (one) =>
      one.type === 'PropertyDefinition' && one.value == null && keyName(one.key, one.computed) === field,
  );
  return declared ?? null;
}

/** What may stand between a filter and the statement of the rule that holds it. */
const INSIDE: ReadonlySet<string> = new Set([
  'NewExpression',
  'ObjectExpression',
  'Property',
  'MemberExpression',
]);

/** Comments on lines of their own right above a statement, with the statement's start as their end. */
export function commentsStart(text: string, { range: [start] }: Node): number {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (text.slice(lineStart, start).trim() !== '') return start;
  const [block = ''] =
    /(?:^|(?<=\n))(?:[ \t]*\/\/[^\n]*\n|[ \t]*\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*\r?\n)*$/.exec(
      text.slice(0, lineStart),
    ) ?? [];
  return lineStart - block.length;
}

/** With the rest of its line and one empty line behind it. */
export function afterGap(text: string, end: number): number {
  return end + (/^[ \t]*\r?\n(?:[ \t]*\r?\n)?/.exec(text.slice(end))?.[0].length ?? 0);
}
