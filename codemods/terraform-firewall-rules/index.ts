/**
 * Firewall rules and filters of Terraform and OpenTofu become one ruleset per zone. All of a module are planned at
 * once, for the order of the rules and the one ruleset are facts of the zone and not of a resource.
 */
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import type { SourceFile } from '../../src/read/reader.js';
import { addressOf, hclFile } from '../places/hcl.js';
import { inPlace, marker } from '../places/verdicts.js';
import { type Outcome, planModule, type Versions } from './plan.js';
import { FILTER, FIREWALL_RULE } from './resources.js';
import { knowsRemoved } from './state.js';

export const terraformFirewallRules: Codemod = {
  id: 'terraform-firewall-rules',
  // What stands in an expression goes into the ruleset with it.
  entries: ['firewall-rules', 'geoip-fields', 'threat-score'],
  language: 'terraform',
  ties: 'site',
  classify,
  checklist: [
    'Give the API token of Terraform the permission Zone > Zone WAF > Edit.',
    'Import the ruleset if the zone has one: terraform import cloudflare_ruleset.custom_rules zone/<zone_id>/<ruleset_id> (provider 5: zones/<zone_id>/<ruleset_id>). The vendor has turned old rules into one.',
    'Run terraform plan before terraform apply: no old resource may be destroyed. Before Terraform 1.7 run terraform state rm for every old address first.',
  ],
};

const STEPS = 'Write these rules as one cloudflare_ruleset of the phase http_request_firewall_custom.';

function classify(site: Site, around: Surroundings): Verdict | null {
  const block = hclFile(site.file).blocks.find(
    ({ origin }) => origin.start <= site.finding.at.start && site.finding.at.end <= origin.end,
  );
  const type = block?.labels[0]?.text;
  if (block === undefined || (type !== FILTER && type !== FIREWALL_RULE)) return null;
  const outcome = planOf(site, around).get(addressOf(block));
  if (outcome === undefined) return null;
  // What stands inside a resource that stays is no work of its own.
  if ('problem' in outcome) return site.finding.kind === 'resource' ? marker(outcome.problem, STEPS) : null;
  return inPlace({
    level: 'review',
    reason: 'the rules of the zone become one ruleset, in the order in which they were evaluated',
    edits: outcome.edits,
    differences: outcome.differences,
  });
}

interface Planned {
  readonly files: readonly SourceFile[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Sites of a module share its plan as long as its files are the same. */
const plans = new WeakMap<SourceFile, Planned>();

function planOf(site: Site, around: Surroundings): ReadonlyMap<string, Outcome> {
  const files = around.siblings(site.file.path).flatMap((path) => around.file(path) ?? []);
  const known = plans.get(site.file);
  const isSame =
    known?.files.length === files.length && known.files.every((file, index) => file === files[index]);
  if (known !== undefined && isSame) return known.outcomes;
  const outcomes = planModule(site.file.path, around, versionsOf(site, around));
  plans.set(site.file, { files, outcomes });
  return outcomes;
}

/** `filter_id` belongs to provider 4 and below; version 5 is only assumed where it is pinned. */
function versionsOf(site: Site, around: Surroundings): Versions {
  const pinned = site.finding.usages.flatMap((usage) =>
    usage.kind === 'resource' && usage.version !== undefined ? [usage.version] : [],
  );
  const major = /\d+/.exec(pinned[0] ?? '')?.[0];
  return { provider: Number(major ?? 4) >= 5 ? 5 : 4, removed: knowsRemoved(site.file.path, around) };
}
