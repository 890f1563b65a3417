/**
 * What a program reads of answers. A name of a member or of a pattern that stands on a root is followed back to
 * the call whose answer it is a part of; the way from there is the place in the answer.
 */
import type { ResponseRead } from '../../../usage.js';
import { freeNames } from '../../evaluate/domain/free-names.js';
import { type At, alternatives, CAUGHT, known, type Response } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { runsOf } from '../../evaluate/language/contexts.js';
import type { Call, Member, New, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isFunction, keyName, unwrap } from '../../syntax/nodes.js';

/** One read, and the call whose answer is read. */
export interface AnswerRead {
  readonly call: Call | New;
  readonly at: At;
  readonly read: ResponseRead;
}

const MAX_LEVELS = 4;

/** The answers a node may be a part of, with the names between free of the frames they depend on. */
function responsesOf(engine: Engine, node: Node, at: At, level = 0): Response[] {
  const term = engine.evaluate(node, at);
  const found = alternatives(term).filter((option): option is Response => option.kind === 'response');
  if (found.length > 0 || level >= MAX_LEVELS) return found;
  const [free] = freeNames(term);
  if (free === undefined) return [];
  const runs = runsOf(engine, free, at) ?? [];
  return runs
    .slice(0, 8)
    .flatMap((run) => responsesOf(engine, node, { module: at.module, env: run.env }, level + 1));
}

/** Steps that only open the answer of one client or another. */
const OPENING = new Set([
  'data',
  'body',
  'json()',
  'text()',
  'json',
  'response',
  'res',
  'payload',
  'value',
  'clone()',
  'default',
]);
const ENVELOPE = new Set(['result', 'errors', 'success', 'messages', 'result_info']);

/** The place in the envelope of an answer: `errors[].error_chain`. */
export function placeOf(steps: readonly string[]): string {
  const envelope = steps.findIndex((step) => ENVELOPE.has(step));
  // Of an error only the envelope is known to be an answer; its other members are its own.
  if (envelope < 0 && steps[0] === CAUGHT) return CAUGHT;
  // What stands in an item of a list is the item's own.
  const items = steps.findIndex((step) => step === '[]' || /^\d+$/.test(step));
  const outside = Math.min(3, items < 0 ? steps.length : items);
  const own =
    envelope >= 0
      ? steps.slice(envelope)
      : steps.filter((step, index) => !(index < outside && OPENING.has(step)));
  let place = '';
  for (const step of own) {
    if (step === '[]' || /^\d+$/.test(step)) place += '[]';
    else if (step.endsWith('()')) continue;
    else place += place === '' ? step : `.${step}`;
  }
  return envelope >= 0 ? place : place.startsWith('[]') ? `result${place}` : `result.${place}`;
}

/** What becomes of a value that is read. */
interface Use {
  readonly compared: Node | null;
  /** The program goes on with something else where there is none. */
  readonly isPrepared?: boolean;
}

function asRead(
  engine: Engine,
  response: Response,
  module: Module,
  name: Node,
  last: string,
  { compared, isPrepared = false }: Use,
): AnswerRead | null {
  const { call } = response;
  if (call.type !== 'CallExpression' && call.type !== 'NewExpression') return null;
  const literal = compared === null ? null : engine.evaluate(compared, { module, env: null });
  const value =
    literal === null
      ? null
      : literal.kind === 'scalar' && typeof literal.value === 'number'
        ? literal.value
        : known(literal);
  const read: ResponseRead = {
    at: placeOf([...response.path, last]),
    origin: engine.origin(name, module),
    by: 'read',
    ...(isPrepared ? { absent: 'tolerated' } : {}),
    ...(value === null || compared === null
      ? {}
      : { comparedWith: { value, origin: engine.origin(compared, module) } }),
  };
  return { call, at: response.at, read };
}

/** Reads of a member: `x.name`, `x['name']`. */
export function memberReads(engine: Engine, module: Module, member: Member): AnswerRead[] {
  const name = keyName(member.property, member.computed);
  if (name === null || isWritten(member)) return [];
  const use = { compared: comparedWith(member), isPrepared: hasFallback(member) };
  return responsesOf(engine, member.object, { module, env: null }).flatMap((response) => {
    const read = asRead(engine, response, module, member.property, name, use);
    return read === null ? [] : [read];
  });
}

/** `record.zone_id ?? zone`, and `record.zone_id || zone` where a value is wanted and not an answer to a question. */
function hasFallback(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'ChainExpression') return hasFallback(parent);
  if (parent?.type !== 'LogicalExpression' || parent.left !== node) return false;
  return parent.operator === '??' || (parent.operator === '||' && isValue(parent));
}

const VALUES: ReadonlySet<string | undefined> = new Set([
  'VariableDeclarator',
  'AssignmentExpression',
  'Property',
  'TemplateLiteral',
  'CallExpression',
]);

const isValue = ({ parent }: Node): boolean => VALUES.has(parent?.type);

function isWritten(member: Member): boolean {
  const parent = member.parent;
  return parent?.type === 'AssignmentExpression' && parent.left === member;
}

/** What a value is compared with: in a comparison, by `includes` of a list, or as the case of a switch. */
function comparedWith(node: Node): Node | null {
  const parent = node.parent;
  if (parent?.type === 'ChainExpression') return comparedWith(parent);
  if (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) {
    return parent.left === node ? parent.right : parent.left;
  }
  return null;
}

/** Reads by a pattern: `const { name } = x`, `({ name }) => …`. */
export function patternReads(
  engine: Engine,
  module: Module,
  property: Node & { type: 'Property' },
): AnswerRead[] {
  const name = keyName(property.key, property.computed);
  if (name === null) return [];
  const steps: string[] = [];
  let pattern: Node | undefined = property.parent;
  while (pattern !== undefined) {
    const parent: Node | undefined = pattern.parent;
    if (parent?.type === 'AssignmentPattern' && parent.left === pattern) pattern = parent;
    else if (parent?.type === 'Property' && parent.value === pattern) {
      const key = keyName(parent.key, parent.computed);
      if (key === null) return [];
      steps.unshift(key);
      pattern = parent.parent;
    } else if (parent?.type === 'ArrayPattern') {
      steps.unshift('[]');
      pattern = parent;
    } else break;
  }
  const holder = pattern?.parent;
  const at: At = { module, env: null };
  let sources: Response[] = [];
  if (holder?.type === 'VariableDeclarator' && holder.init !== null)
    sources = responsesOf(engine, unwrap(holder.init), at);
  else if (holder?.type === 'AssignmentExpression') sources = responsesOf(engine, unwrap(holder.right), at);
  else if (holder?.type === 'VariableDeclarator' && holder.parent?.parent?.type === 'ForOfStatement') {
    sources = responsesOf(engine, holder.parent.parent.right, at).map((response) => ({
      ...response,
      path: [...response.path, '[]'],
    }));
  } else if (isFunction(holder) && pattern !== undefined)
    sources = parameterResponses(engine, holder, pattern, at);
  return sources.flatMap((response) => {
    const read = asRead(
      engine,
      { ...response, path: [...response.path, ...steps] },
      module,
      property.key,
      name,
      { compared: null, isPrepared: property.value.type === 'AssignmentPattern' },
    );
    return read === null ? [] : [read];
  });
}

/** Answers that a callback gets as its parameter. */
function parameterResponses(engine: Engine, holder: Node, pattern: Node, at: At): Response[] {
  const call = holder.parent;
  if (
    call?.type !== 'CallExpression' ||
    call.callee.type !== 'MemberExpression' ||
    call.arguments[0] !== holder
  )
    return [];
  if (!isFunction(holder) || holder.params[0] !== pattern) return [];
  const method = keyName(call.callee.property, call.callee.computed);
  const elements = /^(?:map|forEach|filter|find|some|every|flatMap)$/.test(method ?? '');
  if (!elements && method !== 'then') return [];
  return responsesOf(engine, call.callee.object, at).map((response) =>
    elements ? { ...response, path: [...response.path, '[]'] } : response,
  );
}

/** Reads that a literal is compared with: `error.code === 1004`, `[1004].includes(error.code)`, `case 1004`. */
export function literalReads(engine: Engine, module: Module, literal: Node): AnswerRead[] {
  const other = comparedOf(literal);
  if (other === null) return [];
  const member = unwrap(other);
  if (member.type !== 'MemberExpression') {
    if (member.type !== 'Identifier') return [];
    return responsesOf(engine, member, { module, env: null }).flatMap((response) => {
      const last = response.path[response.path.length - 1];
      if (last === undefined) return [];
      const read = asRead(engine, { ...response, path: response.path.slice(0, -1) }, module, literal, last, {
        compared: literal,
      });
      return read === null ? [] : [read];
    });
  }
  const name = keyName(member.property, member.computed);
  if (name === null) return [];
  return responsesOf(engine, member.object, { module, env: null }).flatMap((response) => {
    const read = asRead(engine, response, module, member.property, name, { compared: literal });
    return read === null ? [] : [read];
  });
}

function comparedOf(literal: Node): Node | null {
  const parent = literal.parent;
  switch (parent?.type) {
    case 'BinaryExpression':
      if (!/^[!=]==?$/.test(parent.operator)) return null;
      return parent.left === literal ? parent.right : parent.left;
    case 'SwitchCase':
      return parent.parent?.type === 'SwitchStatement' ? parent.parent.discriminant : null;
    case 'ArrayExpression': {
      const member = parent.parent;
      const call = member?.parent;
      return member?.type === 'MemberExpression' && call?.type === 'CallExpression' && call.callee === member
        ? (call.arguments[0] ?? null)
        : null;
    }
    case 'CallExpression': {
      const callee = parent.callee;
      return callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'includes'
        ? callee.object
        : null;
    }
    default:
      return null;
  }
}
