/** A retired address, written as the SDK and people write it. */
export const DEAD_URL = 'https://api.cloudflare.com/client/v4/zones/0123/firewall/rules';
