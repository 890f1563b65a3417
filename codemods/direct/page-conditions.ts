/** Conditions and statements that are about pages only: what says that there are more, and what counts them. */
import { childrenOf, isFunction, keyName, type Node } from '../../src/read/javascript/syntax/index.js';

type Names = ReadonlySet<string>;

const ABOUT_PAGES =
  /\b(?:result_info|total_pages|total_count|total|pages?|length|hasMore|hasNext\w*|cursor)\b/;

export function mentions(test: Node, names: Names): boolean {
  if (test.type === 'Identifier') return names.has(test.name) || ABOUT_PAGES.test(test.name);
  if (test.type === 'MemberExpression' && test.property.type === 'Identifier')
    return ABOUT_PAGES.test(test.property.name) || mentions(test.object, names);
  return childrenOf(test).some((child) => mentions(child, names));
}

/** `page++`, `total = …;`, `if (… < 50) break;` */
export function onlyCounts(statement: Node, names: Names): boolean {
  if (statement.type === 'ExpressionStatement') return isCount(statement.expression, names);
  if (statement.type !== 'IfStatement' || !mentions(statement.test, names)) return false;
  const { test, consequent, alternate } = statement;
  if (!isHarmless(test) || (hasBreak(consequent) && !saysLastPage(test, names))) return false;
  if (alternate && hasBreak(alternate) && !isAboutCounters(test, names)) return false;
  return [consequent, alternate].every((branch) =>
    (branch?.type === 'BlockStatement' ? branch.body : branch ? [branch] : []).every(
      (one) => (one.type === 'BreakStatement' && !Reflect.get(one, 'label')) || onlyCounts(one, names),
    ),
  );
}

function isCount(expression: Node, names: Names): boolean {
  if (expression.type === 'UpdateExpression') return isNamed(expression.argument, names);
  return (
    expression.type === 'AssignmentExpression' &&
    isNamed(expression.left, names) &&
    isHarmless(expression.right)
  );
}

function isNamed(node: Node, names: Names): boolean {
  return node.type === 'Identifier' && names.has(node.name);
}

export function hasBreak(node: Node): boolean {
  return node.type === 'BreakStatement' || (!isFunction(node) && childrenOf(node).some(hasBreak));
}

/** Each part of the condition of a loop is about what it counts, or always true. */
export function isLoopTest(test: Node, names: Names): boolean {
  if (test.type === 'LogicalExpression') return isLoopTest(test.left, names) && isLoopTest(test.right, names);
  const isTrue = test.type === 'Literal' && Boolean(test.value);
  return isTrue || isCount(test, names) || (isHarmless(test) && isAboutCounters(test, names));
}

function isAboutCounters(node: Node, names: Names): boolean {
  return isNamed(node, names) || childrenOf(node).some((child) => isAboutCounters(child, names));
}

const PURE_OWNERS: Names = new Set(['Math', 'Number', 'Array']);
const PURE_FUNCTIONS: Names = new Set(['Number', 'parseInt', 'Boolean', 'String']);

/** Does nothing but to compute a value: to leave it out loses nothing. */
export function isHarmless(node: Node): boolean {
  if (/^(?:Await|Yield|New|TaggedTemplate|Assignment|Update|Import)Expression$/.test(node.type)) return false;
  if (node.type === 'CallExpression') {
    const { callee } = node;
    const isPure =
      callee.type === 'MemberExpression'
        ? isNamed(callee.object, PURE_OWNERS)
        : isNamed(callee, PURE_FUNCTIONS);
    if (!isPure) return false;
  }
  return childrenOf(node).every(isHarmless);
}

/** The last page was read: `rules.length < 50`, `page >= pages`. That something was found says no such thing. */
export function saysLastPage(test: Node, names: Names): boolean {
  if (test.type === 'LogicalExpression')
    return saysLastPage(test.left, names) && saysLastPage(test.right, names);
  if (test.type === 'UnaryExpression') return test.operator === '!' && mentions(test.argument, names);
  if (test.type !== 'BinaryExpression') return isNamed(test, names);
  const { left, right, operator } = test;
  const isNumber = right.type === 'Literal';
  switch (operator) {
    case '<':
    case '<=':
      return isLength(left) || isAboutCounters(right, names);
    case '>':
    case '>=':
      return isLength(left) ? !isNumber : isAboutCounters(left, names);
    case '==':
    case '===':
      return isLength(left) && isNumber ? right.value === 0 : mentions(left, names);
    case '!=':
    case '!==':
      return isLength(left) && !(isNumber && right.value === 0);
    default:
      return false;
  }
}

function isLength(node: Node): boolean {
  return node.type === 'MemberExpression' && keyName(node.property, node.computed) === 'length';
}

const COLLECTING: Names = new Set(['push', 'unshift', 'forEach']);

/** Does nothing where a list is empty. */
export function onlyCollects(statement: Node): boolean {
  if (statement.type === 'ForOfStatement') return true;
  if (statement.type !== 'ExpressionStatement') return false;
  const { expression } = statement;
  if (expression.type === 'AssignmentExpression') {
    const { right } = expression;
    return right.type === 'ArrayExpression' || isCallOf(right, new Set(['concat']));
  }
  return isCallOf(expression, COLLECTING);
}

function isCallOf(node: Node, names: Names): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  return names.has(keyName(node.callee.property, node.callee.computed) ?? '');
}
