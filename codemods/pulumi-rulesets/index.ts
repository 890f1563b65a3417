/** Firewall rules, filters, rate limits and packages of the old WAF of Pulumi and CDKTF become one ruleset for each zone and phase. */
import { EXEMPT_CRAWLERS } from '../../src/convert/index.js';
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { plannedInPython } from './python.js';
import { type Planned, plannedInScript } from './scripts.js';
import { PACKAGE_STEPS, partOfPackage, unusedList } from './waf.js';
import { plannedInYaml } from './yaml.js';

export const pulumiRulesets: Codemod = {
  id: 'pulumi-rulesets',
  // What stands in an expression goes into the ruleset with it.
  entries: ['firewall-rules', 'rate-limits', 'waf-packages', 'geoip-fields', 'threat-score'],
  language: ['typescript', 'javascript', 'python', 'yaml'],
  ties: 'site',
  classify,
  checklist: [
    EXEMPT_CRAWLERS,
    'Give the API token of the stack the permission Zone > Zone WAF > Edit.',
    'Look at the preview before you deploy: no old resource may be deleted, and a ruleset that exists has to be imported.',
  ],
};

const STEPS =
  'Write the rules of the zone as one Ruleset with kind zone, in the phase http_request_firewall_custom (rate limits: http_ratelimit).';

const CROSSPLANE =
  'a Ruleset holds all rules of a zone in their order, and manifests that make one by one stand apart';
const ORPHAN =
  'Set deletionPolicy: Orphan on the old resources, write their rules as one Ruleset in the order of their priority (kind zone, phase http_request_firewall_custom; rate limits: http_ratelimit), and delete the old manifests then.';

function classify(site: Site, around: Surroundings): Verdict | null {
  const { at, kind } = site.finding;
  if (site.finding.usages.some((usage) => usage.kind === 'resource' && usage.tool === 'crossplane'))
    return marker(CROSSPLANE, ORPHAN);
  const plan = planOf(site, around);
  if (isPackage(site)) {
    const verdict = partOfPackage(site) ?? unusedList(site, around, plan);
    if (verdict !== null) return verdict;
  }
  const holds = ({ resource, end }: Planned) => resource.start <= at.start && at.end <= end;
  // A filter may stand in the arguments of its rule.
  const found = plan.findLast(holds);
  if (found === undefined) return null;
  const { outcome } = found;
  // What stands inside a resource that stays is no work of its own.
  if ('problem' in outcome)
    return kind === 'resource' ? marker(outcome.problem, isPackage(site) ? PACKAGE_STEPS : STEPS) : null;
  return inPlace({
    level: 'review',
    reason: isPackage(site)
      ? 'sensitivity and action of the package become overrides of the managed ruleset'
      : 'the rules of the zone become one ruleset, in the order in which they were evaluated',
    edits: editsHere(site, outcome.edits),
    differences: outcome.differences,
  });
}

function isPackage({ entry }: Site): boolean {
  return entry.id === 'waf-packages';
}

function planOf(site: Site, around: Surroundings): readonly Planned[] {
  if (site.script !== null) return plannedInScript(site, around);
  return site.file.language === 'python' ? plannedInPython(site, around) : plannedInYaml(site.file);
}
