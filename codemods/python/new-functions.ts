/** The new functions that the calls of a file need, and where they go. */

import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { functionAround, type PythonCall } from './call.js';
import { functionText } from './functions.js';
import { insertFunctions } from './insert.js';
import type { Feature, FunctionRole, NamedRules, Writing } from './kind.js';
import { localNames } from './local-names.js';

/** A call of a new function. */
export interface FunctionUse {
  readonly role: FunctionRole;
  readonly call: PythonCall;
  readonly features: readonly Feature[];
}

interface Handed {
  readonly names: readonly string[];
  readonly isMethod: boolean;
}

/** What a new function has to be given of the names that the call uses. */
export function parametersFor(tree: SyntaxTree, call: PythonCall): Handed | string {
  const around = functionAround(call.node);
  const local = around === null ? new Set<string>() : localNames(tree, around);
  const outer = around === null ? null : functionAround(around);
  if (outer !== null) return 'the function around it stands in another one';
  const isMethod = call.names.includes('self');
  const names = call.names.filter((name) => local.has(name) && name !== 'self');
  if (isMethod && around !== null && closest(around.parent, new Set(['class_definition'])) === null)
    return 'what self is cannot be told';
  return { names, isMethod };
}

/** The call of a new function. */
export function calledAs(
  kind: NamedRules,
  { sender }: PythonCall,
  { names, isMethod }: Handed,
  role: FunctionRole,
  args: readonly string[],
): string {
  const target = `${sender.isAsync ? 'await ' : ''}${isMethod ? 'self.' : ''}`;
  return `${target}${kind.names[role]}(${[...names, ...args].join(', ')})`;
}

const DIFFERENT = 'its calls are sent in different ways, and one set of functions cannot serve them all';

/** All new functions of a file, among other edits of it: behind its imports and constants or at the end of the class that has the client. */
export function functionsEdits(
  tree: SyntaxTree,
  kind: NamedRules,
  uses: readonly FunctionUse[],
  others: readonly Edit[],
): readonly Edit[] | string {
  const all = uses.map(({ call }) => call.node);
  const roles = [...new Set(uses.map(({ role }) => role))].sort(
    (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
  );
  if (roles.some((role) => new RegExp(`\\b${literally(kind.names[role])}\\b`).test(tree.text)))
    return 'a name of the new functions is taken';
  const texts = new Map<SyntaxNode | null, string[]>();
  for (const role of roles) {
    const calls = uses.filter((one) => one.role === role);
    const [first, ...others] = calls;
    if (first === undefined) continue;
    const handed = parametersFor(tree, first.call);
    if (typeof handed === 'string') return handed;
    const isMapping = role.startsWith('to');
    const way = wayOf(tree, first.call);
    if (!isMapping && others.some(({ call }) => wayOf(tree, call) !== way)) return DIFFERENT;
    const isMethod = handed.isMethod && !isMapping;
    const holder = isMethod ? closest(first.call.node, new Set(['class_definition'])) : null;
    if (isMethod && others.some(({ call }) => closest(call.node, new Set(['class_definition'])) !== holder))
      return 'its calls stand in different classes';
    const isTyped = /^[ \t]*(?:async )?def \w+\([^)]*\w: ?\w/m.test(tree.text);
    const writing: Writing = {
      kind,
      parameters: [
        ...(isMethod ? ['self'] : []),
        ...handed.names.map((name) => (isTyped ? typedName(tree, first.call, name) : name)),
      ],
      indent: holder === null ? '' : '    ',
      isTyped,
      hasDocstrings: /^[ \t]*(?:"""|''')/m.test(tree.text),
      quote: (tree.text.match(/"/g)?.length ?? 0) >= (tree.text.match(/'/g)?.length ?? 0) ? '"' : "'",
      features: new Set(calls.flatMap(({ features }) => features)),
      called: (other, ...args) =>
        calledAs(kind, first.call, handed, other, [
          ...(first.call.zone === null ? [] : ['zone_id']),
          ...args,
        ]),
    };
    const text = functionText(role, first.call, writing);
    if (text === null) return 'its client cannot send the requests that replace it';
    texts.set(holder, [...(texts.get(holder) ?? []), text]);
  }
  return [...texts].flatMap(([holder, functions]) => insertFunctions(tree, holder, functions, all, others));
}

const ORDER: readonly FunctionRole[] = [
  'toOld',
  'toPart',
  'toNew',
  'toCustom',
  'list',
  'answer',
  'add',
  'update',
  'remove',
  'listOld',
  'readOld',
  'addOld',
  'changeOld',
  'changeAllOld',
  'removeOld',
];

/** What has to be equal of calls that one function serves. */
function wayOf(tree: SyntaxTree, call: PythonCall): string {
  return JSON.stringify([parametersFor(tree, call), call.way, call.returns]);
}

/** `client: Client`, as the function around the call has it. */
function typedName(tree: SyntaxTree, call: PythonCall, name: string): string {
  const around = functionAround(call.node);
  const typed = around === null ? [] : walk(around).filter(({ type }) => type === 'typed_parameter');
  const found = typed.map((one) => textOf(tree, one)).find((one) => one.startsWith(`${name}:`));
  return found ?? name;
}
