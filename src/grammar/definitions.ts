/** What names mean in a syntax tree: values, functions, methods, and in Python what is imported of other files. */

import { literally } from '../value/index.js';
import { givenByCallers } from './given.js';
import { closest, isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from './nodes.js';
import { type SourcedFile, sourcedFiles } from './sourced.js';

/** A node with the tree that it stands in. */
export interface Spot {
  readonly tree: SyntaxTree;
  readonly path: string;
  readonly node: SyntaxNode;
}

export type TreeOf = (path: string) => SyntaxTree | null;

export const CALLS: ReadonlySet<string> = new Set([
  'call',
  'command',
  'call_expression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
  'object_creation_expression',
  'method_invocation',
]);
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'method_declaration',
  'constructor_declaration',
  'method',
  'singleton_method',
  'function_item',
  'function_statement',
]);
const CLASSES: ReadonlySet<string> = new Set(['class_definition', 'class_declaration', 'class', 'impl_item']);
const VERB = /^(?:get|post|put|patch|delete)$/;
const SESSION = /^(?:requests\.(?:sessions\.)?)?Session$|^(?:httpx\.)?(?:Async)?Client$/;
const DEEPEST = 5;

/** Only what is certain: a name that is given several things means none of them. */
export class Definitions {
  readonly #treeOf: TreeOf;

  constructor(treeOf: TreeOf) {
    this.#treeOf = treeOf;
  }

  /** What a name is given, where all that it is ever given in the file is one thing, or nothing. */
  onlyValue(spot: Spot, depth = 0): Spot | null {
    const [only, ...others] = this.#assigned(spot);
    if (only !== undefined) return others.length > 0 ? null : { ...spot, node: only.value };
    const name = plainName(textOf(spot.tree, spot.node));
    if (spot.tree.language === 'shell') return this.#sourced(spot, assignmentsIn, name);
    if (depth > DEEPEST || spot.tree.language !== 'python') return null;
    return this.#classAttribute(spot, name) ?? this.#importedValue(spot, name, depth);
  }

  /** What an address begins with that is given to a name: `url = 'https://' + url` and the like only complete it. */
  firstValue(spot: Spot): Spot | null {
    const { tree } = spot;
    const [first, ...others] = this.#assigned(spot);
    if (first === undefined || others.length === 0) return this.onlyValue(spot);
    return others.every(({ name, value }) => isCompleted(name, textOf(tree, value)))
      ? { ...spot, node: first.value }
      : null;
  }

  #assigned({ tree, node }: Spot): readonly Assignment[] {
    const name = plainName(textOf(tree, node));
    return assignmentsIn(tree).filter(
      (one) =>
        one.name === name && !isNothing(tree, one.value) && (one.scope === null || isInside(node, one.scope)),
    );
  }

  /** The function or method that a call calls. */
  functionCalled(call: Spot): Spot | null {
    const name = calledName(call.tree, call.node);
    if (name === null) return null;
    const object = objectOf(call.node);
    return object === null
      ? this.#functionNamed(call, name)
      : this.#methodOf({ ...call, node: object }, name);
  }

  /** Python: `request` of a class that extends the session of a library, by which its `get` and `post` send. */
  requestBehind(call: Spot): Spot | null {
    const object = objectOf(call.node);
    const name = calledName(call.tree, call.node) ?? '';
    if (object === null || call.tree.language !== 'python' || !VERB.test(name)) return null;
    const holder = this.#holderOf({ ...call, node: object });
    if (holder === null || this.#methodIn(holder, name, 0) !== null) return null;
    return this.#isSession(holder, 0) ? this.#methodIn(holder, 'request', 0) : null;
  }

  /** A class that extends `requests.Session` or a client of httpx, itself or by another one. */
  #isSession(holder: Spot, depth: number): boolean {
    const bases = holder.node.children.find(({ field }) => field === 'superclasses')?.children ?? [];
    return bases.some((base) => {
      const written = textOf(holder.tree, base);
      const extended = base.type === 'identifier' ? this.#classNamed(holder, written) : null;
      return extended === null
        ? SESSION.test(written)
        : depth < DEEPEST && this.#isSession(extended, depth + 1);
    });
  }

  /** `self.URL` or `Client.URL`, which a class gives all of its objects. */
  #classAttribute({ tree, path, node }: Spot, name: string): Spot | null {
    const [, owner = '', attribute = ''] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
    const holder =
      owner === 'self' || owner === 'cls'
        ? closest(node, CLASSES)
        : owner === ''
          ? null
          : classIn(tree, owner);
    const [only, ...others] = assignmentsIn(tree).filter(
      (one) => one.name === attribute && one.scope === null && holder !== null && isInside(one.value, holder),
    );
    return only === undefined || others.length > 0 ? null : { tree, path, node: only.value };
  }

  /** `URL` of `from .settings import URL`, and `settings.URL` of `from . import settings`. */
  #importedValue({ tree, path }: Spot, name: string, depth: number): Spot | null {
    const [, owner = name, attribute = name] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
    const module = this.#moduleOf(tree, path, owner, owner !== name);
    if (module === null) return null;
    const [only, ...others] = assignmentsIn(module.tree).filter(
      (one) => one.name === attribute && one.scope === null,
    );
    if (only !== undefined) return others.length > 0 ? null : { ...module, node: only.value };
    return depth < DEEPEST && owner === name
      ? this.#importedValue({ ...module, node: module.tree.root }, name, depth + 1)
      : null;
  }

  /** What the files that a shell script sources say of a name, where it is one thing. */
  #sourced(
    { tree, path }: SourcedFile,
    namedIn: (tree: SyntaxTree) => readonly { readonly name: string; readonly value: SyntaxNode }[],
    name: string,
  ): Spot | null {
    const found = sourcedFiles(tree, path, this.#treeOf).flatMap((file) =>
      namedIn(file.tree).flatMap((one) => (one.name === name ? [{ ...file, node: one.value }] : [])),
    );
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  #functionNamed({ tree, path }: SourcedFile, name: string): Spot | null {
    const here = functionsIn(tree).filter((one) => one.name === name);
    if (here.length > 0)
      return here.length === 1 && here[0] !== undefined ? { tree, path, node: here[0].node } : null;
    if (tree.language === 'shell')
      return this.#sourced(
        { tree, path },
        (other) => functionsIn(other).map((one) => ({ ...one, value: one.node })),
        name,
      );
    const module = this.#moduleOf(tree, path, name);
    if (module === null) return null;
    const [only, ...others] = functionsIn(module.tree).filter((one) => one.name === name);
    return only === undefined || others.length > 0 ? null : { ...module, node: only.node };
  }

  /** A method of the class that the call stands in, or of the one that its object was made of. */
  #methodOf(object: Spot, name: string): Spot | null {
    const { tree, path, node } = object;
    const holder = this.#holderOf(object);
    if (holder !== null) return this.#methodIn(holder, name, 0);
    const module = node.type === 'identifier' ? this.#moduleOf(tree, path, textOf(tree, node), true) : null;
    return module === null ? null : this.#functionNamed(module, name);
  }

  #holderOf(object: Spot): Spot | null {
    const isOwn = /^(?:[sS]elf|cls|\$this|this|static|super\(\))$/.test(textOf(object.tree, object.node));
    const own = isOwn ? closest(object.node, CLASSES) : null;
    return own === null ? this.#classOf(object, 0) : { ...object, node: own };
  }

  /** The class of an object, by what it was made of or what is written of its type. */
  #classOf(object: Spot, depth: number): Spot | null {
    const { tree, node } = object;
    const made = CALLS.has(node.type) ? object : this.onlyValue(object);
    if (made === null) {
      const type = annotationOf(tree, node, textOf(tree, node));
      return type === null ? this.#classGiven(object, depth) : this.#classNamed(object, type);
    }
    if (!CALLS.has(made.node.type))
      return depth < DEEPEST && made.node.type === 'identifier' ? this.#classOf(made, depth + 1) : null;
    const name = calledName(made.tree, made.node);
    if (name === null) return null;
    const named = this.#classNamed(made, name);
    if (named !== null || depth > DEEPEST) return named;
    const factory = this.functionCalled(made);
    return factory === null || factory.tree.language !== 'python' ? null : this.#classMadeBy(factory, depth);
  }

  /** The one class of all that is given for a parameter. */
  #classGiven(object: Spot, depth: number): Spot | null {
    const given = depth > DEEPEST ? [] : givenByCallers(object.tree, object.node);
    const [first, ...others] = given.map((node) => this.#classOf({ ...object, node }, depth + 1));
    return others.every((other) => other?.node === first?.node) ? (first ?? null) : null;
  }

  /** What a function says that it returns, or the one thing that it does. */
  #classMadeBy(factory: Spot, depth: number): Spot | null {
    const { tree, path, node } = factory;
    const type = node.children.find(({ field }) => field === 'return_type');
    const said = type === undefined ? null : /^["']?(\w+)["']?$/.exec(textOf(tree, type))?.[1];
    if (said != null) return this.#classNamed(factory, said);
    const [only, ...others] = walk(node).filter((one) => one.type === 'return_statement');
    const value = only?.children.find(({ isNamed }) => isNamed);
    return value === undefined || others.length > 0
      ? null
      : this.#classOf({ tree, path, node: value }, depth + 1);
  }

  #classNamed({ tree, path }: Spot, name: string): Spot | null {
    const here = classIn(tree, name);
    if (here !== null) return { tree, path, node: here };
    const module = this.#moduleOf(tree, path, name);
    const there = module === null ? null : classIn(module.tree, name);
    return module === null || there === null ? null : { ...module, node: there };
  }

  /** Of a class, or of one that it extends. */
  #methodIn(holder: Spot, name: string, depth: number): Spot | null {
    const { tree, node } = holder;
    const [own, ...others] = functionsIn(tree).filter((one) => one.name === name && isInside(one.node, node));
    if (own !== undefined) return others.length > 0 ? null : { ...holder, node: own.node };
    const bases = node.children.find(({ field }) => field === 'superclasses');
    for (const base of depth > DEEPEST ? [] : (bases?.children ?? [])) {
      const extended = base.type === 'identifier' ? this.#classNamed(holder, textOf(tree, base)) : null;
      const found = extended === null ? null : this.#methodIn(extended, name, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  /** The module of the program that a name is imported from in Python, or that it is itself. */
  #moduleOf(
    tree: SyntaxTree,
    path: string,
    name: string,
    isModule = false,
  ): { readonly tree: SyntaxTree; readonly path: string } | null {
    const folder = path.split('/').slice(0, -1);
    for (const [, dots = '', module = '', names = ''] of tree.text.matchAll(IMPORT)) {
      if (!names.split(/[\s,()]+/).includes(name)) continue;
      const steps = [...module.split('.').filter(Boolean), ...(isModule ? [name] : [])];
      const found = this.#moduleAt(folder, dots.length, steps);
      if (found !== null) return found;
    }
    const isImported =
      isModule && new RegExp(`^[ \\t]*import[ \\t]+${literally(name)}\\b`, 'm').test(tree.text);
    return isImported ? this.#moduleAt(folder, 0, [name]) : null;
  }

  #moduleAt(
    folder: readonly string[],
    dots: number,
    steps: readonly string[],
  ): { readonly tree: SyntaxTree; readonly path: string } | null {
    const roots =
      dots === 0
        ? folder.map((_, index) => folder.slice(0, index)).concat([[...folder]])
        : [folder.slice(0, folder.length - dots + 1)];
    for (const root of roots.toReversed()) {
      const stem = [...root, ...steps].join('/');
      for (const file of [`${stem}.py`, `${stem}/__init__.py`]) {
        const found = this.#treeOf(file);
        if (found !== null) return { tree: found, path: file };
      }
    }
    return null;
  }
}

const IMPORT = /^[ \t]*from[ \t]+(?=\S)(\.{0,20})([\w.]{0,500})[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)/gm;

/** `self.session` of `self.session.get(…)`. */
export function objectOf(call: SyntaxNode): SyntaxNode | null {
  const receiver = call.children.find(({ field }) => field === 'object' || field === 'receiver');
  if (receiver !== undefined) return receiver;
  const [callee] = call.children;
  return callee !== undefined && MEMBERS.has(callee.type) ? (callee.children[0] ?? null) : null;
}

const MEMBERS: ReadonlySet<string> = new Set([
  'attribute',
  'selector_expression',
  'field_expression',
  'scoped_identifier',
]);

/** `get` of `self.session.get(…)`. */
export function calledName(tree: SyntaxTree, call: SyntaxNode): string | null {
  const command = call.children.find(({ field }) => field === 'command_name');
  if (command !== undefined) return textOf(tree, command);
  const named = call.children.find(
    ({ field }) => field === 'method' || field === 'name' || field === 'function',
  );
  return named === undefined ? null : (/(?<!\w)(\w+)$/.exec(textOf(tree, named))?.[1] ?? null);
}

/** A name without the marks that only some of its uses have. */
export function plainName(written: string): string {
  return written
    .replace(/^\$\{?(?:(?:script|global|private):)?|\}$/g, '')
    .replace(/^(?:this->|this\.|self::\$?|static::\$?|Self::)/, '');
}

/** A scheme before a name, or what follows it. */
function isCompleted(name: string, value: string): boolean {
  const start = value.replace(/^f?["']https?:\/\/(?:["'][ \t]*\+[ \t]*|\{)/, '').replace(/^f["']\{/, '');
  return start.startsWith(name) && !/^[\w(]/.test(start.slice(name.length));
}

function isNothing(tree: SyntaxTree, value: SyntaxNode): boolean {
  return /^(?:None|null|nil)$/.test(textOf(tree, value));
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
  const found = walk(tree.root).flatMap((node) => assignmentOf(tree, node) ?? []);
  assignments.set(tree, found);
  return found;
}

const PARAMETERS = /^(?:typed_)?default_parameter$|^(?:simple|optional)_parameter$/;
const GIVEN =
  /^(?:assignment|variable_assignment|assignment_expression|let_declaration|variable_declarator)$/;
/** What all functions of a file or a class see. */
const SHARED = /^(?:property_element|const_element|const_item|static_item|field_initializer)$/;

function assignmentOf(tree: SyntaxTree, node: SyntaxNode): Assignment | null {
  const defined = node.type === 'function_call_expression' ? definedBy(tree, node) : openedBy(tree, node);
  if (defined !== null) return defined;
  const isShared = SHARED.test(node.type) || node.parent?.type === 'field_declaration';
  if (!(PARAMETERS.test(node.type) || GIVEN.test(node.type) || isShared)) return null;
  const named = node.children.filter(({ isNamed }) => isNamed);
  const target = node.children.find(({ field }) => field === 'pattern') ?? named[0];
  const value = named.at(-1);
  if (target === undefined || value === undefined || target === value) return null;
  const written = plainName(textOf(tree, target));
  const name = node.type === 'field_initializer' ? `self.${written}` : written;
  const isMember = /^(?:self\.|@)/.test(name) || /^(?:\$this->|this\.)/.test(textOf(tree, target));
  const around = closest(node, FUNCTIONS);
  const isGlobal =
    around !== null &&
    tree.language === 'python' &&
    /^\w+$/.test(name) &&
    new RegExp(`^[ \\t]*global[ \\t].*\\b${literally(name)}\\b`, 'm').test(textOf(tree, around));
  return { name, value, scope: isMember || isShared || isGlobal ? null : around };
}

/** Python: `with Client() as client:` */
function openedBy(tree: SyntaxTree, node: SyntaxNode): Assignment | null {
  const [value] = node.children;
  const target = node.children.at(-1);
  if (node.type !== 'as_pattern' || node.parent?.type !== 'with_item') return null;
  return value === undefined || target === undefined
    ? null
    : { name: textOf(tree, target), value, scope: closest(node, FUNCTIONS) };
}

/** PHP: `define('API', 'https://…')` */
function definedBy(tree: SyntaxTree, call: SyntaxNode): Assignment | null {
  const list = call.children.find(({ field }) => field === 'arguments');
  const [key, value, ...others] = (list?.children ?? []).filter(({ isNamed }) => isNamed);
  const name = key === undefined ? undefined : /^["'](\w+)["']$/.exec(textOf(tree, key))?.[1];
  const isDefine = calledName(tree, call) === 'define' && others.length === 0;
  return name === undefined || value === undefined || !isDefine ? null : { name, value, scope: null };
}

interface NamedFunction {
  readonly name: string;
  readonly node: SyntaxNode;
}

const functions = new WeakMap<SyntaxTree, readonly NamedFunction[]>();

function functionsIn(tree: SyntaxTree): readonly NamedFunction[] {
  const known = functions.get(tree);
  if (known !== undefined) return known;
  const found = walk(tree.root).flatMap((node) => {
    if (!FUNCTIONS.has(node.type)) return [];
    const name = node.children.find(({ field, type }) => field === 'name' || type === 'function_name');
    return name === undefined ? [] : [{ name: textOf(tree, name), node }];
  });
  functions.set(tree, found);
  return found;
}

function classIn(tree: SyntaxTree, name: string): SyntaxNode | null {
  const found = walk(tree.root).filter(
    (node) =>
      CLASSES.has(node.type) &&
      node.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** `def run(client: Client)` */
function annotationOf(tree: SyntaxTree, node: SyntaxNode, name: string): string | null {
  const scope = closest(node, FUNCTIONS);
  const typed = scope === null ? [] : walk(scope).filter(({ type }) => type === 'typed_parameter');
  const found = typed
    .map((one) => /^(\w+)\s*:\s*["']?(\w+)["']?$/.exec(textOf(tree, one)))
    .find((one) => one?.[1] === name);
  return found?.[2] ?? null;
}
