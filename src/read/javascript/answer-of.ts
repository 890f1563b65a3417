import type { Program } from '../reader.js';
import { alternatives, type Term, UNDEFINED } from './evaluate/domain/term.js';
import { type Engine, startedEngine } from './evaluate/engine.js';
import { PlacedCall } from './evaluate/language/calls.js';
import { projectOf } from './modules/project.js';
import { runsOfReceiver } from './reading/sending/receivers.js';
import type { Node } from './syntax/estree.js';
import type { Module } from './syntax/module.js';
import { pathTo, unwrap } from './syntax/nodes.js';
import { endOf, startOf } from './syntax/positions.js';

/** What an expression is of the answer that a client gives: the steps to it, or another kind of value. */
export type AnswerPart =
  | { readonly kind: 'answer'; readonly steps: readonly string[] }
  | {
      readonly kind: 'other';
      readonly what: string;
      /** Members of an object of the program's own, with the steps of those that hold a part of the answer. */
      readonly members?: readonly AnswerMember[];
    };

export interface AnswerMember {
  readonly name: string;
  readonly steps: readonly string[] | null;
  /** Whether it counts as true; null where only a run shows it. */
  readonly isTrue: boolean | null;
}

/** All that a call in a file of the program may give back, as far as it can be told. */
export function answerOf(program: Program, path: string, call: Node): readonly AnswerPart[] {
  const project = projectOf(program);
  const module = project.modules(path).find(({ calls }) => calls.some((one) => one === call));
  if (module === undefined) return [];
  const engine = startedEngine(project);
  const given = alternatives(engine.evaluate(call, module.outside));
  const isUnknown = call.type === 'CallExpression' && given.every(({ kind }) => kind === 'unknown');
  const handed = isUnknown ? answersOfHanded(engine, new PlacedCall(engine, call, module.outside)) : [];
  return (handed.length > 0 ? handed : given).map(partOf);
}

/** What a client gives back that the callers of a function hand over. */
function answersOfHanded(engine: Engine, call: PlacedCall): readonly Term[] {
  return (runsOfReceiver(engine, call) ?? []).flatMap((run) => {
    const placed = new PlacedCall(engine, call.node, run);
    const isOfAnswer = alternatives(placed.callee.self ?? UNDEFINED).some(({ kind }) => kind === 'response');
    return isOfAnswer ? [] : alternatives(engine.evaluate(call.node, run));
  });
}

/** Whose a value is: a part of an answer, what the caller of a function hands over, or anything else. */
export type ValueSource = 'answer' | 'caller' | 'other';

/** Null where no expression stands at the place. */
export function sourceOfValue(program: Program, path: string, { start, end }: Stretch): ValueSource | null {
  const project = projectOf(program);
  for (const module of project.modules(path)) {
    const node = pathTo(module.program, start).find((one) => startOf(one) === start && endOf(one) === end);
    if (node === undefined) continue;
    const engine = startedEngine(project);
    const termsOf = (one: Node) => alternatives(engine.evaluate(one, module.outside));
    if (termsOf(node).some(({ kind }) => kind === 'response')) return 'answer';
    const isGiven = termsOf(wholeOf(module, node)).some((term) => 'free' in term && term.free !== undefined);
    return isGiven ? 'caller' : 'other';
  }
  return null;
}

/** What it is a part of, in a loop the list that is gone through: `ids` of `id` in `for (const id of ids)`. */
function wholeOf(module: Module, node: Node, depth = 0): Node {
  const owner = ownerOf(node);
  const binding = owner.type === 'Identifier' && depth < MAX_LOOPS ? module.resolve(owner) : null;
  const [id] = binding?.declarations ?? [];
  const around = id === undefined ? [] : pathTo(module.program, startOf(id));
  const declared = around.findLastIndex(({ type }) => type === 'VariableDeclaration');
  const [loop, declaration] = [around[declared - 1], around[declared]];
  return loop?.type === 'ForOfStatement' && loop.left === declaration
    ? wholeOf(module, loop.right, depth + 1)
    : owner;
}

const MAX_LOOPS = 8;

/** What it is a part of: `a` of `a.b.c`, and `a` of `a.b as string`. */
function ownerOf(node: Node): Node {
  const inner = unwrap(node);
  return inner.type === 'MemberExpression' ? ownerOf(inner.object) : inner;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function partOf(term: Term): AnswerPart {
  if (term.kind === 'response') return { kind: 'answer', steps: term.path };
  if (term.kind === 'scalar' && (term.value ?? null) === null) return { kind: 'other', what: 'nothing' };
  // What an object takes over from another is not known by its names.
  if (term.kind !== 'object' || term.open) return { kind: 'other', what: term.kind };
  const members = term.members.map(({ key, value }) => {
    const [held] = alternatives(value).filter((one) => one.kind === 'response');
    return { name: key, steps: held?.path ?? null, isTrue: truthOf(value) };
  });
  return { kind: 'other', what: term.kind, members };
}

function truthOf(term: Term): boolean | null {
  if (term.kind === 'scalar') return Boolean(term.value);
  if (term.kind !== 'text') return term.kind === 'object' || term.kind === 'array' ? true : null;
  if (term.pieces.length === 0) return false;
  return term.pieces.some((piece) => piece.kind === 'text' && piece.text !== '') ? true : null;
}
