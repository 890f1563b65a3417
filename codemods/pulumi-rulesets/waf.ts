/** What stands around packages of the old WAF: groups, rules and overrides, and functions that list all of them. */
import type { SyntaxNode } from '../../src/grammar/index.js';
import { closest, leafAt, textOf } from '../../src/grammar/index.js';
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { classOf } from '../places/resource-text/class-of.js';
import { type Removal, type Span, withoutCall, withoutNode } from '../places/resource-text/removal.js';
import { OTHER_IDS } from '../places/rulesets/waf.js';
import { deletion, editsHere, marker } from '../places/verdicts.js';
import type { Planned } from './scripts.js';

export const PACKAGE_STEPS =
  'Write a Ruleset of the phase http_request_firewall_managed that executes the OWASP Core Ruleset, with overrides for paranoia levels, score threshold and action.';

/** Groups and rules have no counterpart by id, so their override can only be written by a person. */
const BY_HAND: Readonly<Record<string, string>> = {
  WafGroup:
    'Add { category: "<tag>", enabled: true or false } to overrides.categories of the rule that executes the managed ruleset; the tag that takes the place of the group stands in the dashboard. Then remove this resource from the state.',
  WafRule:
    'Add { id: "<id>", action: "<block, managed_challenge or log>", enabled: <not off> } to overrides.rules of the rule that executes the managed ruleset; look the id up by the description of the old rule. Then remove this resource from the state.',
  WafOverride:
    'Write one rule for each URL in the phase http_request_firewall_managed, with the URL as its expression and the groups and rules as overrides. Then remove this resource from the state.',
};

const PART_TODO = 'Write this as overrides of a rule that executes the managed ruleset.';

export function partOfPackage({ finding }: Site): Verdict | null {
  const name = finding.usages.flatMap((usage) => (usage.kind === 'resource' ? [usage.name] : []))[0];
  const steps = name === undefined ? undefined : BY_HAND[name];
  return steps === undefined || finding.kind !== 'resource' ? null : marker(OTHER_IDS, steps, PART_TODO);
}

const LIST_STEPS =
  'The managed rulesets have other ids for groups and rules, so nothing takes the place of this list: rewrite what uses it, then remove it.';
const LIST = /^(?:getWaf|get_waf_|DataCloudflareWaf)(?:Packages|Groups|Rules|packages|groups|rules)$/;

/** A list goes where nothing asks for it but packages that go; null for what is no such list. */
export function unusedList(site: Site, around: Surroundings, plan: readonly Planned[]): Verdict | null {
  const gone = plan.filter(({ outcome }) => 'edits' in outcome);
  const spans = gone.map(({ resource, end }) => ({ start: resource.start, end }));
  const found = listAt(site, around, spans);
  if (found === null) return null;
  if ('problem' in found)
    return marker(found.problem, LIST_STEPS, 'Rewrite what uses this list of the old WAF, then remove it.');
  const asking = gone.filter(({ resource: { start }, end }) =>
    found.uses.some((at) => start <= at && at < end),
  );
  const edits = [
    ...found.edits,
    ...asking.flatMap(({ outcome }) => ('edits' in outcome ? outcome.edits : [])),
  ];
  return deletion('the list is gone, and nothing asks for it', editsHere(site, edits));
}

/** The call that asks for packages, groups or rules, and what it takes to leave it out. */
function listAt(
  { file, finding, script, nodes }: Site,
  around: Surroundings,
  going: readonly Span[],
): Removal | null {
  const where = { file: file.path, around, going };
  if (script instanceof Module) {
    for (const made of nodes.toReversed()) {
      const name = nameOfList(script, made);
      if (name !== null) return withoutNode(script, made, { ...where, address: name });
    }
    return null;
  }
  const tree = file.language === 'python' ? around.treeOf(file.path) : null;
  if (tree === null || tree.errors.length > 0) return null;
  let call: SyntaxNode | null = closest(leafAt(tree, finding.at.start, finding.at.end), CALLS);
  while (call !== null) {
    const callee = call.children.find(({ field }) => field === 'function');
    const name = callee === undefined ? '' : (textOf(tree, callee).split('.').at(-1) ?? '');
    if (LIST.test(name)) return withoutCall(tree, call, { ...where, address: name });
    call = call.parent === null ? null : closest(call.parent, CALLS);
  }
  return null;
}

const CALLS: ReadonlySet<string> = new Set(['call']);

function nameOfList(module: Module, node: Node): string | null {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const name = classOf(module, node.callee)?.name ?? '';
  return LIST.test(name) ? name : null;
}
