/**
 * The parts of the language's own library that programs build requests with. A method that is not listed is
 * unknown, never guessed.
 */
import { mapPiece, slicePiece } from '../../../value/index.js';
import { unwrap } from '../syntax/nodes.js';
import type { Engine } from './engine.js';
import { invoke, type Site } from './functions.js';
import { elementsOf, entriesOf, keyTerm } from './members.js';
import {
  type ArrayTerm,
  alternatives,
  asText,
  choose,
  concat,
  known,
  lazyMember,
  memberNamed,
  type Piece,
  type Term,
  type Text,
  UNDEFINED,
  unknown,
} from './term.js';
import { resolveUrl, urlPart } from './urls.js';

const MAX_ITEMS = 512;

/** A call of a method on a receiver the language itself defines; null if the receiver has its own say. */
export function callMethod(
  engine: Engine,
  self: Term,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  switch (self.kind) {
    case 'text':
      return textMethod(self, method, args, engine, site);
    case 'array':
      return arrayMethod(engine, self, method, args, site);
    case 'object':
      if (self.as !== undefined) return collectionMethod(engine, self, method, args, site);
      if (memberNamed(self, method) !== undefined) return null;
      return (
        promiseMethod(engine, self, method, args, site) ??
        (method === 'toString' ? unknown('text of an object') : null)
      );
    case 'url':
      if (method === 'toString' || method === 'toJSON') return self.href;
      return urlPart(self, method);
    case 'scalar':
      return method === 'toString' ? asText(self) : null;
    case 'choice': {
      const texts = self.of.every(
        (option) => option.kind === 'text' || option.kind === 'array' || option.kind === 'url',
      );
      if (!texts) return null;
      return choose(
        self.of.map((option) => callMethod(engine, option, method, args, site) ?? unknown('method')),
      );
    }
    case 'response':
      return responseMethod(engine, self, method, args, site);
    case 'unknown':
      if (/^(?:toString|trim|toLowerCase|toUpperCase|valueOf|replace|replaceAll)$/.test(method)) return self;
      return madeOfEach(engine, self, method, args, site) ?? promiseMethod(engine, self, method, args, site);
    case 'external':
      return self.package === 'global'
        ? (globalMethod(engine, self.path, method, args, site) ??
            madeOfEach(engine, self, method, args, site))
        : moduleMethod(self.package, method, args);
    default:
      return null;
  }
}

/** What a callback spells out for each item of a list nobody knows: `zones.map((zone) => `/zones/${zone}`)`. */
function madeOfEach(
  engine: Engine,
  self: Term & { kind: 'unknown' | 'external' },
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [callback] = args;
  if ((method !== 'map' && method !== 'flatMap') || callback?.kind !== 'closure') return null;
  const { body } = callback.node;
  if (body === null || !SPELLED_OUT.has(unwrap(body).type)) return null;
  const item = invoke(engine, callback, null, [unknown('item', self.origin), unknown('index')], site);
  const items = method === 'flatMap' && item.kind === 'array' ? item.items : [item];
  return { kind: 'array', items, open: true, origin: self.origin };
}

const SPELLED_OUT = new Set(['TemplateLiteral', 'BinaryExpression', 'ArrayExpression', 'ObjectExpression']);

function promiseMethod(
  engine: Engine,
  self: Term,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [callback] = args;
  if (callback === undefined) return null;
  if (method === 'then') return invoke(engine, callback, null, [self], site);
  return method === 'catch' || method === 'finally' ? self : null;
}

function responseMethod(
  engine: Engine,
  self: Term & { kind: 'response' },
  method: string,
  args: readonly Term[],
  site: Site,
): Term {
  const [callback] = args;
  const element: Term = { ...self, path: [...self.path, '[]'] };
  switch (method) {
    case 'then':
      return callback === undefined ? self : invoke(engine, callback, null, [self], site);
    case 'catch':
    case 'finally':
    case 'filter':
    case 'sort':
    case 'slice':
    case 'reverse':
      return self;
    case 'map':
      return callback === undefined
        ? unknown('map')
        : {
            kind: 'array',
            items: [invoke(engine, callback, null, [element], site)],
            open: true,
            origin: null,
          };
    case 'find':
    case 'at':
    case 'pop':
    case 'shift':
      return element;
    default:
      return { ...self, path: [...self.path, `${method}()`] };
  }
}

/** A change of case keeps every character where it is. */
function mapText(text: Text, change: (content: string) => string): Text {
  return {
    ...text,
    pieces: text.pieces.map((piece) => (piece.kind === 'text' ? mapPiece(piece, change(piece.text)) : piece)),
  };
}

function textMethod(
  self: Text,
  method: string,
  args: readonly Term[],
  engine: Engine,
  site: Site,
): Term | null {
  const [first, second] = args;
  switch (method) {
    case 'toString':
    case 'valueOf':
    case 'normalize':
      return self;
    case 'trim':
    case 'trimStart':
    case 'trimEnd':
      return trimmed(self, method);
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return mapText(self, (content) => content.toLowerCase());
    case 'toUpperCase':
    case 'toLocaleUpperCase':
      return mapText(self, (content) => content.toUpperCase());
    case 'concat':
      return concat([self, ...args], self.origin);
    case 'replace':
    case 'replaceAll':
      return first === undefined || second === undefined ? self : replaced(engine, self, first, second, site);
    case 'split': {
      const whole = known(self);
      const separator = first === undefined ? null : known(first);
      const [piece] = self.pieces;
      if (whole === null || separator === null || separator === '' || piece?.kind !== 'text')
        return unknown('split', self.origin);
      if (self.pieces.length > 1) return unknown('split', self.origin);
      const items: Term[] = [];
      let at = 0;
      for (const part of whole.split(separator)) {
        items.push({
          kind: 'text',
          pieces: part === '' ? [] : [slicePiece(piece, at, at + part.length)],
          origin: self.origin,
        });
        at += part.length + separator.length;
      }
      return {
        kind: 'array',
        items: items.slice(0, MAX_ITEMS),
        open: items.length > MAX_ITEMS,
        origin: self.origin,
      };
    }
    case 'slice':
    case 'substring':
      return sliced(self, first, second);
    case 'then':
      return null;
    default:
      return unknown('method of a text', self.origin, method);
  }
}

/** A part of a text, where the cut falls into its first and last known pieces. */
function sliced(self: Text, first: Term | undefined, second: Term | undefined): Term {
  const index = (term: Term | undefined): number | null | undefined =>
    term === undefined
      ? undefined
      : term.kind === 'scalar' && typeof term.value === 'number'
        ? term.value
        : null;
  const from = index(first) ?? 0;
  const to = index(second);
  const head = self.pieces[0];
  const last = self.pieces[self.pieces.length - 1];
  if (index(first) === null || to === null || from < 0 || head?.kind !== 'text' || last?.kind !== 'text')
    return unknown('part of a text', self.origin);
  const isWhole = self.pieces.length === 1;
  if (head.text.length < from || (to !== undefined && to >= 0 && !isWhole))
    return unknown('part of a text', self.origin);
  if (isWhole) {
    const end =
      to === undefined ? head.text.length : to < 0 ? head.text.length + to : Math.min(to, head.text.length);
    return { ...self, pieces: from < end ? [slicePiece(head, from, end)] : [] };
  }
  const cut = to === undefined ? 0 : -to;
  if (last.text.length < cut) return unknown('part of a text', self.origin);
  const pieces = [
    slicePiece(head, from, head.text.length),
    ...self.pieces.slice(1, -1),
    slicePiece(last, 0, last.text.length - cut),
  ];
  return { ...self, pieces: pieces.filter(notEmpty) };
}

function trimmed(self: Text, method: string): Text {
  const pieces: Piece[] = [...self.pieces];
  const first = pieces[0];
  if (method !== 'trimEnd' && first?.kind === 'text') {
    pieces[0] = slicePiece(first, first.text.length - first.text.trimStart().length, first.text.length);
  }
  const last = pieces[pieces.length - 1];
  if (method !== 'trimStart' && last?.kind === 'text') {
    pieces[pieces.length - 1] = slicePiece(last, 0, last.text.trimEnd().length);
  }
  return { ...self, pieces };
}

/** `replace` of a literal placeholder, by a value or by a function of it. */
function replaced(engine: Engine, self: Text, wanted: Term, by: Term, site: Site): Term {
  const literal = known(wanted);
  const value =
    by.kind === 'closure'
      ? unknown('replaced', site.at.module ? engine.origin(site.node, site.at.module) : null)
      : by;
  if (literal === null || literal === '') return replacedByPattern(engine, self, value, site);
  for (let index = 0; index < self.pieces.length; index++) {
    const piece = self.pieces[index];
    if (piece?.kind !== 'text') continue;
    const at = piece.text.indexOf(literal);
    if (at < 0) continue;
    const before: Text = {
      ...self,
      pieces: [...self.pieces.slice(0, index), slicePiece(piece, 0, at)].filter(notEmpty),
    };
    const after: Text = {
      ...self,
      pieces: [
        slicePiece(piece, at + literal.length, piece.text.length),
        ...self.pieces.slice(index + 1),
      ].filter(notEmpty),
    };
    return concat([before, value, after], self.origin);
  }
  return self;
}

/** A regular expression: its matches are not worked out, but `{name}` and `:name` are what such code replaces. */
function replacedByPattern(engine: Engine, self: Text, value: Term, site: Site): Term {
  const node = site.node.type === 'CallExpression' ? site.node.arguments[0] : undefined;
  const source = node?.type === 'Literal' ? node.raw : undefined;
  const match = source === undefined ? null : /^\/(.*)\/([a-z]*)$/.exec(source);
  if (match === null) return unknown('replace', self.origin);
  let pattern: RegExp;
  try {
    pattern = new RegExp(match[1] ?? '', (match[2] ?? '').includes('i') ? 'gi' : 'g');
  } catch {
    return unknown('replace', self.origin);
  }
  if ((match[1] ?? '').length > 40 || !engine.spend(1)) return unknown('replace', self.origin);
  const parts: Term[] = [];
  const body = match[1] ?? '';
  const everywhere = (match[2] ?? '').includes('g');
  let replacedOnce = false;
  for (const [index, piece] of self.pieces.entries()) {
    const outOfPlace =
      (body.startsWith('^') && index > 0) || (/(?<!\\)\$$/.test(body) && index < self.pieces.length - 1);
    if (piece.kind === 'hole' || piece.text.length > 400 || outOfPlace || (replacedOnce && !everywhere)) {
      parts.push({ ...self, pieces: [piece] });
      continue;
    }
    let at = 0;
    for (const found of piece.text.matchAll(pattern)) {
      if (found[0] === '') continue;
      parts.push({ ...self, pieces: [slicePiece(piece, at, found.index)].filter(notEmpty) }, value);
      at = found.index + found[0].length;
      replacedOnce = true;
      if (!everywhere) break;
    }
    parts.push({ ...self, pieces: [slicePiece(piece, at, piece.text.length)].filter(notEmpty) });
  }
  return concat(parts, self.origin);
}

function notEmpty(piece: Piece): boolean {
  return piece.kind === 'hole' || piece.text !== '';
}

function arrayMethod(
  engine: Engine,
  self: ArrayTerm,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [first, second] = args;
  const items = self.items.slice(0, MAX_ITEMS);
  switch (method) {
    case 'join': {
      const separator = first === undefined ? ',' : known(first);
      const parts = items.flatMap((item, index): Term[] =>
        index === 0
          ? [item]
          : [
              {
                kind: 'text',
                pieces: separator ? [{ kind: 'text', text: separator, origin: null }] : [],
                origin: null,
              },
              item,
            ],
      );
      return separator === null ? unknown('join', self.origin) : concat(parts, self.origin);
    }
    case 'map':
    case 'flatMap': {
      if (first === undefined) return null;
      const mapped = items.map((item, index) => invoke(engine, first, null, [item, number(index)], site));
      const flat =
        method === 'map' ? mapped : mapped.flatMap((item) => (item.kind === 'array' ? item.items : [item]));
      return { kind: 'array', items: flat, open: self.open, origin: self.origin };
    }
    case 'filter':
    case 'sort':
    case 'reverse':
    case 'toSorted':
    case 'toReversed':
    case 'slice':
      return self;
    case 'flat':
      return { ...self, items: items.flatMap((item) => (item.kind === 'array' ? item.items : [item])) };
    case 'concat':
      return {
        kind: 'array',
        items: [...items, ...args.flatMap((arg) => (arg.kind === 'array' ? arg.items : [arg]))],
        open: self.open || args.some((arg) => arg.kind !== 'array' && arg.kind !== 'object'),
        origin: self.origin,
      };
    case 'find':
    case 'at':
    case 'pop':
    case 'shift':
      return items.length === 0 ? unknown('element', self.origin) : choose(items);
    case 'entries':
      return {
        ...self,
        items: items.map(
          (item, index): Term => ({ kind: 'array', items: [number(index), item], open: false, origin: null }),
        ),
      };
    case 'values':
      return self;
    case 'reduce': {
      if (first === undefined || second === undefined || items.length > 64)
        return unknown('reduce', self.origin);
      return items.reduce(
        (sum, item, index) => invoke(engine, first, null, [sum, item, number(index)], site),
        second,
      );
    }
    case 'then':
      return promiseMethod(engine, self, method, args, site);
    case 'includes':
    case 'indexOf':
    case 'some':
    case 'every':
    case 'forEach':
    case 'push':
    case 'unshift':
    case 'keys':
      return unknown('method of a list', self.origin, method);
    default:
      return null;
  }
}

function number(value: number): Term {
  return { kind: 'scalar', value, origin: null };
}

function collectionMethod(
  engine: Engine,
  self: Term & { kind: 'object' },
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const key = args[0] === undefined ? null : known(args[0]);
  switch (method) {
    case 'get': {
      if (key === null)
        return choose([...self.members.map((member) => member.value), unknown('not in the map')]);
      return memberNamed(self, key)?.value ?? (self.open ? unknown('member') : UNDEFINED);
    }
    case 'set':
    case 'append':
    case 'add':
      return self;
    case 'entries':
      return list(entriesOf(self) ?? [], self.open);
    case 'keys':
      return list(
        self.members.map((member) =>
          self.as === 'set' ? member.value : keyTerm(member.key, member.keyOrigin),
        ),
        self.open,
      );
    case 'values':
      return list(
        self.members.map((member) => member.value),
        self.open,
      );
    case 'toString':
      return unknown('query', self.origin, 'params');
    default:
      return (
        promiseMethod(engine, self, method, args, site) ??
        unknown('method of a collection', self.origin, method)
      );
  }
}

function list(items: readonly Term[], open: boolean): Term {
  return { kind: 'array', items, open, origin: null };
}

/** Functions of global objects: `Object.entries(x)`. */
function globalMethod(
  engine: Engine,
  path: readonly string[],
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [first = UNDEFINED, second] = args;
  const name = `${path.join('.')}.${method}`;
  switch (name) {
    case 'Object.entries':
      return withOpen(entriesOf(first), first) ?? unknown('entries', null);
    case 'Object.keys':
      return first.kind === 'object'
        ? list(
            first.members.map((member) => keyTerm(member.key, member.keyOrigin)),
            first.open,
          )
        : unknown('keys', null);
    case 'Object.values':
      return first.kind === 'object'
        ? list(
            first.members.map((member) => member.value),
            first.open,
          )
        : unknown('values', null);
    case 'Object.freeze':
    case 'Object.seal':
    case 'Promise.resolve':
    case 'Promise.all':
    case 'Promise.allSettled':
    case 'Promise.race':
      return first;
    case 'Object.assign': {
      let open = false;
      const members = args.flatMap((arg) => {
        if (arg.kind === 'object') {
          open ||= arg.open;
          return arg.members;
        }
        open = true;
        return [];
      });
      if (first.kind === 'instance' || first.kind === 'external') return first;
      return { kind: 'object', members, open, origin: first.kind === 'object' ? first.origin : null };
    }
    case 'Object.fromEntries':
      return fromEntries(first, null);
    case 'JSON.stringify':
    case 'structuredClone':
      return first;
    case 'JSON.parse':
      return first.kind === 'object' || first.kind === 'array' || first.kind === 'response'
        ? first
        : unknown('parsed', null);
    case 'Array.from': {
      const items = elementsOf(first);
      if (items === null) return first.kind === 'response' ? first : unknown('list', null);
      return second === undefined
        ? list(items, false)
        : list(
            items
              .slice(0, MAX_ITEMS)
              .map((item, index) => invoke(engine, second, null, [item, number(index)], site)),
            false,
          );
    }
    case 'Array.of':
      return list(args, false);
    case 'String.raw': {
      const raw = first.kind === 'object' ? memberNamed(first, 'raw')?.value : undefined;
      const texts = raw === undefined ? null : elementsOf(raw);
      return texts === null
        ? unknown('raw', null)
        : concat(
            texts.flatMap((text, index) => [text, ...args.slice(index + 1, index + 2)]),
            null,
          );
    }
    default:
      return null;
  }
}

function withOpen(items: readonly Term[] | null, of: Term): Term | null {
  return items === null ? null : list(items, of.kind === 'object' && of.open);
}

function fromEntries(term: Term, as: 'map' | null): Term {
  const items = elementsOf(term);
  const open = items === null;
  const members = (items ?? []).flatMap((item) => {
    if (item.kind !== 'array') return [];
    const [key = UNDEFINED, value = UNDEFINED] = item.items;
    const name = known(key);
    if (name === null) return [];
    const origin = key.kind === 'text' && key.pieces[0]?.kind === 'text' ? key.pieces[0].origin : null;
    return [lazyMember(name, origin, item.origin, () => value)];
  });
  const origin = 'origin' in term ? term.origin : null;
  return as === null
    ? { kind: 'object', members, open, origin }
    : { kind: 'object', members, open, origin, as };
}

/** Functions of modules of the platform: `path.posix.join(…)`, `util.format(…)`. */
export function moduleMethod(module: string, method: string, args: readonly Term[]): Term | null {
  const name = module.replace(/^node:/, '');
  if (JOINERS.has(name) && /^(?:join|resolve|url-?join|urljoin|proper-url-join|urlJoin)$/.test(method))
    return joinPath(args);
  if (/^(?:v?sprintf|printf|format)$/.test(method) && FORMATTERS.has(name)) return formatted(args);
  const [first, second] = args;
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

/** `url.format({ protocol, hostname, pathname })`. */
function urlOfParts(term: Term): Term {
  if (term.kind !== 'object') return asText(term);
  const part = (...keys: string[]): Term | undefined =>
    keys.map((key) => memberNamed(term, key)?.value).find((value) => value !== undefined);
  const literal = (content: string): Term => ({
    kind: 'text',
    pieces: [{ kind: 'text', text: content, origin: null }],
    origin: null,
  });
  const host = part('hostname', 'host');
  const path = part('pathname') ?? literal('/');
  return host === undefined ? path : concat([literal('https://'), host, path], term.origin);
}

function joinPath(args: readonly Term[]): Term {
  const parts: Term[] = [];
  args.forEach((arg, index) => {
    for (const text of [asText(arg)]) {
      const trimmedText =
        text.kind === 'text' ? withoutSlashes(text, index > 0, index < args.length - 1) : text;
      if (index > 0)
        parts.push({ kind: 'text', pieces: [{ kind: 'text', text: '/', origin: null }], origin: null });
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
    pieces[pieces.length - 1] = slicePiece(last, 0, last.text.replace(/\/+$/, '').length);
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

/** Calls of global functions by name. Null for one that is not the language's own. */
export function callGlobal(name: string, args: readonly Term[]): Term | null {
  const [first = UNDEFINED] = args;
  switch (name) {
    case 'String':
    case 'encodeURIComponent':
    case 'encodeURI':
    case 'decodeURIComponent':
    case 'decodeURI':
    case 'escape':
      return first.kind === 'unknown' ? first : asText(first);
    case 'Number':
    case 'parseInt':
    case 'parseFloat':
    case 'Boolean':
      return first.kind === 'scalar' ? first : unknown('converted', null);
    case 'structuredClone':
    case 'Object':
      return first;
    default:
      return null;
  }
}

export function callNative(_engine: Engine, name: string, args: readonly Term[], _site: Site | null): Term {
  return callGlobal(name, args) ?? unknown('native', null);
}

/** `new` of a class of the language or platform; null if it is none that is understood. */
export function constructNative(
  _engine: Engine,
  name: string | null,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [first = UNDEFINED, second] = args;
  const origin = { file: site.at.module.path, start: site.node.range[0], end: site.node.range[1] };
  switch (name) {
    case 'URL': {
      const base: Term = second ?? { kind: 'text', pieces: [], origin: null };
      return second === undefined
        ? choose(
            (alternatives(asText(first)) as readonly Text[]).map((href): Term => ({ kind: 'url', href })),
          )
        : resolveUrl(first, base);
    }
    case 'Map':
    case 'URLSearchParams':
    case 'Headers':
    case 'FormData':
      if (first.kind === 'object') return { ...first, as: 'map' };
      if (first.kind === 'scalar') return { kind: 'object', members: [], open: false, origin, as: 'map' };
      return fromEntries(first, 'map');
    case 'Set': {
      const items = elementsOf(first);
      return {
        kind: 'object',
        members: (items ?? []).map((item) => lazyMember(known(item) ?? '', null, null, () => item)),
        open: items === null && first.kind !== 'scalar',
        origin,
        as: 'set',
      };
    }
    case 'String':
      return asText(first);
    case 'Array':
      return list([], true);
    default:
      return null;
  }
}
