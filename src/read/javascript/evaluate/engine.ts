import type { Profile } from '../../../catalogue/index.js';
import type { Origin } from '../../../value/index.js';
import { meetLimit, OUT_OF_STEPS } from '../../limits.js';
import type { Project } from '../modules/project.js';
import type { FunctionNode, JsxElement, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { endOf, startOf } from '../syntax/positions.js';
import { cutByLimit, cutShort, cutsSoFar, startRun } from './domain/cuts.js';
import { type At, type Term, unknown } from './domain/term.js';
import type { Site } from './kernel/activate.js';
import { Activations } from './kernel/activations.js';
import { type Knowledge, knowledgeOf, MAX_STEPS_KNOWN } from './kernel/knowledge.js';
import { Runs } from './kernel/runs.js';
import { Settled } from './kernel/settled.js';
import { evaluateNode } from './language/expressions.js';
import { invoke } from './language/functions.js';
import { memberByName } from './objects/members.js';

/**
 * Evaluates expressions on demand, backwards from where a value is used to where it was written. Every result
 * is remembered per environment, and without one for as long as the program is read. Three bounds keep it finite: cyclic definitions are unknown, expressions
 * nested deeper than `MAX_NESTING` are unknown, and so is what a usage has no steps left for (`within`).
 *
 * Expressions hold calls, calls have members, members are expressions: each of the three asks the others through
 * the engine, so that no file of this folder imports one that imports it.
 */

const MAX_NESTING = 120;
/** Steps that the usages of one file may take in full. A megabyte of ordinary code needs far fewer. */
export const MAX_STEPS = 200_000;
/** Steps that one call may take, also the one that uses up those of the file. A wrapper of wrappers takes some hundreds. */
export const MAX_STEPS_OF_CALL = 4000;
/** Steps for each usage once those of the file are used up: enough for a call of a client, or of a wrapper of one. */
const STEPS_OF_LATER_USAGES = 400;

/** Stands for a value that is being worked out: who meets it asks in a circle. */
const UNDER_WAY: Term = unknown('defined by itself');

/** Constants, and names that nothing in the file declares: no activation has anything to say of them. */
function isSameAnywhere(node: Node, module: Module): boolean {
  return node.type === 'Literal' || (node.type === 'Identifier' && module.resolve(node) === null);
}

/** Milliseconds. The `performance` object would load modules that nothing else here needs. */
function clock(): number {
  return process.uptime() * 1000;
}

/** What came of a part of the work that has a budget of its own. */
export interface Part<T> {
  readonly value: T;
  readonly finished: boolean;
  /** Neither the part around it nor the file left it fewer steps than it may take: another try gets no further. */
  readonly hadAll: boolean;
}

const engines = new WeakMap<Project, Engine>();

/**
 * The engine of a program, at the start of the work on one file. Values that are kept from file to file work out more of
 * themselves when someone asks, with the engine that made them: it has to be the one whose budget counts.
 */
export function startedEngine(
  project: Project,
  limit = MAX_STEPS,
  milliseconds = Number.POSITIVE_INFINITY,
): Engine {
  const engine = engines.get(project) ?? new Engine(project);
  engines.set(project, engine);
  engine.start(limit, milliseconds);
  return engine;
}

export class Engine {
  readonly project: Project;
  readonly profiles: readonly Profile[];
  /** What others have worked out in this run, see `Note`. */
  readonly notes: unknown[] = [];
  #steps = 0;
  #limit = MAX_STEPS;
  #deadline = Number.POSITIVE_INFINITY;
  #nesting = 0;
  #generation: object;
  activations = new Activations();
  /** How often a function is being run right now. */
  readonly running = new Map<FunctionNode, number>();
  runs = new Runs();
  settledMembers = new Settled<Term>();
  settledConstructors = new Settled<At>();
  /** The functions that what is sent is followed through right now, the innermost last. */
  readonly entered: { readonly node: FunctionNode; readonly args: readonly Term[] }[] = [];
  /** Elements on the way from a root, by the function that makes them. */
  readonly rendered = new Map<FunctionNode, Map<JsxElement, Module>>();
  /** What was cut short outside of all environments: it holds for this file. */
  readonly #cut = new Map<Node, Term>();
  /** No steps are left for the part of the work that runs, or no time for the file. */
  exhausted = false;
  #late = false;
  #pause = Number.POSITIVE_INFINITY;

  constructor(project: Project) {
    this.project = project;
    this.profiles = project.profiles;
    this.#generation = project.generation;
  }

  /** Forgets all that holds for one file only; another file may have ended in the middle of its work. */
  start(limit: number, milliseconds: number): void {
    startRun();
    if (this.project.stepsKnown > MAX_STEPS_KNOWN) this.project.forget();
    this.#generation = this.project.generation;
    this.#steps = 0;
    this.#limit = limit;
    this.#deadline = clock() + milliseconds;
    this.#nesting = 0;
    this.#pause = Number.POSITIVE_INFINITY;
    this.#late = false;
    this.exhausted = false;
    this.activations = new Activations();
    this.runs = new Runs();
    this.settledMembers = new Settled();
    this.settledConstructors = new Settled();
    this.notes.length = 0;
    this.entered.length = 0;
    this.running.clear();
    this.rendered.clear();
    this.#cut.clear();
  }

  evaluate(node: Node, where: At): Term {
    const at = where.env !== null && isSameAnywhere(node, where.module) ? where.module.outside : where;
    const memo = at.env === null ? this.knowledge(at.module).terms : at.env.memo;
    const remembered = memo.get(node);
    if (remembered !== undefined) {
      if (remembered !== UNDER_WAY) return remembered;
      cutShort();
      return unknown('defined by itself', this.origin(node, at.module));
    }
    const cutBefore = at.env === null && this.#cut.size > 0 ? this.#cut.get(node) : undefined;
    if (cutBefore !== undefined) {
      cutShort();
      return cutBefore;
    }
    if (!this.spend(1)) return unknown(OUT_OF_STEPS, this.origin(node, at.module));
    if (this.#nesting >= MAX_NESTING) {
      cutByLimit(`nested deeper than ${MAX_NESTING} levels`);
      return unknown('nested too deep', this.origin(node, at.module));
    }
    const cuts = cutsSoFar();
    memo.set(node, UNDER_WAY);
    this.#nesting++;
    let term: Term | null = null;
    try {
      term = evaluateNode(this, node, at);
      return term;
    } finally {
      this.#nesting--;
      if (term === null || this.exhausted) memo.delete(node);
      else if (cutsSoFar() === cuts) memo.set(node, term);
      else if (at.env === null) {
        memo.delete(node);
        this.#cut.set(node, term);
      } else {
        memo.set(node, term);
        at.env.isCut = true;
      }
    }
  }

  /** The value of a call of a term. */
  invoke(callee: Term, self: Term | null, args: readonly Term[], site: Site | null): Term {
    return invoke(this, callee, self, args, site);
  }

  /** What a member of a term is. */
  member(object: Term, name: string, origin: Origin, at: At): Term {
    return memberByName(this, object, name, origin, at);
  }

  /** What is known of a module whatever file is read. */
  knowledge(module: Module): Knowledge {
    return knowledgeOf(module, this.#generation);
  }

  origin(node: Node, module: Module): Origin {
    return { file: module.path, start: startOf(node), end: endOf(node) };
  }

  /**
   * Runs one part of the work with a budget of its own; what it leaves unfinished is unknown, and nothing else. Once the
   * file's steps are used up, the part gets few: a file costs what it is long, and its last usage is still read.
   */
  within<T>(steps: number, work: () => T): Part<T> {
    const before = this.#pause;
    const left = this.#limit - this.#steps;
    const allowed = Math.min(steps, left > 0 ? Math.max(left, MAX_STEPS_OF_CALL) : STEPS_OF_LATER_USAGES);
    this.#pause = Math.min(before, this.#steps + allowed);
    const hadAll = allowed === steps && this.#pause < before;
    try {
      const value = work();
      return { value, finished: !this.exhausted, hadAll };
    } finally {
      this.#pause = before;
      this.exhausted = this.#steps > before || this.#late;
    }
  }

  /** More steps for a file in which something was found. */
  grant(steps: number): void {
    this.#limit = Math.min(MAX_STEPS, this.#limit + steps);
  }

  /** Whether the steps of the file are used up: what is read from now on is read at its surface. */
  get isSpent(): boolean {
    return this.#steps >= this.#limit;
  }

  /** Takes steps off the budget; false once it is used up. */
  spend(steps: number): boolean {
    this.#steps += steps;
    this.project.stepsKnown += steps;
    if ((this.#steps & 1023) === 0 && clock() > this.#deadline) this.#late = true;
    if (this.#late || this.#steps > this.#pause) this.exhausted = true;
    if (this.#late) meetLimit(OUT_OF_STEPS);
    if (this.exhausted) cutShort();
    return !this.exhausted;
  }
}
