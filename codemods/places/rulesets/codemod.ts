/** The verdict for a site of old resources that become rules of rulesets. All of a module are planned at once. */
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import type { SourceFile } from '../../../src/read/index.js';
import { addressOf, type HclFile, hclFile, moduleFiles } from '../hcl.js';
import { inPlace, marker } from '../verdicts.js';
import { type OldRules, type Outcome, planRules } from './plan.js';
import { versionsAt } from './versions.js';

export interface RulesetMigration {
  readonly types: readonly string[];
  readonly reason: string;
  readonly steps: string;
  read(files: readonly HclFile[]): OldRules;
}

export function rulesetVerdict(
  site: Site,
  around: Surroundings,
  migration: RulesetMigration,
): Verdict | null {
  const block = hclFile(site.file).blocks.find(
    ({ origin }) => origin.start <= site.finding.at.start && site.finding.at.end <= origin.end,
  );
  const type = block?.labels[0]?.text;
  if (block?.type !== 'resource' || type === undefined || !migration.types.includes(type)) return null;
  const outcome = outcomesFor(site, around, migration).get(addressOf(block));
  if (outcome === undefined) return null;
  // What stands inside a resource that stays is no work of its own.
  if ('problem' in outcome)
    return site.finding.kind === 'resource' ? marker(outcome.problem, migration.steps) : null;
  const { edits, differences } = outcome;
  return inPlace({ level: 'review', reason: migration.reason, edits, differences });
}

interface Planned {
  readonly files: readonly SourceFile[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Sites of a module share its plan as long as its files are the same. */
const plans = new WeakMap<RulesetMigration, WeakMap<SourceFile, Planned>>();

/** By the addresses of the old resources of a module. */
export function outcomesFor(
  site: Site,
  around: Surroundings,
  migration: RulesetMigration,
): ReadonlyMap<string, Outcome> {
  const files = around.siblings(site.file.path).flatMap((path) => around.file(path) ?? []);
  const own = plans.get(migration) ?? new WeakMap<SourceFile, Planned>();
  plans.set(migration, own);
  const known = own.get(site.file);
  const isSame =
    known?.files.length === files.length && known.files.every((file, index) => file === files[index]);
  if (known !== undefined && isSame) return known.outcomes;
  const inModule = moduleFiles(site.file.path, around);
  const outcomes = planRules(migration.read, inModule, around, versionsAt(site.file.path, around));
  own.set(site.file, { files, outcomes });
  return outcomes;
}
