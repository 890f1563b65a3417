/** Requests of shell scripts: by curl, by wget, or by a function of the script that gets method, path and body. */
import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { CLIENTS, optionsOf } from './client-options.js';
import { inputOf } from './input.js';
import { ownRequest } from './own-function.js';
import { nameOf } from './verb-functions.js';
import { asWord, HOLE, type Piece, piecesOf, requoted, wordText } from './words.js';

export interface ShellCall {
  readonly node: SyntaxNode;
  readonly method: string;
  /** Empty where the function that sends it puts the zone before the path. */
  readonly zone: readonly Piece[];
  /** What follows the zone: `firewall/rules`. */
  readonly collection: string;
  readonly id: readonly Piece[] | null;
  /** The assignment of the variable that its address begins with, if that says the zone. */
  readonly base: SyntaxNode | null;
  /** The whole path stands there. */
  readonly isPathInBase: boolean;
  readonly body: SyntaxNode | null;
  /** What hands the body to its standard input, which goes when the body becomes an argument. */
  readonly handed: readonly Edit[];
  /** The word that holds the path, and the pieces of it from behind the zone to its end. */
  readonly path: { readonly word: SyntaxNode; readonly rest: readonly Piece[] };
  /** It asks for a page. */
  readonly isPaged: boolean;
  /** A refusal of the API makes the command fail. */
  readonly isFailing: boolean;
  /** It shows no progress while its output goes elsewhere. */
  readonly isQuiet: boolean;
  /** What it prints: the whole answer, or the result alone. */
  readonly prints: 'answer' | 'result';
  /** The same request with another method, path behind the zone (in double quotes) and body (a word). */
  readonly again: (method: string, path: string, body?: string) => readonly string[];
}

export interface UnreadCall {
  readonly node: SyntaxNode;
  readonly why: string;
}

/**
 * Every call of a collection of zones, read or with the reason why it is not.
 *
 * @param files the script, and what it sources
 */
export function shellCalls(
  files: readonly [SyntaxTree, ...SyntaxTree[]],
  collections: RegExp,
): readonly (ShellCall | UnreadCall)[] {
  const [tree] = files;
  return walk(tree.root).flatMap((node): readonly (ShellCall | UnreadCall)[] => {
    if (node.type !== 'command') return [];
    const words = node.children.filter(({ isNamed, type }) => isNamed && type !== 'herestring_redirect');
    const word =
      words.slice(1).find((one) => collections.test(ownText(tree, one))) ??
      words.slice(1).find((one) => isInVariable(tree, one, collections));
    const isPath = word !== undefined && /zones|\$/.test(textOf(tree, word));
    // Another server has such paths as well.
    if (word !== undefined && OTHER_HOST.test(textOf(tree, word))) return [];
    if (word === undefined || !(isPath || putsZoneBefore(files, textOf(tree, words[0] ?? word)))) return [];
    const read = readCall({ files, collections }, node, words, word);
    return typeof read === 'string' ? [{ node, why: read }] : [read];
  });
}

const OTHER_HOST = /^["']?https?:\/\/(?!api\.cloudflare\.com\b|\$)/;

/** `"$url/$id"`, where the variable holds the address of the collection. */
function isInVariable(tree: SyntaxTree, word: SyntaxNode, collections: RegExp): boolean {
  const name = /^["']?\$\{?(\w+)\}?(?=$|["'/?])/.exec(textOf(tree, word))?.[1];
  if (name === undefined || !new RegExp(`\\b${name}=\\S*(?:${collections.source})`).test(tree.text))
    return false;
  const base = baseOf(tree, word, piecesOf(tree, word) ?? [], collections);
  return base !== null && collections.test(wordText(base.pieces));
}

/** `curl "$API/zones/$ZONE$path"` in a function of the script; a variable may hold what stands before the path. */
function putsZoneBefore(files: readonly SyntaxTree[], name: string): boolean {
  return files.some((tree) =>
    walk(tree.root).some(
      (node) =>
        node.type === 'function_definition' &&
        nameOf(tree, node) === name &&
        /\bzones\/\$\{?\w+\}?\/?"?\$/.test(withBases(tree, textOf(tree, node))),
    ),
  );
}

/** Source with what variables hold that are given the address of a zone, once and for the whole script. */
function withBases(tree: SyntaxTree, text: string): string {
  const given = new Map<string, string | null>();
  for (const [, indent = '', name = '', value = ''] of tree.text.matchAll(ASSIGNMENT)) {
    const isZone = indent === '' && !given.has(name) && /\bzones\/\$\{?\w+\}?\/?$/.test(value);
    given.set(name, isZone ? value : null);
  }
  return text.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (whole, inner: string | undefined, plain: string | undefined) => {
      const name = inner ?? plain ?? '';
      return given.get(name) ?? whole;
    },
  );
}

const ASSIGNMENT = /^([ \t]*)(?:(?:readonly|export|declare -r)[ \t]+)?(\w+)="?([^"\s]*)"?/gm;

/** A word without the commands in it. */
function ownText(tree: SyntaxTree, word: SyntaxNode): string {
  const inner = walk(word).filter(({ type }) => type === 'command_substitution');
  const from = (at: number) => Math.max(at, word.start);
  let text = '';
  let at = word.start;
  for (const { start, end } of inner) {
    text += tree.text.slice(at, from(start));
    at = Math.max(at, end);
  }
  return text + tree.text.slice(at, word.end);
}

/** The zone as an argument of a new function. */
export function zoneWord({ text }: SyntaxTree, { zone }: ShellCall): readonly string[] {
  return zone.length === 0 ? [] : [asWord(text, zone)];
}

interface Address {
  readonly prefix: string;
  readonly zone: readonly Piece[];
  readonly rest: readonly Piece[];
  readonly collection: string;
  readonly id: readonly Piece[] | null;
  readonly isPaged: boolean;
  readonly base: SyntaxNode | null;
}

interface Scripts {
  readonly files: readonly [SyntaxTree, ...SyntaxTree[]];
  readonly collections: RegExp;
}

function readCall(
  { files, collections }: Scripts,
  node: SyntaxNode,
  words: readonly SyntaxNode[],
  word: SyntaxNode,
): ShellCall | string {
  const [tree] = files;
  const [name, ...args] = words;
  if (name?.type !== 'command_name') return 'the command is given variables of its own';
  const redirects = node.parent?.type === 'redirected_statement' ? node.parent.children : [];
  if (redirects.some(({ children }) => children.filter(({ field }) => field === 'destination').length > 1))
    return 'options stand behind a redirection';
  const address = addressOf(tree, word, collections);
  if (typeof address === 'string') return address;
  const client = textOf(tree, name);
  const isBehindZone = address.zone.length === 0;
  if (isBehindZone && !putsZoneBefore(files, textOf(tree, name)))
    return 'its address is not written as one of a zone';
  const sent =
    client === 'curl' || client === 'wget'
      ? optionsOf(tree, CLIENTS[client], args, word)
      : ownRequest(files, client, args, word);
  if (typeof sent === 'string') return sent;
  const isHanded = sent.body !== null && /^["']?@-["']?$/.test(textOf(tree, sent.body));
  const input = isHanded ? inputOf(tree, node) : { body: sent.body, handed: [] };
  if (input === null) return 'what it sends comes from a file or another program';
  const request = { ...sent, ...input };
  const { zone, rest, collection, id, isPaged, base } = address;
  return {
    node,
    base,
    isPathInBase:
      rest[0] !== undefined && base !== null && rest[0].start < base.end && base.start < rest[0].end,
    zone,
    collection,
    id,
    isPaged,
    method: request.method,
    body: request.body,
    handed: request.handed,
    path: { word, rest },
    isFailing: request.isFailing,
    isQuiet: request.isQuiet,
    prints: request.prints,
    again: (method, path, body) =>
      request.again(method, `"${address.prefix}${isBehindZone ? '' : 'zones/$1/'}${path}"`, body),
  };
}

function addressOf(tree: SyntaxTree, word: SyntaxNode, collections: RegExp): Address | string {
  const written = piecesOf(tree, word);
  if (written === null) return 'how its address is put together cannot be told';
  const base = baseOf(tree, word, written, collections);
  const pieces = base === null ? written : [...base.pieces, ...written.slice(1)];
  const text = wordText(pieces);
  const found = new RegExp(
    `^([^?]*?/?)zones/(${HOLE}|\\w+)/(${collections.source})(?:/(${HOLE}|\\w+))?/?(\\?.*)?$`,
    's',
  ).exec(text);
  const tail = new RegExp(`^(/?)(${collections.source})(?:/(${HOLE}|\\w+))?/?(\\?.*)?$`, 's').exec(text);
  if (tail !== null && base === null) {
    const [, prefix = '', collection = '', id, query = ''] = tail;
    if (!PAGING.test(query)) return SOME;
    const idAt = prefix.length + collection.length + 1;
    return {
      prefix,
      zone: [],
      rest: pieces.slice(prefix.length),
      collection,
      id: id === undefined ? null : pieces.slice(idAt, idAt + id.length),
      isPaged: query !== '',
      base: null,
    };
  }
  if (found === null) return 'its address is not written as one of a zone';
  const [, prefix = '', zone = '', collection = '', id, query = ''] = found;
  const zoneAt = text.indexOf('zones/', prefix.length) + 'zones/'.length;
  const restAt = zoneAt + zone.length + 1;
  const ids = new RegExp(`^\\?id=(${HOLE}|\\w+)$`).exec(query);
  if (ids === null && !PAGING.test(query)) return SOME;
  const idAt =
    ids !== null
      ? text.length - (ids[1] ?? '').length
      : id === undefined
        ? -1
        : restAt + collection.length + 1;
  return {
    prefix: requoted(tree.text, pieces.slice(0, prefix.length), 'double'),
    zone: pieces.slice(zoneAt, zoneAt + zone.length),
    rest: pieces.slice(restAt),
    collection,
    id: idAt < 0 ? null : pieces.slice(idAt, idAt + (ids?.[1] ?? id ?? '').length),
    isPaged: query !== '' && ids === null,
    base: base?.assignment ?? null,
  };
}

const PAGING = /^(?:\?(?:per_page=\d+|page=1)(?:&(?:per_page=\d+|page=1))?)?$/;
const SOME = 'it asks for some of the rules only, or goes through pages';

interface Base {
  readonly assignment: SyntaxNode;
  readonly pieces: readonly Piece[];
}

/** `api=https://…/zones/$zone`, where an address begins with `$api` and nothing else is ever assigned to it. */
function baseOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  written: readonly Piece[],
  collections: RegExp,
): Base | null {
  const [first] = written;
  const name =
    first?.char === HOLE ? /^\$\{?(\w+)\}?$/.exec(tree.text.slice(first.start, first.end))?.[1] : null;
  if (name == null) return null;
  const assignments = walk(tree.root).filter(
    (node) => node.type === 'variable_assignment' && textOf(tree, node).startsWith(`${name}=`),
  );
  const [assignment, ...others] = assignments;
  const value = assignment?.children.find(({ field }) => field === 'value');
  const pieces = value === undefined ? null : piecesOf(tree, value);
  if (assignment === undefined || others.length > 0 || pieces === null) return null;
  const [home, user] = [assignment, node].map((one) => closest(one, FUNCTION));
  // An argument of the script is another thing inside of a function.
  if (/\$\{?[0-9@*]/.test(textOf(tree, assignment)) && user !== home) return null;
  const statement = assignment.parent?.type === 'declaration_command' ? assignment.parent : assignment;
  const isAlways =
    home === null ? statement.parent === tree.root : user === home && statement.parent?.parent === home;
  const path = new RegExp(`zones/?(?:/(?:${HOLE}|\\w+)(?:/(?:${collections.source}))?)?$`);
  return isAlways && path.test(wordText(pieces)) ? { assignment, pieces } : null;
}

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);
