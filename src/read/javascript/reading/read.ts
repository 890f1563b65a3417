import type { Program, Reading, Root, SourceFile } from '../../reader.js';
import { type CallSite, freeNames, runsOf } from '../evaluate/contexts.js';
import { Engine, MAX_STEPS } from '../evaluate/engine.js';
import { callsReachedFrom } from '../flow/forward.js';
import { projectOf } from '../modules/project.js';
import type { Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { Collected } from './collected.js';
import { usageOf } from './emit.js';
import { readLeaf, readTypes } from './leaves.js';
import { leftoverUsage } from './leftovers.js';
import { isOpen } from './open.js';
import { resourceUsage } from './resources.js';
import { Roots } from './roots.js';
import { type Sent, sentBy } from './sent.js';

/**
 * Steps bound the work, so that the same file gives the same findings on a busy machine. The clock is a last
 * resort far beyond what the steps can take.
 */
function millisecondsFor(text: string): number {
  return Math.max(10_000, text.length / 1000);
}

/** Reads one file for the usages at its roots. */
export function readSource(file: SourceFile, roots: readonly Root[] | 'all', program: Program): Reading {
  const project = projectOf(program);
  const modules = project.modules(file.path, file.text);
  const refusal = project.refusal(file.path);
  if (modules.length === 0) {
    return refusal === null
      ? { usages: [], undetermined: [], tier: 'ast' }
      : { usages: [], undetermined: [], tier: 'text', degraded: refusal };
  }
  const engine = new Engine(project, MAX_STEPS, millisecondsFor(file.text));
  const collected = new Collected();
  for (const module of modules) readModule(engine, module, roots, program, collected);
  if (engine.exhausted && collected.size === 0) {
    return { usages: [], undetermined: [], tier: 'text', degraded: 'budget' };
  }
  const reading = { usages: collected.usages, undetermined: collected.undetermined };
  if (engine.exhausted) return { ...reading, tier: 'ast', degraded: 'budget' };
  return refusal === null ? { ...reading, tier: 'ast' } : { ...reading, tier: 'ast', degraded: refusal };
}

/** Reads one parsed file. */
export function readModule(
  engine: Engine,
  module: Module,
  ranges: readonly Root[] | 'all',
  program: Program,
  into: Collected,
): void {
  const roots = new Roots(module, ranges, engine.profiles);
  const leaves = leavesAt(module, ranges);
  const sites =
    ranges === 'all'
      ? module.calls.map((call) => ({ call, module }))
      : callsReachedFrom(engine, leaves, module);
  for (const site of sites) {
    readCall(engine, site, roots, into);
    if (engine.exhausted) return;
  }
  for (const leaf of leaves) readLeaf(engine, module, leaf, roots, program, into);
  readTypes(engine, module, ranges, into);
  for (const leaf of leaves) {
    if (into.covers(module.path, leaf.range[0], leaf.range[1])) continue;
    const usage = leftoverUsage(engine, module, leaf, roots);
    if (usage !== null) into.add(usage);
  }
}

function readCall(engine: Engine, site: CallSite, roots: Roots, into: Collected): void {
  const resource = resourceUsage(engine, site);
  if (resource !== null) {
    into.add(resource);
    return;
  }
  for (const sent of sentBy(engine, site.call, { module: site.module, env: null }, roots)) {
    if (roots.touchesSent(sent) && !isSeenThrough(engine, sent)) into.add(usageOf(engine, sent, site));
  }
}

/** The request of a wrapper whose path comes from its callers: they are read one by one. */
function isSeenThrough(engine: Engine, sent: Sent): boolean {
  if (sent.kind !== 'http' || !isOpen(sent.request.url, engine.profiles)) return false;
  return freeNames(sent.request.url).some((free) => runsOf(engine, free, sent.at) !== null);
}

/** The texts, keys and member names that roots lie on. */
function leavesAt(module: Module, ranges: readonly Root[] | 'all'): readonly Node[] {
  if (ranges === 'all') return module.leaves;
  const leaves = new Set<Node>();
  for (const root of ranges) {
    for (const leaf of module.leavesIn(root.start, root.end)) leaves.add(leaf);
  }
  return [...leaves];
}
