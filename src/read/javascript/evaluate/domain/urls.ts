import { slicePiece } from '../../../../value/index.js';
import { alternatives, asText, choose, known, type Piece, type Term, type Text, type Url } from './term.js';

/** URLs as texts: joining a reference to a base, and setting one part of a whole. */

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The first known characters of a text. */
export function headOf(text: Text): string {
  const [first] = text.pieces;
  return first?.kind === 'text' ? first.text : '';
}

export function isAbsolute(text: Text): boolean {
  return ABSOLUTE.test(
    text.pieces
      .slice(0, 4)
      .map((piece) => (piece.kind === 'text' ? piece.text : '\0'))
      .join(''),
  );
}

/** Pieces up to and after the first character that matches, where holes match nothing. */
function splitAt(
  pieces: readonly Piece[],
  test: (text: string, from: number) => number,
  from = 0,
): [Piece[], Piece[]] | null {
  let skip = from;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index];
    if (piece === undefined || piece.kind === 'hole') continue;
    if (skip >= piece.text.length) {
      skip -= piece.text.length;
      continue;
    }
    const at = test(piece.text, skip);
    skip = 0;
    if (at < 0) continue;
    const head = at > 0 ? [slicePiece(piece, 0, at)] : [];
    const tail = at < piece.text.length ? [slicePiece(piece, at, piece.text.length)] : [];
    return [
      [...pieces.slice(0, index), ...head],
      [...tail, ...pieces.slice(index + 1)],
    ];
  }
  return null;
}

/** Scheme and host; then the rest. */
function splitHost(pieces: readonly Piece[]): [readonly Piece[], readonly Piece[]] {
  const head = pieces[0];
  const scheme = head?.kind === 'text' ? (ABSOLUTE.exec(head.text)?.[0].length ?? -1) : -1;
  if (scheme < 0) return [[], pieces];
  return splitAt(pieces, (text, from) => text.indexOf('/', from), scheme) ?? [pieces, []];
}

function cut(pieces: readonly Piece[], mark: string): [readonly Piece[], readonly Piece[]] {
  return splitAt(pieces, (text, from) => text.indexOf(mark, from)) ?? [pieces, []];
}

const SLASH: Piece = { kind: 'text', text: '/', origin: null };

/** How `new URL(path, base)` joins. */
export function resolveUrl(path: Term, base: Term): Term {
  const joined: Text[] = [];
  for (const reference of alternatives(asText(path)) as readonly Text[]) {
    for (const against of alternatives(asText(base)) as readonly Text[]) {
      joined.push(isAbsolute(reference) ? reference : resolveOne(reference, against));
    }
  }
  return choose(joined.map((href): Url => ({ kind: 'url', href })));
}

function resolveOne(path: Text, base: Text): Text {
  const [host, rest] = splitHost(base.pieces);
  if (headOf(path).startsWith('/')) {
    const start = host.length === 0 ? base.pieces : host;
    return { kind: 'text', pieces: [...start, ...path.pieces], origin: path.origin };
  }
  // A relative reference replaces what follows the last slash of the base.
  const last = rest[rest.length - 1];
  if (last?.kind === 'text') {
    const slash = last.text.lastIndexOf('/');
    const kept = slash >= 0 ? [...rest.slice(0, -1), slicePiece(last, 0, slash + 1)] : rest;
    return { kind: 'text', pieces: [...host, ...kept, ...path.pieces], origin: path.origin };
  }
  const between = rest.length === 0 ? [SLASH] : [];
  return { kind: 'text', pieces: [...host, ...rest, ...between, ...path.pieces], origin: path.origin };
}

/** How HTTP clients put a base before a path: one slash between, an absolute path alone. */
export function joinBase(base: Term, path: Term): Term {
  const joined: Text[] = [];
  for (const option of alternatives(asText(path)) as readonly Text[]) {
    for (const before of alternatives(asText(base)) as readonly Text[]) {
      joined.push(isAbsolute(option) ? option : joinOne(before, option));
    }
  }
  return choose(joined);
}

function joinOne(base: Text, path: Text): Text {
  const last = base.pieces[base.pieces.length - 1];
  const first = path.pieces[0];
  if (path.pieces.length === 0) return base;
  const endsOpen = !(last?.kind === 'text' && last.text.endsWith('/'));
  const startsOpen = !(first?.kind === 'text' && first.text.startsWith('/'));
  let before = base.pieces;
  if (!endsOpen && !startsOpen && last?.kind === 'text') {
    before = [...base.pieces.slice(0, -1), slicePiece(last, 0, last.text.length - 1)];
  }
  const isApart = first?.kind === 'text' || (last?.kind === 'text' && isItemOf(last.text, path));
  const between = endsOpen && startsOpen && base.pieces.length > 0 && isApart ? [SLASH] : [];
  return { kind: 'text', pieces: [...before, ...between, ...path.pieces], origin: path.origin };
}

/** `${zone}/dns_records` below `/zones`: what is not known may begin with a slash, but not behind a collection. */
function isItemOf(base: string, { pieces }: Text): boolean {
  const [, next] = pieces;
  return COLLECTION.test(base) && next?.kind === 'text' && next.text.startsWith('/');
}

const COLLECTION = /\/[a-z_]+s$/;

/** A URL after one of its parts was set: `url.pathname = …`, `url.searchParams.set(…)`. */
export function withUrlPart(url: Url, part: string, values: readonly Term[]): Term {
  const options = alternatives(
    asText(values[0] ?? { kind: 'text', pieces: [], origin: null }),
  ) as readonly Text[];
  if (part === 'href') return choose(options.map((href): Url => ({ kind: 'url', href })));
  const [main, query] = cut(url.href.pieces, '?');
  const [host, path] = splitHost(main);
  const made = (pieces: readonly Piece[]): Url => ({
    kind: 'url',
    href: { kind: 'text', pieces, origin: url.href.origin },
  });
  switch (part) {
    case 'pathname':
      return choose(
        options.map((option) => {
          const slash = headOf(option).startsWith('/') ? [] : [SLASH];
          return made([
            ...(host.length === 0 ? main.slice(0, 1) : host),
            ...slash,
            ...option.pieces,
            ...query,
          ]);
        }),
      );
    case 'search':
      return choose(
        options.map((option) => {
          const mark: Piece[] = headOf(option).startsWith('?')
            ? []
            : [{ kind: 'text', text: '?', origin: null }];
          return made([...main, ...mark, ...option.pieces]);
        }),
      );
    case 'query': {
      const [name, value] = values;
      if (name === undefined || value === undefined) return url;
      const named = asText(name);
      const valued = asText(value);
      if (named.kind === 'choice' || valued.kind === 'choice') return url;
      const separator: Piece = { kind: 'text', text: query.length === 0 ? '?' : '&', origin: null };
      const equals: Piece = { kind: 'text', text: '=', origin: null };
      return made([...url.href.pieces, separator, ...named.pieces, equals, ...valued.pieces]);
    }
    case 'host':
    case 'hostname':
      return choose(
        options.map((option) =>
          made([{ kind: 'text', text: 'https://', origin: null }, ...option.pieces, ...path, ...query]),
        ),
      );
    default:
      return url;
  }
}

/** A part of a URL that is read. */
export function urlPart(url: Url, part: string): Term | null {
  const [main, query] = cut(url.href.pieces, '?');
  const [host, path] = splitHost(main);
  const text = (pieces: readonly Piece[]): Term => ({ kind: 'text', pieces, origin: url.href.origin });
  switch (part) {
    case 'href':
      return url.href;
    case 'pathname':
      return text(path);
    case 'search':
      return text(query);
    case 'origin':
      return text(host);
    case 'host':
    case 'hostname': {
      const whole = known(text(host));
      return whole === null
        ? null
        : text([{ kind: 'text', text: whole.replace(ABSOLUTE, ''), origin: url.href.origin }]);
    }
    default:
      return null;
  }
}
