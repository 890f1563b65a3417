/** Request functions whose second parameter goes into the options of `fetch` as it is: `(path, init) => fetch(…, { ...init })`. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  encloses,
  type FunctionNode,
  isFunction,
  keyName,
  type Node,
  nameOf,
  parametersOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import type { Slot } from '../direct/convention.js';

interface Sent {
  readonly slots: readonly Slot[];
  readonly handed: ReadonlyMap<string, string>;
  readonly given?: undefined;
}

const SLOTS: readonly Slot[] = [
  { is: 'path' },
  {
    is: 'options',
    fields: [
      { key: 'method', slot: { is: 'method' } },
      { key: 'body', slot: { is: 'body', stringified: true } },
    ],
  },
];

/** How such a function sends a body, for a call that only says the path; null where it is another function. */
export function spreadOptionsOf({ finding }: Site, around: Surroundings, call: Call): Sent | null {
  const name = nameOf(call.callee)?.replace(/^this\./, '') ?? '';
  if (call.arguments.length !== 1 || name === '') return null;
  const isKnown = finding.usages.every(({ sender }) => {
    if (sender === undefined || !/^(?:fetch|node-fetch|undici)$/.test(sender.client)) return false;
    const script = around.scriptAt(sender.at.file, sender.at.start);
    const path = script === null ? [] : around.nodesAround(script, sender.at.start, sender.at.end);
    const owner = path.findLast(isFunction);
    const request = path.findLast(({ type }) => type === 'CallExpression');
    if (owner === undefined || request?.type !== 'CallExpression' || !encloses(owner, request)) return false;
    return declaredName(owner) === name && isSpread(owner, request.arguments[1]);
  });
  return finding.usages.length > 0 && isKnown ? { slots: SLOTS, handed: new Map() } : null;
}

function declaredName(owner: FunctionNode): string | null {
  if (owner.type === 'FunctionDeclaration') return owner.id?.name ?? null;
  const { parent } = owner;
  if (parent?.type === 'VariableDeclarator') return nameOf(parent.id);
  return parent?.type === 'MethodDefinition' ? keyName(parent.key, parent.computed) : null;
}

/** `{ ...init, headers }`, with nothing that says another method or body behind it. */
function isSpread(owner: FunctionNode, options: Node | undefined): boolean {
  const second = parametersOf(owner)[1];
  const parameter = second?.type === 'AssignmentPattern' ? second.left : second;
  const object = options === undefined ? null : unwrap(options);
  if (parameter?.type !== 'Identifier' || object?.type !== 'ObjectExpression') return false;
  const at = object.properties.findIndex(
    (one) => one.type === 'SpreadElement' && nameOf(one.argument) === parameter.name,
  );
  return (
    at >= 0 && object.properties.slice(at + 1).every((one) => one.type === 'Property' && isElse(one.key))
  );
}

function isElse(key: Node): boolean {
  const name = keyName(key, false);
  return name !== null && name !== 'method' && name !== 'body';
}
