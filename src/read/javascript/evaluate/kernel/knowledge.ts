/**
 * What is known of a module whatever file is read: the values of expressions outside of all activations, the
 * instances nobody is known to have made, the calls of a function. It lasts as long as the trees it speaks of,
 * and holds only what was worked out in full: a value that a bound or a circle has cut short depends on who
 * asked first.
 */
import type { Binding } from '../../syntax/bindings.js';
import type { FunctionNode, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { Note } from '../../syntax/notes.js';
import type { Instance, Term } from '../domain/term.js';
import type { CallSite } from '../names/call-sites.js';

export class Knowledge {
  readonly terms = new Map<Node, Term>();
  readonly instances = new Map<Node, Instance>();
  readonly imports = new Map<Binding, Term>();
  /** What values of declared types are. */
  readonly types = new Map<Node, Term | null>();
  readonly callSites = new Map<FunctionNode, readonly CallSite[]>();
}

/** Steps whose results are kept of a program before all are forgotten: a term keeps the activations it was found in. */
export const MAX_STEPS_KNOWN = 60_000;

const known = new Note((): { generation: object | null; knowledge: Knowledge } => ({
  generation: null,
  knowledge: new Knowledge(),
}));

/** `generation` stands for the trees that the program holds at the moment. */
export function knowledgeOf(module: Module, generation: object): Knowledge {
  const held = known.of(module);
  if (held.generation !== generation) {
    if (held.generation !== null) held.knowledge = new Knowledge();
    held.generation = generation;
  }
  return held.knowledge;
}
