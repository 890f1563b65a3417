/** The address for alerts of a pool is left out of what is sent; a notification policy has to take its place. */
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { withoutFields } from '../languages/fields.js';
import { editsHere, inPlace, NO_ADDRESS } from '../places/verdicts.js';

export const notificationEmail: Codemod = {
  id: 'notification-email',
  entries: ['notification-email'],
  ties: 'site',
  classify,
  checklist: [
    'Alerts of load balancing pools: create a notification policy of type load_balancing_health_alert for the addresses that were sent as notification_email.',
  ],
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { fix, by, kind, at } = site.finding;
  if (by !== undefined || kind !== 'field') return null;
  const ofScript = fix?.action.kind === 'remove' ? fix.edits : null;
  const edits = site.script === null ? withoutFields(around, [at]) : ofScript;
  if (edits === null) return null;
  return inPlace({
    level: 'review',
    reason: 'the API refuses the field; a notification policy takes its place',
    edits: editsHere(site, edits),
    differences: [NO_ADDRESS],
  });
}
