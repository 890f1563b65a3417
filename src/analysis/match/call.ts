import { holeText, type PathMatch, type PathMatcher, scopeIdOf } from '../../catalogue/paths/index.js';
import type { Evidence, HttpUsage, ResponseRead, SdkUsage } from '../../read/index.js';
import {
  alternatives,
  type Hole,
  knownText,
  type Origin,
  type Piece,
  type TextValue,
  type Value,
} from '../../value/index.js';
import type { Confidence } from '../finding.js';
import { type CallContext, confidenceOf, hasOwnScope, surroundingsOf } from './confidence.js';
import { PieceText } from './piece-text.js';

/** One way a call may go: a URL, and what it means. Checks of paths, bodies and answers work on this. */
export interface PossibleCall {
  readonly usage: HttpUsage | SdkUsage;
  /** Upper-case methods it may have; null for one that cannot be told. */
  readonly methods: readonly (string | null)[];
  readonly path: PieceText;
  readonly matches: readonly WeighedMatch[];
  readonly body: Value;
  readonly headers: Value;
  readonly reads: readonly ResponseRead[];
  readonly evidence: readonly Evidence[];
  /** The part of an SDK's chain that names the method, and how it is spelled. */
  readonly sdk: { readonly at: Origin; readonly symbol: string } | null;
}

export interface WeighedMatch {
  readonly match: PathMatch;
  readonly confidence: Confidence;
}

/** More URLs than this are not one call any more. */
const MAX_URLS = 64;

/** The URL that is asked for: of one inside another, as proxies take them, the inner one of the vendor. */
export function pathText(url: TextValue, hosts: readonly string[], scopes: readonly string[]): PieceText {
  return new PieceText(
    withIdHoles(url.pieces, scopes),
    (hole: Hole) => holeText(hole.name),
    (text) => innerUrl(text, hosts),
  );
}

/** An id that was left empty to be filled in, as in `const zone = ''`, is one that is not known. */
function withIdHoles(pieces: readonly Piece[], scopes: readonly string[]): readonly Piece[] {
  const isGap = (piece: Piece, index: number) => {
    const before = pieces[index - 1];
    return (
      piece.kind === 'text' &&
      before?.kind === 'text' &&
      piece.text.startsWith('/') &&
      before.text.endsWith('/') &&
      scopes.some((scope) => before.text === `${scope}/` || before.text.endsWith(`/${scope}/`))
    );
  };
  if (!pieces.some(isGap)) return pieces;
  return pieces.flatMap((piece, index) => (isGap(piece, index) ? [ID_HOLE, piece] : [piece]));
}

const ID_HOLE: Hole = { kind: 'hole', origin: null };

function innerUrl(text: string, hosts: readonly string[]): number {
  for (const host of hosts) {
    const at = text.indexOf(`://${host}/`, 1);
    const scheme = at < 0 ? null : /https?$/i.exec(text.slice(Math.max(0, at - 5), at));
    if (scheme !== null && at > scheme[0].length) return at - scheme[0].length;
  }
  return 0;
}

/** The texts that a URL may be. */
export function urlsOf(url: Value): readonly TextValue[] {
  return alternatives(url)
    .filter((one): one is TextValue => one.kind === 'text')
    .slice(0, MAX_URLS);
}

export function methodsOf(method: Value): readonly (string | null)[] {
  const all = alternatives(method).map((one) => knownText(one)?.toUpperCase() ?? null);
  return [...new Set(all)];
}

/** The matches of a path that may be reported, with how sure they are. */
export function weigh(
  path: PieceText,
  evidence: readonly Evidence[],
  matcher: PathMatcher,
): readonly WeighedMatch[] {
  const matches = matcher.match(path.text);
  if (matches.length === 0 || matcher.foreign(path.text) !== null) return [];
  const host = matcher.host(path.text).kind;
  const around = surroundingsOf(evidence);
  return matches.flatMap((match) => {
    const confidence = confidenceOf({
      host,
      anchor: match.anchor,
      ownScope: hasOwnScope(match),
      tailLiterals: match.template.tailLiterals,
      wordForId: isOrdinaryWord(scopeIdOf(path.text, match)),
      around,
    });
    return confidence === null ? [] : [{ match, confidence }];
  });
}

/** `us-central` and `filters`, but not `abc123`, `ZONE_ID` or `my-zone`. */
function isOrdinaryWord(id: string | null): boolean {
  return id !== null && /^[a-z]+(?:-[a-z]+)*$/.test(id) && !/zone|account|id$|tag$|test|example/.test(id);
}

/** A call that reaches the API whose path hides what it asks for. */
export function isUndetermined(path: PieceText, around: CallContext, matcher: PathMatcher): boolean {
  if (!matcher.isOpen(path.text)) return false;
  const { kind } = matcher.host(path.text);
  if (kind === 'own') return true;
  if (kind === 'other') return false;
  // Where the file sends its relative paths to somebody else, a neighbour that speaks to the API says nothing.
  return (around.neighbour && !around.against) || matcher.belongs(path.text)?.anchor === 'base';
}

/** Evidence of the URL itself, beside what the reader saw. */
export function hostEvidence(path: PieceText, matcher: PathMatcher): readonly Evidence[] {
  const { kind, host } = matcher.host(path.text);
  return kind === 'own' ? [{ kind: 'host', host }] : [];
}
