/** The catalogue with the methods of SDKs that read and remove what took the place of retired calls. */
import { oncePerCatalogue, type SdkCall, withLivingCalls } from '../../catalogue/index.js';

const RULESETS = '/zones/{zone_id}/rulesets';
const ROWS = [
  ['rulesets.list', 'GET', RULESETS, ['params']],
  ['rulesets.get', 'GET', `${RULESETS}/{ruleset_id}`, ['ruleset_id', 'params']],
  ['rulesets.delete', 'DELETE', `${RULESETS}/{ruleset_id}`, ['ruleset_id', 'params']],
  [
    'rulesets.phases.get',
    'GET',
    `${RULESETS}/phases/{ruleset_phase}/entrypoint`,
    ['ruleset_phase', 'params'],
  ],
  [
    'rulesets.rules.delete',
    'DELETE',
    `${RULESETS}/{ruleset_id}/rules/{rule_id}`,
    ['ruleset_id', 'rule_id', 'params'],
  ],
] as const;

const CALLS: readonly SdkCall[] = ['npm:cloudflare', 'pypi:cloudflare'].flatMap((sdk) =>
  ROWS.map(([symbol, method, path, positional]) => ({
    sdk,
    versions: ['3.0.0..'],
    symbol,
    method,
    path,
    // Python names the ids of rulesets.
    positional:
      sdk.startsWith('pypi') && symbol === 'rulesets.rules.delete' ? ['rule_id', 'params'] : positional,
  })),
);

export const withNewCalls = oncePerCatalogue((catalogue) => withLivingCalls(catalogue, CALLS));
