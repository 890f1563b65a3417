import type { Site } from '../../src/migrate/index.js';
import { type Judgement, movedPath } from '../places/moved-paths.js';
import { sdkUsages } from '../places/requests.js';
import { marker } from '../places/verdicts.js';

const SAME = 'the route has a new name; method, body and answer are the same';

/** Tunnels below cfd_tunnel. The old path lists tunnels of every kind today, and does nothing else. */
export const legacyTunnels = movedPath({
  id: 'legacy-tunnels',
  entries: ['legacy-tunnels'],
  judge,
  sdk: upgrade,
  checklist: [],
});

function judge(method: string | null, { finding }: Site): Judgement {
  const isList = finding.endpoint?.endsWith('/tunnels') === true;
  if (finding.endpoint?.endsWith('/connections') === true) {
    return {
      level: 'review',
      reason: 'the schedule names only the tunnel itself; its connections moved with it',
    };
  }
  switch (method) {
    case 'POST':
      return { level: 'safe', reason: SAME };
    case 'GET':
      return isList
        ? {
            level: 'review',
            reason: 'the old path answers again, with more than it did',
            differences: [
              {
                name: 'only-cfd-tunnels',
                what: 'the new path lists tunnels run by cloudflared only, deleted ones among them; the old one lists every kind today',
              },
            ],
          }
        : { level: 'safe', reason: SAME };
    case 'DELETE':
      return {
        level: 'review',
        reason:
          'a tunnel that is connected may be refused, until DELETE …/cfd_tunnel/{tunnel_id}/connections has cleaned it up',
      };
    default:
      return {
        level: 'manual',
        reason: 'the method of the call cannot be told, and GET on this path lives',
        steps:
          'Call /accounts/{account_id}/cfd_tunnel instead, unless this only lists tunnels of every kind.',
      };
  }
}

/** The method of the old SDK is bound to the old path; newer ones have another name and take it along. */
function upgrade(site: Site) {
  const [usage] = sdkUsages(site);
  const call = usage?.chain.map(({ name }) => name).join('.') ?? site.finding.endpoint ?? '';
  const last = call.split('.').at(-1) ?? '';
  const target = call.includes('connections')
    ? `client.zeroTrust.tunnels.cloudflared.connections.${last}`
    : `client.zeroTrust.tunnels.cloudflared.${last}`;
  return marker(
    `the installed SDK${usage?.version == null ? '' : ` (${usage.version})`} calls the old path`,
    `Update the package cloudflare to 4.2.0 or later and call ${target}.`,
  );
}
