/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */
import type { Part } from '../../direct/assemble.js';

export const TEMPLATES = {
  "mapping": [
    {
      "name": "SETTINGS",
      "isOffered": false,
      "typescript": "/** No call lists the settings of a zone any more. Keep those that are needed. */\nconst SETTINGS = `0rtt always_online always_use_https automatic_https_rewrites browser_cache_ttl browser_check\n  cache_level challenge_ttl development_mode early_hints email_obfuscation hotlink_protection http2 http3\n  ip_geolocation ipv6 min_tls_version opportunistic_encryption polish pseudo_ipv4 rocket_loader security_header\n  security_level ssl tls_1_3 tls_client_auth webp websockets`.split(/\\s+/);",
      "plain": "/** No call lists the settings of a zone any more. Keep those that are needed. */\nconst SETTINGS = `0rtt always_online always_use_https automatic_https_rewrites browser_cache_ttl browser_check\n  cache_level challenge_ttl development_mode early_hints email_obfuscation hotlink_protection http2 http3\n  ip_geolocation ipv6 min_tls_version opportunistic_encryption polish pseudo_ipv4 rocket_loader security_header\n  security_level ssl tls_1_3 tls_client_auth webp websockets`.split(/\\s+/);"
    },
    {
      "name": "listSettings",
      "isOffered": true,
      "typescript": "/** Reads the settings of a zone, each by a request of its own. */\nasync function listSettings<T>(request: Request, zone: string): Promise<T[]> {\n  const settings = SETTINGS.map(async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as T); //! envelope\n  return await Promise.all(settings); //! envelope\n  //? envelope {\n  const settings = SETTINGS.map(\n    async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as Envelope<T>,\n  );\n  const answers = await Promise.all(settings);\n  const refused = answers.find(({ success }) => !success); //? soft\n  if (refused) return refused as unknown as T[]; //? soft\n  return { success: true, result: answers.map(({ result }) => result) } as unknown as T[];\n  //? }\n}",
      "plain": "/** Reads the settings of a zone, each by a request of its own. */\nasync function listSettings(request, zone) {\n  const settings = SETTINGS.map(async (id) => await request('GET', `/zones/${zone}/settings/${id}`)); //! envelope\n  return await Promise.all(settings); //! envelope\n  //? envelope {\n  const settings = SETTINGS.map(async (id) => await request('GET', `/zones/${zone}/settings/${id}`));\n  const answers = await Promise.all(settings);\n  const refused = answers.find(({ success }) => !success); //? soft\n  if (refused) return refused; //? soft\n  return { success: true, result: answers.map(({ result }) => result) };\n  //? }\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
