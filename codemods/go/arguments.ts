/** What calls of new functions in Go are given, and what all of them have in common. */
import { fieldOf, parametersIn, type Spot, type SyntaxNode, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { DIFFERENT } from '../planner/index.js';
import type { RequestCall } from './call.js';
import { wayOf } from './inline.js';
import type { NamedRules } from './kind.js';
import { declaredAt, functionAround, type GoTypes } from './scope.js';
import { isSameAnywhere, receiverOf } from './sender.js';
import { type Piece, word } from './text.js';
import { isTaken, type Writing } from './writing.js';

/** How a call is written: before its name, and what it is given first. */
export interface Handed {
  readonly target: string;
  readonly args: readonly string[];
  readonly writing: Writing;
  /** Equal for calls of the same functions. */
  readonly way: string;
}

export function handedBy(
  types: GoTypes,
  kind: NamedRules,
  call: RequestCall,
  all: readonly RequestCall[],
): Handed | string {
  const { tree, node, sent } = call;
  const { sender } = sent;
  const { core } = sender;
  const receiver = receiverOf(core);
  const called = fieldOf(node, 'function');
  const operand = called?.type === 'selector_expression' ? fieldOf(called, 'operand') : null;
  if (types.definitions.packages.of(core.path) !== types.definitions.packages.of(call.path))
    return 'the function that sends it stands in another package';
  const { inline } = sender;
  if (inline === undefined && (receiver === null) !== (operand === null)) return DIFFERENT;
  if (inline === undefined && operand !== null && !/^(?:identifier|selector_expression)$/.test(operand.type))
    return DIFFERENT;
  const own = functionAround(node);
  const ownReceiver = own === null ? null : receiverOf({ tree, path: call.path, node: own });
  const isOwn = inline !== undefined || (operand !== null && textOf(tree, operand) === ownReceiver);
  /** The same in a method of the client; null where it means nothing there. */
  const elsewhere = (text: string, of: SyntaxNode | null): string | null => {
    if (isOwn && ownReceiver !== null && text.startsWith(`${ownReceiver}.`))
      return `${receiver}${text.slice(ownReceiver.length)}`;
    const names = of === null ? [] : walk(of).filter(({ type }) => type === 'identifier');
    const locals = names.filter(
      (name) => textOf(tree, name) !== 'fmt' && declaredAt({ ...call, node: name }) !== null,
    );
    return locals.some((name) => new RegExp(`\\b${literally(textOf(tree, name))}\\b`).test(text))
      ? null
      : text;
  };
  const before: Piece[] = [];
  for (const piece of call.before) {
    const text = piece.isCode ? elsewhere(piece.text, call.literal) : piece.text;
    if (text === null) return 'what stands before its path is only known where the call is';
    before.push({ ...piece, text });
  }
  const list = fieldOf(core.node, 'parameters');
  const coreParameters = list === null ? [] : parametersIn(list);
  const others = new Map<number, string>();
  const parameters: { name: string; type: string }[] = [...(inline?.parameters ?? [])];
  const args = (inline?.parameters ?? []).map(({ text }) => text);
  for (const [index, { text, node: given }] of sent.others) {
    const fixed = isSameAnywhere(text) ? text : elsewhere(text, given);
    if (fixed !== null) {
      others.set(index, fixed);
      continue;
    }
    const parameter = coreParameters.find((one) => one.index === index);
    const name = parameter === undefined ? '' : textOf(core.tree, parameter.name);
    if (parameter?.type == null || isTaken(name)) return DIFFERENT;
    parameters.push({ name, type: textOf(core.tree, parameter.type) });
    others.set(index, name);
    args.push(text);
  }
  const { zone } = call;
  const sameZone =
    zone !== null && all.every((one) => one.zone?.text === zone.text && one.zone.isCode === zone.isCode);
  const fixedZone =
    zone === null || !zone.isCode ? zone?.text : sameZone ? elsewhere(zone.text, call.literal) : null;
  const first = all.find(({ zone: other }) => other?.isCode === true)?.zone?.text ?? '';
  const parameter = /^[a-z]\w*$/.test(first) && !isTaken(first) ? first : 'zoneID';
  const isFixed = fixedZone != null && (zone?.isCode === true || sameZone);
  if (zone !== null && !isFixed) args.push(zone.isCode ? zone.text : `"${zone.text}"`);
  const [address, start] = inline === undefined ? [[], before] : split(before);
  const writing: Writing = {
    kind,
    sender,
    address,
    before: start,
    zone:
      zone === null
        ? null
        : isFixed
          ? { text: fixedZone ?? '', isCode: zone.isCode }
          : { text: parameter, isCode: true },
    zoneParameter: zone === null || isFixed ? null : parameter,
    others,
    parameters,
    isFormat: all.some(({ isFormat }) => isFormat),
    any: /\binterface\{\}/.test(core.tree.text) || !/\bany\b/.test(core.tree.text) ? 'interface{}' : 'any',
    isMixed: false,
    hasBody: inline === undefined || all.some(({ method }) => /^P/.test(method)),
    hasMethodNames: /\bhttp\.Method[A-Z]/.test(core.tree.text),
  };
  const holder = inline === undefined ? (operand === null ? null : textOf(tree, operand)) : receiver;
  const target = holder === null ? '' : `${holder}.`;
  const way = JSON.stringify([
    ...(inline === undefined ? [core.node.start, core.path] : [receiverText(core), wayOf(inline)]),
    before,
    writing.zone?.isCode,
    writing.zoneParameter,
    [...others],
  ]);
  return { target, args, writing, way };
}

/** `(c *Client)` */
function receiverText({ tree, node }: Spot): string {
  const receiver = fieldOf(node, 'receiver');
  return receiver === null ? '' : textOf(tree, receiver);
}

/** The address of the API, and the slash behind it. */
function split(before: readonly Piece[]): readonly [readonly Piece[], readonly Piece[]] {
  const last = before.at(-1);
  if (last === undefined || last.isCode || !last.text.endsWith('/')) return [before, []];
  return [[...before.slice(0, -1), { ...last, text: last.text.slice(0, -1) }], [word('/')]];
}
