/** Functions and classes of the language and the platform, by their global names. */

import { endOf, startOf } from '../../syntax/positions.js';
import { elementsOf, entriesOf, keyTerm } from '../domain/collections.js';
import { lazyMember } from '../domain/lazy.js';
import {
  alternatives,
  asText,
  choose,
  concat,
  known,
  memberNamed,
  type Term,
  type Text,
  UNDEFINED,
  unknown,
} from '../domain/term.js';
import { resolveUrl } from '../domain/urls.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';
import { fromEntries } from './collection-methods.js';
import { list, MAX_ITEMS, number } from './list-methods.js';

/** Functions of global objects: `Object.entries(x)`. */
export function globalMethod(
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
      return fromObjects(first, (object) => entriesOf(object) ?? []) ?? unknown('entries', null);
    case 'Object.keys':
      return (
        fromObjects(first, ({ members }) => members.map((member) => keyTerm(member.key, member.keyOrigin))) ??
        unknown('keys', null)
      );
    case 'Object.values':
      return (
        fromObjects(first, ({ members }) => members.map((member) => member.value)) ?? unknown('values', null)
      );
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
    case 'Reflect.get': {
      const key = second === undefined ? null : known(second);
      return key !== null && first.kind === 'object' ? (memberNamed(first, key)?.value ?? UNDEFINED) : null;
    }
    case 'Object.fromEntries':
      return fromEntries(first, null);
    case 'JSON.stringify':
    case 'structuredClone':
      return first;
    case 'JSON.parse':
      return parsed(first);
    case 'Array.from': {
      const items = elementsOf(first);
      if (items === null) return first.kind === 'response' ? first : unknown('list', null);
      return second === undefined
        ? list(items, false)
        : list(
            items
              .slice(0, MAX_ITEMS)
              .map((item, index) => engine.invoke(second, null, [item, number(index)], site)),
            false,
          );
    }
    case 'Array.of':
      return list(args, false);
    case 'String.raw': {
      // What a tag is handed is a list with the raw texts beside it; both are one to a path.
      const raw = first.kind === 'object' ? memberNamed(first, 'raw')?.value : first;
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

/** What the text of an answer holds is what its client would have given parsed. */
function parsed(text: Term): Term {
  if (text.kind === 'response' && text.path.at(-1) === 'text()')
    return { ...text, path: [...text.path.slice(0, -1), 'json()'] };
  return text.kind === 'object' || text.kind === 'array' || text.kind === 'response'
    ? text
    : unknown('parsed', null);
}

type ObjectTerm = Extract<Term, { kind: 'object' }>;

/** What an object gives, or any of the objects that a term may be; null if it may be none. */
function fromObjects(term: Term, items: (object: ObjectTerm) => readonly Term[]): Term | null {
  const options = term.kind === 'choice' ? term.of : [term];
  const objects = options.filter((option) => option.kind === 'object');
  if (objects.length === 0) return null;
  const isOpen = objects.some(({ open }) => open) || objects.length < options.length;
  return list(objects.flatMap(items), isOpen);
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

/** `new` of a class of the language or platform; null if it is none that is understood. */
export function constructNative(
  _engine: Engine,
  name: string | null,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [first = UNDEFINED, second] = args;
  const origin = { file: site.at.module.path, start: startOf(site.node), end: endOf(site.node) };
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
