/** Limits in a table of a program in Python: where they are written, and all that is done with them. */
import type { Edit } from '../../../src/analysis/index.js';
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { namesIn, valueAt } from '../../python/variables.js';

export interface PythonTable {
  /** The limits, as they are written. */
  readonly rows: readonly SyntaxNode[];
  /** What is read of them, as a rule has it. */
  readonly edits: readonly Edit[];
}

/** What an expression stands for: a limit, a list of limits, or a map of them by name. */
type Kind = 'limit' | 'list' | 'map' | 'pairs';

interface Place {
  readonly node: SyntaxNode;
  readonly kind: Kind;
}

/** Null where a limit is not in sight, or is used in a way that a rule cannot answer. */
export function tableOf(
  tree: SyntaxTree,
  body: SyntaxNode,
  /** Bodies of requests that are rewritten. */
  bodies: ReadonlySet<SyntaxNode>,
  isImported: (name: string) => boolean,
): PythonTable | null {
  const tables = sourcesOf(tree, { node: body, kind: 'limit' });
  if (tables === null || tables.length === 0) return null;
  const rows = new Set<SyntaxNode>();
  const going = new Going(tree, bodies, isImported);
  for (const { node, kind } of tables) {
    const own = rowsIn(tree, node, kind);
    if (own === null || !going.from({ node, kind })) return null;
    for (const row of own) rows.add(row);
  }
  return going.isWhole() && going.reaches(body) ? { rows: [...rows], edits: going.edits } : null;
}

/** The literals that an expression may stand for. */
function sourcesOf(
  tree: SyntaxTree,
  place: Place,
  seen: readonly SyntaxNode[] = [],
): readonly Place[] | null {
  const { node, kind } = place;
  if (seen.includes(node)) return null;
  const again = (next: SyntaxNode | null | undefined, as: Kind) =>
    next ? sourcesOf(tree, { node: next, kind: as }, [...seen, node]) : null;
  if (node.type === 'dictionary') return kind === 'limit' || kind === 'map' ? [place] : null;
  if (node.type === 'list' || node.type === 'tuple') return kind === 'list' ? [place] : null;
  if (node.type === 'subscript') {
    const [holder, , key] = node.children;
    return again(holder, key?.type === 'integer' ? 'list' : 'map');
  }
  const method = calledMethod(tree, node);
  if (method !== null) return kind === KIND_OF_METHOD[method.name] ? again(method.object, 'map') : null;
  if (node.type !== 'identifier') return null;
  const bound = boundBy(tree, node);
  if (bound === null) return null;
  if (bound.is === 'value') return again(bound.value, kind);
  if (bound.is === 'item')
    return kind === 'limit' ? again(bound.list, bound.isPair ? 'pairs' : 'list') : null;
  const found = bound.given.map((one) => again(one, kind));
  return found.every((one) => one !== null) ? found.flat() : null;
}

/** The numbers that are written for an expression; null where one is not in sight. */
export function numbersFor(tree: SyntaxTree, node: SyntaxNode): readonly SyntaxNode[] | null {
  if (node.type === 'integer') return [node];
  const all = (nodes: readonly (SyntaxNode | null)[]) => {
    const found = nodes.map((one) => (one === null ? null : numbersFor(tree, one)));
    return found.every((one) => one !== null) ? found.flat() : null;
  };
  if (node.type === 'subscript') {
    const [holder, , key] = node.children;
    const name = key?.type === 'string' ? textOf(tree, key).slice(1, -1) : null;
    const tables =
      holder === undefined || name === null ? null : sourcesOf(tree, { node: holder, kind: 'limit' });
    const rows = tables?.flatMap((table) => dictionariesIn(table)) ?? [];
    const pairs = rows.map((row) =>
      row.children.find((pair) => pair.type === 'pair' && keyOf(tree, pair) === name),
    );
    return rows.length === 0 ? null : all(pairs.map((pair) => (pair === undefined ? null : pairValue(pair))));
  }
  const bound = node.type === 'identifier' ? boundBy(tree, node) : null;
  if (bound === null || bound.is === 'item') return null;
  return bound.is === 'value' ? numbersFor(tree, bound.value) : all(bound.given);
}

function dictionariesIn({ node, kind }: Place): readonly SyntaxNode[] {
  if (kind === 'limit') return [node];
  return node.children.flatMap((one) => {
    const value = kind === 'map' ? pairValue(one) : one;
    return value?.type === 'dictionary' ? [value] : [];
  });
}

const KIND_OF_METHOD: Readonly<Record<string, Kind>> = { values: 'list', items: 'pairs' };

/** `LIMITS.values()` */
function calledMethod(
  tree: SyntaxTree,
  node: SyntaxNode,
): { readonly object: SyntaxNode; readonly name: string } | null {
  const [callee, args] = node.type === 'call' ? node.children : [];
  if (callee?.type !== 'attribute' || args?.children.some(({ isNamed }) => isNamed) !== false) return null;
  const [object, , name] = callee.children;
  const text = name === undefined ? '' : textOf(tree, name);
  return object !== undefined && text in KIND_OF_METHOD ? { object, name: text } : null;
}

type Bound =
  | { readonly is: 'value'; readonly value: SyntaxNode }
  | { readonly is: 'item'; readonly list: SyntaxNode; readonly isPair: boolean }
  | { readonly is: 'parameter'; readonly given: readonly SyntaxNode[] };

function boundBy(tree: SyntaxTree, use: SyntaxNode): Bound | null {
  const name = textOf(tree, use);
  const loop = loopOver(tree, use, name);
  if (loop !== null) return loop;
  const own = closest(use.parent, new Set(['function_definition']));
  const parameters = own?.children.find(({ field }) => field === 'parameters');
  const index = parameters === undefined ? -1 : parametersIn(tree, parameters).indexOf(name);
  if (own !== null && index >= 0) {
    const given = callsOf(tree, own)?.map((call) => argumentOf(tree, call, index, name));
    return given?.every((one) => one !== null) && given.length > 0 ? { is: 'parameter', given } : null;
  }
  const variable = valueAt(tree, use);
  return variable === null ? null : { is: 'value', value: variable.value };
}

/** The loop, or the part of a comprehension, that gives a name its value. */
function loopOver(tree: SyntaxTree, use: SyntaxNode, name: string): Extract<Bound, { is: 'item' }> | null {
  for (let node = use.parent; node !== null; node = node.parent) {
    if (node.type === 'function_definition') return null;
    const clauses =
      node.type === 'for_statement' ? [node] : node.children.filter(({ type }) => type === 'for_in_clause');
    for (const clause of clauses) {
      const left = clause.children.find(({ field }) => field === 'left');
      const list = clause.children.find(({ field }) => field === 'right');
      if (left === undefined || list === undefined || isInside(use, list)) continue;
      if (left.type === 'identifier' && textOf(tree, left) === name)
        return { is: 'item', list, isPair: false };
      const names = left.children.filter(({ isNamed }) => isNamed).map((one) => textOf(tree, one));
      if (left.type !== 'identifier' && names.includes(name))
        return names.length === 2 && names[1] === name ? { is: 'item', list, isPair: true } : null;
    }
  }
  return null;
}

function parametersIn(tree: SyntaxTree, parameters: SyntaxNode): readonly string[] {
  return parameters.children
    .filter(({ isNamed }) => isNamed)
    .map((one) => textOf(tree, one.type === 'identifier' ? one : (one.children[0] ?? one)));
}

/** All calls of a function of the module; null where it is named in another way. */
function callsOf(tree: SyntaxTree, own: SyntaxNode): readonly SyntaxNode[] | null {
  if (own.parent !== tree.root) return null;
  const name = own.children.find(({ field }) => field === 'name');
  if (name === undefined) return null;
  const uses = walk(tree.root).filter(
    (node) => node.type === 'identifier' && node !== name && textOf(tree, node) === textOf(tree, name),
  );
  const calls = uses.map((use) =>
    use.parent?.type === 'call' && use.field === 'function' ? use.parent : null,
  );
  return calls.every((call) => call !== null) ? calls : null;
}

function argumentOf(tree: SyntaxTree, call: SyntaxNode, index: number, name: string): SyntaxNode | null {
  const given = call.children.at(-1)?.children.filter(({ isNamed }) => isNamed) ?? [];
  const keyword = given.find(
    (one) => one.type === 'keyword_argument' && one.children[0] && textOf(tree, one.children[0]) === name,
  );
  const positional = given.filter(({ type }) => type !== 'keyword_argument')[index];
  return keyword?.children.at(-1) ?? positional ?? null;
}

function rowsIn(tree: SyntaxTree, node: SyntaxNode, kind: Kind): readonly SyntaxNode[] | null {
  if (kind === 'limit') return node.type === 'dictionary' && isLimit(tree, node) ? [node] : null;
  const values = node.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  const rows = values.map((one) => (kind === 'map' ? pairValue(one) : one));
  const isWhole = rows.every((row) => row !== null && row.type === 'dictionary' && isLimit(tree, row));
  return isWhole ? rows.flatMap((row) => row ?? []) : null;
}

function isLimit(tree: SyntaxTree, dictionary: SyntaxNode): boolean {
  return dictionary.children.some((pair) => pair.type === 'pair' && keyOf(tree, pair) === 'threshold');
}

/** Follows limits to all that is done with them. */
class Going {
  readonly edits: Edit[] = [];
  readonly #tree: SyntaxTree;
  readonly #bodies: ReadonlySet<SyntaxNode>;
  readonly #isImported: (name: string) => boolean;
  readonly #places = new Set<SyntaxNode>();
  /** What functions are given that limits are handed to. */
  readonly #given: SyntaxNode[] = [];

  constructor(
    tree: SyntaxTree,
    bodies: ReadonlySet<SyntaxNode>,
    /** Whether other files may use a name of the module. */
    isImported: (name: string) => boolean,
  ) {
    this.#tree = tree;
    this.#bodies = bodies;
    this.#isImported = isImported;
  }

  reaches(body: SyntaxNode): boolean {
    return this.#places.has(body);
  }

  /** Functions that take a limit from one caller take one from all. */
  isWhole(): boolean {
    return this.#given.every((node) => this.#places.has(node));
  }

  from({ node, kind }: Place): boolean {
    if (this.#places.has(node)) return true;
    this.#places.add(node);
    if (this.#bodies.has(node)) return kind === 'limit';
    const { parent } = node;
    if (parent === null) return false;
    switch (parent.type) {
      case 'assignment':
        return parent.children.at(-1) === node && this.#assigned(parent, kind);
      case 'for_statement':
      case 'for_in_clause':
        return node.field === 'right' && this.#items(parent, kind);
      case 'attribute':
        return node.field === 'object' && this.#method(parent, kind);
      case 'subscript':
        return parent.children[0] === node && this.#subscript(parent, kind);
      case 'argument_list':
        return this.#handed(node, parent, kind);
      default:
        return false;
    }
  }

  #named(name: SyntaxNode, scope: SyntaxNode, kind: Kind): boolean {
    const text = textOf(this.#tree, name);
    if (scope === this.#tree.root && this.#isImported(text)) return false;
    return namesIn(this.#tree, scope, text).every((node) => node === name || this.from({ node, kind }));
  }

  #assigned(assignment: SyntaxNode, kind: Kind): boolean {
    const [name] = assignment.children;
    const statement = assignment.parent;
    const scope = closest(assignment.parent, new Set(['function_definition'])) ?? this.#tree.root;
    return (
      name?.type === 'identifier' &&
      statement?.type === 'expression_statement' &&
      this.#named(name, scope, kind)
    );
  }

  #items(loop: SyntaxNode, kind: Kind): boolean {
    const left = loop.children.find(({ field }) => field === 'left');
    const names =
      left?.type === 'identifier' ? [left] : (left?.children.filter(({ isNamed }) => isNamed) ?? []);
    const item = kind === 'pairs' ? names[1] : names[0];
    const isFitting = kind === 'pairs' ? names.length === 2 : kind === 'list' && names.length === 1;
    const scope = loop.type === 'for_statement' ? loop : loop.parent;
    if (kind === 'map') return true;
    return isFitting && item !== undefined && scope !== null && this.#named(item, scope, 'limit');
  }

  #method(attribute: SyntaxNode, kind: Kind): boolean {
    const call = attribute.parent;
    const name = attribute.children.at(-1);
    const text = name === undefined ? '' : textOf(this.#tree, name);
    if (call?.type !== 'call' || attribute.field !== 'function') return false;
    if (kind === 'limit') return text === 'get' && this.#read(call, call.children.at(-1)?.children[1]);
    const given = kind === 'map' ? KIND_OF_METHOD[text] : undefined;
    if (given === undefined) return kind === 'map' && text === 'keys';
    return this.from({ node: call, kind: given });
  }

  #subscript(subscript: SyntaxNode, kind: Kind): boolean {
    if (kind === 'map' || kind === 'list') return this.from({ node: subscript, kind: 'limit' });
    return kind === 'limit' && this.#read(subscript, subscript.children[2]);
  }

  /** `limit["description"]` */
  #read(read: SyntaxNode, key: SyntaxNode | undefined): boolean {
    const text = key?.type === 'string' ? textOf(this.#tree, key) : '';
    const name = text.slice(1, -1);
    if (name === 'description') return true;
    const now = READS[name];
    if (now === undefined || read.type !== 'subscript' || key === undefined || isWritten(read)) return false;
    const quote = text.charAt(0);
    const keys = now.split('.').map((one) => `${quote}${one}${quote}`);
    this.edits.push({ start: key.start, end: key.end, text: keys.join('][') });
    return true;
  }

  #handed(node: SyntaxNode, list: SyntaxNode, kind: Kind): boolean {
    const call = list.parent;
    const callee = call?.children[0];
    if (call?.type !== 'call' || callee?.type !== 'identifier') return false;
    if (textOf(this.#tree, callee) === 'len') return true;
    const own = walk(this.#tree.root).find(
      (one) =>
        one.type === 'function_definition' &&
        one.children.some(
          ({ field, start, end }) =>
            field === 'name' && this.#tree.text.slice(start, end) === textOf(this.#tree, callee),
        ),
    );
    const parameters = own?.children.find(({ field }) => field === 'parameters');
    const calls = own === undefined ? null : callsOf(this.#tree, own);
    if (own === undefined || parameters === undefined || calls === null) return false;
    if (this.#isImported(textOf(this.#tree, callee))) return false;
    const names = parametersIn(this.#tree, parameters);
    const index = names.findIndex((name, at) => argumentOf(this.#tree, call, at, name) === node);
    const name = walk(parameters).find(
      (one) => one.type === 'identifier' && textOf(this.#tree, one) === names[index],
    );
    if (name === undefined) return false;
    this.#given.push(...calls.flatMap((one) => argumentOf(this.#tree, one, index, names[index] ?? '') ?? []));
    return this.#named(name, own, kind);
  }
}

function isWritten({ parent, ...node }: SyntaxNode): boolean {
  return parent !== null && /assignment$/.test(parent.type) && parent.children[0]?.start === node.start;
}

/** What is read of limits, as a rule has it. */
const READS: Readonly<Record<string, string>> = {
  threshold: 'ratelimit.requests_per_period',
  period: 'ratelimit.period',
};
