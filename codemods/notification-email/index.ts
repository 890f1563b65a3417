/** The address for alerts of a pool is left out of what is sent; a notification policy has to take its place. */
import type { Codemod, Difference, Site, Verdict } from '../../src/migrate/model.js';
import { editsHere, inPlace } from '../places/verdicts.js';

export const notificationEmail: Codemod = {
  id: 'notification-email',
  entries: ['notification-email'],
  ties: 'site',
  classify,
  checklist: [
    'Alerts of load balancing pools: create a notification policy of type load_balancing_health_alert for the addresses that were sent as notification_email.',
  ],
};

const NO_ADDRESS: Difference = {
  name: 'no-address',
  what: 'nobody gets a mail about the pool until a notification policy names the address',
};

function classify(site: Site): Verdict | null {
  const { fix, by } = site.finding;
  if (site.script === null || by !== undefined || fix?.action.kind !== 'remove') return null;
  return inPlace({
    level: 'review',
    reason: 'the API refuses the field; a notification policy takes its place',
    edits: editsHere(site, fix.edits),
    differences: [NO_ADDRESS],
  });
}
