/** Actions of the Firewall Rules API, in the order in which rules of equal priority were evaluated. */
export const OLD_ACTIONS = [
  'log',
  'bypass',
  'allow',
  'challenge',
  'managed_challenge',
  'js_challenge',
  'block',
] as const;

/** Two products no longer exist; these phases do their work. */
export const PHASE_OF_PRODUCT: Readonly<Record<string, string>> = {
  rateLimit: 'http_ratelimit',
  waf: 'http_request_firewall_managed',
};
