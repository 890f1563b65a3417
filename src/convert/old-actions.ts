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

/** Products that a skip rule names as a bypass did. */
const LIVING_PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel'] as const;

export const PRODUCTS: readonly string[] = [...LIVING_PRODUCTS, ...Object.keys(PHASE_OF_PRODUCT)];

/** The parameters of a skip rule for the products of a bypass. */
export function skippedBy(bypassed: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const products = bypassed.filter((one) => (LIVING_PRODUCTS as readonly string[]).includes(one));
  const phases = bypassed.flatMap((one) => PHASE_OF_PRODUCT[one] ?? []);
  return { ...(products.length > 0 ? { products } : {}), ...(phases.length > 0 ? { phases } : {}) };
}
