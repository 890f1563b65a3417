/** What a function of the program gives back, as its callers read it. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  childrenOf,
  isFunction,
  keyName,
  Module,
  type New,
  type Node,
  Note,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf, ITEM } from './answer-flow.js';
import type { Convention } from './convention.js';
import { constantOf } from './path-pieces.js';

/** Members of every answer of the API. */
const ENVELOPE: ReadonlySet<string> = new Set(['result', 'success', 'errors', 'messages', 'result_info']);
const HOLDERS: Readonly<Record<string, Convention['gives']>> = {
  data: 'axios',
  body: 'body',
  'json()': 'response',
};
/** Null where no call of the function shows it, or two calls show different things. */
export function shapeByUse(script: Script, call: Call): Convention['gives'] | null {
  return script instanceof Module ? onlyOf(callShapes.of(script).of(calledIn(script, call))) : null;
}

/** What functions give that send by a helper of n8n, which gives the parsed answer: all of it, or the result in it. */
export function shapeByReturns(bodies: readonly (Node | null)[]): Convention['gives'] | null {
  const returned = bodies.flatMap((body) => (body === null ? [null] : returnedIn(body)));
  if (returned.length === 0) return null;
  if (
    returned.every(
      (node) => node?.type === 'MemberExpression' && keyName(node.property, node.computed) === 'result',
    )
  )
    return 'result';
  return returned.every(
    (node) => node !== null && !/^(?:Member|Object|Array|Logical|Conditional)Expression$/.test(node.type),
  )
    ? 'envelope'
    : null;
}

function returnedIn(node: Node): readonly (Node | null)[] {
  if (node.type === 'ReturnStatement') return [node.argument ? unwrap(node.argument) : null];
  // The body of an arrow.
  if (/Expression$/.test(node.type) && isFunction(node.parent)) return [unwrap(node)];
  return childrenOf(node).flatMap((child) => (isFunction(child) ? [] : returnedIn(child)));
}

function onlyOf(shapes: ReadonlySet<Convention['gives']>): Convention['gives'] | null {
  const [only] = shapes;
  return shapes.size === 1 && only !== undefined ? only : null;
}

/** By what is called, for one file: asked for each of its sites, its calls are looked at once. */
class CallShapes {
  readonly #script: Module;
  readonly #calls = new Map<string, (Call | New)[]>();
  readonly #shapes = new Map<string, ReadonlySet<Convention['gives']>>();

  constructor(script: Module) {
    this.#script = script;
    for (const call of script.calls) {
      const called = calledIn(script, call);
      const known = this.#calls.get(called);
      if (known === undefined) this.#calls.set(called, [call]);
      else known.push(call);
    }
  }

  of(called: string): ReadonlySet<Convention['gives']> {
    let shapes = this.#shapes.get(called);
    if (shapes === undefined) {
      const flows = (this.#calls.get(called) ?? []).map((call) =>
        flowOf(this.#script, call, ({ length }) => length > 2),
      );
      shapes = new Set(flows.flatMap(shapesIn));
      this.#shapes.set(called, shapes);
    }
    return shapes;
  }
}

const callShapes = new Note((script: Module) => new CallShapes(script));

/**
 * The same by what other files make of it, where functions of this one hand on what the call gives: `list(zone) {
 * return this.client.request(…); }`.
 */
export function shapeByCallers(site: Site, around: Surroundings, call: Call): Convention['gives'] | null {
  const { script, file } = site;
  if (!(script instanceof Module)) return null;
  const called = calledIn(script, call);
  const known = byCallers.of(script);
  const before = known.get(called);
  if (before !== undefined) return before;
  const shape = readByCallers(script, around, file.path, called);
  known.set(called, shape);
  return shape;
}

const byCallers = new Note(() => new Map<string, Convention['gives'] | null>());

function readByCallers(
  script: Module,
  around: Surroundings,
  path: string,
  called: string,
): Convention['gives'] | null {
  const handing = script.calls.flatMap((one) =>
    calledIn(script, one) === called ? (handedOnBy(one) ?? []) : [],
  );
  const names = new Set(handing);
  const shapes = new Set(
    around.importers(path).flatMap((importer) => {
      const other = names.size === 0 ? null : around.scriptAt(importer, 0);
      if (!(other instanceof Module)) return [];
      const calls = other.calls.filter(
        ({ callee }) => names.has(lastName(callee) ?? '') && !isOfGlobal(other, callee),
      );
      return calls.flatMap((one) => shapesIn(flowOf(other, one, ({ length }) => length > 2)));
    }),
  );
  return onlyOf(shapes);
}

/** The name of the method or function that gives back what a call gives. */
function handedOnBy({ parent }: Pick<Call, 'parent'>): string | null {
  const outer = parent?.type === 'AwaitExpression' ? parent.parent : parent;
  let around: Node | undefined = outer;
  if (around?.type === 'ReturnStatement')
    while (around !== undefined && !isFunction(around)) around = around.parent;
  if (!isFunction(around)) return null;
  const holder = around.parent;
  if (around.type === 'FunctionDeclaration') return around.id?.name ?? null;
  if (holder?.type === 'VariableDeclarator') return holder.id.type === 'Identifier' ? holder.id.name : null;
  return holder?.type === 'MethodDefinition' ||
    holder?.type === 'Property' ||
    holder?.type === 'PropertyDefinition'
    ? keyName(holder.key, holder.computed)
    : null;
}

/** A method of what the language itself makes, such as a `Map`, whatever its name. */
function isOfGlobal(script: Module, callee: Node): boolean {
  const owner = callee.type === 'MemberExpression' ? callee.object : null;
  const made = owner?.type === 'Identifier' ? constantOf(script, owner)?.init : owner;
  if (made?.type !== 'NewExpression') return false;
  return made.callee.type === 'Identifier' && script.resolve(made.callee) === null;
}

function lastName(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
}

const VERB = /\.(?:get|post|put|patch|delete|del)$/;

/** What is called; a client and all its methods that are named after verbs give the same. */
function calledIn({ text }: Script, { callee }: Pick<Call, 'callee'>): string {
  return text.slice(...callee.range).replace(VERB, '');
}

function shapesIn(flow: AnswerFlow | null): readonly Convention['gives'][] {
  if (flow === null) return [];
  // A wrapper of the program: nothing says what it makes of the result.
  const firsts = new Set(flow.visits.map(({ steps: [first] }) => first));
  if (firsts.has('data') && firsts.has('success') && !firsts.has('result')) return ['result', 'envelope'];
  const lists = flow.items.filter(({ steps }) => steps.length === 0).map(() => 'result' as const);
  return [
    ...lists,
    ...flow.visits.flatMap(({ steps: [first = '', second = ''] }) => {
      if (first === ITEM) return 'result';
      if (ENVELOPE.has(first)) return 'envelope';
      return ENVELOPE.has(second) ? (HOLDERS[first] ?? []) : [];
    }),
  ];
}
