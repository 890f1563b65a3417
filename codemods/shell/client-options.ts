/** Options of curl and wget, and of functions that hand theirs on to them. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';

/** What a command sends, and the same command for another request. */
export interface Request {
  readonly method: string;
  readonly body: SyntaxNode | null;
  readonly isFailing: boolean;
  readonly isQuiet: boolean;
  readonly prints: 'answer' | 'result';
  readonly again: (method: string, address: string, body?: string) => readonly string[];
}

/** Options of a client, by what they do to a request. */
export interface Client {
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
  /** A function of the script that hands its arguments on to curl. */
  readonly wrapper?: Wrapper;
  readonly fails: RegExp;
  readonly write: readonly [method: string, body: string];
}

export interface Wrapper {
  /** What its first arguments are; the others are options. */
  readonly first: readonly ('method' | 'address' | 'kept')[];
  readonly isFailing: boolean;
  readonly isQuiet: boolean;
  readonly prints: 'answer' | 'result';
}

export const CLIENTS: Readonly<Record<'curl' | 'wget', Client>> = {
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

export function optionsOf(
  tree: SyntaxTree,
  client: Client,
  args: readonly SyntaxNode[],
  address: SyntaxNode,
): Request | string {
  const { first = [], prints = 'answer' } = client.wrapper ?? {};
  if (first.includes('address') && args[first.indexOf('address')] !== address)
    return 'its arguments cannot be told apart';
  const verbAt = first.indexOf('method');
  const kept: string[] = [];
  let method = verbAt < 0 ? null : plainWord(tree, args[verbAt]);
  let body: SyntaxNode | null = null;
  let found = first.includes('address');
  let isFailing = client.name === 'wget' || client.wrapper?.isFailing === true;
  let isQuiet = client.wrapper?.isQuiet === true;
  for (let index = first.length; index < args.length; index++) {
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
      method = /^-X[A-Z]+$/.test(written) ? written.slice(2) : plainWord(tree, value);
      if (client.method.includes(written)) index++;
    } else if (/^-[sSfL]+X$/.test(written) && client.name !== 'wget') {
      method = plainWord(tree, value);
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
  const leading = first.map((part, index) => ({ part, written: textOf(tree, args[index] ?? address) }));
  const stays = [...kept, ...leading.flatMap(({ part, written }) => (part === 'kept' ? [written] : []))];
  if (stays.some((word) => /\$\{?[1-9@*]/.test(word)))
    return 'arguments of the script are part of the request, and a new function would have others';
  const verb = method ?? (body === null ? 'GET' : 'POST');
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(verb)) return 'its method cannot be told';
  const again = repeating(client, leading, kept, isQuiet);
  return { method: verb, body, isFailing, isQuiet, prints, again };
}

function repeating(
  client: Client,
  leading: readonly { readonly part: Wrapper['first'][number]; readonly written: string }[],
  kept: readonly string[],
  isQuiet: boolean,
): Request['again'] {
  const has = (wanted: 'method' | 'address') => leading.some(({ part }) => part === wanted);
  return (method, path, sent) => {
    const flags = sent === undefined ? kept.filter((word) => !/content-type/i.test(word)) : kept;
    const quiet = method === 'GET' && !isQuiet ? [client.silence] : [];
    const verbs = method === 'GET' || has('method') ? [] : [`${client.write[0]}${method}`];
    const data = sent === undefined ? [] : [`${client.write[1]}${sent}`];
    const isSwitch = (word: string) => client.kept.test(word);
    const [switches, others] = [flags.filter(isSwitch), flags.filter((word) => !isSwitch(word))];
    const given = leading.map(({ part, written }) => ({ method, address: path, kept: written })[part]);
    const address = has('address') ? [] : [path];
    return [client.name, ...given, ...quiet, ...switches, ...verbs, ...address, ...others, ...data];
  };
}

/** A word without its quotes. */
function plainWord(tree: SyntaxTree, word: SyntaxNode | undefined): string {
  return word === undefined ? '' : textOf(tree, word).replaceAll(/["']/g, '');
}

/** An option without its value, which may be a password. */
function nameOfWord(written: string): string {
  return /^--[\w-]+|^-\w/.exec(written)?.[0] ?? 'an argument';
}

/** `"${HEADERS[@]}"`, `$HEADERS`: options that the script keeps in one place. */
function isArray(written: string): boolean {
  return /^"?\$\{?\w+(?:\[@\])?\}?"?$/.test(written);
}
