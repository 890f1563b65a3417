/** Functions of modules that put paths, URLs and texts together. */
import { slicePiece } from '../../../../value/index.js';
import { notEmpty } from '../builtins/text-methods.js';
import {
  alternatives,
  asText,
  choose,
  concat,
  known,
  memberNamed,
  type Term,
  type Text,
  textTerm,
  unknown,
} from '../domain/term.js';
import { resolveUrl } from '../domain/urls.js';
import { templateFunction } from './filled.js';

/** Functions of modules of the platform: `path.posix.join(…)`, `util.format(…)`. */
export function moduleMethod(module: string, method: string, args: readonly Term[]): Term | null {
  const name = module.replace(/^node:/, '');
  if (JOINERS.has(name) && /^(?:join|resolve|url-?join|urljoin|proper-url-join|urlJoin)$/.test(method))
    return joinPath(args);
  if (/^(?:v?sprintf|printf|format)$/.test(method) && FORMATTERS.has(name)) return formatted(args);
  const [first, second] = args;
  const filled = templateFunction(name, method, first);
  if (filled !== null) return filled;
  if (/^lodash(?:-es)?(?:[./]get)?$/.test(name) && method === 'get' && first !== undefined)
    return memberAtPath(first, second) ?? args[2] ?? unknown('member', null);
  if (name === 'rxjs' && method === 'of') return { kind: 'array', items: args, open: false, origin: null };
  if (name === 'rxjs' && method === 'from' && first !== undefined) return first;
  if (name === 'query-string' && method === 'stringifyUrl' && first?.kind === 'object')
    return memberNamed(first, 'url')?.value ?? unknown('url', null);
  if (name === 'url' && method === 'resolve' && first !== undefined && second !== undefined)
    return resolveUrl(second, first);
  if (name === 'url' && method === 'parse' && first !== undefined) {
    return choose(
      (alternatives(asText(first)) as readonly Text[]).map((href): Term => ({ kind: 'url', href })),
    );
  }
  if (name === 'url' && method === 'format' && first !== undefined) return urlOfParts(first);
  return null;
}

const JOINERS = new Set([
  'path',
  'path/posix',
  'upath',
  'url-join',
  'urljoin',
  'proper-url-join',
  'pathe',
  'ufo',
]);

const FORMATTERS = new Set([
  'util',
  'sprintf-js',
  'sprintf',
  'printf',
  'fast-printf',
  'format-util',
  'printj',
]);

/** `get(table, 'firewall.rules')`. */
function memberAtPath(object: Term, path: Term | undefined): Term | null {
  const steps = (path === undefined ? null : known(path))?.split('.') ?? [];
  let term: Term | undefined = object;
  for (const step of steps) term = term?.kind === 'object' ? memberNamed(term, step)?.value : undefined;
  return steps.length === 0 ? null : (term ?? null);
}

/** `url.format({ protocol, hostname, pathname })`. */
function urlOfParts(term: Term): Term {
  if (term.kind !== 'object') return asText(term);
  const part = (...keys: string[]): Term | undefined =>
    keys.map((key) => memberNamed(term, key)?.value).find((value) => value !== undefined);
  const host = part('hostname', 'host');
  const path = part('pathname') ?? textTerm('/');
  return host === undefined ? path : concat([textTerm('https://'), host, path], term.origin);
}

function joinPath(args: readonly Term[]): Term {
  const parts: Term[] = [];
  args.forEach((arg, index) => {
    for (const text of [asText(arg)]) {
      const trimmedText =
        text.kind === 'text' ? withoutSlashes(text, index > 0, index < args.length - 1) : text;
      if (index > 0) parts.push(textTerm('/'));
      parts.push(trimmedText);
    }
  });
  return concat(parts, null);
}

function withoutSlashes(text: Text, leading: boolean, trailing: boolean): Text {
  const pieces = [...text.pieces];
  const first = pieces[0];
  if (leading && first?.kind === 'text') {
    const count = first.text.length - first.text.replace(/^\/+/, '').length;
    pieces[0] = slicePiece(first, count, first.text.length);
  }
  const last = pieces[pieces.length - 1];
  if (trailing && last?.kind === 'text')
    pieces[pieces.length - 1] = slicePiece(last, 0, last.text.replace(/(?<!\/)\/+$/, '').length);
  return { ...text, pieces };
}

/** `%s` and `%d` of a format, one argument each. */
function formatted(args: readonly Term[]): Term {
  const [format, ...values] = args;
  if (format?.kind !== 'text') return unknown('format', null);
  const parts: Term[] = [];
  let next = 0;
  for (const piece of format.pieces) {
    if (piece.kind === 'hole') {
      parts.push({ ...format, pieces: [piece] });
      continue;
    }
    let at = 0;
    for (const found of piece.text.matchAll(/%[sdioO]/g)) {
      parts.push({ ...format, pieces: [slicePiece(piece, at, found.index)].filter(notEmpty) });
      parts.push(values[next++] ?? unknown('format', null));
      at = found.index + found[0].length;
    }
    parts.push({ ...format, pieces: [slicePiece(piece, at, piece.text.length)].filter(notEmpty) });
  }
  return concat(parts, format.origin);
}
