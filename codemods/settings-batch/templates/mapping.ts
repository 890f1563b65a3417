import type { Envelope, Request } from '../../direct/templates/types.js';

/** No call lists the settings of a zone any more. Keep those that are needed. */
const SETTINGS = `0rtt always_online always_use_https automatic_https_rewrites browser_cache_ttl browser_check
  cache_level challenge_ttl development_mode early_hints email_obfuscation hotlink_protection http2 http3
  ip_geolocation ipv6 min_tls_version opportunistic_encryption polish pseudo_ipv4 rocket_loader security_header
  security_level ssl tls_1_3 tls_client_auth webp websockets`.split(/\s+/);

/** Reads the settings of a zone, each by a request of its own. */
export async function listSettings<T>(request: Request, zone: string): Promise<T[]> {
  //! envelope const settings = SETTINGS.map(async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as T);
  //! envelope return await Promise.all(settings);
  //? envelope {
  const settings = SETTINGS.map(
    async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as Envelope<T>,
  );
  const answers = await Promise.all(settings);
  const refused = answers.find(({ success }) => !success); //? soft
  if (refused) return refused as unknown as T[]; //? soft
  return { success: true, result: answers.map(({ result }) => result) } as unknown as T[];
  //? }
}
