/** Requests of shell scripts: by curl, by wget, or by a function of the script that gets method, path and body. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { HOLE, type Piece, piecesOf, requoted, wordText } from './words.js';

export interface ShellCall {
  readonly node: SyntaxNode;
  readonly method: string;
  readonly zone: readonly Piece[];
  /** What follows the zone: `firewall/rules`. */
  readonly collection: string;
  readonly id: readonly Piece[] | null;
  /** The assignment of the variable that its address begins with, if that says the zone. */
  readonly base: SyntaxNode | null;
  readonly body: SyntaxNode | null;
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

/** Every call of a collection of zones, read or with the reason why it is not. */
export function shellCalls(tree: SyntaxTree, collections: RegExp): readonly (ShellCall | UnreadCall)[] {
  return [...walk(tree.root)].flatMap((node): readonly (ShellCall | UnreadCall)[] => {
    if (node.type !== 'command') return [];
    const words = node.children.filter(({ isNamed }) => isNamed);
    const word = words.slice(1).find((one) => collections.test(textOf(tree, one)));
    if (word === undefined || !/[/\w}]*(?:zones|\$)/.test(textOf(tree, word))) return [];
    const read = readCall(tree, node, words, word, collections);
    return typeof read === 'string' ? [{ node, why: read }] : [read];
  });
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

function readCall(
  tree: SyntaxTree,
  node: SyntaxNode,
  words: readonly SyntaxNode[],
  word: SyntaxNode,
  collections: RegExp,
): ShellCall | string {
  const [name, ...args] = words;
  if (name?.type !== 'command_name') return 'the command is given variables of its own';
  const redirects = node.parent?.type === 'redirected_statement' ? node.parent.children : [];
  if (redirects.some(({ children }) => children.filter(({ field }) => field === 'destination').length > 1))
    return 'options stand behind a redirection';
  const address = addressOf(tree, word, collections);
  if (typeof address === 'string') return address;
  const client = textOf(tree, name);
  const request =
    client === 'curl' || client === 'wget'
      ? optionsOf(tree, CLIENTS[client], args, word)
      : ownRequest(tree, client, args, word);
  if (typeof request === 'string') return request;
  const { zone, rest, collection, id, isPaged, base } = address;
  return {
    node,
    base,
    zone,
    collection,
    id,
    isPaged,
    method: request.method,
    body: request.body,
    path: { word, rest },
    isFailing: request.isFailing,
    isQuiet: request.isQuiet,
    prints: request.prints,
    again: (method, path, body) => request.again(method, `"${address.prefix}/zones/$1/${path}"`, body),
  };
}

function addressOf(tree: SyntaxTree, word: SyntaxNode, collections: RegExp): Address | string {
  const written = piecesOf(tree, word);
  if (written === null) return 'how its address is put together cannot be told';
  const base = baseOf(tree, word, written);
  const pieces = base === null ? written : [...base.pieces, ...written.slice(1)];
  const text = wordText(pieces);
  const found = new RegExp(
    `^([^?]*?)/?zones/(${HOLE}|\\w+)/(${collections.source})(?:/(${HOLE}|\\w+))?/?(\\?.*)?$`,
    's',
  ).exec(text);
  if (found === null) return 'its address is not written as one of a zone';
  const [, prefix = '', zone = '', collection = '', id, query = ''] = found;
  const zoneAt = text.indexOf('zones/', prefix.length) + 'zones/'.length;
  const restAt = zoneAt + zone.length + 1;
  const ids = new RegExp(`^\\?id=(${HOLE}|\\w+)$`).exec(query);
  if (query !== '' && ids === null && !/^\?(?:per_page=\d+|page=1)(?:&(?:per_page=\d+|page=1))?$/.test(query))
    return 'it asks for some of the rules only, or goes through pages';
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

interface Base {
  readonly assignment: SyntaxNode;
  readonly pieces: readonly Piece[];
}

/** `api=https://…/zones/$zone`, where an address begins with `$api` and nothing else is ever assigned to it. */
function baseOf(tree: SyntaxTree, node: SyntaxNode, written: readonly Piece[]): Base | null {
  const [first] = written;
  const name =
    first?.char === HOLE ? /^\$\{?(\w+)\}?$/.exec(tree.text.slice(first.start, first.end))?.[1] : null;
  if (name == null) return null;
  const assignments = [...walk(tree.root)].filter(
    (node) => node.type === 'variable_assignment' && textOf(tree, node).startsWith(`${name}=`),
  );
  const [assignment, ...others] = assignments;
  const value = assignment?.children.find(({ field }) => field === 'value');
  const pieces = value === undefined ? null : piecesOf(tree, value);
  if (assignment === undefined || others.length > 0 || pieces === null) return null;
  // An argument of the script is another thing inside of a function.
  if (
    /\$\{?[0-9@*]/.test(textOf(tree, assignment)) &&
    closest(node, new Set(['function_definition'])) !== null
  )
    return null;
  const isAtTop = assignment.parent === tree.root || assignment.parent?.parent === tree.root;
  return isAtTop && new RegExp(`zones(?:/(?:${HOLE}|\\w+))?$`).test(wordText(pieces))
    ? { assignment, pieces }
    : null;
}

interface Request {
  readonly method: string;
  readonly body: SyntaxNode | null;
  readonly isFailing: boolean;
  readonly isQuiet: boolean;
  readonly prints: 'answer' | 'result';
  readonly again: (method: string, address: string, body?: string) => readonly string[];
}

/** Options of a client, by what they do to a request. */
interface Client {
  readonly name: string;
  readonly method: readonly string[];
  readonly body: readonly string[];
  readonly address: readonly string[];
  /** They take a value and are kept. */
  readonly valued: ReadonlySet<string>;
  readonly kept: RegExp;
  readonly quiet: RegExp;
  /** What makes it say nothing but the answer. */
  readonly silence: string;
  readonly fails: RegExp;
  readonly write: readonly [method: string, body: string];
}

const CLIENTS: Readonly<Record<'curl' | 'wget', Client>> = {
  curl: {
    name: 'curl',
    method: ['-X', '--request'],
    body: ['-d', '--data', '--data-raw', '--data-binary'],
    address: ['--url'],
    valued: new Set([
      '-H',
      '--header',
      '-u',
      '--user',
      '-A',
      '--user-agent',
      '-m',
      '--max-time',
      '--connect-timeout',
      '--retry',
      '--retry-delay',
      '--retry-max-time',
      '--cacert',
      '-x',
      '--proxy',
    ]),
    kept: /^(?:-[sSfLkg4]+|--silent|--show-error|--fail|--fail-with-body|--location|--compressed|--insecure|--globoff|--http1\.1|--retry-all-errors|--no-progress-meter)$/,
    quiet: /^(?:-[a-zA-Z0-9]*s[a-zA-Z0-9]*|--silent)$/,
    silence: '-s',
    fails: /^(?:-[a-zA-Z0-9]*f[a-zA-Z0-9]*|--fail|--fail-with-body)$/,
    write: ['-X ', '--data '],
  },
  wget: {
    name: 'wget',
    method: ['--method'],
    body: ['--body-data', '--post-data'],
    address: [],
    valued: new Set(['--header', '--timeout', '--tries', '-O', '--output-document', '-T', '-t', '-U']),
    kept: /^(?:-q|-nv|-qO-|-q0-|--quiet|--no-verbose|--content-on-error|-O-|--output-document=-)$/,
    quiet: /^(?:-q|-qO-|--quiet)$/,
    silence: '-q',
    fails: /^/,
    write: ['--method=', '--body-data='],
  },
};

function optionsOf(
  tree: SyntaxTree,
  client: Client,
  args: readonly SyntaxNode[],
  address: SyntaxNode,
): Request | string {
  const kept: string[] = [];
  let method: string | null = null;
  let body: SyntaxNode | null = null;
  let found = false;
  let isFailing = client.name === 'wget';
  let isQuiet = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined) break;
    if (arg === address) {
      found = true;
      continue;
    }
    const written = textOf(tree, arg);
    const value = args[index + 1];
    const [, option = '', joined] = /^(--[\w.-]+)=(.*)$/s.exec(written) ?? [];
    if (option !== '' && joined !== undefined) {
      const isMethod = client.method.includes(option);
      if (isMethod) method = joined.replaceAll(/["']/g, '');
      else if (client.body.includes(option)) {
        // The value is the rest of the word, which is written as one piece of it.
        const rest = arg.type === 'concatenation' ? arg.children.slice(1) : [];
        if (rest.length !== 1 || rest[0] === undefined) return 'what it sends cannot be told';
        body = rest[0];
      } else if (client.valued.has(option) || client.kept.test(written)) kept.push(written);
      else return `what ${option} does to the request is not known here`;
    } else if (client.method.includes(written) || /^-X[A-Z]+$/.test(written)) {
      const said = /^-X[A-Z]+$/.test(written)
        ? written.slice(2)
        : value === undefined
          ? ''
          : textOf(tree, value);
      method = said.replaceAll(/["']/g, '');
      if (client.method.includes(written)) index++;
    } else if (/^-[sSfL]+X$/.test(written) && client.name === 'curl') {
      method = value === undefined ? '' : textOf(tree, value).replaceAll(/["']/g, '');
      kept.push(written.slice(0, -1));
      isFailing ||= client.fails.test(written);
      isQuiet ||= client.quiet.test(written);
      index++;
    } else if (client.body.includes(written)) {
      if (value === undefined || body !== null) return 'what it sends cannot be told';
      body = value;
      index++;
    } else if (client.address.includes(written)) {
    } else if (client.valued.has(written)) {
      kept.push(`${written} ${value === undefined ? '' : textOf(tree, value)}`);
      index++;
    } else if (client.kept.test(written)) {
      kept.push(written);
      isFailing ||= client.fails.test(written);
      isQuiet ||= client.quiet.test(written);
    } else if (isArray(written)) kept.push(written);
    else return `what ${nameOfWord(written)} does to the request is not known here`;
  }
  if (!found) return 'its address is not written where the command is';
  if (kept.some((word) => /\$\{?[1-9@*]/.test(word)))
    return 'arguments of the script are part of the request, and a new function would have others';
  const verb = method ?? (body === null ? 'GET' : 'POST');
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(verb)) return 'its method cannot be told';
  const again = (newMethod: string, path: string, sent?: string) => {
    const flags = sent === undefined ? kept.filter((word) => !/content-type/i.test(word)) : kept;
    const quiet = newMethod === 'GET' && !isQuiet ? [client.silence] : [];
    const verbs = newMethod === 'GET' ? [] : [`${client.write[0]}${newMethod}`];
    const data = sent === undefined ? [] : [`${client.write[1]}${sent}`];
    const isSwitch = (word: string) => client.kept.test(word);
    const [switches, others] = [flags.filter(isSwitch), flags.filter((word) => !isSwitch(word))];
    return [client.name, ...quiet, ...switches, ...verbs, path, ...others, ...data];
  };
  return { method: verb, body, isFailing, isQuiet, prints: 'answer', again };
}

/** An option without its value, which may be a password. */
function nameOfWord(written: string): string {
  return /^--[\w-]+|^-\w/.exec(written)?.[0] ?? 'an argument';
}

/** `"${HEADERS[@]}"`, `$HEADERS`: options that the script keeps in one place. */
function isArray(written: string): boolean {
  return /^"?\$\{?\w+(?:\[@\])?\}?"?$/.test(written);
}

/** `cf POST "/zones/$zone/filters" "$body"`: the function is declared in the file. */
function ownRequest(
  tree: SyntaxTree,
  name: string,
  args: readonly SyntaxNode[],
  address: SyntaxNode,
): Request | string {
  const [declared, ...others] = [...walk(tree.root)].filter(
    (node) =>
      node.type === 'function_definition' &&
      node.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  const commands = declared === undefined ? [] : [...walk(declared)].filter(({ type }) => type === 'command');
  const clients = commands.filter((one) => /^(?:curl|wget)\b/.test(textOf(tree, one)));
  const [client] = clients;
  if (declared === undefined || others.length > 0 || client === undefined || clients.length > 1)
    return 'what sends it is not declared in this file';
  const place = args.indexOf(address);
  const [verb, ...rest] = args.filter((arg) => arg !== address);
  const method = verb === undefined ? '' : textOf(tree, verb).replaceAll(/["']/g, '');
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method)) return 'its method is not written where the call is';
  if (rest.length > 1 || place < 0 || place > 1) return 'its arguments cannot be told apart';
  const prints = printedBy(tree, declared, client, commands);
  if (prints === null) return `what ${name} prints cannot be told`;
  return {
    method,
    body: rest[0] ?? null,
    isFailing:
      /\s(?:-[a-zA-Z]*f[a-zA-Z]*|--fail|--fail-with-body)\s/.test(textOf(tree, client)) ||
      /^wget/.test(textOf(tree, client)),
    isQuiet: true,
    prints,
    again: (newMethod, path, sent) => [
      name,
      ...(place === 0 ? [path, newMethod] : [newMethod, path]),
      ...(sent === undefined ? [] : [sent]),
    ],
  };
}

function printedBy(
  tree: SyntaxTree,
  declared: SyntaxNode,
  client: SyntaxNode,
  commands: readonly SyntaxNode[],
): 'answer' | 'result' | null {
  if (closest(client, new Set(['command_substitution'])) !== null) return null;
  const { parent } = client;
  const others = commands.filter(
    (one) => one !== client && one.parent === parent && parent?.type === 'pipeline',
  );
  const prints = commands.some((one) => /^(?:echo|printf|cat)\b/.test(textOf(tree, one)));
  if (prints || /\s(?:-o|-i|-w|-v|-D|--output|--include|--write-out)\b/.test(textOf(tree, client)))
    return null;
  if (closest(client, new Set(['redirected_statement'])) !== null && declared.children.length > 0) {
    const redirected = closest(client, new Set(['redirected_statement']));
    if (redirected !== null && redirected.start > declared.start) return null;
  }
  if (others.length === 0) return 'answer';
  const [filter, ...more] = others;
  if (filter === undefined || more.length > 0) return null;
  if (/^jq (?:-[cM]+ )?(['"]?)\.result\1$/.test(textOf(tree, filter))) return 'result';
  return /^jq(?: (['"]?)\.\1)?$/.test(textOf(tree, filter)) ? 'answer' : null;
}
