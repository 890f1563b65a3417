import type { External } from '../../evaluate/domain/term.js';
import type { Call, New, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isFunction, keyName, nameOf, unwrap } from '../../syntax/nodes.js';

/** Names whose calls never send anything. */
const INERT = new Set(
  'JSON Object Array Math Number String Boolean Date RegExp Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError DOMException console Promise Symbol Buffer parseInt parseFloat isNaN setTimeout clearTimeout encodeURIComponent URL URLSearchParams Map Set WeakMap Headers FormData AbortController TextEncoder process describe it expect jest vi'.split(
    ' ',
  ),
);

/** Names that the language and its hosts define, and that send nothing by themselves. */
const STANDARD = new Set([
  ...INERT,
  ...'document location history navigator screen localStorage sessionStorage indexedDB caches crypto performance alert confirm prompt setInterval clearInterval setImmediate queueMicrotask requestAnimationFrame cancelAnimationFrame requestIdleCallback structuredClone atob btoa escape unescape decodeURIComponent encodeURI decodeURI isFinite Intl Reflect Proxy BigInt WeakSet WeakRef ArrayBuffer Uint8Array DataView Blob File FileReader Image Event CustomEvent EventTarget MutationObserver IntersectionObserver ResizeObserver TextDecoder AbortSignal DOMParser Node Element HTMLElement customElements getComputedStyle Response ReadableStream WritableStream TransformStream matchMedia addEventListener removeEventListener dispatchEvent postMessage scrollTo open close exports module require __dirname beforeEach afterEach before after test suite assert React Vue $ jQuery'.split(
    ' ',
  ),
]);

/** A global name that neither the language nor its hosts define: another script may do anything under it. */
export function isOwnGlobal(path: readonly string[]): boolean {
  const [root] = path;
  return root !== undefined && !STANDARD.has(root);
}

/** Names of the object that has the global names. */
const GLOBAL_OBJECTS = new Set(['window', 'globalThis', 'self', 'global']);

/** A call that no request can come of. */
export function isInert(node: Call | New): boolean {
  let callee = unwrap(node.callee);
  let member: string | null = null;
  while (callee.type === 'MemberExpression') {
    member = keyName(callee.property, callee.computed);
    callee = unwrap(callee.object);
  }
  // `expect(answer.status).toBe(200)`
  if (callee.type === 'CallExpression') return nameOf(callee.callee) === 'expect';
  if (callee.type !== 'Identifier') return false;
  return INERT.has(member !== null && GLOBAL_OBJECTS.has(callee.name) ? member : callee.name);
}

/** `const [rules, setRules] = useState([])`: what a component is told to remember goes nowhere else. */
export function isStateSetter({ callee }: Call | New, module: Module): boolean {
  const id = callee.type === 'Identifier' ? module.resolve(callee)?.declarations[0] : undefined;
  const pattern = id?.parent;
  if (pattern?.type !== 'ArrayPattern' || pattern.elements[1] !== id) return false;
  const { parent } = pattern;
  const made = parent?.type === 'VariableDeclarator' && parent.init !== null ? unwrap(parent.init) : null;
  if (made?.type !== 'CallExpression') return false;
  const hook = unwrap(made.callee);
  const isOwn = hook.type === 'Identifier' && !['import', undefined].includes(module.resolve(hook)?.kind);
  return !isOwn && /(?:^|\.)use(?:State|Reducer)$/.test(nameOf(hook) ?? '');
}

/** Modules of Node that neither open connections nor run programs. */
const SILENT_MODULES = new Set(
  'assert assert/strict buffer console crypto events fs fs/promises module os path path/posix path/win32 perf_hooks process querystring readline stream stream/promises string_decoder timers timers/promises tty url util v8 zlib'.split(
    ' ',
  ),
);

/** Whether no request comes of a function of a package by itself, whatever it is called with: also hooks of React. */
export function isSilent({ package: name, path }: External): boolean {
  if (name === 'react') return /^use[A-Z]/.test(path.at(-1) ?? '');
  return SILENT_MODULES.has(name.replace(/^node:/, ''));
}

/** Methods of texts, lists, numbers and functions under names that no client has. */
const OF_DATA = new Set(
  'toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase toString toLocaleString toFixed toISOString toJSON valueOf getTime padStart padEnd trim trimStart trimEnd startsWith endsWith includes indexOf lastIndexOf charAt charCodeAt codePointAt substring substr slice split replace replaceAll match matchAll localeCompare normalize repeat join concat reverse flat hasOwnProperty bind has push unshift addEventListener removeEventListener'.split(
    ' ',
  ),
);
/** Methods that do nothing but run the functions they are handed. */
const RUNNING = new Set(['then', 'map', 'forEach', 'flatMap']);
/** Methods that hand a function nothing to send: an error, or an item that is compared. */
const COMPARING = new Set('catch finally filter find findIndex findLast some every sort'.split(' '));
const REDUCING = new Set(['reduce', 'reduceRight']);
const LOGGING = new Set('log debug info warn error trace verbose'.split(' '));
/** What an answer, a list or a controller is asked without saying more. */
const ASKING = new Set('json text arrayBuffer blob formData bytes entries keys values abort'.split(' '));
/** Methods of tables of names, by what such tables are called. */
const OF_TABLES = new Set('get getAll set append delete'.split(' '));
const TABLE = /(?:headers|searchParams|formData|cookies)$/i;
const HEADER = /^(?:x|content|retry|accept|if|cf|access)-[\w-]+$|^(?:authorization|cookie|etag|location)$/i;
const OF_PATTERNS = new Set(['test', 'exec']);
const PATTERN = /(?:pattern|regexp?|regex)$/i;
/** What is written like this holds no client. */
const CONSTANT = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/;

/**
 * A call of a method of plain data, by its name alone: of a receiver that nobody knows it may be one of a client only in
 * theory. What it runs stands in its arguments, and is looked at by itself.
 */
export function isOfData(node: Call | New): boolean {
  const callee = unwrap(node.callee);
  if (callee.type !== 'MemberExpression' || node.type === 'NewExpression') return false;
  const name = keyName(callee.property, callee.computed);
  if (name === null) return /^Symbol\b/.test(nameOf(callee.property) ?? '');
  const isRun = (argument: Node): boolean => isFunction(unwrap(argument));
  if (RUNNING.has(name)) return node.arguments.every(isRun);
  if (COMPARING.has(name)) {
    return node.arguments.every((argument) => isRun(argument) || unwrap(argument).type === 'Identifier');
  }
  if (REDUCING.has(name)) return node.arguments.slice(0, 1).every(isRun);
  if (ASKING.has(name)) return node.arguments.length === 0;
  if (OF_DATA.has(name)) return true;
  const receiver = unwrap(callee.object);
  if (OF_PATTERNS.has(name) && receiver.type === 'Literal') return true;
  const [key] = node.arguments;
  if (OF_TABLES.has(name) && key?.type === 'Literal' && HEADER.test(String(key.value))) return true;
  const owner = nameOf(receiver) ?? '';
  return (
    (LOGGING.has(name) && /log(?:ger(?:For)?)?$/i.test(owner)) ||
    (OF_TABLES.has(name) && TABLE.test(owner)) ||
    (OF_PATTERNS.has(name) && (PATTERN.test(owner) || CONSTANT.test(owner)))
  );
}
