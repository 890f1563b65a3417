/** What a function of the program gives back, as its callers read it. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Call, New } from '../../src/read/javascript/syntax/estree.js';
import { Module } from '../../src/read/javascript/syntax/module.js';
import { type AnswerFlow, flowOf, ITEM } from './answer-flow.js';
import type { Convention } from './convention.js';

/** Members of every answer of the API. */
const ENVELOPE: ReadonlySet<string> = new Set(['result', 'success', 'errors', 'messages', 'result_info']);
const HOLDERS: Readonly<Record<string, Convention['gives']>> = {
  data: 'axios',
  body: 'body',
  'json()': 'response',
};
/** Helpers of n8n, which give the parsed answer. */
const PARSING = /^this\.helpers\.(?:http)?request/i;

/** Null where no call of the function shows it, or two calls show different things. */
export function shapeByUse(script: Script, call: Call, client: string): Convention['gives'] | null {
  if (!(script instanceof Module)) return null;
  const shapes = shapesOf(script, calledIn(script, call));
  if (shapes.size === 0 && PARSING.test(client)) return 'envelope';
  const [only] = shapes;
  return shapes.size === 1 && only !== undefined ? only : null;
}

type Shapes = ReadonlySet<Convention['gives']>;

/** By what is called: asked for each call of a file, all calls are looked at once. */
const known = new WeakMap<
  Module,
  { readonly calls: ReadonlyMap<string, (Call | New)[]>; shapes: Map<string, Shapes> }
>();

function shapesOf(script: Module, called: string): Shapes {
  const own = known.get(script) ?? { calls: callsByName(script), shapes: new Map<string, Shapes>() };
  known.set(script, own);
  const calls = own.calls.get(called) ?? [];
  const shapes =
    own.shapes.get(called) ??
    new Set(calls.flatMap((one) => shapesIn(flowOf(script, one, ({ length }) => length > 2))));
  own.shapes.set(called, shapes);
  return shapes;
}

function callsByName(script: Module): ReadonlyMap<string, (Call | New)[]> {
  const calls = new Map<string, (Call | New)[]>();
  for (const one of script.calls) {
    const called = calledIn(script, one);
    const list = calls.get(called);
    if (list === undefined) calls.set(called, [one]);
    else list.push(one);
  }
  return calls;
}

const VERB = /\.(?:get|post|put|patch|delete)$/;

/** What is called; all methods of a client that are named after verbs give the same. */
function calledIn({ text }: Script, { callee }: Pick<Call, 'callee'>): string {
  return text.slice(...callee.range).replace(VERB, '.');
}

function shapesIn(flow: AnswerFlow | null): readonly Convention['gives'][] {
  if (flow === null) return [];
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
