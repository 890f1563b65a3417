/** What the provider takes, as far as migrations write it: facts of its documentation for version 4 and 5. */

/** A name with what stands below it: another table, or null for a plain value. */
export interface Table {
  readonly [name: string]: Table | null;
}

const RESPONSE = { status_code: null, content_type: null, content: null };
const OVERRIDES = {
  categories: { category: null, action: null, enabled: null },
  rules: { id: null, action: null, enabled: null, score_threshold: null },
};
const RULE = {
  ref: null,
  description: null,
  expression: null,
  action: null,
  enabled: null,
  logging: { enabled: null },
  action_parameters: {
    id: null,
    ruleset: null,
    products: null,
    phases: null,
    response: RESPONSE,
    overrides: OVERRIDES,
    email_obfuscation: null,
    rocket_loader: null,
    // Parameters that have no effect any more are taken all the same.
    security_level: null,
    server_side_excludes: null,
  },
  ratelimit: {
    characteristics: null,
    period: null,
    requests_per_period: null,
    mitigation_timeout: null,
    requests_to_origin: null,
    counting_expression: null,
  },
};
const META = { count: null, for_each: null, provider: null, depends_on: null, lifecycle: {} };

export const RESOURCES: Readonly<
  Record<string, { readonly takes: Table; readonly needs: readonly string[] }>
> = {
  cloudflare_ruleset: {
    takes: {
      ...META,
      zone_id: null,
      account_id: null,
      name: null,
      kind: null,
      phase: null,
      description: null,
      rules: RULE,
    },
    needs: ['name', 'kind', 'phase'],
  },
};

export const PHASES = [
  'http_request_firewall_custom',
  'http_request_firewall_managed',
  'http_ratelimit',
  'http_config_settings',
  'http_request_transform',
  'http_request_dynamic_redirect',
];

export const ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'log',
  'skip',
  'execute',
  'set_config',
];

/** Actions of a rule that limits a rate; the others would be refused. */
export const RATE_ACTIONS = ACTIONS.slice(0, 5);
