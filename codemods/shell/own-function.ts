/** Requests by a function of the script. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { CLIENTS, optionsOf, type Request, type Wrapper } from './client-options.js';
import {
  type Declared,
  functionNamed,
  siblingName,
  type VerbFunction,
  verbFunction,
} from './verb-functions.js';

/** `cf POST "/zones/$zone/filters" "$body"`: the function is declared in the script, or in a file that it sources. */
export function ownRequest(
  files: readonly [SyntaxTree, ...SyntaxTree[]],
  name: string,
  args: readonly SyntaxNode[],
  address: SyntaxNode,
): Request | string {
  const [tree] = files;
  const declared = functionNamed(files, name);
  const clients = declared === null ? [] : clientsIn(declared);
  const [client] = clients;
  if (declared === null || client === undefined)
    return 'what sends it is not declared in this file, or in one that it sources';
  const printed = new Set(clients.map((one) => printedBy(declared, one)));
  const [prints = null] = printed;
  if (prints === null || printed.size > 1) return `what ${name} prints cannot be told`;
  const isFailing = clients.every((one) => isRefused(textOf(declared.tree, one)));
  const first = clients.length > 1 ? null : firstArguments(declared, client);
  if (first !== null) {
    const isQuiet = CLIENTS.curl.quiet.test(
      /\s(-[a-zA-Z]*s[a-zA-Z]*|--silent)\s/.exec(textOf(declared.tree, client))?.[1] ?? '',
    );
    const wrapper = { first, isFailing, isQuiet, prints };
    return optionsOf(tree, { ...CLIENTS.curl, name, wrapper }, args, address);
  }
  const verbs = clients.length > 1 ? null : verbFunction(declared, client);
  if (verbs !== null) return requestByVerb(files, verbs, { args, address, isFailing, prints });
  const place = args.indexOf(address);
  const [verb, ...rest] = args.filter((arg) => arg !== address);
  const method = verb === undefined ? '' : textOf(tree, verb).replaceAll(/["']/g, '');
  if (args.some((arg) => /^-/.test(textOf(tree, arg)))) return 'its arguments cannot be told apart';
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method)) return 'its method is not written where the call is';
  if (rest.length > 1 || place < 0 || place > 1) return 'its arguments cannot be told apart';
  // It would stop the script where it is given none.
  const asksForBody = isNounset(tree.text) && /\$(?:3\b|\{3\})/.test(textOf(declared.tree, declared.node));
  return {
    method,
    body: rest[0] ?? null,
    isFailing,
    isQuiet: true,
    prints,
    again: (newMethod, path, sent) => [
      name,
      ...(place === 0 ? [path, newMethod] : [newMethod, path]),
      ...(sent !== undefined ? [sent] : asksForBody ? ["''"] : []),
    ],
  };
}

function commandsIn({ node }: Declared): readonly SyntaxNode[] {
  return walk(node).filter(({ type }) => type === 'command');
}

function clientsIn(declared: Declared): readonly SyntaxNode[] {
  return commandsIn(declared).filter((one) => /^(?:curl|wget)\b/.test(textOf(declared.tree, one)));
}

interface ByVerb {
  readonly args: readonly SyntaxNode[];
  readonly address: SyntaxNode;
  readonly isFailing: boolean;
  readonly prints: Request['prints'];
}

/** What takes the place of a request: rules are read first, and a change is a PATCH. */
const NEEDED: Readonly<Record<string, string>> = { PUT: 'PATCH' };

function requestByVerb(
  files: readonly [SyntaxTree, ...SyntaxTree[]],
  own: VerbFunction,
  { args, address, isFailing, prints }: ByVerb,
): Request | string {
  const [{ text }] = files;
  const [first, body = null, ...others] = args;
  if (first !== address || others.length > 0) return 'its arguments cannot be told apart';
  const siblings = new Map<string, VerbFunction>();
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const declared = functionNamed(files, siblingName(own, method));
    const [client, ...more] = declared === null ? [] : clientsIn(declared);
    if (declared === null || client === undefined || more.length > 0) continue;
    const found = verbFunction(declared, client);
    const isLike =
      printedBy(declared, client) === prints && isRefused(textOf(declared.tree, client)) === isFailing;
    if (found?.method === method && isLike) siblings.set(method, found);
  }
  const missing = ['GET', NEEDED[own.method] ?? own.method].find((method) => !siblings.has(method));
  if (missing !== undefined)
    return `the script has no function like ${own.name} that sends by ${missing}, which rules need`;
  return {
    method: own.method,
    body,
    isFailing,
    isQuiet: true,
    prints,
    again: (method, path, sent) => {
      const sibling = siblings.get(method) ?? own;
      const empty = sibling.asksForBody && isNounset(text) ? ["''"] : [];
      return [siblingName(own, method), path, ...(sent === undefined ? empty : [sent])];
    },
  };
}

/** `set -u` */
function isNounset(text: string): boolean {
  return /^[ \t]*set[ \t](?:[^\n#]*[ \t])?(?:-[a-zA-Z]*u|nounset)/m.test(text);
}

/** A refusal of the API makes the command fail. */
function isRefused(command: string): boolean {
  return /\s(?:-[a-zA-Z]*f[a-zA-Z]*|--fail|--fail-with-body)\s/.test(command) || /^wget/.test(command);
}

/**
 * What the arguments in front of those that a function hands on to curl are: `curl -s "$API$1" "${@:2}"`. Null where
 * it hands none on.
 */
function firstArguments({ tree, node }: Declared, client: SyntaxNode): Wrapper['first'] | null {
  const whole = textOf(tree, node);
  const at = client.start - node.start;
  const sent = byPlace(whole.slice(at, client.end - node.start), whole, at);
  const from = /\s"?\$\{@:(\d)\}"?(?=\s|$)/.exec(sent)?.[1];
  if (!/^curl\s/.test(sent) || from === undefined) return null;
  const count = Number(from) - 1;
  // Its own body or method would be that of every request.
  if (/\s(?:-[dFTG]|--(?:data|json|form|get|upload-file))/.test(sent)) return null;
  const method = /\s(?:-X|--request)[ =]?"?(?:\$([1-9])\b)?/.exec(sent);
  const address = [...sent.matchAll(/[/\w}"]\$([1-9])"?(?=\s|$)/g)].find(([, at]) => at !== method?.[1])?.[1];
  if (method !== null && method[1] === undefined) return null;
  if (count === 0) return method === null && !/\$\{?[1-9]/.test(whole) ? [] : null;
  const first = Array.from({ length: count }, (_, index): Wrapper['first'][number] => {
    const place = String(index + 1);
    return place === method?.[1] ? 'method' : place === address ? 'address' : 'kept';
  });
  return first.includes('address') && first.includes('method') === (method !== null) ? first : null;
}

/**
 * A command with the place of the argument in place of each variable that one goes into, and `${@:n}` for those from a
 * place on.
 */
function byPlace(command: string, whole: string, at: number): string {
  const shiftedAt = (place: number) =>
    [...whole.slice(0, place).matchAll(/\bshift(?:\s+(\d))?/g)].reduce(
      (sum, [, times = '1']) => sum + Number(times),
      0,
    );
  const places = new Map<string, number>();
  for (const { 1: name = '', 2: place, index } of whole.matchAll(/(\w+)="?\$\{?([1-9])\b/g))
    places.set(name, Number(place) + shiftedAt(index));
  const lists = new Map<string, number>();
  for (const { 1: name = '', 2: from = '1', index } of whole.matchAll(
    /(\w+)=\(\s*"?\$(?:@|\{@(?::(\d))?\})"?\s*\)/g,
  ))
    lists.set(name, Number(from) + shiftedAt(index));
  return command.replace(
    /\$(?:[@*]|\{[@*](?::\s*(\d)\s*)?\}|\{(\w+)\[[@*]\]\}|\{?(\w+)\}?)/g,
    (written, from: string | undefined, list: string | undefined, name: string | undefined) => {
      if (list !== undefined) return lists.has(list) ? `\${@:${lists.get(list)}}` : written;
      if (name === undefined) return `\${@:${Number(from ?? 1) + shiftedAt(at)}}`;
      const place = /^[1-9]$/.test(name) ? Number(name) + shiftedAt(at) : places.get(name);
      return place === undefined ? written : `$${place}`;
    },
  );
}

function printedBy(declared: Declared, client: SyntaxNode): 'answer' | 'result' | null {
  const { tree, node } = declared;
  const commands = commandsIn(declared);
  if (closest(client, new Set(['command_substitution'])) !== null) return null;
  const { parent } = client;
  const others = commands.filter(
    (one) => one !== client && one.parent === parent && parent?.type === 'pipeline',
  );
  const prints = commands.some((one) => /^(?:echo|printf|cat)\b/.test(textOf(tree, one)));
  if (prints || /\s(?:-o|-i|-w|-v|-D|--output|--include|--write-out)\b/.test(textOf(tree, client)))
    return null;
  if (closest(client, new Set(['redirected_statement'])) !== null && node.children.length > 0) {
    const redirected = closest(client, new Set(['redirected_statement']));
    if (redirected !== null && redirected.start > node.start) return null;
  }
  if (others.length === 0) return 'answer';
  const [filter, ...more] = others;
  if (filter === undefined || more.length > 0) return null;
  if (/^jq (?:-[cM]+ )?(['"]?)\.result\1$/.test(textOf(tree, filter))) return 'result';
  return /^jq(?: (['"]?)\.\1)?$/.test(textOf(tree, filter)) ? 'answer' : null;
}
