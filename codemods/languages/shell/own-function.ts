/** Requests by a function of the script. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { CLIENTS, optionsOf, type Request } from './client-options.js';

/** `cf POST "/zones/$zone/filters" "$body"`: the function is declared in the file. */
export function ownRequest(
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
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method)) return 'its method is not written where the call is';
  if (rest.length > 1 || place < 0 || place > 1) return 'its arguments cannot be told apart';
  return {
    method,
    body: rest[0] ?? null,
    isFailing,
    isQuiet: true,
    prints,
    again: (newMethod, path, sent) => [
      name,
      ...(place === 0 ? [path, newMethod] : [newMethod, path]),
      ...(sent === undefined ? [] : [sent]),
    ],
  };
}

/** A refusal of the API makes the command fail. */
function isRefused(command: string): boolean {
  return /\s(?:-[a-zA-Z]*f[a-zA-Z]*|--fail|--fail-with-body)\s/.test(command) || /^wget/.test(command);
}

/**
 * What the arguments in front of those that a function hands on to curl are: `curl -s "$API$1" "${@:2}"`. Null where
 * it hands none on.
 */
function firstArguments(
  tree: SyntaxTree,
  declared: SyntaxNode,
  client: SyntaxNode,
): readonly ('method' | 'address')[] | null {
  const sent = textOf(tree, client);
  const whole = textOf(tree, declared);
  if (!/^curl\s/.test(sent)) return null;
  const from = /"\$\{@:(\d)\}"/.exec(sent)?.[1];
  const shifts = [...whole.matchAll(/\bshift(?:\s+(\d))?/g)].reduce(
    (sum, [, times = '1']) => sum + Number(times),
    0,
  );
  if (from === undefined && !/"\$(?:@|\{@\})"/.test(sent)) return null;
  const count = from === undefined ? shifts : Number(from) - 1;
  const named = (place: number) => {
    const variable = new RegExp(`(\\w+)="?\\$\\{?${place}\\b`).exec(whole)?.[1];
    return variable === undefined ? `${place}` : `(?:${place}|${variable})`;
  };
  const isMethod = (place: number) =>
    new RegExp(`(?:-X|--request)[ =]?"?\\$\\{?${named(place)}\\b`).test(sent);
  const isAddress = (place: number) => new RegExp(`[/\\w}"]\\$\\{?${named(place)}\\}?"?(?=\\s|$)`).test(sent);
  // Its own body or method would be that of every request.
  const own = new RegExp(
    `\\s(?:-[XdFTG]|--(?:request|data\\S*|json|form|get|upload-file))(?![ =]?"?\\$\\{?${named(1)}\\b)`,
  );
  if (own.test(sent)) return null;
  if (count === 0) return /\$\{?[1-9]/.test(whole) ? null : [];
  if (count === 1 && isAddress(1)) return ['address'];
  if (count === 2 && isMethod(1) && isAddress(2)) return ['method', 'address'];
  return null;
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
