import type { Origin } from '../../../value/index.js';
import { isRangeOneTooLong } from '../../storage/service.js';
import type { StorageUsage } from '../../usage.js';
import type { Call, Member, New, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { enclosingFunction, keyName, unwrap } from '../syntax/nodes.js';
import { endOf, startOf } from '../syntax/positions.js';

/** Code around calls of the S3 API that expects something else of an answer than the service gives. */

export type Found = Pick<StorageUsage, 'operation' | 'at'> & {
  readonly correction?: { readonly at: Origin; readonly text: string };
};

const BOUNDED = /\b(?:1000|1_000|chunk\w*|batch\w*|slice|splice|Contents|MaxKeys)\b/i;

/** Keys of a DeleteObjects request that are made of a list of any length. */
export function unboundedDeletion(module: Module, call: Call | New, command: Node): Found | null {
  const objects = propertyAt(inputOf(call, command), ['Delete', 'Objects']);
  if (objects?.type !== 'CallExpression') return null;
  const callee = unwrap(objects.callee);
  const name = callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
  if (name === null || !/^(?:map|filter|flatMap)$/.test(name)) return null;
  const around = enclosingFunction(call) ?? call;
  if (BOUNDED.test(textOf(module, around)) || BOUNDED.test(textOf(module, objects))) return null;
  return { operation: 'delete-objects-of-unknown-size', at: originOf(module, objects) };
}

/** A range whose end is its start and a length. */
export function tooLongRange(module: Module, call: Call | New, command: Node): Found | null {
  const range = propertyAt(inputOf(call, command), ['Range']);
  return range !== null && isRangeOneTooLong(textOf(module, range))
    ? { operation: 'range-one-byte-too-long', at: originOf(module, range) }
    : null;
}

/** A write under a condition, in a file that handles no failure at all. */
export function uncaughtCondition(module: Module, call: Call | New, command: Node): Found | null {
  if (/\bcatch\b|PreconditionFailed|\b412\b/.test(module.text)) return null;
  const condition = ['IfNoneMatch', 'IfMatch'].find(
    (name) => propertyAt(inputOf(call, command), [name]) !== null,
  );
  const written = unwrap(command);
  const at = written.type === 'NewExpression' ? written.callee : written;
  return condition === undefined
    ? null
    : { operation: 'conditional-write-without-catch', at: originOf(module, at) };
}

function inputOf(call: Call | New, command: Node): Node | undefined {
  const written = unwrap(command);
  return (written.type === 'NewExpression' ? written.arguments : call.arguments)[0];
}

function propertyAt(node: Node | undefined, keys: readonly string[]): Node | null {
  if (node === undefined) return null;
  let current: Node = unwrap(node);
  for (const key of keys) {
    if (current.type !== 'ObjectExpression') return null;
    const found = current.properties.find(
      (one) => one.type === 'Property' && keyName(one.key, one.computed) === key,
    );
    if (found?.type !== 'Property') return null;
    current = unwrap(found.value);
  }
  return current;
}

/** Comparisons of what the service answers, in a file that asks it. */
export function answerPatterns(module: Module): Found[] {
  return [
    ...members(module, 'ETag', 'etag').flatMap((member) => etagAsDigest(module, member)),
    ...members(module, 'KeyCount').flatMap((member) => countedKeys(module, member)),
    ...sortedParts(module),
    ...retriedErrors(module),
  ];
}

function members(module: Module, ...names: readonly string[]): readonly Member[] {
  return names.flatMap((name) => module.members.get(name) ?? []);
}

const DIGEST = /\b(?:md5|createHash|digest|checksum)\b|md5|Md5|MD5/;

/** An ETag that is compared with a digest of the whole object, or taken apart at its dash. */
function etagAsDigest(module: Module, member: Member): Found[] {
  const at = originOf(module, member.property);
  let node: Node = member;
  while (node.parent !== undefined && isPassing(node, node.parent)) node = node.parent;
  const { parent } = node;
  if (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === node ? parent.right : parent.left;
    return DIGEST.test(textOf(module, other)) ? [{ operation: 'etag-compared-with-digest', at }] : [];
  }
  return [];
}

/** `etag.replaceAll('"', '')`, `etag!`, `etag?.slice(1, -1)`: still the ETag. */
function isPassing(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'AwaitExpression':
      return true;
    case 'MemberExpression':
      return (
        parent.object === node &&
        /^(?:replace|replaceAll|slice|trim|substring|toLowerCase)$/.test(
          keyName(parent.property, parent.computed) ?? '',
        )
      );
    case 'CallExpression':
      return parent.callee === node;
    default:
      return false;
  }
}

/** `KeyCount === Contents.length`: common prefixes are counted too. */
function countedKeys(module: Module, member: Member): Found[] {
  const { parent } = member;
  if (parent?.type !== 'BinaryExpression') return [];
  const other = parent.left === member ? parent.right : parent.left;
  return isLengthOfContents(textOf(module, other))
    ? [{ operation: 'key-count-as-number-of-objects', at: originOf(module, member.property) }]
    : [];
}

function isLengthOfContents(text: string): boolean {
  if (!text.endsWith('.length')) return false;
  const [line = ''] = text
    .slice(0, -'.length'.length)
    .split(/[\r\n\u2028\u2029]/)
    .slice(-1);
  return /\bContents\b/.test(line);
}

/** Parts are sorted by the service: doing it before is redundant. */
function sortedParts(module: Module): Found[] {
  return (module.members.get('sort') ?? []).flatMap((member) => {
    const call = member.parent;
    if (call?.type !== 'CallExpression' || call.callee !== member) return [];
    const [order] = call.arguments;
    return order !== undefined && /\.PartNumber\s*-\s*\w+\.PartNumber/.test(textOf(module, order))
      ? [{ operation: 'parts-sorted-before-completion', at: originOf(module, member.property) }]
      : [];
  });
}

/** A list of errors to retry on that knows InternalError alone. */
function retriedErrors(module: Module): Found[] {
  if (/TooMuchConcurrency|SlowDown|TooManyRequests|ServiceUnavailable/.test(module.text)) return [];
  return module.leaves.flatMap((leaf) =>
    leaf.type === 'Literal' && leaf.value === 'InternalError' && isCompared(leaf)
      ? [{ operation: 'retry-on-internal-error-alone', at: originOf(module, leaf) }]
      : [],
  );
}

function isCompared(node: Node): boolean {
  const { parent } = node;
  return (
    (parent?.type === 'BinaryExpression' && /^===?$/.test(parent.operator)) ||
    parent?.type === 'ArrayExpression'
  );
}

export function textOf(module: Module, node: Node): string {
  return module.text.slice(startOf(node), endOf(node));
}

export function originOf(module: Module, node: Node): Origin {
  return { file: module.path, start: startOf(node), end: endOf(node) };
}
