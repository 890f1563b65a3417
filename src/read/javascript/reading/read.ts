import type { Program, Reading, Root, SourceFile } from '../../reader.js';
import type { Undetermined, Usage } from '../../usage.js';
import { type CallSite, callOf } from '../evaluate/contexts.js';
import { Engine, MAX_STEPS } from '../evaluate/engine.js';
import { callsReachedFrom } from '../flow/forward.js';
import { projectOf } from '../modules/project.js';
import type { Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { pathTo } from '../syntax/nodes.js';
import { usageKey, usageOf } from './emit.js';
import { Roots } from './roots.js';
import { sentBy } from './sent.js';

/** The time a file may take: a second per megabyte, and half a second at least. */
function millisecondsFor(text: string): number {
  return Math.max(500, text.length / 1000);
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
  for (const module of modules) readModule(engine, module, new Roots(file.path, roots), roots, collected);
  const reading = { usages: collected.usages, undetermined: collected.undetermined };
  if (engine.exhausted) return { ...reading, tier: 'text', degraded: 'budget' };
  return refusal === null ? { ...reading, tier: 'ast' } : { ...reading, tier: 'ast', degraded: refusal };
}

/** Usages, each once. */
export class Collected {
  readonly usages: Usage[] = [];
  readonly undetermined: Undetermined[] = [];
  readonly #keys = new Set<string>();

  add(usage: Usage): void {
    const key = usageKey(usage);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.usages.push(usage);
  }
}

export function readModule(
  engine: Engine,
  module: Module,
  roots: Roots,
  ranges: readonly Root[] | 'all',
  into: Collected,
): void {
  for (const site of callsOfInterest(engine, module, ranges)) {
    for (const sent of sentBy(engine, site.call, { module: site.module, env: null }, roots)) {
      if (roots.touchesSent(sent)) into.add(usageOf(engine, sent, site));
    }
    if (engine.exhausted) return;
  }
}

/** The calls that what stands at a root may reach; with every place a root, every call of the file. */
function callsOfInterest(
  engine: Engine,
  module: Module,
  ranges: readonly Root[] | 'all',
): readonly CallSite[] {
  if (ranges === 'all') return module.calls.map((call) => ({ call, module }));
  const calls = new Map<Node, CallSite>();
  for (const root of ranges) {
    const start = startOf(module, root);
    if (start === null) continue;
    for (const site of callsReachedFrom(engine, start, module)) calls.set(site.call, site);
    const own = calledWith(start);
    if (own !== null) calls.set(own, { call: own, module });
  }
  return [...calls.values()];
}

/** The innermost node of the program that a root lies on; null outside of code. */
export function startOf(module: Module, root: Root): Node | null {
  const node = pathTo(module.program, root.start).at(-1);
  return node === undefined || node === module.program ? null : node;
}

/** The call at whose callee a node stands: `client.rateLimits.list()`. */
function calledWith(node: Node): CallSite['call'] | null {
  let current: Node | undefined = node;
  while (current !== undefined) {
    const call = callOf(current);
    if (call !== null) return call;
    if (current.parent?.type !== 'MemberExpression') return null;
    current = current.parent;
  }
  return null;
}
