/** The new functions that the calls of a file need, and where they go. */

import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { type Feature, type FunctionRole, type FunctionUse, newFunctions } from '../planner/index.js';
import { functionAround, type PythonCall } from './call.js';
import { functionText } from './functions.js';
import { insertFunctions } from './insert.js';
import type { NamedRules, Writing } from './kind.js';
import { localNames } from './local-names.js';

export interface Handed {
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

/** All new functions of a file, among other edits of it: behind its imports and constants or at the end of the class that has the client. */
export function functionsEdits(
  tree: SyntaxTree,
  kind: NamedRules,
  uses: readonly FunctionUse<PythonCall>[],
  others: readonly Edit[],
): readonly Edit[] | string {
  const found = newFunctions(tree.text, uses, {
    nameOf: (role) => kind.names[role],
    wayOf: (call, role) => {
      const handed = parametersFor(tree, call);
      return role.startsWith('to')
        ? ''
        : JSON.stringify([handed, call.way, call.returns, holderOf(call, handed, role)?.start]);
    },
    write: (role, call, features) => {
      const handed = parametersFor(tree, call);
      if (typeof handed === 'string') return handed;
      const holder = holderOf(call, handed, role);
      return {
        holder,
        text: functionText(role, call, writingFor(tree, { kind, call, handed, holder }, features)),
      };
    },
  });
  if (typeof found === 'string') return found;
  const all = uses.map(({ call }) => call.node);
  return [...found].flatMap(([holder, { texts }]) => insertFunctions(tree, holder, texts, all, others));
}

/** The class that has the client; what only maps objects stands beside it. */
function holderOf({ node }: PythonCall, handed: Handed | string, role: FunctionRole): SyntaxNode | null {
  const isMethod = typeof handed !== 'string' && handed.isMethod && !role.startsWith('to');
  return isMethod ? closest(node, new Set(['class_definition'])) : null;
}

function writingFor(
  tree: SyntaxTree,
  {
    kind,
    call,
    handed,
    holder,
  }: { kind: NamedRules; call: PythonCall; handed: Handed; holder: SyntaxNode | null },
  features: ReadonlySet<Feature>,
): Writing {
  const isTyped = /^[ \t]*(?:async )?def \w+\([^)]*\w: ?\w/m.test(tree.text);
  return {
    kind,
    parameters: [
      ...(holder === null ? [] : ['self']),
      ...handed.names.map((name) => (isTyped ? typedName(tree, call, name) : name)),
    ],
    indent: holder === null ? '' : '    ',
    isTyped,
    hasDocstrings: /^[ \t]*(?:"""|''')/m.test(tree.text),
    quote: (tree.text.match(/"/g)?.length ?? 0) >= (tree.text.match(/'/g)?.length ?? 0) ? '"' : "'",
    features,
    called: (other, ...args) =>
      calledAs(kind, call, handed, other, [...(call.zone === null ? [] : ['zone_id']), ...args]),
  };
}

/** `client: Client`, as the function around the call has it. */
function typedName(tree: SyntaxTree, call: PythonCall, name: string): string {
  const around = functionAround(call.node);
  const typed = around === null ? [] : walk(around).filter(({ type }) => type === 'typed_parameter');
  const found = typed.map((one) => textOf(tree, one)).find((one) => one.startsWith(`${name}:`));
  return found ?? name;
}
