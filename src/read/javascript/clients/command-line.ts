/**
 * Parsers of command lines as the values they let through: `.option('setting', { choices: […] })` of yargs,
 * `.addArgument(new Argument('<setting>').choices([…]))` of commander. A parser is a term of its package that carries
 * the arguments and options told so far as its configuration.
 */

import { elementsOf } from '../evaluate/domain/collections.js';
import { lazyMember } from '../evaluate/domain/lazy.js';
import {
  choose,
  type External,
  known,
  type Member,
  memberNamed,
  type Term,
  unknown,
} from '../evaluate/domain/term.js';

const YARGS = new Set(['yargs', 'yargs/yargs', 'yargs/helpers']);
const COMMANDER = new Set(['commander', '@commander-js/extra-typings']);

/** What a call of such a package, or of a method of one of its parsers, gives back; null for any other package. */
export function callParser(external: External, args: readonly Term[]): Term | null {
  const name = external.path[external.path.length - 1] ?? '';
  if (YARGS.has(external.package)) return name === 'hideBin' ? null : callYargs(external, name, args);
  return COMMANDER.has(external.package) ? callCommander(external, name, args) : null;
}

/** The values of the command line, where a member of a parser stands for them: `yargs(…).argv`. */
export function parsedMember(external: External, name: string): Term | null {
  return YARGS.has(external.package) && name === 'argv' ? optionsOf(external) : null;
}

/** What the handler of a command is called with; null where no parser hands it over. */
export function handlerArguments(parser: Term): readonly Term[] | null {
  if (parser.kind !== 'external' || !COMMANDER.has(parser.package)) return null;
  return [...argumentsOf(parser), optionsOf(parser)];
}

/** The values of a parser that a function has put together: the builder of a command of yargs. */
export function builtOptions(parser: Term): Term | null {
  return parser.kind === 'external' && YARGS.has(parser.package) ? optionsOf(parser) : null;
}

/** A parser of yargs that knows of nothing yet. */
export const EMPTY_YARGS: External = {
  kind: 'external',
  package: 'yargs',
  path: ['parser'],
  config: null,
  origin: null,
};

function callYargs(parser: External, name: string, args: readonly Term[]): Term {
  const [first, second] = args;
  if (/^(?:parse|parseSync|parseAsync)$/.test(name)) return optionsOf(parser);
  if (/^(?:option|options|positional)$/.test(name) && first?.kind === 'object')
    return withOptions(
      parser,
      first.members.map(({ key, value }) => option(key, value)),
    );
  const key = first === undefined ? null : known(first);
  if (key === null || second === undefined) return state(parser, argumentsOf(parser), optionsOf(parser));
  if (/^(?:option|options|positional)$/.test(name)) return withOptions(parser, [option(key, second)]);
  if (name === 'choices')
    return withOptions(parser, [lazyMember(key, null, null, () => oneOfList(key, second))]);
  return state(parser, argumentsOf(parser), optionsOf(parser));
}

function option(key: string, description: Term): Member {
  const choices = description.kind === 'object' ? memberNamed(description, 'choices')?.value : undefined;
  return lazyMember(key, null, null, () => oneOfList(key, choices));
}

function oneOfList(name: string, choices: Term | undefined): Term {
  const items = choices === undefined ? null : elementsOf(choices);
  return items === null || items.length === 0 ? unknown('option', null, name) : choose(items);
}

/** The mark of one argument or option that is described by an object of its own. */
const SINGLE = 'single()';

function callCommander(parser: External, name: string, args: readonly Term[]): Term {
  const [first, second] = args;
  if (name === 'opts') return optionsOf(parser);
  if (name === 'choices' && parser.path.includes('new')) {
    const flags = parser.path[0] === SINGLE ? (parser.path[1] ?? '') : nameIn(parser.config);
    return { ...parser, path: [SINGLE, flags, 'new'], config: oneOfList(flags, first) };
  }
  if (name === 'command') return state(parser, first === undefined ? [] : placesIn(first), NO_OPTIONS);
  if (name === 'argument')
    return state(parser, [...argumentsOf(parser), unknown('argument')], optionsOf(parser));
  if (name === 'addArgument' && first !== undefined)
    return state(parser, [...argumentsOf(parser), single(first)], optionsOf(parser));
  if (name === 'addOption' && first?.kind === 'external') {
    const key = first.path[0] === SINGLE ? (first.path[1] ?? '') : nameIn(first.config);
    return withOptions(parser, [lazyMember(key, null, null, () => single(first))]);
  }
  if (/^(?:option|requiredOption)$/.test(name) && first !== undefined) {
    const key = nameIn(first);
    return withOptions(parser, [lazyMember(key, null, null, () => unknown('option', null, key))]);
  }
  return second === undefined && parser.path[0] === SINGLE
    ? parser
    : state(parser, argumentsOf(parser), optionsOf(parser));
}

function single(term: Term): Term {
  return term.kind === 'external' && term.path[0] === SINGLE
    ? (term.config ?? unknown('argument'))
    : unknown('argument');
}

/** `deploy <zone> [setting]` */
function placesIn(command: Term): readonly Term[] {
  const places = (known(command) ?? '').match(/[<[][^\]>]*(?:[\]>]|$)/g) ?? [];
  return places.filter((place) => /[\]>]$/.test(place)).map(() => unknown('argument'));
}

/** `-s, --min-tls <version>` is `minTls`. */
function nameIn(flags: Term | null): string {
  const text = (flags === null ? null : known(flags)) ?? '';
  const name = /--(?:no-)?([\w-]+)/.exec(text)?.[1] ?? /[\w-]+/.exec(text)?.[0] ?? '';
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const NO_OPTIONS: Term = { kind: 'object', members: [], open: true, origin: null };

function state(parser: External, args: readonly Term[], options: Term): External {
  const list: Term = { kind: 'array', items: args, open: false, origin: null };
  const members = [
    lazyMember('arguments', null, null, () => list),
    lazyMember('options', null, null, () => options),
  ];
  return { ...parser, path: ['parser'], config: { kind: 'object', members, open: false, origin: null } };
}

function withOptions(parser: External, more: readonly Member[]): External {
  const before = optionsOf(parser);
  const members = [...(before.kind === 'object' ? before.members : []), ...more];
  return state(parser, argumentsOf(parser), { kind: 'object', members, open: true, origin: null });
}

function argumentsOf({ path, config }: External): readonly Term[] {
  const list =
    path[0] === 'parser' && config?.kind === 'object' ? memberNamed(config, 'arguments') : undefined;
  return list?.value.kind === 'array' ? list.value.items : [];
}

function optionsOf({ path, config }: External): Term {
  const options =
    path[0] === 'parser' && config?.kind === 'object' ? memberNamed(config, 'options') : undefined;
  return options?.value ?? NO_OPTIONS;
}
