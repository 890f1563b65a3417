import { clientOf } from '../clients/specs.js';
import { evaluateCallee, type PlacedCall } from '../evaluate/calls.js';
import type { Engine } from '../evaluate/engine.js';
import { alternatives, type Term } from '../evaluate/term.js';
import type { Call, FunctionNode, New } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { isFunction, unwrap } from '../syntax/nodes.js';
import { Note } from '../syntax/notes.js';
import { isInert, isOwnGlobal } from './inert.js';
import { isIteration } from './iterations.js';

/**
 * Whether a request can come of a call at all, in whatever environment: it is asked once per call, and spares
 * the helpers of a wrapper (formatting, logging, retrying clocks) from being run for each of its callers.
 */
export class Reach {
  readonly #engine: Engine;
  readonly #calls = new Map<Call | New, boolean>();
  readonly #functions = new Map<FunctionNode, boolean>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  call(node: Call | New, module: Module): boolean {
    const known = this.#calls.get(node);
    if (known !== undefined) return known;
    // Whoever asks again on the way has nothing new to add.
    this.#calls.set(node, false);
    const may = !isInert(node) && this.#mayCall(node, module);
    this.#calls.set(node, may);
    return may;
  }

  /** A function of the program, a method of plain data, or a class of its own, out of which no request comes. */
  isHelper({ node, callee }: PlacedCall): boolean {
    const { target, self, method } = callee;
    if (self !== null && method !== null && isPlainData(self)) {
      if (target.kind === 'unknown') return !isIteration(node);
      // What an answer is asked is a part of it; functions that are handed to it get parts of it.
      if (target.kind === 'response')
        return node.type === 'CallExpression' && node.arguments.every((arg) => isFunction(unwrap(arg)));
    }
    // What the methods of the object send is looked for by themselves.
    if (node.type === 'NewExpression' && alternatives(target).every(({ kind }) => kind === 'class'))
      return true;
    return alternatives(target).every(
      (option) => option.kind === 'closure' && !this.function(option.node, option.at.module),
    );
  }

  #mayCall(node: Call | New, module: Module): boolean {
    const { target, self, method } = evaluateCallee(this.#engine, node.callee, module.outside);
    if (self !== null && method !== null && isPlainData(self) && target.kind === 'unknown')
      return isIteration(node);
    return alternatives(target).some((option) => this.#may(option, node));
  }

  #may(target: Term, node: Call | New): boolean {
    switch (target.kind) {
      case 'closure':
        return this.function(target.node, target.at.module);
      case 'bound':
        return this.#may(target.target, node);
      case 'external':
        // A function of a package may run what it is handed, or be a client under a name nobody knows.
        return (
          target.package !== 'global' ||
          isOwnGlobal(target.path) ||
          clientOf(target) !== null ||
          node.arguments.some((arg) => isFunction(unwrap(arg)))
        );
      case 'unknown':
      case 'sdk':
        return true;
      default:
        return false;
    }
  }

  function(node: FunctionNode, module: Module): boolean {
    const known = this.#functions.get(node);
    if (known !== undefined) return known;
    this.#functions.set(node, false);
    const may = node.body !== null && module.callsWithin(node.body).some((call) => this.call(call, module));
    this.#functions.set(node, may);
    return may;
  }
}

function isPlainData(term: Term): boolean {
  return (
    term.kind === 'text' ||
    term.kind === 'array' ||
    term.kind === 'url' ||
    term.kind === 'scalar' ||
    term.kind === 'response' ||
    (term.kind === 'object' && term.as !== undefined)
  );
}

const reaches = new Note((engine: Engine) => new Reach(engine));

export function reachOf(engine: Engine): Reach {
  return reaches.of(engine);
}
