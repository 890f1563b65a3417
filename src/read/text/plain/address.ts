import type { Profile } from '../../../catalogue/index.js';
import { hole, type Piece, shapeOf, slicePiece, type TextValue, type Value } from '../../../value/index.js';
import type { Evidence } from '../../usage.js';
import { piecesOf } from '../values/pieces.js';
import type { FileEvidence } from './evidence.js';

/**
 * Which texts are addresses of an API: they hold its host, its base path, or one of its collections with an
 * id behind it. Everything else may be anybody's path and is left alone.
 */
export interface ApiAddress {
  readonly url: TextValue;
  readonly evidence: readonly Evidence[];
}

const HOLE = '\uFDD0';
/** An address has no blanks; a text with blanks is a message or a command. */
const BLANK = /\s/;
/** Placeholders of templates may hold blanks. */
const PLACEHOLDER = /\{\{[^{}\n]{0,80}\}\}|[<{[][\w .:-]{1,40}[>}\]]/g;
/** Interpolation of Ruby in a text that is not read as Ruby. */
const INTERPOLATION = /#\{[^{}\n]{0,80}\}/g;
const SCHEME_HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:\uFDD0]+)/i;

/** A longer text is data, unless it names the host: whoever made it that long may want it overlooked. */
const LONGEST = 2_000;

export function addressOf(value: Value, profiles: readonly Profile[], file: FileEvidence): ApiAddress | null {
  if (value.kind !== 'text' && value.kind !== 'choice') return null;
  const written = withoutPlaceholders(trimmed(piecesOf(value)));
  const shape = shapeOf(written, HOLE).replace(INTERPOLATION, HOLE);
  if (
    shape.length < 6 ||
    (shape.length > LONGEST && !profiles.some((profile) => namesHost(shape, profile))) ||
    BLANK.test(shape.replace(PLACEHOLDER, '')) ||
    !shape.includes('/')
  )
    return null;
  const url: TextValue = { kind: 'text', pieces: written, origin: value.origin };
  for (const profile of profiles) {
    const evidence = evidenceFor(shape, profile, file);
    if (evidence !== null) return { url, evidence };
  }
  return null;
}

/** `ZONE = "your zone id"` in `/zones/{ZONE}/…`: words in whose place everybody writes an id. */
function withoutPlaceholders(pieces: readonly Piece[]): readonly Piece[] {
  const isPlaceholder = (piece: Piece, at: number) => {
    if (piece.kind === 'hole' || piece.text.includes('/') || !BLANK.test(piece.text)) return false;
    const after = pieces[at + 1];
    return endsSegment(pieces[at - 1]) && (after === undefined || beginsSegment(after));
  };
  return pieces.map((piece, at) => (isPlaceholder(piece, at) ? hole(piece.origin) : piece));
}

function endsSegment(piece: Piece | undefined): boolean {
  return piece?.kind === 'text' && piece.text.endsWith('/');
}

function beginsSegment(piece: Piece): boolean {
  return piece.kind === 'text' && /^[/?]/.test(piece.text);
}

/** A text as a person writes it around an address: quotes, angle brackets, blanks and a full stop. */
function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  const [first] = pieces;
  const last = pieces.at(-1);
  let result = pieces;
  if (first?.kind === 'text') {
    const from = first.text.length - first.text.replace(/^[\s"'<=]+/, '').length;
    if (from > 0) result = [slicePiece(first, from, first.text.length), ...result.slice(1)];
  }
  if (last?.kind === 'text') {
    const current = result.at(-1);
    if (current?.kind === 'text') {
      const to = current.text.replace(/(?<![\s"'>])[\s"'>]+$/, '').length;
      if (to < current.text.length) result = [...result.slice(0, -1), slicePiece(current, 0, to)];
    }
  }
  return result;
}

function namesHost(shape: string, { hosts }: Profile): boolean {
  const lower = shape.toLowerCase();
  return hosts.some((host) => lower.includes(host));
}

function evidenceFor(shape: string, profile: Profile, file: FileEvidence): readonly Evidence[] | null {
  const lower = shape.toLowerCase();
  const host = profile.hosts.find((one) => lower.includes(one));
  const base = lower.includes(`${profile.basePath}/`) || lower.endsWith(profile.basePath);
  const stated = SCHEME_HOST.exec(lower)?.[1];
  if ((host !== undefined || base) && isBase(lower, profile)) return null;
  if (host !== undefined) return [{ kind: 'host', host }, ...file.all];
  if (base && stated === undefined) return [{ kind: 'client', name: profile.basePath }, ...file.all];
  if (!anchored(shape, profile, file.vendor)) return null;
  if (stated !== undefined) return [{ kind: 'against', what: stated }, ...file.all];
  return [...file.against, ...file.all];
}

/** The base alone is no call. */
function isBase(address: string, profile: Profile): boolean {
  const path = address.replace(/^[a-z]+:\/\//, '').replace(/^[^/]*/, '');
  return path.replace(profile.basePath, '').replaceAll('/', '') === '';
}

/**
 * `zones/<x>/…` at a border of segments. Collections of all vendors (`organizations`) and paths below `user`
 * count only where the file names the vendor.
 */
function anchored(shape: string, profile: Profile, vendor: boolean): boolean {
  for (const scope of profile.scopes) {
    if (!vendor && scope.length > 8) continue;
    for (let at = shape.indexOf(scope); at >= 0; at = shape.indexOf(scope, at + 1)) {
      const before = at === 0 ? '' : shape.charAt(at - 1);
      const border = before === '' || before === '/' || before === HOLE || before === '}';
      if (!border && !/%[sdvq]$/.test(shape.slice(Math.max(0, at - 2), at))) continue;
      const rest = shape.slice(at + scope.length);
      if (/^\/[^/?#]+\/[^/?#]+/.test(rest)) return true;
      // The bare thing counts only where nothing of another kind stands before it.
      const id = vendor ? /^\/[^/?#]+\/?$/ : /^\/(?:[\uFDD0{<:$%][^/?#]*|[0-9a-f]{32})\/?$/;
      if (id.test(rest) && /^[\uFDD0}]?\/?$/.test(shape.slice(0, at))) return true;
    }
  }
  return vendor && /^(?:\uFDD0)?\/?user\/[a-z_]+/.test(shape);
}
