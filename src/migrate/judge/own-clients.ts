/**
 * Whether a relative path is sent to the vendor, in languages other than JavaScript: the client was made with the
 * vendor's base URL, or the function that is called puts that before its parameter. Only what can be followed counts.
 */
import {
  closest,
  isInside,
  leafAt,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../grammar/index.js';
import type { Origin } from '../../value/index.js';
import type { Sources } from '../sites.js';

/** A node with the tree that it stands in. */
interface Spot {
  readonly tree: SyntaxTree;
  readonly path: string;
  readonly node: SyntaxNode;
}

const CALLS: ReadonlySet<string> = new Set([
  'call',
  'command',
  'call_expression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
  'object_creation_expression',
]);
const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'method_declaration',
  'method',
  'singleton_method',
]);
const BASE_NAME = /^(?:base_?ur[il]|url|host|prefix_url)$/i;
const DEEPEST = 8;

/** `url` is where the path is written. */
export function isSentByOwnClient(url: Origin, hosts: readonly string[], sources: Sources): boolean {
  const tree = sources.tree(url.file);
  if (tree === null) return false;
  const written = leafAt(tree, url.start, url.end);
  const call = closest(written, CALLS);
  if (call === null) return false;
  const follower = new Follower(hosts, sources);
  const spot = { tree, path: url.file };
  return follower.isBase({ ...spot, node: written }, 0) || follower.sends({ ...spot, node: call }, 0);
}

class Follower {
  readonly #hosts: readonly string[];
  readonly #sources: Sources;

  constructor(hosts: readonly string[], sources: Sources) {
    this.#hosts = hosts;
    this.#sources = sources;
  }

  /** Whether a call sends what it is given to the vendor. */
  sends(call: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const { tree, node } = call;
    const object = objectOf(node);
    const name = nameOf(tree, node);
    if (name === null) return false;
    if (object !== null && this.#isClient({ ...call, node: object }, depth + 1)) return true;
    const called =
      object === null ? this.#functionNamed(call, name) : this.#methodOf({ ...call, node: object }, name);
    return called !== null && this.#puts(called, depth + 1);
  }

  /** A function that puts the base URL before one of its parameters, or hands one on to what does. */
  #puts(called: Spot, depth: number): boolean {
    const { tree, node } = called;
    const names = parametersOf(tree, node);
    const body = node.children.find(({ field }) => field === 'body') ?? node;
    const spots = [...walk(body)].map((inner) => ({ ...called, node: inner }));
    return spots.some(
      (spot) =>
        names.some((name) => mentions(spot.tree, spot.node, name)) &&
        ((JOINS.has(spot.node.type) && this.isBase(spot, depth)) ||
          (CALLS.has(spot.node.type) && tree.language !== 'shell' && this.sends(spot, depth))),
    );
  }

  /** `Session(base_url='https://…')`, once and for all. */
  #isClient(object: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const made = this.#onlyValue(object);
    if (made === null || !CALLS.has(made.node.type)) return false;
    return [...walk(made.node)].some((node) => {
      const [key] = node.children;
      const value = node.children.at(-1);
      const isNamed = ['keyword_argument', 'pair', 'array_element_initializer', 'argument'].includes(
        node.type,
      );
      if (!isNamed || key === undefined || value === undefined || key === value) return false;
      const name = textOf(made.tree, key).replaceAll(/["':]/g, '');
      return BASE_NAME.test(name) && this.isBase({ ...made, node: value }, depth + 1);
    });
  }

  /** A text that begins with the vendor's address. */
  isBase(spot: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const { tree, node } = spot;
    const text = textOf(tree, node);
    const written = /^[rbuf]*["'`]?(https?:\/\/[^/?#:"'`{$]+)/i.exec(text);
    if (written !== null) return this.#hosts.some((host) => written[1]?.toLowerCase() === `https://${host}`);
    const first = firstPart(tree, node);
    if (first !== null) return this.isBase({ ...spot, node: first }, depth + 1);
    if (!NAMES.has(node.type)) return false;
    const value = this.#onlyValue(spot);
    return value !== null && this.isBase(value, depth + 1);
  }

  /** What a name is given, where all that it is ever given in the file is one thing. */
  #onlyValue({ tree, path, node }: Spot): Spot | null {
    const name = plainName(textOf(tree, node));
    const values = assignmentsIn(tree).filter((one) => one.name === name);
    const inner = values.filter(({ scope }) => scope === null || isInside(node, scope));
    const [only, ...others] = inner.length > 0 ? inner : [];
    return only === undefined || others.length > 0 ? null : { tree, path, node: only.value };
  }

  #functionNamed({ tree, path }: Spot, name: string): Spot | null {
    const here = functionsIn(tree).filter((one) => one.name === name);
    if (here.length > 0)
      return here.length === 1 && here[0] !== undefined ? { tree, path, node: here[0].node } : null;
    const module = this.#moduleOf(tree, path, name);
    if (module === null) return null;
    const [only, ...others] = functionsIn(module.tree).filter((one) => one.name === name);
    return only === undefined || others.length > 0 ? null : { ...module, node: only.node };
  }

  /** A method of the class that the call stands in, or of the one that its object was made of. */
  #methodOf(object: Spot, name: string): Spot | null {
    const { tree, path, node } = object;
    const written = textOf(tree, node);
    const isOwn = /^(?:self|cls|\$this|static)$/.test(written);
    const own = isOwn ? closest(node, CLASSES) : null;
    if (own !== null) return methodIn({ tree, path, node: own }, name);
    const made = this.#onlyValue(object);
    const className = made === null ? annotationOf(tree, node, written) : nameOf(made.tree, made.node);
    if (className === null) return null;
    const here = classIn(tree, className);
    if (here !== null) return methodIn({ tree, path, node: here }, name);
    const module = this.#moduleOf(tree, path, className);
    const there = module === null ? null : classIn(module.tree, className);
    return module === null || there === null ? null : methodIn({ ...module, node: there }, name);
  }

  /** The module of the program that a name is imported from, in Python. */
  #moduleOf(
    tree: SyntaxTree,
    path: string,
    name: string,
  ): { readonly tree: SyntaxTree; readonly path: string } | null {
    const folder = path.split('/').slice(0, -1);
    for (const [, dots = '', module = '', names = ''] of tree.text.matchAll(IMPORT)) {
      if (!names.split(/[\s,()]+/).includes(name)) continue;
      const roots =
        dots === ''
          ? folder.map((_, index) => folder.slice(0, index)).concat([folder])
          : [folder.slice(0, folder.length - dots.length + 1)];
      for (const root of roots.toReversed()) {
        const stem = [...root, ...module.split('.').filter(Boolean)].join('/');
        for (const file of [`${stem}.py`, `${stem}/__init__.py`]) {
          const found = this.#sources.tree(file);
          if (found !== null) return { tree: found, path: file };
        }
      }
    }
    return null;
  }
}

const IMPORT = /^[ \t]*from[ \t]+(\.{0,20})([\w.]{0,500})[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)/gm;
const CLASSES: ReadonlySet<string> = new Set(['class_definition', 'class_declaration', 'class']);
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
]);
const JOINS: ReadonlySet<string> = new Set([
  'string',
  'binary_operator',
  'binary',
  'binary_expression',
  'encapsed_string',
  'concatenation',
  'call',
]);

/** What a text that is put together begins with. */
function firstPart(tree: SyntaxTree, node: SyntaxNode): SyntaxNode | null {
  const inner = node.children.filter(
    ({ isNamed, type }) => isNamed && !/^(?:string_start|escape)/.test(type),
  );
  switch (node.type) {
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
      const name = nameOf(tree, node) ?? '';
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

/** `self.session` of `self.session.get(…)`. */
function objectOf(call: SyntaxNode): SyntaxNode | null {
  const receiver = call.children.find(({ field }) => field === 'object' || field === 'receiver');
  if (receiver !== undefined) return receiver;
  const [callee] = call.children;
  return callee?.type === 'attribute' || callee?.type === 'selector_expression'
    ? (callee.children[0] ?? null)
    : null;
}

function nameOf(tree: SyntaxTree, call: SyntaxNode): string | null {
  const named = call.children.find(
    ({ field }) => field === 'method' || field === 'name' || field === 'function',
  );
  return named === undefined ? null : (/(\w+)$/.exec(textOf(tree, named))?.[1] ?? null);
}

/** A name without the marks that only some of its uses have. */
function plainName(written: string): string {
  return written.replace(/^\$\{?|\}$/g, '').replace(/^(?:this->|self::\$?|static::\$?)/, '');
}

interface Assignment {
  readonly name: string;
  readonly value: SyntaxNode;
  /** The function it stands in, if the name means nothing outside it. */
  readonly scope: SyntaxNode | null;
}

const assignments = new WeakMap<SyntaxTree, readonly Assignment[]>();

function assignmentsIn(tree: SyntaxTree): readonly Assignment[] {
  const known = assignments.get(tree);
  if (known !== undefined) return known;
  const found = [...walk(tree.root)].flatMap((node): Assignment[] => {
    const isParameter = /^(?:typed_)?default_parameter$|^(?:simple|optional)_parameter$/.test(node.type);
    const isGiven =
      /^(?:assignment|variable_assignment|assignment_expression|property_element|const_element)$/.test(
        node.type,
      );
    const isShared = node.type === 'property_element' || node.type === 'const_element';
    const target = node.children.find(({ isNamed }) => isNamed);
    const value = node.children.findLast(({ isNamed }) => isNamed);
    if (
      !(isParameter || isGiven || isShared) ||
      target === undefined ||
      value === undefined ||
      target === value
    )
      return [];
    const name = plainName(textOf(tree, target));
    const isMember = /^(?:self\.|@)/.test(name) || textOf(tree, target).startsWith('$this->');
    return [{ name, value, scope: isMember || isShared ? null : closest(node, FUNCTIONS) }];
  });
  assignments.set(tree, found);
  return found;
}

interface NamedFunction {
  readonly name: string;
  readonly node: SyntaxNode;
}

function functionsIn(tree: SyntaxTree): readonly NamedFunction[] {
  return [...walk(tree.root)].flatMap((node) => {
    const name = node.children.find(({ field }) => field === 'name');
    return FUNCTIONS.has(node.type) && name !== undefined ? [{ name: textOf(tree, name), node }] : [];
  });
}

function methodIn(spot: Spot, name: string): Spot | null {
  const [only, ...others] = functionsIn(spot.tree).filter(
    (one) => one.name === name && isInside(one.node, spot.node),
  );
  return only === undefined || others.length > 0 ? null : { ...spot, node: only.node };
}

function classIn(tree: SyntaxTree, name: string): SyntaxNode | null {
  const found = [...walk(tree.root)].filter(
    (node) =>
      CLASSES.has(node.type) &&
      node.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Names of parameters; in a shell, those that take an argument, and the arguments themselves. */
function parametersOf(tree: SyntaxTree, called: SyntaxNode): readonly string[] {
  if (tree.language === 'shell') {
    const taken = [...textOf(tree, called).matchAll(/\b(\w+)="?\$\{?[1-9]\b/g)].flatMap(
      ([, name]) => name ?? [],
    );
    return [...taken, '1', '2', '3', '@'];
  }
  const list = called.children.find(({ field }) => field === 'parameters');
  return list === undefined
    ? []
    : [...walk(list)].flatMap((node) =>
        (node.type === 'identifier' || node.type === 'variable_name') && node.field !== 'type'
          ? [plainName(textOf(tree, node))]
          : [],
      );
}

function mentions(tree: SyntaxTree, node: SyntaxNode, name: string): boolean {
  return [...walk(node)].some(
    (one) =>
      /^(?:identifier|variable_name|special_variable_name)$/.test(one.type) &&
      plainName(textOf(tree, one)) === name,
  );
}

/** `def run(client: Client)` */
function annotationOf(tree: SyntaxTree, node: SyntaxNode, name: string): string | null {
  const scope = closest(node, FUNCTIONS);
  const typed = scope === null ? [] : [...walk(scope)].filter(({ type }) => type === 'typed_parameter');
  const found = typed
    .map((one) => /^(\w+)\s*:\s*["']?(\w+)["']?$/.exec(textOf(tree, one)))
    .find((one) => one?.[1] === name);
  return found?.[2] ?? null;
}
