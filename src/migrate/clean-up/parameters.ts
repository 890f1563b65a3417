/**
 * Parameters of functions that nobody outside of the file sees: those that only removed code read, with what their
 * calls pass, and those that only removed calls passed, with what they decided.
 */
import { hasComment, isQuiet } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import {
  type Binding,
  type Call,
  encloses,
  type FunctionNode,
  isFunction,
  type Module,
  type Node,
} from '../../read/javascript/syntax/index.js';
import { literally } from '../../value/index.js';
import { namedStatement } from './emptied.js';
import { isUsedElsewhere, nodesByName } from './names.js';
import { withoutUndefined } from './undefined-value.js';
import { isOwnStatement, type Parts } from './unused.js';

/** An item that goes of a list, and the range of the list with its brackets. */
export interface GoneItem {
  readonly range: readonly [number, number];
  readonly list: readonly Node[];
  readonly item: Node;
}

export interface Needless {
  readonly items: readonly GoneItem[];
  readonly edits: readonly Edit[];
}

const NOTHING: Needless = { items: [], edits: [] };

/** `touched` are names in the parts that go, `putIn` those in what is written anew. */
export function needlessParameters(
  module: Module,
  touched: ReadonlySet<Binding>,
  parts: Parts,
  putIn: ReadonlySet<string>,
): Needless {
  const functions = new Set([...touched].flatMap((binding) => functionOf(binding) ?? []));
  const found = [...functions].flatMap((own) => {
    const known = parts.goes(own.range[0]) ? null : knownFunction(module, own, parts);
    if (known === null || putIn.has(known.name)) return [];
    // From the end: a call that passes none of the last ones is as before without them.
    return own.params.map((_, index) => needless(module, known, index, touched, parts, putIn)).reverse();
  });
  return { items: found.flatMap(({ items }) => items), edits: found.flatMap(({ edits }) => edits) };
}

function functionOf({ kind, scope, declarations: [id] }: Binding): FunctionNode | null {
  if (kind === 'parameter') return isFunction(scope) ? scope : null;
  const declared = id?.parent;
  const node = declared?.type === 'VariableDeclarator' ? declared.init : declared;
  return isFunction(node) ? node : null;
}

interface KnownFunction {
  readonly name: string;
  readonly node: FunctionNode;
  readonly calls: readonly Call[];
  readonly goneCalls: readonly Call[];
}

/** Null where something else than calls in this file may use it. */
function knownFunction(module: Module, node: FunctionNode, { goes }: Parts): KnownFunction | null {
  const named = namedStatement(node);
  const binding = named === null ? null : module.resolve(named.id);
  if (named === null || binding === null || !isOwnStatement(module, named.statement)) return null;
  if (Reflect.get(named.id, 'typeAnnotation') || binding.declarations.length > 1) return null;
  const calls: Call[] = [];
  const goneCalls: Call[] = [];
  for (const use of nodesByName(module).get(binding.name) ?? []) {
    if (use === named.id) continue;
    if (use.type === 'Identifier' && use.parent !== undefined && module.resolve(use) !== binding) continue;
    const call = use.parent;
    const isCall = call?.type === 'CallExpression' && call.callee === use;
    if (goes(use.range[0])) {
      if (isCall) goneCalls.push(call);
    } else if (isCall && call.arguments.every(({ type }) => type !== 'SpreadElement')) calls.push(call);
    else return null;
  }
  const seesAll = (module.identifiers.get('arguments') ?? []).some((name) => encloses(node, name));
  return seesAll ? null : { name: binding.name, node, calls, goneCalls };
}

function needless(
  module: Module,
  own: KnownFunction,
  index: number,
  touched: ReadonlySet<Binding>,
  parts: Parts,
  putIn: ReadonlySet<string>,
): Needless {
  const parameter = own.node.params[index];
  if (parameter?.type !== 'Identifier' || putIn.has(parameter.name)) return NOTHING;
  if (parts.goes(parameter.range[0])) return NOTHING;
  const binding = module.resolve(parameter);
  const list = binding === null ? null : parametersOf(module, own.node);
  if (binding === null || list === null || !parts.mayGo(...parameter.range)) return NOTHING;
  const isUnread = touched.has(binding) && !isUsedElsewhere(module, binding, parts.goes, parameter);
  const rest = isUnread
    ? withoutArguments(module, own, index, parts)
    : isUnpassed(own, index)
      ? withoutUndefined(module, own, binding, parts)
      : null;
  if (rest === null) return NOTHING;
  const documented = documentedAt(module, own.node, parameter.name);
  return {
    items: [{ range: list, list: own.node.params, item: parameter }, ...rest.items],
    edits: [...documented, ...rest.edits],
  };
}

/** Only calls that go passed it, and nothing behind it is passed either. */
function isUnpassed({ calls, goneCalls }: KnownFunction, index: number): boolean {
  const passes = (call: Call) => call.arguments.length > index;
  return calls.length > 0 && !calls.some(passes) && goneCalls.some(passes);
}

function withoutArguments(
  module: Module,
  { calls }: KnownFunction,
  index: number,
  parts: Parts,
): Needless | null {
  const items: GoneItem[] = [];
  for (const call of calls) {
    const item = call.arguments[index];
    if (item === undefined) continue;
    const open = module.text.lastIndexOf('(', call.arguments[0]?.range[0]);
    const range = [open, call.range[1]] as const;
    if (!isQuiet(item) || !parts.mayGo(...item.range) || hasComment(module, ...range, call)) return null;
    items.push({ range, list: call.arguments, item });
  }
  return { items, edits: [] };
}

/** From one parenthesis to the other; null where there are none, or a comment speaks of what is between them. */
function parametersOf(module: Module, { params, range }: FunctionNode): readonly [number, number] | null {
  const [first, last] = [params[0], params.at(-1)];
  if (first === undefined || last === undefined) return null;
  const open = range[0] + module.text.slice(range[0], first.range[0]).search(/\(\s*$/);
  const close = /^[\s,]*\)/.exec(module.text.slice(last.range[1]))?.[0].length ?? 0;
  const end = last.range[1] + close;
  return open < range[0] || close === 0 || hasComment(module, open, end) ? null : [open, end];
}

/** The line of a comment of JSDoc that speaks of a parameter. */
function documentedAt({ text }: Module, node: FunctionNode, name: string): readonly Edit[] {
  const start = namedStatement(node)?.statement.range[0] ?? node.range[0];
  const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, start));
  const line = new RegExp(
    `\\r?\\n[ \\t]*\\*[ \\t]*@param\\s+(?:\\{[^}\\n]*\\}\\s*)?\\[?${literally(name)}(?![\\w$])[^\\n]*(?=\\r?\\n[ \\t]*(?:\\*/|\\*[ \\t]*@))`,
  ).exec(comment?.[0] ?? '');
  if (comment === null || line === null) return [];
  const at = comment.index + line.index;
  return [{ start: at, end: at + line[0].length, text: '' }];
}
