import { clientOf } from '../../clients/specs.js';
import { cutsSoFar } from '../../evaluate/domain/cuts.js';
import { alternatives, type Term } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { MAX_CALL_DEPTH } from '../../evaluate/kernel/activate.js';
import { evaluateCallee, type PlacedCall } from '../../evaluate/language/calls.js';
import { declaredImport, exportTerm } from '../../evaluate/names/imports.js';
import type { Project } from '../../modules/project.js';
import type { Call, FunctionNode, New } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isFunction, unwrap } from '../../syntax/nodes.js';
import { Note } from '../../syntax/notes.js';
import { startOf } from '../../syntax/positions.js';
import { isInert, isOfData, isOwnGlobal, isSilent, isStateSetter } from './inert.js';
import { isIteration } from './iterations.js';

/** What a function or a call may run. */
interface Outgoing {
  /** It may send a request by itself. */
  readonly sends: boolean;
  /** Functions of the program that it calls, by their key. */
  readonly callees: readonly string[];
}

const NOTHING: Outgoing = { sends: false, callees: [] };
const SENDS: Outgoing = { sends: true, callees: [] };

/**
 * Who calls whom, as far as somebody has asked. A function is named by its file and its start, or by its file and the
 * name it is exported under, so that what is known of it outlasts its tree and is worked out once per program.
 */
class CallGraph {
  readonly outgoing = new Map<string, Outgoing>();
  /** Whether a request can come of a function. */
  readonly reaches = new Map<string, boolean>();
}

const graphs = new Note((_project: Project) => new CallGraph());

/** Calls behind each other that are looked at. Values are followed no deeper, so what comes later never counts. */
const MAX_LEVELS = MAX_CALL_DEPTH + 2;

/**
 * Whether a request can come of a call at all, in whatever environment: it is asked once per call, and spares
 * the helpers of a wrapper (formatting, logging, retrying clocks) from being run for each of its callers.
 */
export class Reach {
  readonly #engine: Engine;
  readonly #graph: CallGraph;
  readonly #calls = new Map<Call | New, boolean>();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#graph = graphs.of(engine.project);
  }

  call(node: Call | New, module: Module): boolean {
    let may = this.#calls.get(node);
    if (may === undefined) {
      const { sends, callees } = this.#ofCall(node, module);
      may = sends || callees.some((key) => this.#reaches(key));
      this.#calls.set(node, may);
    }
    return may;
  }

  /** A function of the program, a method of plain data, or a class of its own, out of which no request comes. */
  isHelper(call: PlacedCall): boolean {
    const { node, callee } = call;
    if (isInert(node) || isStateSetter(node, call.at.module)) return true;
    const { target, self, method } = callee;
    // Who calls the function may say more of a parameter that is handed a path.
    if (target.kind === 'unknown' && isOfData(node) && (target.free === undefined || !call.args.some(isPath)))
      return true;
    if (self !== null && method !== null && isPlainData(self)) {
      if (target.kind === 'unknown') return !isIteration(node);
      // What an answer is asked is a part of it; functions that are handed to it get parts of it.
      if (target.kind === 'response')
        return node.type === 'CallExpression' && node.arguments.every((arg) => isFunction(unwrap(arg)));
    }
    // What the methods of the object send is looked for by themselves.
    if (node.type === 'NewExpression' && alternatives(target).every(({ kind }) => kind === 'class'))
      return true;
    return alternatives(target).every((option) =>
      option.kind === 'closure'
        ? !this.function(option.node, option.at.module)
        : option.kind === 'external' && isSilent(option),
    );
  }

  function(node: FunctionNode, module: Module): boolean {
    return this.#reaches(functionKey(node, module));
  }

  /** Looks at what a function calls, level by level, until something sends. */
  #reaches(start: string): boolean {
    const { reaches } = this.#graph;
    const known = reaches.get(start);
    if (known !== undefined) return known;
    const callers = new Map<string, string | null>([[start, null]]);
    let level: readonly string[] = [start];
    const cuts = cutsSoFar();
    for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
      const next: string[] = [];
      for (const key of level) {
        const answer = reaches.get(key);
        if (answer === false) continue;
        const { sends, callees } = answer === true ? SENDS : this.#ofFunction(key);
        if (sends) {
          for (let one: string | null = key; one !== null; one = callers.get(one) ?? null)
            reaches.set(one, true);
          return true;
        }
        for (const callee of callees) {
          if (callers.has(callee)) continue;
          callers.set(callee, key);
          next.push(callee);
        }
      }
      level = next;
    }
    if (cutsSoFar() !== cuts) return false;
    // Behind the last level there may be more, for all but the first.
    for (const key of level.length === 0 ? callers.keys() : [start]) reaches.set(key, false);
    return false;
  }

  #ofFunction(key: string): Outgoing {
    const known = this.#graph.outgoing.get(key);
    if (known !== undefined) return known;
    const cuts = cutsSoFar();
    const outgoing = this.#findOutgoing(key);
    if (cutsSoFar() === cuts) this.#graph.outgoing.set(key, outgoing);
    return outgoing;
  }

  #findOutgoing(key: string): Outgoing {
    const { project } = this.#engine;
    const { path, start, name } = partsOf(key);
    if (name !== null) {
      const module = project.module(path);
      if (module === null || 'data' in module) return NOTHING;
      return this.#ofTarget(exportTerm(this.#engine, module, name, { file: path, start: 0, end: 0 }), null);
    }
    for (const module of project.modules(path)) {
      const node = module.functions.get(start);
      if (node === undefined || node.body === null) continue;
      const callees = new Set<string>();
      for (const call of module.callsWithin(node.body)) {
        const { sends, callees: own } = this.#ofCall(call, module);
        if (sends) return SENDS;
        for (const callee of own) callees.add(callee);
      }
      return { sends: false, callees: [...callees] };
    }
    return NOTHING;
  }

  #ofCall(node: Call | New, module: Module): Outgoing {
    if (isInert(node) || isStateSetter(node, module)) return NOTHING;
    const imported = this.#importedFunctions(node, module);
    if (imported !== null) return imported;
    const { target, self, method } = evaluateCallee(this.#engine, node.callee, module.outside);
    if (self !== null && method !== null && isPlainData(self) && target.kind === 'unknown')
      return isIteration(node) ? SENDS : NOTHING;
    return this.#ofTarget(target, node);
  }

  /** The call of an imported name is told without the file that it comes from. */
  #importedFunctions({ callee }: Call | New, module: Module): Outgoing | null {
    const { project } = this.#engine;
    const binding = callee.type === 'Identifier' ? module.resolve(callee) : null;
    const declared = binding?.kind === 'import' ? declaredImport(binding) : null;
    if (declared === null || declared.name === null) return null;
    const target = project.resolve(module.path, declared.source);
    if (target === null) return null;
    const callees: string[] = [];
    for (const place of project.exportPlaces(target, declared.name)) {
      if (place.kind !== 'declared') return null;
      callees.push(exportKey(place.path, place.name));
    }
    return callees.length === 0 ? null : { sends: false, callees };
  }

  #ofTarget(target: Term, node: Call | New | null): Outgoing {
    const callees: string[] = [];
    for (const option of alternatives(target)) {
      const callee = option.kind === 'bound' ? option.target : option;
      if (callee.kind === 'closure') callees.push(functionKey(callee.node, callee.at.module));
      else if (maySend(callee, node)) return SENDS;
    }
    return { sends: false, callees };
  }
}

function maySend(target: Term, node: Call | New | null): boolean {
  switch (target.kind) {
    case 'external':
      if (clientOf(target) !== null) return true;
      if (node !== null && isOfData(node)) return false;
      // A function of a package may run what it is handed, or be a client under a name nobody knows.
      return (
        (target.package === 'global' ? isOwnGlobal(target.path) : !isSilent(target)) ||
        node?.arguments.some((arg) => isFunction(unwrap(arg))) === true
      );
    case 'unknown':
      return node === null || !isOfData(node);
    case 'bound':
    case 'sdk':
      return true;
    default:
      return false;
  }
}

function functionKey(node: FunctionNode, module: Module): string {
  return `${module.path}\0${startOf(node)}`;
}

function exportKey(path: string, name: string): string {
  return `${path}\0\0${name}`;
}

function partsOf(key: string): {
  readonly path: string;
  readonly start: number;
  readonly name: string | null;
} {
  const [path = '', start = '', name] = key.split('\0');
  return { path, start: Number(start), name: name ?? null };
}

/** Also where it begins with something unknown. */
function isPath(term: Term): boolean {
  return alternatives(term).some(
    (option) =>
      option.kind === 'url' ||
      (option.kind === 'text' &&
        option.pieces.some((piece) => piece.kind === 'text' && piece.text.includes('/'))),
  );
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
