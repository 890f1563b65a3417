import type { Call, New } from '../syntax/estree.js';
import { isFunction, keyName, nameOf, unwrap } from '../syntax/nodes.js';

/** Names whose calls never send anything. */
const INERT = new Set(
  'JSON Object Array Math Number String Boolean Date RegExp Error TypeError console Promise Symbol Buffer parseInt parseFloat isNaN setTimeout clearTimeout encodeURIComponent URL URLSearchParams Map Set WeakMap Headers FormData AbortController TextEncoder process describe it expect jest vi'.split(
    ' ',
  ),
);

/** Names that the language and its hosts define, and that send nothing by themselves. */
const STANDARD = new Set([
  ...INERT,
  ...'document location history navigator screen localStorage sessionStorage indexedDB caches crypto performance alert confirm prompt setInterval clearInterval setImmediate queueMicrotask requestAnimationFrame cancelAnimationFrame requestIdleCallback structuredClone atob btoa escape unescape decodeURIComponent encodeURI decodeURI isFinite Intl Reflect Proxy BigInt WeakSet WeakRef ArrayBuffer Uint8Array DataView Blob File FileReader Image Event CustomEvent EventTarget MutationObserver IntersectionObserver ResizeObserver TextDecoder AbortSignal DOMParser Node Element HTMLElement customElements getComputedStyle matchMedia addEventListener removeEventListener dispatchEvent postMessage scrollTo open close exports module require __dirname beforeEach afterEach before after test suite assert React Vue $ jQuery'.split(
    ' ',
  ),
]);

/** A global name that neither the language nor its hosts define: another script may do anything under it. */
export function isOwnGlobal(path: readonly string[]): boolean {
  const [root] = path;
  return root !== undefined && !STANDARD.has(root);
}

/** A call that no request can come of. */
export function isInert(node: Call | New): boolean {
  let callee = unwrap(node.callee);
  while (callee.type === 'MemberExpression') callee = unwrap(callee.object);
  return callee.type === 'Identifier' && INERT.has(callee.name);
}

/** Methods of texts, lists, numbers and functions under names that no client has. */
const OF_DATA = new Set(
  'toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase toString toLocaleString toFixed toISOString toJSON valueOf getTime padStart padEnd trim trimStart trimEnd startsWith endsWith includes indexOf lastIndexOf charAt charCodeAt codePointAt substring substr slice split replace replaceAll match matchAll localeCompare normalize repeat join concat reverse flat hasOwnProperty bind'.split(
    ' ',
  ),
);
/** Methods that do nothing but run what they are handed. */
const RUNNING = new Set(
  'then catch finally map forEach filter find findIndex findLast some every flatMap reduce reduceRight sort'.split(
    ' ',
  ),
);
const LOGGING = new Set('log debug info warn error trace verbose'.split(' '));

/**
 * A call of a method of plain data, by its name alone: of a receiver that nobody knows it may be one of a client only in
 * theory. What it runs stands in its arguments, and is looked at by itself.
 */
export function isOfData(node: Call | New): boolean {
  const callee = unwrap(node.callee);
  if (callee.type !== 'MemberExpression' || node.type === 'NewExpression') return false;
  const name = keyName(callee.property, callee.computed);
  if (name === null) return /^Symbol\b/.test(nameOf(callee.property) ?? '');
  if (RUNNING.has(name)) return node.arguments.every((argument) => isFunction(unwrap(argument)));
  return (
    OF_DATA.has(name) || (LOGGING.has(name) && /log(?:ger(?:For)?)?$/i.test(nameOf(callee.object) ?? ''))
  );
}
