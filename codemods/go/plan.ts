/**
 * Calls about rules in Go. A package is planned as a whole: its calls hand ids to each other, the struct that holds rules
 * is used in all of its files, and the functions that replace the calls stand beside the one that sends requests.
 */
import { GoDefinitions, GoPackages, type SyntaxTree } from '../../src/grammar/index.js';
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { marker } from '../places/verdicts.js';
import { camel, functionNames } from '../planner/index.js';
import type { GoRules, NamedRules } from './kind.js';
import { mappedIn } from './mapped-fields.js';
import { type PackagePlan, planOfPackage } from './package-plan.js';
import { GoTypes } from './scope.js';
import { sdkResult } from './sdk-calls.js';
import type { SdkKind } from './sdk-kind.js';
import { planOfSdk } from './sdk-plan.js';

/** By the tree of the first file of a package. */
const plans = new WeakMap<SyntaxTree, Map<string, PackagePlan>>();

export function classifyGoRules(
  site: Site,
  around: Surroundings,
  rules: GoRules,
  steps: string,
): Verdict | null {
  const { path } = site.file;
  const kind = namedRules(rules);
  const tree = around.treeOf(path);
  if (tree === null || !/^(?:endpoint|sdk)$/.test(site.finding.kind)) return null;
  const byHand = (reason: string) => marker(reason, steps);
  if (tree.errors.length > 0) return byHand('its file has syntax errors');
  const plan = planFor(around, path, kind, site.finding.kind === 'sdk');
  if (plan === null) return byHand('its package is too large to be read');
  const { start, end } = site.finding.at;
  const here = plan.calls.filter(
    (call) => call.path === path && call.places.some((place) => place.start <= start && end <= place.end),
  );
  if (here.length === 0)
    return byHand(
      site.finding.kind === 'sdk'
        ? 'the type of the client cannot be told'
        : 'the path is not written where the call is',
    );
  const differences = new Map<string, { readonly name: string; readonly what: string }>();
  for (const call of here) {
    if ('why' in call) return byHand(call.why);
    for (const one of call.differences) differences.set(one.name, one);
  }
  if (typeof plan.edits === 'string') return byHand(plan.edits);
  return {
    strategy: 'in-place',
    level: 'review',
    reason: `the call becomes one of a small function that uses ${kind.noun}s`,
    edits: plan.edits,
    differences: [...differences.values()],
  };
}

function planFor(around: Surroundings, path: string, kind: NamedRules, isSdk: boolean): PackagePlan | null {
  const packages = new GoPackages({
    treeOf: (other) => around.treeOf(other),
    text: (other) => around.file(other)?.text ?? null,
    siblings: (other) => around.siblings(other),
  });
  const of = packages.of(path);
  const [first] = of?.files ?? [];
  if (of === null || first === undefined) return null;
  const known = plans.get(first.tree) ?? new Map<string, PackagePlan>();
  const key = `${kind.phase} ${isSdk}`;
  const definitions = new GoDefinitions(packages);
  const plan =
    known.get(key) ??
    (isSdk
      ? planOfSdk(of, new GoTypes(definitions, sdkResult), sdkKind(kind), around)
      : planOfPackage(of, new GoTypes(definitions), kind, around));
  known.set(key, plan);
  plans.set(first.tree, known);
  return plan;
}

function namedRules(kind: GoRules): NamedRules {
  const names = functionNames(kind, camel);
  const own = { ...names, list: names.rules, get: names.rule, listOld: names.oldRules };
  return { ...kind, names: own, ...mappedIn(kind.mapping) };
}

function sdkKind({ sdk, ...kind }: NamedRules): SdkKind {
  const { ruleset, rules, add, replace, remove } = functionNames(kind, camel);
  const names = { ruleset, list: rules, add, update: replace, remove };
  return { ...sdk, phase: kind.phase, noun: kind.noun, mapping: kind.mapping, names };
}
