/** Requests by a function of the script. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { CLIENTS, optionsOf, type Request, type Wrapper } from './client-options.js';

/** `cf POST "/zones/$zone/filters" "$body"`: the function is declared in the file. */
export function ownRequest(
  tree: SyntaxTree,
  name: string,
  args: readonly SyntaxNode[],
  address: SyntaxNode,
): Request | string {
  const [declared, ...others] = walk(tree.root).filter(
    (node) =>
      node.type === 'function_definition' &&
      node.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  const commands = declared === undefined ? [] : walk(declared).filter(({ type }) => type === 'command');
  const clients = commands.filter((one) => /^(?:curl|wget)\b/.test(textOf(tree, one)));
  const [client] = clients;
  if (declared === undefined || others.length > 0 || client === undefined)
    return 'what sends it is not declared in this file';
  const printed = new Set(clients.map((one) => printedBy(tree, declared, one, commands)));
  const [prints = null] = printed;
  if (prints === null || printed.size > 1) return `what ${name} prints cannot be told`;
  const isFailing = clients.every((one) => isRefused(textOf(tree, one)));
  const first = clients.length > 1 ? null : firstArguments(tree, declared, client);
  if (first !== null) {
    const isQuiet = CLIENTS.curl.quiet.test(
      /\s(-[a-zA-Z]*s[a-zA-Z]*|--silent)\s/.exec(textOf(tree, client))?.[1] ?? '',
    );
    const wrapper = { first, isFailing, isQuiet, prints };
    return optionsOf(tree, { ...CLIENTS.curl, name, wrapper }, args, address);
  }
  const place = args.indexOf(address);
  const [verb, ...rest] = args.filter((arg) => arg !== address);
  const method = verb === undefined ? '' : textOf(tree, verb).replaceAll(/["']/g, '');
  if (args.some((arg) => /^-/.test(textOf(tree, arg)))) return 'its arguments cannot be told apart';
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method)) return 'its method is not written where the call is';
  if (rest.length > 1 || place < 0 || place > 1) return 'its arguments cannot be told apart';
  // It would stop the script where it is given none.
  const asksForBody = isNounset(tree.text) && /\$(?:3\b|\{3\})/.test(textOf(tree, declared));
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
function firstArguments(tree: SyntaxTree, declared: SyntaxNode, client: SyntaxNode): Wrapper['first'] | null {
  const whole = textOf(tree, declared);
  const at = client.start - declared.start;
  const sent = byPlace(whole.slice(at, client.end - declared.start), whole, at);
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
