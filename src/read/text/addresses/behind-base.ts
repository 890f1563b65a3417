import { type Piece, shapeOf, slicePiece, type TextValue, textPiece } from '../../../value/index.js';
import type { Evidence, HttpUsage } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import { isRouter } from '../requests/serving.js';
import type { Unit } from '../requests/unit.js';
import { connectedTo } from '../values/constants.js';
import { expressionStart } from './address-expression.js';
import type { BuiltAddress } from './addresses.js';
import { holdsScope, knownFile } from './cross-file.js';

/**
 * Paths that begin behind a zone or an account. A client of the program puts what is in front before them:
 * `httpx.Client(base_url=f"{API}/zones/{zone}")` and `client.get("/filters")`. Nobody has to follow the client from
 * where it is made to where it sends: a program that talks to one server only talks to this one.
 */

/** What stands before the paths, and who says so. */
type Base = Pick<HttpUsage, 'evidence'> & { readonly pieces: readonly Piece[] };

const MAX_PATHS = 400;
const MAX_BASES = 4;
/** A path has a border in front or within: a single word may be the key of anything. */
const PATH = /^(?:\/[a-z][\w-]{2,40}|[a-z][\w-]{2,40}\/[\w-]{0,40})(?:$|[/?][\w/?=&%{}.,-]{0,120}$)/;
const OTHER_SERVER = /\bhttps?:\/\/([a-z0-9.-]+)/gi;

export function behindBases(
  unit: Unit,
  built: readonly BuiltAddress[],
  known: readonly HttpUsage[],
): readonly HttpUsage[] {
  const paths = pathsIn(unit, [...built.map(({ usage }) => usage), ...known]);
  if (paths.length === 0 || namesOthers(unit)) return [];
  const bases = basesFor(unit, built);
  return paths.flatMap(({ usage, url }) =>
    bases.map(({ pieces, evidence }) => ({
      ...usage,
      evidence: [...evidence, ...unit.evidence.all],
      url: { ...url, pieces: joined(pieces, url.pieces) },
    })),
  );
}

interface Path {
  readonly usage: HttpUsage;
  readonly url: TextValue;
}

/** Paths that are sent with a method, and are no part of an address that is known. */
function pathsIn(unit: Unit, known: readonly HttpUsage[]): readonly Path[] {
  const { tokens } = unit.code;
  const taken = placesOf(unit, known);
  const found: Path[] = [];
  for (let at = 0; at < tokens.length && found.length < MAX_PATHS; at++) {
    const token = tokens[at];
    const part = token?.kind === 'string' ? token.parts[0] : undefined;
    if (token === undefined || part?.kind !== 'text' || !PATH.test(part.text)) continue;
    if (taken.some(([start, end]) => start < token.end && token.start < end)) continue;
    const start = expressionStart(unit, at);
    if (start !== at) continue;
    const { value, end } = unit.evaluator.at(start);
    const [first] = value.kind === 'text' ? value.pieces : [];
    if (value.kind !== 'text' || first?.kind !== 'text' || !PATH.test(first.text)) continue;
    const sending = unit.requests.of(start, end);
    if (sending.method.kind === 'unknown' || sending.served || sending.shown || isOther(unit, at)) continue;
    const site = { file: unit.file.path, start: token.start, end: token.end };
    const usage: HttpUsage = {
      kind: 'http',
      site,
      evidence: [],
      context: unit.context,
      method: sending.method,
      url: value,
      body: sending.body,
      headers: { kind: 'unknown', why: 'not looked at', origin: null },
      reads: [],
    };
    found.push({ usage, url: value });
  }
  return found;
}

const FILE = /^(?:open|path|file)$/i;

/** `@app.get("/path")` and `router.Get("/path", handler)` say what an own server answers, `open("a/b")` names a file. */
function isOther(unit: Unit, at: number): boolean {
  const { tokens, enclosing } = unit.code;
  const callee = calleeOf(unit.code, enclosing[at] ?? -1);
  if (isRouter(callee) || FILE.test(bareName(callee.at(-1) ?? ''))) return true;
  for (let back = enclosing[at] ?? -1; back >= 0; back--) {
    const token = tokens[back];
    if (token === undefined || token.kind === 'newline') return false;
    if (isPunctuation(token, '@')) return true;
  }
  return false;
}

/** Where the words of known addresses stand in the file. */
function placesOf(unit: Unit, known: readonly HttpUsage[]): readonly (readonly [number, number])[] {
  return known.flatMap(({ url }) =>
    (url.kind === 'text' ? url.pieces : []).flatMap(({ origin }): [number, number][] =>
      origin !== null && origin.file === unit.file.path ? [[origin.start, origin.end]] : [],
    ),
  );
}

/** A server of somebody else: the paths may be of it. */
function namesOthers({ code, file, profiles }: Unit): boolean {
  return code.tokens.some((token) => {
    if (token.kind !== 'string') return false;
    const hosts = [...file.text.slice(token.start, token.end).matchAll(OTHER_SERVER)];
    return hosts.some(
      ([, host = '']) => !profiles.some((profile) => profile.hosts.includes(host.toLowerCase())),
    );
  });
}

/** Those of the file itself, else of the files whose clients it may be given. */
function basesFor(unit: Unit, built: readonly BuiltAddress[]): readonly Base[] {
  const own = basesIn(unit, built);
  if (own.length > 0) return own;
  const beside = connectedTo(unit.file, unit.program).flatMap((path) => {
    const file = unit.program.file(path);
    if (file === null || !holdsScope(unit, file)) return [];
    const other = knownFile(path, unit.program);
    return other === null || namesOthers(other.unit) ? [] : basesIn(other.unit, other.built);
  });
  return distinct(beside);
}

/** Addresses that end behind the id of a zone or an account, or go on with nothing but what is given. */
function basesIn({ profiles }: Unit, built: readonly BuiltAddress[]): readonly Base[] {
  const found = built.flatMap(({ usage }): readonly Base[] => {
    const { url, evidence } = usage;
    if (url.kind !== 'text' || !evidence.some((one) => one.kind === 'host' || one.kind === 'client'))
      return [];
    const scope = url.pieces.findIndex(
      (piece) =>
        piece.kind === 'text' &&
        profiles.some((profile) => profile.scopes.some((name) => piece.text.endsWith(`/${name}/`))),
    );
    const rest = url.pieces.slice(scope + 2);
    const isBase =
      scope >= 0 &&
      url.pieces[scope + 1]?.kind === 'hole' &&
      rest.every((piece) => piece.kind === 'hole' || piece.text === '/');
    return isBase
      ? [{ pieces: withoutHost(url.pieces.slice(0, scope + 2)), evidence: evidence.map(asClient) }]
      : [];
  });
  return distinct(found);
}

/** Nobody followed a path to its client: that is less than an address that names the host. */
function withoutHost(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== 'text') return pieces;
  const host = /^https?:\/\/[^/]*/.exec(first.text)?.[0].length ?? 0;
  return [slicePiece(first, host, first.text.length), ...rest];
}

function asClient(one: Evidence): Evidence {
  return one.kind === 'host' ? { kind: 'client', name: one.host } : one;
}

function distinct(bases: readonly Base[]): readonly Base[] {
  const byShape = new Map(bases.map((base) => [shapeOf(base.pieces, '{}'), base]));
  return [...byShape.values()].slice(0, MAX_BASES);
}

function joined(base: readonly Piece[], path: readonly Piece[]): readonly Piece[] {
  const [first] = path;
  const hasBorder = first?.kind === 'text' && first.text.startsWith('/');
  return hasBorder ? [...base, ...path] : [...base, textPiece('/', null), ...path];
}
