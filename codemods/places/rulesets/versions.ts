/** What a module runs with: its own folder and those above say it, else what calls the module. */
import type { Surroundings } from '../../../src/migrate/index.js';
import { type Block, pinnedProvider } from '../../../src/read/terraform/index.js';
import { attributeNamed, type HclFile, moduleFiles } from '../hcl.js';
import { knowsRemovedAt } from '../hcl-state.js';
import { allows } from '../provider-versions.js';
import { callersOf } from './owners.js';
import type { ProviderMajor } from './resources.js';

export interface Versions {
  readonly provider: ProviderMajor;
  /** Why no ruleset can be written: the version that is pinned has none, or not all that old rules become. */
  readonly tooOld: string | null;
  /** Whether Terraform knows `removed` blocks. */
  readonly removed: boolean;
}

/** The first version whose rulesets have everything that is written here: `requests_to_origin`, `managed_challenge`. */
export const COMPLETE = '3.11.0';

/** Rules are blocks in provider 4 and below; version 5 is only assumed where it is pinned or its syntax is used. */
export function versionsAt(path: string, around: Surroundings): Versions {
  const provider = pinnedAt(path, around);
  const removed = knowsRemovedAt(path, around);
  if (provider !== null && removed !== null) return { ...providerOf(provider), removed };
  const files = moduleFiles(path, around);
  const callers = callersOf(files, around).map(({ call }) => call.file.path);
  const theirs = callers.map((one) => pinnedAt(one, around)).find((one) => one !== null);
  return {
    ...providerOf(provider ?? theirs ?? (files.some(isWrittenForFive) ? '5' : null)),
    removed: removed ?? callers.every((one) => knowsRemovedAt(one, around) ?? true),
  };
}

function problemOf(version: string | null): string | null {
  return allows(version, COMPLETE)
    ? null
    : `the pinned provider (${version}) has no such rulesets: raise it to 3.11 or later first`;
}

function pinnedAt(path: string, around: Surroundings): string | null {
  return pinnedProvider({ path }, around, 'cloudflare_ruleset')?.version ?? null;
}

function providerOf(version: string | null): Pick<Versions, 'provider' | 'tooOld'> {
  const major = Number(/\d+/.exec(version ?? '')?.[0] ?? 4);
  // `>= 2.0` lets in version 3, which turns off a rule that does not say `enabled`.
  const mayBeThree = major < 4;
  return { provider: major >= 5 ? 5 : mayBeThree ? 3 : 4, tooOld: problemOf(version) };
}

/** Resources that came with version 5. */
const NEW_IN_FIVE = new Set(['cloudflare_dns_record', 'cloudflare_zone_setting']);

/** Blocks of version 4 that are attributes of version 5, by the types that have them. */
const ATTRIBUTES_IN_FIVE: Readonly<Record<string, readonly string[]>> = {
  cloudflare_filter: ['body'],
  cloudflare_firewall_rule: ['action', 'filter'],
  cloudflare_rate_limit: ['action', 'match'],
  cloudflare_ruleset: ['rules'],
};

function isWrittenForFive({ blocks }: HclFile): boolean {
  return blocks.some((block) => {
    const type = block.type === 'resource' ? (block.labels[0]?.text ?? '') : '';
    return NEW_IN_FIVE.has(type) || (ATTRIBUTES_IN_FIVE[type] ?? []).some((name) => isNested(block, name));
  });
}

function isNested(block: Block, name: string): boolean {
  const kind = attributeNamed(block, name)?.value.kind;
  return kind === 'object' || kind === 'array';
}
