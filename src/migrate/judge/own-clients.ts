/**
 * Whether a relative path is sent to the vendor, in languages other than JavaScript: the client was made with the
 * vendor's base URL, or the function that is called puts that before its parameter. Only what can be followed counts.
 */
import {
  CALLS,
  calledName,
  closest,
  Definitions,
  FUNCTIONS,
  givenByCallers,
  leafAt,
  objectOf,
  plainName,
  type Spot,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../grammar/index.js';
import { literally, type Origin } from '../../value/index.js';
import type { Sources } from '../sites.js';
import type { WrittenDefaults } from './defaults/index.js';
import { isSentByGo } from './go-clients.js';
import { isSentByText } from './text-clients.js';

const BASE_NAME = /^(?:base_?ur[il]|url|host|prefix_url)$/i;
const DEEPEST = 8;

/** `url` is where the path is written. */
export function isSentByOwnClient(url: Origin, defaults: WrittenDefaults, sources: Sources): boolean {
  const tree = sources.tree(url.file);
  if (tree === null) return isSentByText(url, defaults, sources.program);
  if (tree.language === 'go') return isSentByGo(url, defaults, sources);
  const written = leafAt(tree, url.start, url.end);
  const follower = new Follower(defaults, sources);
  const spot = { tree, path: url.file };
  if (follower.isBase({ ...spot, node: written }, 0)) return true;
  const calls = callsGiven(tree, written);
  return calls.length > 0 && calls.every((node) => follower.sends({ ...spot, node }, 0));
}

/** How a language writes that a variable is given a value, and the variable itself. */
const VARIABLES: Readonly<Record<string, { readonly assignment: string; readonly name: string }>> = {
  python: { assignment: 'assignment', name: 'identifier' },
  ruby: { assignment: 'assignment', name: 'identifier' },
  php: { assignment: 'assignment_expression', name: 'variable_name' },
};

/** The calls that a text is handed to, itself or by the variable that holds it. */
function callsGiven(tree: SyntaxTree, written: SyntaxNode): readonly SyntaxNode[] {
  let node = written;
  for (let { parent } = node; parent !== null; { parent } = node) {
    if (parent.type === VARIABLES[tree.language]?.assignment) return callsGivenName(tree, parent);
    // The text of an address is put together by `'…'.format(…)` as well.
    const isFormat = CALLS.has(parent.type) && calledName(tree, parent) === 'format';
    if (CALLS.has(parent.type) && !isFormat) return [parent];
    node = parent;
  }
  return [];
}

function callsGivenName(tree: SyntaxTree, assignment: SyntaxNode): readonly SyntaxNode[] {
  const [target] = assignment.children;
  const variable = VARIABLES[tree.language];
  if (target === undefined || target.type !== variable?.name) return [];
  const name = textOf(tree, target);
  const scope = closest(assignment, FUNCTIONS) ?? tree.root;
  const isTarget = (node: SyntaxNode) =>
    node.parent?.type === variable.assignment && node.parent.children[0] === node;
  const names = walk(scope).filter(
    (node) => node.type === variable.name && textOf(tree, node) === name && node.start > target.start,
  );
  const next = names.findIndex(isTarget);
  const uses = next < 0 ? names : names.slice(0, next);
  return uses.flatMap((use) => {
    const given = ARGUMENTS.has(use.parent?.type ?? '') ? (use.parent ?? use) : use;
    const isName = use.field === 'name' && given !== use;
    const call = LISTS.has(given.parent?.type ?? '') ? (given.parent?.parent ?? null) : null;
    return isName || call === null || calledName(tree, call) === 'print' ? [] : [call];
  });
}

const ARGUMENTS: ReadonlySet<string> = new Set(['keyword_argument', 'argument']);
const LISTS: ReadonlySet<string> = new Set(['argument_list', 'arguments']);

class Follower {
  readonly #defaults: WrittenDefaults;
  readonly #definitions: Definitions;

  constructor(defaults: WrittenDefaults, sources: Sources) {
    this.#defaults = defaults;
    this.#definitions = new Definitions((path) => sources.tree(path));
  }

  /** Whether a call sends what it is given to the vendor. */
  sends(call: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const object = objectOf(call.node);
    if (object !== null && this.#isClient({ ...call, node: object }, depth + 1)) return true;
    const called = this.#definitions.functionCalled(call) ?? this.#definitions.requestBehind(call);
    return called === null ? this.#isOfClass(call, depth + 1) : this.#puts(called, depth + 1);
  }

  /** Ruby: `self.class.get(…)` in a class that includes HTTParty and says `base_uri 'https://…'`. */
  #isOfClass(call: Spot, depth: number): boolean {
    const { tree, node } = call;
    const object = objectOf(node);
    const isOwn = object === null || /^self(?:\.class)?$/.test(textOf(tree, object));
    if (tree.language !== 'ruby' || !isOwn || !HTTPARTY_VERBS.has(calledName(tree, node) ?? '')) return false;
    const body = closest(node, new Set(['class']))?.children.find(({ field }) => field === 'body');
    const given = (name: string) =>
      (body?.children ?? [])
        .filter((one) => one.type === 'call' && objectOf(one) === null && calledName(tree, one) === name)
        .flatMap((one) => one.children.find(({ field }) => field === 'arguments')?.children ?? [])
        .filter(({ isNamed }) => isNamed);
    const isParty = given('include').some((one) => textOf(tree, one).replace(/^::/, '') === 'HTTParty');
    const bases = given('base_uri');
    return (
      isParty && bases.length === 1 && bases.every((base) => this.isBase({ ...call, node: base }, depth))
    );
  }

  /** A function that puts the base URL before one of its parameters, or hands one on to what does. */
  #puts(called: Spot, depth: number): boolean {
    const { tree, node } = called;
    const names = parametersOf(tree, node);
    const body = node.children.find(({ field }) => field === 'body') ?? node;
    const spots = walk(body).map((inner) => ({ ...called, node: inner }));
    return spots.some(
      (spot) =>
        names.some((name) => mentions(spot.tree, spot.node, name)) &&
        ((JOINS.has(spot.node.type) && this.isBase(spot, depth)) ||
          (CALLS.has(spot.node.type) && tree.language !== 'shell' && this.sends(spot, depth))),
    );
  }

  /** What is made once and for all, or where it is used. */
  #isClient(object: Spot, depth: number): boolean {
    const made = CALLS.has(object.node.type) ? object : this.#definitions.onlyValue(object);
    if (made !== null) return this.#isMade(made, depth);
    const given = depth > DEEPEST ? [] : givenByCallers(object.tree, object.node);
    return given.length > 0 && given.every((node) => this.#isClient({ ...object, node }, depth + 1));
  }

  /** `Session(base_url='https://…')`, `Http::baseUrl('https://…')`, or a function that returns nothing but such. */
  #isMade(made: Spot, depth: number): boolean {
    if (depth > DEEPEST || !CALLS.has(made.node.type)) return false;
    const isGiven = walk(made.node).some((node) => {
      const base = baseGiven(made.tree, node);
      return base !== null && this.isBase({ ...made, node: base }, depth + 1);
    });
    if (isGiven) return true;
    const called = this.#definitions.functionCalled(made);
    const returned = called === null ? [] : returnedBy(called.node);
    return (
      called !== null &&
      returned.length > 0 &&
      returned.every((node) => this.#isMade({ ...called, node }, depth + 1))
    );
  }

  /** A text that begins with the vendor's address. */
  isBase(spot: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const { tree, node } = spot;
    const text = textOf(tree, node);
    const written = /^[rbuf]*["'`]?(https?:\/\/[^/?#:"'`{$]+)/i.exec(text);
    if (written !== null)
      return this.#defaults.hosts.some((host) => written[1]?.toLowerCase() === `https://${host}`);
    if (this.#defaults.isVendor(text, spot.path)) return true;
    const first = firstPart(tree, node);
    if (first !== null) return this.isBase({ ...spot, node: first }, depth + 1);
    if (!NAMES.has(node.type)) return false;
    const value = this.#definitions.firstValue(spot);
    if (value !== null) return this.isBase(value, depth + 1);
    const given = givenByCallers(tree, node);
    return given.length > 0 && given.every((one) => this.isBase({ ...spot, node: one }, depth + 1));
  }
}

const NAMED: ReadonlySet<string> = new Set([
  'keyword_argument',
  'pair',
  'array_element_initializer',
  'argument',
]);

/** What is given under the name of a base URL: an argument, a key of the options, the argument of `baseUrl(…)`. */
function baseGiven(tree: SyntaxTree, node: SyntaxNode): SyntaxNode | null {
  if (CALLS.has(node.type) && calledName(tree, node) === 'baseUrl') {
    const list = node.children.find(({ field }) => field === 'arguments');
    return list?.children.find(({ isNamed }) => isNamed) ?? null;
  }
  const [key] = node.children;
  const value = node.children.at(-1);
  if (!NAMED.has(node.type) || key === undefined || value === undefined || key === value) return null;
  return BASE_NAME.test(textOf(tree, key).replaceAll(/["':]/g, '')) ? value : null;
}

/** Values of the `return`s of a function, but for those of functions in it. */
function returnedBy(called: SyntaxNode): readonly SyntaxNode[] {
  return walk(called).flatMap((node) => {
    const isOwn = node.type === 'return_statement' && closest(node.parent, FUNCTIONS) === called;
    return isOwn ? [node.children.find(({ isNamed }) => isNamed) ?? node] : [];
  });
}

const HTTPARTY_VERBS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);
const NAMES: ReadonlySet<string> = new Set([
  'identifier',
  'attribute',
  'constant',
  'instance_variable',
  'variable_name',
  'simple_expansion',
  'expansion',
  'member_access_expression',
  'class_constant_access_expression',
  'name',
  'variable',
  'field_access',
  'field_expression',
  'scoped_identifier',
]);
const JOINS: ReadonlySet<string> = new Set([
  'string',
  'binary_operator',
  'binary',
  'binary_expression',
  'encapsed_string',
  'concatenation',
  'call',
  'macro_invocation',
  'method_invocation',
  'additive_expression',
  'expandable_string_literal',
]);

/** What a text that is put together begins with. */
function firstPart(tree: SyntaxTree, node: SyntaxNode): SyntaxNode | null {
  const inner = node.children.filter(
    ({ isNamed, type }) => isNamed && !/^(?:string_start|escape)/.test(type),
  );
  switch (node.type) {
    case 'macro_invocation':
      return firstFormatted(tree, node);
    case 'expandable_string_literal':
      return inner[0]?.start === node.start + 1 ? inner[0] : null;
    case 'method_invocation': {
      const list = node.children.find(({ field }) => field === 'arguments');
      const [text, value] = list?.children.filter(({ isNamed }) => isNamed) ?? [];
      const name = calledName(tree, node);
      if (name === 'concat') return objectOf(node);
      if (text === undefined || !/^(?:format|create)$/.test(name ?? '')) return null;
      return textOf(tree, text).startsWith('"%s') ? (value ?? null) : text;
    }
    case 'additive_expression':
    case 'pipeline':
    case 'reference_expression':
    case 'string':
    case 'encapsed_string':
    case 'concatenation':
    case 'interpolation':
    case 'parenthesized_expression':
    case 'binary_operator':
    case 'binary':
    case 'binary_expression':
    case 'argument':
      return inner[0] ?? null;
    // `${API:-https://…}`
    case 'expansion':
      return node.children.some(({ type }) => type === ':-' || type === '-' || type === ':=')
        ? (inner.at(-1) ?? null)
        : null;
    // `os.environ.get('API') or 'https://…'`: the default of what can be configured.
    case 'boolean_operator':
      return inner.at(-1) ?? null;
    case 'call':
    case 'function_call_expression': {
      const name = calledName(tree, node) ?? '';
      const list = node.children.find(({ field }) => field === 'arguments');
      const args = list?.children.filter(({ isNamed }) => isNamed) ?? [];
      if (/^(?:rstrip|strip|chomp)$/.test(name)) return objectOf(node);
      if (name === 'urljoin' || name === 'rtrim') return args[0] ?? null;
      if (/^(?:get|getenv|fetch)$/.test(name)) return args[1] ?? null;
      return null;
    }
    default:
      return null;
  }
}

/** Rust: `format!("{}/zones", API)`, `format!("{API}/zones")`, `concat!(…)` is a text as a whole. */
function firstFormatted(tree: SyntaxTree, macro: SyntaxNode): SyntaxNode | null {
  const tokens = macro.children.find(({ type }) => type === 'token_tree');
  const [text, , value] = tokens?.children.slice(1) ?? [];
  if (text === undefined || !/^format!/.test(textOf(tree, macro))) return null;
  const [, name] = /^"\{(\w*)\}/.exec(textOf(tree, text)) ?? [];
  if (name === undefined) return text;
  if (name !== '')
    return { ...text, type: 'identifier', start: text.start + 2, end: text.start + 2 + name.length };
  const rest = tokens?.children.slice(3) ?? [];
  const isName = rest[1]?.type === ',' || rest[1]?.type === ')';
  return isName ? (value ?? null) : memberIn(tree, rest);
}

/** `self.base_url` among the tokens of a macro. */
function memberIn(tree: SyntaxTree, tokens: readonly SyntaxNode[]): SyntaxNode | null {
  const end = tokens.findIndex(({ type }) => type === ',' || type === ')');
  const [first, last] = [tokens[0], tokens[end - 1]];
  if (first === undefined || last === undefined) return null;
  const whole = { ...first, type: 'field_expression', end: last.end };
  return /^self\s*\.\s*\w+$|^Self::\w+$/.test(textOf(tree, whole)) ? whole : null;
}

/** Names of parameters; in a shell, those that take an argument, and the arguments themselves. */
function parametersOf(tree: SyntaxTree, called: SyntaxNode): readonly string[] {
  if (tree.language === 'shell') {
    const taken = [...textOf(tree, called).matchAll(/\b(\w+)="?\$\{?[1-9]\b/g)].flatMap(
      ([, name]) => name ?? [],
    );
    return [...taken, '1', '2', '3', '@'];
  }
  const list =
    tree.language === 'powershell' ? called : called.children.find(({ field }) => field === 'parameters');
  return list === undefined
    ? []
    : walk(list).flatMap((node) =>
        /^(?:identifier|variable_name|variable)$/.test(node.type) && node.field !== 'type'
          ? [plainName(textOf(tree, node))]
          : [],
      );
}

function mentions(tree: SyntaxTree, node: SyntaxNode, name: string): boolean {
  if (node.type === 'macro_invocation')
    return new RegExp(`\\b${literally(name)}\\b`).test(textOf(tree, node));
  return walk(node).some(
    (one) =>
      /^(?:identifier|variable_name|special_variable_name|variable)$/.test(one.type) &&
      plainName(textOf(tree, one)) === name,
  );
}
