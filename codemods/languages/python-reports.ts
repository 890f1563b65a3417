/** Statements of Python that only say how a call went. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import type { CallStatement } from './statements.js';

const SPEAKING =
  /^(?:print|exit|sys\.exit|sys\.std(?:err|out)\.write|json\.dumps|str|repr|len|type|(?:self\.)?_?log(?:ger|ging)?\.\w+|\w*(?:Error|Exit|Exception))$/i;
const STATEMENTS: ReadonlySet<string> = new Set([
  'expression_statement',
  'raise_statement',
  'pass_statement',
  'if_statement',
]);

/** `if r.ok: print(…)` with its other branches: it looks at the result, and says something or stops. */
export function isReport(tree: SyntaxTree, statement: SyntaxNode, variable: string): boolean {
  if (statement.type !== 'if_statement') return false;
  const condition = statement.children.find(({ field }) => field === 'condition');
  return (
    condition !== undefined && mentions(tree, condition, variable) && onlySays(tree, statement, variable)
  );
}

/** Every statement in it is one that prints, logs, raises or exits, and nothing else is called. */
function onlySays(tree: SyntaxTree, statement: SyntaxNode, variable: string): boolean {
  const ofResult = new RegExp(`^${literally(variable)}\\.(?:json|text|get|read|raise_for_status)$`);
  const parts = walk(statement);
  const blocks = parts.filter(({ type }) => type === 'block');
  const isSpeaking = (call: SyntaxNode) => {
    const [callee] = call.children;
    const name = callee === undefined ? '' : textOf(tree, callee);
    return SPEAKING.test(name) || ofResult.test(name) || /\)\.get$|["']\.(?:format|join)$/.test(name);
  };
  return (
    blocks.every((block) => block.children.every(({ isNamed, type }) => !isNamed || STATEMENTS.has(type))) &&
    parts.every(({ type }) => !/assignment|named_expression|yield/.test(type)) &&
    parts.filter(({ type }) => type === 'call').every(isSpeaking)
  );
}

export function mentions(tree: SyntaxTree, node: SyntaxNode, name: string): boolean {
  return walk(node).some((one) => one.type === 'identifier' && textOf(tree, one) === name);
}

/** `with patch(…) as r:`, whose block only says how it went. */
export function withStatement(tree: SyntaxTree, call: SyntaxNode): CallStatement | null {
  const item = call.parent?.type === 'as_pattern' ? call.parent.parent : call.parent;
  const clause = item?.parent;
  const statement = clause?.parent;
  const body = statement?.children.find(({ field }) => field === 'body');
  if (item?.type !== 'with_item' || statement?.type !== 'with_statement' || body === undefined) return null;
  if (clause?.children.filter(({ isNamed }) => isNamed).length !== 1) return null;
  const target = walk(item).find(({ type }) => type === 'as_pattern_target');
  const variable = target === undefined ? '_' : textOf(tree, target);
  const isQuiet = body.children.every(
    (one) => !one.isNamed || textOf(tree, one) === `${variable}.raise_for_status()`,
  );
  return isQuiet || onlySays(tree, body, variable)
    ? { statements: [statement], isPrinted: !isQuiet, isReported: !isQuiet }
    : null;
}
