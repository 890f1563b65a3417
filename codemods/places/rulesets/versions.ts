/** What a module runs with: its own folder and those above say it, else what calls the module. */
import type { Surroundings } from '../../../src/migrate/model.js';
import { pinnedProvider } from '../../../src/read/terraform/provider-version.js';
import { moduleFiles } from '../hcl.js';
import { knowsRemovedAt } from '../hcl-state.js';
import { callersOf } from './owners.js';
import type { ProviderMajor } from './resources.js';

export interface Versions {
  readonly provider: ProviderMajor;
  /** Whether Terraform knows `removed` blocks. */
  readonly removed: boolean;
}

/** Rules are blocks in provider 4 and below; version 5 is only assumed where it is pinned. */
export function versionsAt(path: string, around: Surroundings): Versions {
  const provider = pinnedAt(path, around);
  const removed = knowsRemovedAt(path, around);
  if (provider !== null && removed !== null) return { provider: majorOf(provider), removed };
  const callers = callersOf(moduleFiles(path, around), around).map(({ call }) => call.file.path);
  const theirs = callers.map((one) => pinnedAt(one, around)).find((one) => one !== null);
  return {
    provider: majorOf(provider ?? theirs ?? ''),
    removed: removed ?? callers.every((one) => knowsRemovedAt(one, around) ?? true),
  };
}

function pinnedAt(path: string, around: Surroundings): string | null {
  return pinnedProvider({ path }, around, 'cloudflare_ruleset')?.version ?? null;
}

function majorOf(version: string): ProviderMajor {
  return Number(/\d+/.exec(version)?.[0] ?? 4) >= 5 ? 5 : 4;
}
