import type { Program, Reading, Root, SourceFile } from '../../reader.js';
import { mayImportSdk } from '../clients/packages.js';
import { alternatives, type Instance, type Term } from '../evaluate/domain/term.js';
import { type Engine, MAX_STEPS, startedEngine } from '../evaluate/engine.js';
import { freeInstance } from '../evaluate/kernel/instances.js';
import { PlacedCall } from '../evaluate/language/calls.js';
import type { CallSite } from '../evaluate/names/call-sites.js';
import { ANY_MEMBER } from '../evaluate/objects/members.js';
import { callsReachedFrom, callsTaking } from '../flow/forward.js';
import { projectOf } from '../modules/project.js';
import type { ClassNode, Field, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { ancestor, encloses, isClass, isFunction } from '../syntax/nodes.js';
import { endOf, startOf } from '../syntax/positions.js';
import { Answers } from './places/answers.js';
import { computedChains } from './places/computed-chains.js';
import { readLeaf, readTypes } from './places/leaves.js';
import { leftoverUsages } from './places/leftovers.js';
import { isOpen, openCalls } from './places/open.js';
import { sentByMethods } from './sending/methods.js';
import { Roots } from './sending/roots.js';
import { type Sent, sentBy } from './sending/sent.js';
import { Collected } from './usages/collected.js';
import { usageOf } from './usages/emit.js';
import { resourceUsage } from './usages/resources.js';

/**
 * Steps bound the work, so that the same file gives the same findings on a busy machine. The clock is a last
 * resort far beyond what the steps can take.
 */
function millisecondsFor(text: string): number {
  return Math.max(30_000, text.length / 1000);
}

/** Steps of a file in which nothing was found yet, by whether it holds more than common words. */
const STEPS_OF_FILE = { weak: 2_000, strong: 4_000 } as const;
const STEPS_OF_ROOT = 50;
/** The calls of a whole program may be sent from where a host is. */
const STEPS_OF_HOST = 1_000;
/** Steps that a call brings which sends what stands on a root: where one is, there are more. */
const STEPS_OF_FOUND = 2_000;

/**
 * A file may take what it holds roots, and more once something is found in it: words that are used all over a large
 * program are no reason to run through all of that, and what is left still gets a few steps for each place.
 */
function stepsFor({ limited, all, own, hosts }: Roots): number {
  if (!limited) return MAX_STEPS;
  const isWeak = all.every(({ strong }) => strong === false);
  const file = isWeak ? STEPS_OF_FILE.weak : STEPS_OF_FILE.strong;
  return Math.min(MAX_STEPS, file + STEPS_OF_ROOT * own.length + STEPS_OF_HOST * hosts.length);
}

/** Steps for one place of a file, above those that what it sends may take (`MAX_STEPS_OF_CALL`). */
const STEPS_OF_PLACE = 20_000;

/** Reads one file for the usages at its roots. */
export function readSource(file: SourceFile, roots: readonly Root[] | 'all', program: Program): Reading {
  const project = projectOf(program);
  const within = new Roots(file, roots, project.profiles);
  if (within.isEmpty && !mayImportSdk(project.profiles, file.text))
    return { usages: [], undetermined: [], tier: 'ast' };
  const modules = project.reading(file);
  const refusal = project.refusal(file.path);
  if (modules.length === 0) {
    return refusal === null
      ? { usages: [], undetermined: [], tier: 'ast' }
      : { usages: [], undetermined: [], tier: 'text', degraded: refusal };
  }
  const engine = startedEngine(project, stepsFor(within), millisecondsFor(file.text));
  const collected = new Collected();
  for (const module of modules) readModule(engine, module, within, program, collected);
  if (engine.exhausted && collected.size === 0) return { usages: [], undetermined: [], tier: 'text' };
  const reading = { usages: collected.usages, undetermined: collected.undetermined };
  return refusal === null ? { ...reading, tier: 'ast' } : { ...reading, tier: 'ast', degraded: refusal };
}

function readModule(engine: Engine, module: Module, roots: Roots, program: Program, into: Collected): void {
  const leaves = roots.limited ? leavesAt(module, roots.own) : module.leaves;
  const part = <T>(work: () => T): T => engine.within(STEPS_OF_PLACE, work).value;
  const calls = new CallsRead(engine, roots);
  const ends = (site: CallSite): boolean => part(() => endsAt(calls, site));
  for (const site of sitesOfInterest(engine, module, roots, ends)) {
    part(() => readCall(calls, site, into));
    if (engine.exhausted) return;
  }
  for (const instance of part(() => instancesOfInterest(engine, module, leaves))) {
    part(() => readMethods(engine, instance, roots, into));
  }
  for (const one of part(() => computedChains(engine, module))) into.undetermined.push(one);
  const answers = new Answers();
  for (const leaf of leaves) part(() => readLeaf(engine, module, leaf, roots, program, into, answers));
  part(() => answers.emit(engine, roots, into));
  part(() => readTypes(engine, module, roots, into));
  for (const leaf of leaves) {
    if (into.covers(module.path, startOf(leaf), endOf(leaf))) continue;
    for (const usage of part(() => leftoverUsages(engine, module, leaf, roots, into))) into.add(usage);
  }
}

function sitesOfInterest(
  engine: Engine,
  module: Module,
  roots: Roots,
  ends: (site: CallSite) => boolean,
): readonly CallSite[] {
  const leaves = roots.limited ? leavesAt(module, roots.sent) : module.leaves;
  const reached = callsReachedFrom(engine, leaves, module, ends);
  const more = roots.limited
    ? callsTaking(engine, leavesAt(module, roots.hosts), module)
    : module.calls.map((call) => ({ call, module }));
  const seen = new Set(reached.map((site) => site.call));
  return [...reached, ...more.filter((site) => !seen.has(site.call))];
}

/** What a further call can be made of, with all that this one was given. */
const CALLABLE: ReadonlySet<Term['kind']> = new Set(['sdk', 'external', 'closure', 'bound', 'class']);

/** What the calls of a file send, worked out once: the flow asks where it ends, and then the calls are read. */
class CallsRead {
  readonly engine: Engine;
  readonly roots: Roots;
  readonly #sent = new Map<CallSite['call'], readonly Sent[]>();

  constructor(engine: Engine, roots: Roots) {
    this.engine = engine;
    this.roots = roots;
  }

  sentBy({ call, module }: CallSite): readonly Sent[] {
    const known = this.#sent.get(call);
    if (known !== undefined) return known;
    const { sent, isWhole } = sentBy(
      this.engine,
      new PlacedCall(this.engine, call, module.outside),
      this.roots,
    );
    if (isWhole && !this.engine.exhausted) this.#sent.set(call, sent);
    if (sent.some((one) => this.roots.touchesSent(one))) this.engine.grant(STEPS_OF_FOUND);
    return sent;
  }
}

/**
 * Whether what stands on the roots goes no further by what a call gives back: an answer, or an object without it. What a
 * call sends is asked first, for few calls send anything, and what those give back is seldom needed.
 */
function endsAt(calls: CallsRead, site: CallSite): boolean {
  const { engine, roots } = calls;
  const { call, module } = site;
  const isMade = call.type === 'NewExpression';
  if (!isMade && !calls.sentBy(site).some((one) => roots.touchesSent(one))) return false;
  const back = alternatives(engine.evaluate(call, module.outside));
  if (back.some((one) => CALLABLE.has(one.kind) || roots.touches(one))) return false;
  return !isMade || back.every((one) => one.kind === 'instance' && !roots.carries(one));
}

function readCall(calls: CallsRead, site: CallSite, into: Collected): void {
  const { engine, roots } = calls;
  const { outside: at } = site.module;
  const resource = resourceUsage(engine, new PlacedCall(engine, site.call, at));
  if (resource !== null) {
    into.add(resource);
    return;
  }
  if (site.call.type === 'NewExpression') {
    for (const made of alternatives(engine.evaluate(site.call, at))) {
      if (made.kind === 'instance' && made.args?.some((arg) => roots.touches(arg)) === true) {
        readMethods(engine, made, roots, into);
      }
    }
  }
  for (const sent of calls.sentBy(site)) {
    if (!roots.touchesSent(sent)) continue;
    if (sent.kind === 'http' && isOpen(sent.request.url, engine.profiles)) {
      for (const one of openCalls(engine, sent, site)) into.undetermined.push(one);
      continue;
    }
    if (sent.kind === 'sdk' && sent.sdk.chain.some((step) => step.name === ANY_MEMBER)) continue;
    into.add(usageOf(engine, sent, site));
  }
}

function readMethods(engine: Engine, instance: Instance, roots: Roots, into: Collected): void {
  for (const { sent, site } of sentByMethods(engine, instance, roots)) {
    if (!roots.touchesSent(sent)) continue;
    if (sent.kind === 'http' && isOpen(sent.request.url, engine.profiles)) continue;
    into.add(usageOf(engine, sent, site));
  }
}

/** Objects of the classes that a root is a field of, or an argument to the class above. */
function instancesOfInterest(engine: Engine, module: Module, leaves: readonly Node[]): readonly Instance[] {
  const classes = new Set<ClassNode>();
  for (const leaf of leaves) {
    for (let node = leaf.parent; node !== undefined && !leavesClass(node); node = node.parent) {
      const isField =
        (node.type === 'PropertyDefinition' && !node.static && !isOnlyName(leaf, node)) ||
        (node.type === 'CallExpression' && node.callee.type === 'Super');
      const owner = isField ? ancestor(node, isClass) : undefined;
      if (owner !== undefined) classes.add(owner);
    }
  }
  return [...classes].map((node) => freeInstance(engine, node, { module, env: null }));
}

/** `rules = new api.Rules(client)`: what the object of the field sends is read where its class stands. */
function isOnlyName(leaf: Node, { value }: Field): boolean {
  return value?.type === 'NewExpression' && !value.arguments.some((argument) => encloses(argument, leaf));
}

/** A function that is no constructor: what stands in it is not set when an object is made. */
function leavesClass(node: Node): boolean {
  if (!isFunction(node)) return false;
  return node.parent?.type !== 'MethodDefinition' || node.parent.kind !== 'constructor';
}

/** The texts, keys and member names on some roots. */
function leavesAt(module: Module, ranges: readonly Root[]): readonly Node[] {
  const leaves = new Set<Node>();
  for (const root of ranges) {
    for (const leaf of module.leavesIn(root.start, root.end)) leaves.add(leaf);
  }
  return [...leaves];
}
