/** What the plan says of a ruleset in the place of old resources, and of their state. */
import type { Difference } from '../../../src/migrate/index.js';
import type { ProviderMajor } from './resources.js';

export const HANDED: Difference = {
  name: 'rules-handed-to-module',
  what: 'rules outside of the module are handed to it in a variable, for a zone has one ruleset of the phase',
};

/** Null: the version of the provider is not known. */
export function newRuleset(target: string, phase: string, provider: ProviderMajor | null): Difference {
  const id = `${provider === 5 ? 'zones' : 'zone'}/<zone_id>/<ruleset_id>`;
  const inFive = provider === null ? ' (provider 5: zones/<zone_id>/<ruleset_id>)' : '';
  return {
    name: 'one-ruleset',
    what: `a zone has one ruleset of the phase ${phase}; import one that exists before terraform apply: import { to = ${target}, id = "${id}" }${inFive}`,
  };
}

export function merged(target: string): Difference {
  return {
    name: 'merged-into-ruleset',
    what: `the old rules stand in front of those that ${target} had; move them if others have to come first`,
  };
}

/** Before version 1.7 Terraform has to be told by hand what it shall not destroy. */
export function forgotten(
  resources: readonly { readonly address: string }[],
  hasRemoved: boolean,
): readonly Difference[] {
  if (hasRemoved) return [];
  const addresses = resources.map(({ address }) => `'${address}'`).join(' ');
  return [
    {
      name: 'state-rm',
      what: `run this before terraform apply, in a module with its address in front: terraform state rm ${addresses}`,
    },
  ];
}
