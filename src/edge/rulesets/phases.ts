import { PHASE_ACTIONS } from '../../catalogue/index.js';
import { ApiError } from '../core/http.js';
import type { Ruleset } from '../core/state.js';
import type { World } from '../core/world.js';

/** Whoever owns rulesets: a zone or an account. */
export interface RulesetOwner {
  readonly kind: 'zone' | 'root';
  readonly rulesets: Ruleset[];
}

export function entryPoint(owner: RulesetOwner, phase: string): Ruleset | undefined {
  return owner.rulesets.find((ruleset) => ruleset.kind === owner.kind && ruleset.phase === phase);
}

export function requireEntryPoint(owner: RulesetOwner, phase: string): Ruleset {
  checkPhase(phase);
  const found = entryPoint(owner, phase);
  if (found === undefined) {
    throw new ApiError(404, 10003, `could not find entrypoint ruleset in the ${phase} phase`);
  }
  return found;
}

/** The entry point, made empty for a write when the owner has none yet. */
export function ensureEntryPoint(world: World, owner: RulesetOwner, phase: string): Ruleset {
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
  if (!Object.hasOwn(PHASE_ACTIONS, phase)) {
    throw new ApiError(400, 20120, `unknown phase: ${phase}`);
  }
}
