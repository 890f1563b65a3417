/** A notification policy takes the place of the address for alerts that a pool was given. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { withoutFields } from '../languages/index.js';
import { editsHere, inPlace, isCleared, NEEDS_POLICY } from '../places/index.js';
import { policyInPython } from './python.js';
import { policyInScript } from './script.js';

export const notificationEmail: Codemod = {
  id: 'notification-email',
  entries: ['notification-email'],
  ties: 'site',
  classify,
  checklist: [
    'Give the token the permission Notifications > Edit: it creates the policies that send mails about pools.',
  ],
};

const IGNORED = 'the API ignores the field';

const OF_POOL: Difference = {
  name: 'notification-policy',
  what: 'a notification policy sends the mails about the pool; it needs the permission Notifications > Edit',
};

const OF_ALL_POOLS: Difference = {
  name: 'notification-policy-of-all-pools',
  what: 'a notification policy sends mails about all pools of the account, for the id of this one is not known here; it needs the permission Notifications > Edit',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { fix, by, kind, at } = site.finding;
  if (by !== undefined || kind !== 'field') return null;
  const ofScript = fix?.action.kind === 'remove' ? fix.edits : null;
  const edits = site.script === null ? withoutFields(around, [at]) : ofScript;
  const here = edits === null ? null : editsHere(site, edits);
  if (isCleared(site))
    return here === null ? null : inPlace({ level: 'review', reason: IGNORED, edits: here });
  const policy = policyInScript(site, around) ?? policyInPython(site, around);
  if (here === null || policy === null) return NEEDS_POLICY;
  return inPlace({
    level: 'review',
    reason: 'the API ignores the field; a notification policy sends the mails in its place',
    edits: [...here, ...editsHere(site, policy.edits)],
    differences: [policy.isOfPool ? OF_POOL : OF_ALL_POOLS],
  });
}
