/** Whether nothing but loops uses a list: an element that is taken out of it is one round less, and no more. */
import {
  CALLS,
  calledName,
  closest,
  FUNCTIONS,
  isInside,
  objectOf,
  plainName,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { isUsedElsewhere } from './used-elsewhere.js';

/** How many variables, parameters and results a list is followed through. */
const FARTHEST = 4;

/** What a list is looked for in: the files of the program tell who else calls a function that returns it. */
interface Program {
  readonly tree: SyntaxTree;
  readonly path: string;
  readonly around: Surroundings;
}

export function isGoneThrough(program: Program, list: SyntaxNode): boolean {
  return isOnlyLoopedOver(program, list, FARTHEST);
}

function isOnlyLoopedOver(program: Program, node: SyntaxNode, farthest: number): boolean {
  const { tree } = program;
  const whole = frozen(tree, wholeValue(node));
  const holds = [node, wholeList(node), whole].some(
    (one) => one.type === 'for_statement' || isLoopedOver(tree, one) || isExpandedInLoop(one),
  );
  if (holds) return true;
  if (farthest === 0 || whole.parent === null) return false;
  const name = holderOf(tree, whole.parent, whole);
  if (name !== null)
    return !isUsedElsewhere(program, name) && areLoopedOver(program, usesIn(tree, name), farthest - 1);
  const accesses = whole.parent.type === 'const_element' ? accessesOf(program, whole.parent) : [];
  if (accesses.length > 0) return areLoopedOver(program, accesses, farthest - 1);
  const parameter = parameterFor(tree, whole);
  if (parameter !== null) return areLoopedOver(program, usesIn(tree, parameter), farthest - 1);
  const returning = functionReturning(whole);
  const calls = returning === null ? null : callsOf(program, returning);
  return calls !== null && areLoopedOver(program, calls, farthest - 1);
}

function areLoopedOver(program: Program, uses: readonly SyntaxNode[], farthest: number): boolean {
  return uses.length > 0 && uses.every((use) => isOnlyLoopedOver(program, use, farthest));
}

/** The name of the variable that is given a value, where its type says no length. */
function holderOf(tree: SyntaxTree, holder: SyntaxNode, value: SyntaxNode): SyntaxNode | null {
  const name = holder.children.find(({ field, type }) =>
    tree.language === 'powershell' ? type === 'variable' : /^(?:left|name|pattern)$/.test(field ?? ''),
  );
  if (name === undefined || !HOLDERS.test(holder.type) || hasLength(tree, holder)) return null;
  return isInside(value, name) ? null : name;
}

/** PHP: `self::SETTINGS` of a constant of a class; none where other files may use it. */
function accessesOf({ tree, path, around }: Program, constant: SyntaxNode): readonly SyntaxNode[] {
  const [name] = constant.children;
  const access = new RegExp(`::\\s*${literally(name === undefined ? '' : textOf(tree, name))}\\b`);
  const isPrivate = constant.parent?.children.some((one) => textOf(tree, one) === 'private') === true;
  const others = isPrivate ? [] : around.filesEndingWith('.php');
  const isSeen = others?.some((other) => other !== path && access.test(around.file(other)?.text ?? ''));
  if (name === undefined || isSeen !== false) return [];
  return walk(tree.root).filter(
    (node) => node.type === 'class_constant_access_expression' && access.test(textOf(tree, node)),
  );
}

const HOLDERS =
  /assignment|^(?:let_declaration|const_item|static_item|variable_declarator|short_var_declaration|var_spec)$/;

/** Rust: `[&str; 3]` says how many there are. */
function hasLength(tree: SyntaxTree, holder: SyntaxNode): boolean {
  const type = holder.children.find(({ field }) => field === 'type');
  return type !== undefined && textOf(tree, type).includes(';');
}

/** Where else a name stands: in the function that gives it a value, or in the whole file. */
function usesIn(tree: SyntaxTree, name: SyntaxNode): readonly SyntaxNode[] {
  const written = textOf(tree, name);
  const isShared = /^(?:@|\$this->|self\.|this\.)/.test(written);
  const scope = (isShared ? null : closest(name, AROUND_NAMES)) ?? tree.root;
  return walk(scope).filter(
    (node) =>
      (node.type === name.type || node.type === 'identifier' || node.type === 'variable_name') &&
      textOf(tree, node) === written &&
      !isInside(node, name) &&
      node.children.every(({ type }) => type !== node.type),
  );
}

const AROUND_NAMES: ReadonlySet<string> = new Set([
  ...[...FUNCTIONS].filter((type) => type !== 'function_statement'),
  'function_declaration',
]);

/** A list with what is written around it: `vec![…]`, `&[…]`, `@(…)`, `new String[] {…}`. */
export function wholeList(literal: SyntaxNode): SyntaxNode {
  return climbed(literal, AROUND_LISTS);
}

/** The same with what only chooses the value: the branch of a condition, the parentheses around it. */
function wholeValue(node: SyntaxNode): SyntaxNode {
  return climbed(node, AROUND_VALUES);
}

/** `%w[brotli minify].freeze` of Ruby. */
function frozen(tree: SyntaxTree, list: SyntaxNode): SyntaxNode {
  const { parent } = list;
  const isFrozen =
    tree.language === 'ruby' &&
    parent?.type === 'call' &&
    list.field === 'receiver' &&
    /^\s*\.freeze$/.test(tree.text.slice(list.end, parent.end));
  return isFrozen && parent !== null ? parent : list;
}

function climbed(literal: SyntaxNode, around: ReadonlySet<string>): SyntaxNode {
  let node = literal;
  if (node.type === 'argument_list' && node.parent?.type === 'method_invocation') node = node.parent;
  for (let { parent } = node; parent !== null && around.has(parent.type); { parent } = node) {
    const isBranch = BRANCHES.has(parent.type) && node.field !== 'condition';
    if (!isBranch && parent.children.findLast(({ isNamed }) => isNamed) !== node) return node;
    node = parent;
  }
  return node;
}

const AROUND_LISTS: ReadonlySet<string> = new Set([
  'composite_literal',
  'macro_invocation',
  'reference_expression',
  'array_expression',
  'statement_list',
  'pipeline',
  'array_creation_expression',
  'hash_literal_expression',
]);
const BRANCHES: ReadonlySet<string> = new Set(['match_block', 'conditional_expression']);
const AROUND_VALUES: ReadonlySet<string> = new Set([
  ...AROUND_LISTS,
  ...BRANCHES,
  'match_arm',
  'match_expression',
  'parenthesized_expression',
  'expression_list',
  'unary_expression',
]);

/** `for x in list`, `for x in list.items()`. */
function isLoopedOver(tree: SyntaxTree, node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (['for_statement', 'for_in_clause', 'range_clause'].includes(parent.type)) return node.field === 'right';
  // Python: `for name, value in settings.items():`
  if (parent.type === 'attribute' && parent.parent?.type === 'call' && node.field === 'object')
    return /\.items\(\)$/.test(textOf(tree, parent.parent)) && isLoopedOver(tree, parent.parent);
  if (parent.type === 'for_expression' || parent.type === 'enhanced_for_statement')
    return node.field === 'value';
  if (parent.type === 'foreach_statement')
    return tree.language === 'powershell'
      ? node.type === 'pipeline'
      : parent.children.find(({ isNamed }) => isNamed) === node;
  if (parent.type === 'variable_name') return isLoopedOver(tree, parent);
  if (tree.language === 'powershell' && node.type === 'variable') return isTableInLoop(tree, node, parent);
  // Ruby: `LIST.each do |name|`
  return (
    parent.type === 'call' &&
    node.field === 'receiver' &&
    parent.children.some(({ field, type }) => field === 'method' && type === 'identifier') &&
    parent.children.some(({ field }) => field === 'block') &&
    parent.parent?.type !== 'assignment'
  );
}

/** `foreach ($name in $table.Keys) { … $table[$name] … }` of PowerShell. */
function isTableInLoop(tree: SyntaxTree, table: SyntaxNode, access: SyntaxNode): boolean {
  const loop = closest(access, new Set(['foreach_statement']));
  const parts = (loop?.children ?? []).filter(({ type }) => type === 'variable' || type === 'pipeline');
  const [name, list] = parts.map((part) => textOf(tree, part));
  const isKey =
    access.type === 'element_access' && textOf(tree, access) === `${textOf(tree, table)}[${name}]`;
  const isKeys = access.type === 'member_access' && textOf(tree, access) === list;
  return list === `${textOf(tree, table)}.Keys` && (isKey || isKeys);
}

/** `for x in "${LIST[@]}"` */
function isExpandedInLoop(use: SyntaxNode): boolean {
  let node: SyntaxNode | null = use;
  while (node !== null && ['variable_name', 'subscript', 'expansion', 'string'].includes(node.type)) {
    if (node.parent?.type === 'for_statement') return node.field === 'value';
    node = node.parent;
  }
  return false;
}

/** The name of the parameter that an argument becomes, in a function of the same file that has its name alone. */
function parameterFor(tree: SyntaxTree, argument: SyntaxNode): SyntaxNode | null {
  const given = argument.parent?.type === 'keyword_argument' ? argument.parent : argument;
  const wrapped = given.parent?.type === 'argument' ? given.parent : given;
  const list = wrapped.parent;
  const call = list?.parent ?? null;
  if (list === null || call === null || !CALLS.has(call.type) || !/argument/.test(list.type)) return null;
  const called = functionCalled(tree, call);
  if (called === null) return null;
  const parameters = parametersOf(tree, called);
  if (given !== argument) {
    const [key] = given.children;
    return parameters.find((one) => key !== undefined && textOf(tree, one) === textOf(tree, key)) ?? null;
  }
  const place = list.children
    .filter(({ isNamed, type }) => isNamed && !/comment/.test(type))
    .indexOf(wrapped);
  return parameters[place] ?? null;
}

/** A function of the file, or a method that is called on its own object or one with a plain name. */
function functionCalled(tree: SyntaxTree, call: SyntaxNode): SyntaxNode | null {
  const name = calledName(tree, call);
  const object = objectOf(call);
  if (name === null || (object !== null && !/^[$@]?\w+$/.test(textOf(tree, object)))) return null;
  const [only, ...others] = functionsNamed(tree, name);
  if (only === undefined || others.length > 0) return null;
  const isMethod = only.type.startsWith('method') || closest(only, CLASSES) !== null;
  return object === null || isMethod ? only : null;
}

const CLASSES: ReadonlySet<string> = new Set(['class_definition', 'class_declaration', 'class', 'impl_item']);

function functionsNamed(tree: SyntaxTree, name: string): readonly SyntaxNode[] {
  return walk(tree.root).filter(
    (node) =>
      AROUND_NAMES.has(node.type) &&
      node.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
}

/** Names of the parameters, without the object that a method belongs to; a name that takes the rest is none. */
function parametersOf(tree: SyntaxTree, called: SyntaxNode): readonly SyntaxNode[] {
  const list = called.children.find(({ field }) => field === 'parameters');
  const all = (list?.children ?? []).filter(({ isNamed, type }) => isNamed && !/comment/.test(type));
  const named = all.filter((one, index) => !isReceiver(tree, one, index, called));
  return named.flatMap((one) => {
    if (one.type === 'parameter_declaration') return one.children.filter(({ field }) => field === 'name');
    const name = one.children.find(({ field }) => field === 'name' || field === 'pattern') ?? one.children[0];
    return one.type === 'identifier' ? [one] : (name ?? []);
  });
}

function isReceiver(tree: SyntaxTree, one: SyntaxNode, index: number, called: SyntaxNode): boolean {
  if (one.type === 'self_parameter') return true;
  const isMethod = tree.language === 'python' && closest(called.parent, CLASSES) !== null;
  return isMethod && index === 0 && /^(?:self|cls)$/.test(textOf(tree, one));
}

/** The function whose result a value is: it is returned, or stands last in a function of Rust or Ruby. */
function functionReturning(value: SyntaxNode): SyntaxNode | null {
  const { parent } = value;
  if (parent === null) return null;
  const isReturned = /^return_(?:statement|expression)$/.test(parent.type);
  const isLast =
    /^(?:block|body_statement)$/.test(parent.type) &&
    parent.children.findLast(({ isNamed, type }) => isNamed && !/comment/.test(type)) === value &&
    parent.parent !== null &&
    AROUND_NAMES.has(parent.parent.type);
  return isReturned || isLast ? closest(parent, AROUND_NAMES) : null;
}

/** All calls of a function; null where another file may call it, or it is handed on. */
function callsOf({ tree, path, around }: Program, called: SyntaxNode): readonly SyntaxNode[] | null {
  const name = called.children.find(({ field }) => field === 'name');
  const written = name === undefined ? '' : textOf(tree, name);
  if (name === undefined || functionsNamed(tree, written).length !== 1) return null;
  const ending = /\.\w+$/.exec(path)?.[0] ?? '';
  const others = around.filesEndingWith(ending)?.filter((other) => other !== path) ?? null;
  const isPrivate = isOwnOfFile(tree, called, written);
  if (!isPrivate && others?.every((other) => !(around.file(other)?.text.includes(written) ?? true)) !== true)
    return null;
  const uses = walk(tree.root).filter(
    (node) =>
      node !== name && /identifier$|^name$/.test(node.type) && plainName(textOf(tree, node)) === written,
  );
  const calls = uses.map((use) => {
    const callee = use.parent !== null && CALLS.has(use.parent.type) ? use : use.parent;
    const call = callee?.parent ?? null;
    return call !== null && CALLS.has(call.type) && calledName(tree, call) === written && !isArgument(use)
      ? call
      : null;
  });
  return calls.includes(null) ? null : calls.flatMap((call) => call ?? []);
}

function isArgument({ parent }: SyntaxNode): boolean {
  return parent !== null && /argument/.test(parent.type);
}

/** Nothing outside of the file can name it. */
function isOwnOfFile(tree: SyntaxTree, called: SyntaxNode, name: string): boolean {
  if (tree.language === 'rust') return !called.children.some(({ type }) => type === 'visibility_modifier');
  const modifiers = called.children.map((child) => textOf(tree, child));
  return (
    modifiers.some((text) => /^private\b/.test(text)) ||
    (tree.language === 'python' && /^__\w+(?<!__)$/.test(name))
  );
}
