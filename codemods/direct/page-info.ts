/** Reads of `result_info`, which says how many pages a list has, and whether another request gave it. */
import type { Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  type Identifier,
  isFunction,
  keyName,
  Module,
  type Node,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { propertyNamed } from '../places/trees.js';
import { isEmpty, isWritten } from './answer-places.js';
import { constantOf, joined, piecesOf } from './path-pieces.js';

/** `answer.result_info`, `const { result, result_info: info } = answer`; no member of a type. */
const READS_INFO = /\.\s*result_info\b|\bresult_info\b[^{};]{0,200}\} ?(?:=[^>]|\)|:)/g;
const NAME = 'result_info';

/** Somewhere in a stretch of a file, unless the answers that are read are all those of other resources. */
export function readsInfo(
  path: string,
  around: Surroundings,
  [start, end]: readonly [number, number] = [0, Number.POSITIVE_INFINITY],
): boolean {
  const text = around.file(path)?.text.slice(start, end) ?? '';
  return [...text.matchAll(READS_INFO)].some((hit) => {
    const at = start + hit.index + hit[0].indexOf(NAME);
    const script = around.scriptAt(path, at);
    if (!(script instanceof Module)) return true;
    const name = around.nodesAround(script, at, at + NAME.length).at(-1);
    const calls = name === undefined ? null : callsBehindRead(script, name);
    return calls === null || calls.length === 0 || !calls.every((call) => isOfOther(script, call));
  });
}

/** The calls whose answers are read where this name stands; null where that cannot be told. */
function callsBehindRead(script: Module, name: Node): readonly Call[] | null {
  const { parent } = name;
  if (parent?.type === 'MemberExpression' && parent.property === name) return callsBehind(script, parent, 0);
  return parent?.type === 'Property' ? callsBehindTarget(script, parent, 0) : null;
}

const MOST_STEPS = 12;

function callsBehind(script: Module, node: Node, depth: number): readonly Call[] | null {
  const inner = unwrap(node);
  if (depth > MOST_STEPS) return null;
  if (inner.type === 'MemberExpression') return callsBehind(script, inner.object, depth + 1);
  if (inner.type === 'Identifier') return callsBehindName(script, inner, depth + 1);
  if (inner.type !== 'CallExpression') return null;
  const { callee, arguments: given } = inner;
  const method = callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
  const isParsed =
    given.length === 0 ? method === 'json' : method === 'then' && PARSES.test(argumentsText(script, inner));
  return isParsed && callee.type === 'MemberExpression'
    ? callsBehind(script, callee.object, depth + 1)
    : [inner];
}

/** `(response) => response.json()`, `({ data }) => data` */
const PARSES = /^(?:\(\{? ?\w+ ?\}?\)|\w+) => \w+(?:\.\w+|\.json\(\))*$/;

function argumentsText({ text }: Module, { arguments: given }: Call): string {
  return text.slice(given[0]?.range[0], given.at(-1)?.range[1]);
}

/** All that a variable is given. */
function callsBehindName(script: Module, name: Identifier, depth: number): readonly Call[] | null {
  const binding = script.resolve(name);
  if (binding === null) return null;
  const found: Call[] = [];
  const targets = [...binding.declarations, ...script.references(binding).filter(isWritten)];
  for (const target of targets) {
    const calls = callsBehindTarget(script, target, depth);
    if (calls === null) return null;
    found.push(...calls);
  }
  return found;
}

/** What is given to a name, or to the pattern around it. */
function callsBehindTarget(script: Module, target: Node, depth: number): readonly Call[] | null {
  const { parent } = target;
  switch (parent?.type) {
    case 'Property':
    case 'ObjectPattern':
    case 'AssignmentPattern':
      return callsBehindTarget(script, parent, depth);
    case 'VariableDeclarator':
      if (parent.id !== target || /^For(?:Of|In)/.test(parent.parent?.parent?.type ?? '')) return null;
      return !parent.init || isEmpty(parent.init) ? [] : callsBehind(script, parent.init, depth + 1);
    case 'AssignmentExpression':
      if (parent.operator !== '=') return null;
      return isEmpty(parent.right) ? [] : callsBehind(script, parent.right, depth + 1);
    default:
      return isFunction(parent) ? callsBehindCallback(script, parent, target, depth) : null;
  }
}

/** `axios.get(…).then(({ data }) => …)` */
function callsBehindCallback(script: Module, callback: Node, parameter: Node, depth: number) {
  const call = callback.parent;
  const isFirst = isFunction(callback) && callback.params[0] === parameter;
  if (!isFirst || call?.type !== 'CallExpression' || call.arguments[0] !== callback) return null;
  const { callee } = call;
  const isThen = callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'then';
  return isThen ? callsBehind(script, callee.object, depth + 1) : null;
}

/** The path it is given ends with the name of another resource. */
function isOfOther(script: Module, { arguments: given }: Call): boolean {
  const texts = given.flatMap((argument) => pathTextIn(script, unwrap(argument)) ?? []);
  const [path = ''] = texts.filter((text) => text.includes('/'));
  const last = /\/([a-z][a-z_-]*)\/?$/.exec(path.replace(/\?.*/s, ''))?.[1];
  return last !== undefined && !OWN.test(last);
}

const OWN = /^(?:rules|filters|rate_limits)$/;
/** In place of what only a run shows. */
const HOLE = '\0';

function pathTextIn(script: Module, node: Node): string | null {
  if (node.type === 'ObjectExpression') {
    const held = ['url', 'path', 'uri'].map((name) => propertyNamed(node, name)?.value).find(Boolean);
    return held === undefined ? null : pathTextIn(script, unwrap(held));
  }
  const written = node.type === 'Identifier' ? (constantOf(script, node)?.init ?? node) : node;
  const pieces = piecesOf(script, written);
  return pieces === null
    ? null
    : joined(pieces)
        .map((piece) => (piece.kind === 'text' ? piece.text : HOLE))
        .join('');
}
