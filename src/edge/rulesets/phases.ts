import { Refusal } from '../core/http.js';
import type { Ruleset } from '../core/state.js';
import type { World } from '../core/world.js';

/** The phases of the ruleset engine that the emulated API knows. */
export const PHASES: readonly string[] = [
  'ddos_l4',
  'ddos_l7',
  'http_config_settings',
  'http_custom_errors',
  'http_log_custom_fields',
  'http_ratelimit',
  'http_request_cache_settings',
  'http_request_dynamic_redirect',
  'http_request_firewall_custom',
  'http_request_firewall_managed',
  'http_request_late_transform',
  'http_request_origin',
  'http_request_redirect',
  'http_request_sanitize',
  'http_request_sbfm',
  'http_request_transform',
  'http_response_compression',
  'http_response_firewall_managed',
  'http_response_headers_transform',
  'magic_transit',
];

export const CUSTOM_RULES = 'http_request_firewall_custom';
export const RATE_LIMITS = 'http_ratelimit';
export const MANAGED_RULES = 'http_request_firewall_managed';

/** Whoever owns rulesets: a zone or an account. */
export interface Owner {
  readonly kind: 'zone' | 'root';
  readonly rulesets: Ruleset[];
}

export function entryPoint(owner: Owner, phase: string): Ruleset | undefined {
  return owner.rulesets.find((ruleset) => ruleset.kind === owner.kind && ruleset.phase === phase);
}

export function requireEntryPoint(owner: Owner, phase: string): Ruleset {
  checkPhase(phase);
  const found = entryPoint(owner, phase);
  if (found === undefined) {
    throw new Refusal(404, 10003, `could not find entrypoint ruleset in the ${phase} phase`);
  }
  return found;
}

/** The entry point, made empty for a write when the owner has none yet. */
export function ensureEntryPoint(world: World, owner: Owner, phase: string): Ruleset {
  const found = entryPoint(owner, phase);
  if (found !== undefined) return found;
  const made: Ruleset = {
    id: world.id(),
    name: 'default',
    description: '',
    kind: owner.kind,
    phase,
    // The write that follows makes it the first version.
    version: '0',
    last_updated: world.stamp(),
    rules: [],
  };
  owner.rulesets.push(made);
  return made;
}

export function checkPhase(phase: string): void {
  if (!PHASES.includes(phase)) {
    throw new Refusal(400, 20120, `unknown phase: ${phase}`);
  }
}
