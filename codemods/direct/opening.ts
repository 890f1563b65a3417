/**
 * Clients that wrap what the API says (`data` of axios, `json()` of fetch): new functions give the parsed answer, so
 * the steps that open it go.
 */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { usesOf } from '../places/trees.js';
import { type AnswerFlow, flowOf } from './answer-flow.js';
import type { RequestCall } from './request-call.js';
import { openedPages } from './sdk-call.js';

/** Null where the answer goes where it cannot be followed. */
export function openedAnswer(script: Script, call: RequestCall): readonly Edit[] | null {
  const { node, convention } = call;
  const { gives } = convention;
  if (convention.callee === 'sdk')
    return call.method === 'POST'
      ? (pagesOfSdk(script, node) ?? openedSdkAnswer(script, node, false))
      : openedSdkAnswer(script, node, call.method === 'GET' && call.id === null);
  if (call.isOpened || gives === 'result' || gives === 'envelope') return [];
  const holder = gives === 'axios' ? 'data' : gives === 'body' ? 'body' : null;
  const flow = flowOf(script, node, (steps) => steps.length > 0 && steps[0] !== 'json()');
  if (flow === null || flow.escapes.some(({ steps }) => steps.length === 0)) return null;
  const edits: Edit[] = [];
  const merged = holder === null ? mergedDeclarations(script, node, flow) : null;
  if (merged !== null) return merged;
  if (holder === null) {
    for (const place of flow.places) {
      const opened = place.type === 'CallExpression' && place !== node ? openJson(script, place) : [];
      const told = textOfRefusal(place);
      if (opened === null || told === null) return null;
      edits.push(...opened, ...told);
    }
  }
  for (const { node: read, steps } of flow.visits) {
    if (steps.length > 1 || steps[0] === 'json()') continue;
    const made = holder !== null && steps[0] === holder ? openData(script, read) : okOnly(read, steps[0]);
    if (made === null) return null;
    edits.push(...made);
  }
  return edits;
}

/** `const response = await …; const data = await response.json();`, where nothing else looks at the response. */
function mergedDeclarations(script: Script, node: Node, flow: AnswerFlow): readonly Edit[] | null {
  const declarator = node.parent?.parent;
  if (node.parent?.type !== 'AwaitExpression' || declarator?.type !== 'VariableDeclarator') return null;
  if (declarator.init !== node.parent || declarator.id.type !== 'Identifier') return null;
  const [use, ...others] = usesOf(script, declarator.id) ?? [];
  const parsed = use?.parent?.parent;
  const awaited = parsed?.parent;
  const holder = awaited?.parent;
  const statement = holder?.parent;
  const isOpened = awaited?.type === 'AwaitExpression' && flow.places.some((place) => place === parsed);
  if (others.length > 0 || !isOpened || statement?.parent !== declarator.parent?.parent) return null;
  const gone = statement === undefined ? null : removeStatement(script, statement);
  if (gone === null || declarator.parent?.type !== 'VariableDeclaration') return null;
  const [start, end] = declarator.id.range;
  if (holder?.type === 'VariableDeclarator' && holder.init === awaited) {
    const isAlone = statement?.type === 'VariableDeclaration' && statement.declarations.length === 1;
    if (!isAlone || holder.id.type !== 'Identifier' || holder.id.typeAnnotation) return null;
    return [{ start, end, text: script.text.slice(...holder.id.range) }, gone];
  }
  if (holder?.type !== 'AssignmentExpression' || holder.operator !== '=' || holder.right !== awaited)
    return null;
  const target = script.text.slice(...holder.left.range);
  return [{ start: declarator.parent.range[0], end, text: target }, gone];
}

function pagesOfSdk(script: Script, node: Node): readonly Edit[] | null {
  return openedPages(script, node, (id) => (id.type === 'Identifier' ? usesOf(script, id) : null));
}

/** Objects are given as they are, lists in pages. */
function openedSdkAnswer(script: Script, node: Node, isList: boolean): readonly Edit[] | null {
  if (isList) return pagesOfSdk(script, node);
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return [];
  return /^(?:then|catch|finally)$/.test(keyName(parent.property, parent.computed) ?? '') ? [] : null;
}

/** `response.ok` of a call whose new function gives what the response says. */
function okOnly(read: Node, name: string | undefined): readonly Edit[] | null {
  if (name !== 'ok' || read.type !== 'MemberExpression') return null;
  return [{ start: read.property.range[0], end: read.property.range[1], text: 'success' }];
}

/** `await response.text()` of a refusal, which is a parsed answer by then. */
function textOfRefusal(response: Node): readonly Edit[] | null {
  const { parent } = response;
  const call = parent?.parent;
  if (parent?.type !== 'MemberExpression' || parent.object !== response) return [];
  if (keyName(parent.property, parent.computed) !== 'text' || call?.type !== 'CallExpression') return [];
  const awaited = call.parent;
  if (awaited?.type !== 'AwaitExpression') return null;
  return [
    { start: awaited.range[0], end: response.range[0], text: 'JSON.stringify(' },
    { start: response.range[1], end: awaited.range[1], text: ')' },
  ];
}

/** Where a step to a member begins; what it is taken from may stand in parentheses. */
function stepStart(member: Extract<Node, { type: 'MemberExpression' }>): number {
  return member.property.range[0] - (member.optional === true ? 2 : 1);
}

/** `answer.data`, `{ data }`, `{ data: { result } }` */
export function openData(script: Script, read: Node): readonly Edit[] | null {
  if (read.type === 'MemberExpression') return [{ start: stepStart(read), end: read.range[1], text: '' }];
  const pattern = read.parent;
  if (read.type !== 'Property' || pattern?.type !== 'ObjectPattern' || pattern.properties.length > 1)
    return null;
  if (read.value.type === 'AssignmentPattern') return null;
  const [start, end] = pattern.range;
  return [{ start, end, text: script.text.slice(...read.value.range) }];
}

/** `await response.json()` */
function openJson(script: Script, call: Node): readonly Edit[] | null {
  const parent = call.type === 'CallExpression' ? call.callee : null;
  if (parent?.type !== 'MemberExpression') return [];
  const name = keyName(parent.property, parent.computed);
  const awaited = call.parent;
  if (name !== 'json') return name === 'then' || name === 'catch' || name === 'finally' ? null : [];
  if (awaited?.type !== 'AwaitExpression') return null;
  const isInParentheses = script.text[awaited.range[0] - 1] === '(' && script.text[awaited.range[1]] === ')';
  // Those of a call are its own.
  const more = isInParentheses && /^(?:MemberExpression|TS)/.test(awaited.parent?.type ?? '') ? 1 : 0;
  return [
    { start: awaited.range[0] - more, end: call.range[0], text: '' },
    { start: stepStart(parent), end: call.range[1] + more, text: '' },
  ];
}
