/** What is left of the organizations of 2020 are accounts. Two of their calls need the new path alone. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { literalAround } from '../places/literals.js';
import { moved } from '../places/moved-paths.js';
import { methodsOf } from '../places/requests.js';
import { marker } from '../places/verdicts.js';

export const organizations: Codemod = {
  id: 'organizations',
  entries: ['organizations'],
  ties: 'site',
  classify,
  checklist: [
    'Ids of organizations that are kept elsewhere: they are those of accounts, as far as the vendor says.',
  ],
};

const SHAPE: Difference = {
  name: 'permissions-by-right',
  what: 'permissions of a role are an object of { read, write } by name, and were a list of names',
};
const SAME_ID = 'an organization has the id of its account, as far as the vendor says';

/** What to do about calls that have another shape, by the end of their path. */
const STEPS: Readonly<Record<string, string>> = {
  '/invites':
    'POST /accounts/{account_id}/members with { email, roles, status } (auto_accept: true is status accepted); GET …/members?status=pending lists them.',
  '/invites/{identifier}':
    'PUT or DELETE /accounts/{account_id}/members/{member_id}: an invited person is a member with an id of its own.',
  '/members':
    'GET /accounts/{account_id}/members: name and email of a member stand in user, roles beside it.',
  '/members/{identifier}':
    'PUT /accounts/{account_id}/members/{member_id} with roles as objects: [{ id }]; DELETE on the same path removes the member.',
  '/railguns': 'Take out the call: railguns have no successor.',
  '/railguns/{identifier}': 'Take out the call: railguns have no successor.',
  '/railguns/{identifier}/zones': 'Take out the call: railguns have no successor.',
  '': 'PUT /accounts/{account_id} with { name }; members, invites and roles are read by calls of their own.',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding } = site;
  if (finding.kind !== 'endpoint') return null;
  const tail = /^\/organizations\/\{[^}]*\}(.*)$/.exec(finding.endpoint ?? '')?.[1] ?? '';
  const isRead = [...methodsOf(site)].every((method) => method === 'GET');
  const edit = collectionEdit(site, around);
  if (isRead && tail === '/audit_logs')
    return moved(site, around, { level: 'review', reason: SAME_ID }, edit);
  if (isRead && tail.startsWith('/roles'))
    return moved(site, around, { level: 'review', reason: SAME_ID, differences: [SHAPE] }, edit);
  const steps = STEPS[tail];
  return steps === undefined ? null : marker('accounts do this by a call of another shape', steps);
}

/** The beginning of the path, if it is written in the text that the finding points into. */
function collectionEdit(site: Site, around: Surroundings): Edit | null {
  const literal = literalAround(site, around);
  if (literal === null) return null;
  const written = site.file.text.slice(literal.start, literal.end);
  const found = [...written.matchAll(/(?<=[/"'`}])organizations(?=\/)/g)];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const start = literal.start + only.index;
  return { start, end: start + only[0].length, text: 'accounts' };
}
