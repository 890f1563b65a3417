/** States of a zone with custom rules, each for something that goes wrong easily when firewall rules move. */

const path = (name: string) => `http.request.uri.path eq "/${name}"`;
const rule = (index: number, action: string, name: string, more: object = {}) => ({
  id: `0000000000000000000000000000f${String(index).padStart(3, '0')}`,
  action,
  expression: path(name),
  description: name,
  ...more,
});
const SKIP = { action_parameters: { ruleset: 'current' } };

/** The rules of the zone; null for a zone without an entry point. */
export const FIREWALL_RULES: Readonly<Record<string, readonly object[] | null>> = {
  'no-entry-point': null,
  'no-rules': [],
  /** In the order that rules without priorities have. */
  'unranked-rules': [
    rule(1, 'log', 'seen'),
    rule(2, 'skip', 'office', SKIP),
    rule(3, 'managed_challenge', 'login'),
    rule(4, 'block', 'admin'),
  ],
  /** In an order that somebody chose. */
  'ordered-rules': [
    rule(1, 'block', 'admin'),
    rule(2, 'log', 'mine'),
    rule(3, 'managed_challenge', 'login'),
    rule(4, 'block', 'old'),
  ],
  'paused-rules': [
    rule(1, 'block', 'admin', { enabled: false }),
    rule(2, 'log', 'mine'),
    rule(3, 'block', 'old', { enabled: false }),
  ],
  'skip-with-parameters': [
    rule(1, 'skip', 'office', { ...SKIP, logging: { enabled: false } }),
    rule(2, 'skip', 'partner', { action_parameters: { products: ['bic', 'hot'] } }),
    rule(3, 'block', 'admin'),
  ],
  'unknown-fields': [
    rule(1, 'log', 'login', { exposed_credential_check: { username_expression: 'ssl' } }),
    rule(2, 'block', 'admin', { ref: 'kept', logging: { enabled: true } }),
  ],
  /** Rules that the old API never showed. */
  'rules-of-rulesets': [
    rule(1, 'skip', 'elsewhere', { action_parameters: { rulesets: ['0'.repeat(32)] } }),
    rule(2, 'block', 'admin'),
    rule(3, 'skip', 'phases', { action_parameters: { phases: ['http_ratelimit'] } }),
    rule(4, 'log', 'mine'),
  ],
  'same-actions': [rule(1, 'block', 'one'), rule(2, 'block', 'two'), rule(3, 'block', 'three')],
  /** More than one page of the old list. */
  'many-rules': Array.from({ length: 60 }, (_, index) => rule(index, 'block', `page${index}`)),
};

/** Trouble, beside the rules it comes to. */
export const FIREWALL_FAULTS: Readonly<Record<string, { readonly rules: string; readonly faults: object }>> =
  {
    'first-request-limited': {
      rules: 'ordered-rules',
      faults: { answers: [{ nth: 1, of: 'request', status: 429, retryAfter: 0 }] },
    },
    'first-request-fails': {
      rules: 'ordered-rules',
      faults: { answers: [{ nth: 1, of: 'request', status: 503 }] },
    },
    'first-write-limited': {
      rules: 'ordered-rules',
      faults: { answers: [{ nth: 1, of: 'write', status: 429, retryAfter: 0 }] },
    },
    'first-write-fails': {
      rules: 'ordered-rules',
      faults: { answers: [{ nth: 1, of: 'write', status: 500 }] },
    },
  };
