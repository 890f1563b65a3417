/** Parameters of a function of an application that nothing reads once a call is rewritten, with what is passed for them. */
import { isQuiet, removeItem, type Script } from '../../src/analysis/edits/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import { Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { functionAround } from '../direct/answer-places.js';
import { isCallOf } from './calls-of-function.js';
import { type NodeInFile, namedFunctionAround } from './named-functions.js';
import { FOR_OTHERS, ownManifest } from './resource-text/uses.js';

/** `edits` rewrite the call. Nothing where a call of the function stands that cannot be told to be one. */
export function withoutUnread(
  file: string,
  script: Script,
  call: Node,
  edits: readonly FileEdit[],
  around: Surroundings,
): readonly FileEdit[] {
  const own = functionAround(call);
  if (own === null || !(script instanceof Module)) return [];
  const unread = own.params.filter((one) => isUnread(script, file, one, edits));
  if (unread.length === 0 || FOR_OTHERS.test(ownManifest(file, around) ?? '')) return [];
  const found = namedFunctionAround(file, script, call, around);
  if (found?.declared.node !== own || !found.calls.every((one) => isCallOf(found, one))) return [];
  const indexes = unread.map((one) => own.params.indexOf(one));
  const lists = [
    withoutItems(found.declared, own.params, indexes),
    ...found.signatures.map((one) => withoutItems(one, parametersOf(one.node), indexes)),
    ...found.calls.map((one) => withoutArguments(one, one.node.arguments, indexes)),
  ];
  return lists.every((list) => list !== null) ? lists.flat() : [];
}

function isUnread(script: Module, file: string, parameter: Node, edits: readonly FileEdit[]): boolean {
  const binding = parameter.type === 'Identifier' ? script.resolve(parameter) : null;
  if (binding === null) return false;
  const reads = script.references(binding);
  const here = edits.filter((edit) => edit.file === file);
  const goes = ({ range }: Node) => here.some(({ start, end }) => start <= range[0] && range[1] <= end);
  const isPutIn = here.some(({ text }) =>
    new RegExp(`(?<![\\w$])${literally(binding.name)}(?![\\w$])`).test(text),
  );
  return reads.length > 0 && !isPutIn && reads.every(goes);
}

function parametersOf(signature: Node): readonly Node[] {
  const params: unknown = Reflect.get(signature, 'params');
  return Array.isArray(params) ? params : [];
}

function withoutArguments(
  place: NodeInFile,
  given: readonly Node[],
  indexes: readonly number[],
): readonly FileEdit[] | null {
  const isPlain = given.every(({ type }) => type !== 'SpreadElement');
  const passed = indexes.filter((index) => index < given.length);
  const isIdle = passed.every((index) => given[index] !== undefined && isQuiet(given[index]));
  return isPlain && isIdle ? withoutItems(place, given, passed) : null;
}

/** Items of a list in parentheses. */
function withoutItems(
  { file, script }: NodeInFile,
  list: readonly Node[],
  indexes: readonly number[],
): readonly FileEdit[] | null {
  const gone = indexes.flatMap((index) => list[index] ?? []);
  const [first, last] = [list[0], list.at(-1)];
  if (gone.length < indexes.length) return null;
  if (first === undefined || last === undefined) return [];
  const range = [script.text.lastIndexOf('(', first.range[0]), script.text.indexOf(')', last.range[1]) + 1];
  const holder = { range } as unknown as Node;
  const edits = gone.map((one) => removeItem(script, holder, list, one, gone));
  return edits.every((edit) => edit !== null) ? edits.map((edit) => ({ ...edit, file })) : null;
}
