import type { ExpressionUsage } from '../../../usage.js';
import { lower } from '../../evaluate/domain/lower.js';
import { alternatives, asText, type Text } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { keyName } from '../../syntax/nodes.js';
import type { Roots } from '../sending/roots.js';
import { contextOf, isProse } from '../usages/evidence.js';

/** Keys and names under which nothing but an expression of the rules language is kept. */
const EXPRESSION_NAMES = /expression$/i;

/** Whether a text has a name of the rules language in it. */
export function mayBeExpression(engine: Engine, content: string): boolean {
  return engine.profiles.some((profile) =>
    profile.expressionPrefixes.some((prefix) => content.includes(`${prefix}.`)),
  );
}

/** The text around a leaf as far as it is put together in one place. */
export function wholeText(leaf: Node): Node {
  let whole = leaf;
  for (let parent = leaf.parent; parent !== undefined; parent = whole.parent) {
    const goesOn =
      parent.type === 'TemplateLiteral' ||
      (parent.type === 'BinaryExpression' && parent.operator === '+') ||
      parent.type === 'ParenthesizedExpression' ||
      (parent.type === 'TaggedTemplateExpression' && parent.quasi === whole) ||
      (parent.type === 'MemberExpression' && parent.object === whole && isTextMethod(parent)) ||
      (parent.type === 'CallExpression' && parent.callee === whole) ||
      (parent.type === 'ArrayExpression' && isJoined(parent));
    if (!goesOn) return whole;
    whole = parent;
  }
  return whole;
}

function isTextMethod(member: Node & { type: 'MemberExpression' }): boolean {
  const name = keyName(member.property, member.computed);
  return (
    member.parent?.type === 'CallExpression' &&
    member.parent.callee === member &&
    /^(?:join|trim|concat|replace|replaceAll)$/.test(name ?? '')
  );
}

function isJoined(list: Node): boolean {
  const member = list.parent;
  return (
    member?.type === 'MemberExpression' &&
    member.object === list &&
    keyName(member.property, member.computed) === 'join'
  );
}

/** The expression that a leaf is written in. */
export function expressionUsages(
  engine: Engine,
  module: Module,
  leaf: Node,
  roots: Roots,
): ExpressionUsage[] {
  const whole = wholeText(leaf);
  const term = engine.evaluate(whole, { module, env: null });
  const usages: ExpressionUsage[] = [];
  for (const text of alternatives(asText(term)) as readonly Text[]) {
    if (!roots.touches(text)) continue;
    const value = lower(text);
    if (value.kind !== 'text') continue;
    const base = contextOf(whole, module.path, false);
    usages.push({
      kind: 'expression',
      text: value,
      place: isExpressionPlace(whole) ? 'known' : 'shape',
      site: engine.origin(whole, module),
      evidence: [],
      context: base === 'code' && isProse(whole) ? 'docs' : base,
    });
  }
  return usages;
}

function isExpressionPlace(whole: Node): boolean {
  const parent = whole.parent;
  switch (parent?.type) {
    case 'Property':
      return EXPRESSION_NAMES.test(keyName(parent.key, parent.computed) ?? '');
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && EXPRESSION_NAMES.test(parent.id.name);
    case 'AssignmentExpression': {
      const { left } = parent;
      if (left.type === 'Identifier') return EXPRESSION_NAMES.test(left.name);
      return (
        left.type === 'MemberExpression' && EXPRESSION_NAMES.test(keyName(left.property, left.computed) ?? '')
      );
    }
    case 'JSXAttribute':
      return EXPRESSION_NAMES.test(parent.name.name);
    default:
      return false;
  }
}
