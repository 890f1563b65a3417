/** Old resources of Terraform modules that are written as JSON. */
import { EXEMPT_CRAWLERS } from '../../src/convert/index.js';
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { settingsAtOnce } from '../places/gone-settings.js';
import { holds, memberNamed } from '../places/json-tree.js';
import { inPlace, marker } from '../places/verdicts.js';
import { type Outcome, type Planned, plannedInJson } from './plan.js';
import { isTerraformJson, type JsonModule, jsonModule } from './resources.js';
import { livingSettings, withoutSetting } from './settings.js';
import { wholeRecordName } from './srv.js';

export const terraformJson: Codemod = {
  id: 'terraform-json',
  entries: [
    'firewall-rules',
    'rate-limits',
    'geoip-fields',
    'threat-score',
    'brotli',
    'minify',
    'server-side-excludes',
    'privacy-pass',
    'mirage',
    'security-level',
    'notification-email',
    'srv-data',
    'settings-batch',
  ],
  language: 'json',
  ties: 'site',
  classify,
  checklist: [
    EXEMPT_CRAWLERS,
    'Give the API token of Terraform the permission Zone > Zone WAF > Edit.',
    'Run terraform plan before terraform apply: no old resource may be destroyed. Before Terraform 1.7 run terraform state rm for every old address first.',
  ],
};

const STEPS =
  'Write the rules of the zone as one cloudflare_ruleset of the phase http_request_firewall_custom (rate limits: http_ratelimit).';

const GENERATED =
  'cdktf synth wrote this file: migrate the program that it was made from, and synthesize it anew';

function classify(site: Site, around: Surroundings): Verdict | null {
  const { file, finding, entry } = site;
  const module = isTerraformJson(file.path) ? jsonModule(file) : null;
  if (module === null) return null;
  if (isSynthesized(module) || /(?:^|\/)cdktf\.out\//.test(file.path))
    return marker(GENERATED, 'Migrate the program that this file was synthesized from.');
  const outcome = outcomeAt(finding.at.start, plannedInJson(file, module, around));
  if (outcome !== null && 'problem' in outcome)
    // What stands inside a resource that stays is no work of its own.
    return finding.kind === 'resource' ? marker(outcome.problem, STEPS) : null;
  if (outcome !== null) return inPlace({ level: 'review', ...outcome });
  if (entry.id === 'settings-batch') return leftAtOnce(site, module);
  return entry.id === 'srv-data' ? wholeRecordName(site, module, around) : withoutSetting(site, module);
}

function leftAtOnce(site: Site, { resources }: JsonModule): Verdict {
  const own = resources.find(({ typeNode }) => holds(typeNode, site.finding.at.start));
  return settingsAtOnce(site, own?.address ?? '', own === undefined ? [] : (livingSettings(own.body) ?? []));
}

/** A finding names a resource by its type, which several share, or stands inside of one. */
function outcomeAt(offset: number, planned: readonly Planned[]): Outcome | null {
  const around = planned.filter(({ resource }) => holds(resource.typeNode, offset));
  const inside = around.filter(({ resource }) => holds(resource.node, offset));
  const found = (inside.length > 0 ? inside : around).map(({ outcome }) => outcome);
  return found.find((one) => 'problem' in one) ?? found[0] ?? null;
}

/** CDKTF writes into the root who made the file. */
function isSynthesized({ root }: JsonModule): boolean {
  const metadata = memberNamed(memberNamed(root, '//')?.value ?? root, 'metadata')?.value;
  return metadata !== undefined && memberNamed(metadata, 'stackName') !== undefined;
}
