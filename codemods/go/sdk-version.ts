/** What versions of cloudflare-go differ in, where rules are read and written. */
import { moduleOf } from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';

export interface SdkVersion {
  /** Zones are given by their ids, and lists are read page by page. */
  readonly takesIds: boolean;
  /** Whether a rule is enabled is a pointer, and so is its version. */
  readonly hasPointers: boolean;
  /** Rulesets of a phase are entry points; before, they were methods for zones. */
  readonly hasEntryPoints: boolean;
}

/** Errors have types from here on: before, a new zone without rules cannot be told from a failure. */
const FIRST = 36;
const CONTAINERS = 46;
const POINTERS = 63;
const ENTRY_POINTS = 73;

/** Of the version that go.mod pins; or why there is none to write for. */
export function sdkVersion(around: Surroundings, path: string): SdkVersion | string {
  const module = moduleOf(path, (other) => around.file(other)?.text ?? null);
  const folder = module === null || module.folder === '' ? '' : `${module.folder}/`;
  const text = module === null ? '' : (around.file(`${folder}go.mod`)?.text ?? '');
  const minor = Number(/github\.com\/cloudflare\/cloudflare-go v0\.(\d+)\./.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(minor)) return 'go.mod does not say which version of cloudflare-go is used';
  if (minor < FIRST)
    return `cloudflare-go v0.${minor} does not tell a zone without rules from a failure: v0.${FIRST} was the first`;
  return {
    takesIds: minor < CONTAINERS,
    hasPointers: minor >= POINTERS,
    hasEntryPoints: minor >= ENTRY_POINTS,
  };
}

/** Source of the field that says whether a rule is enabled, for the source of a truth value. */
export function enabledGiven({ hasPointers }: SdkVersion, alias: string, value: string): string {
  if (!hasPointers) return value;
  const [, field] = /^(?:\w+)\.Bool\((\w+(?:\.\w+|\[\w+\])*\.Enabled)\)$/.exec(value) ?? [];
  return field ?? `${alias}.BoolPtr(${value})`;
}

/** Source of the truth value that the field has. */
export function enabledRead({ hasPointers }: SdkVersion, alias: string, rule: string): string {
  return hasPointers ? `${alias}.Bool(${rule}.Enabled)` : `${rule}.Enabled`;
}
