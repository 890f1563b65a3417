/** What is left of the organizations of 2020 are accounts: some calls need the new path alone, some another body. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { keyName } from '../../src/read/javascript/syntax/index.js';
import { alternatives } from '../../src/value/index.js';
import { methodEdit, ownBody } from '../places/bodies.js';
import { literalAround } from '../places/literals.js';
import { movedAnswer } from '../places/moved-answers.js';
import { moved, segmentsEdit } from '../places/moved-paths.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import type { ObjectNode, Place } from '../places/trees.js';
import { editsHere, editsOf, marker } from '../places/verdicts.js';

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
  const write = WRITES[`${[...methodsOf(site)].join()} ${tail}`];
  if (write !== undefined && site.script !== null) return written(site, around, write, edit, steps ?? '');
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

interface Write {
  readonly method: string;
  /** The method of today. */
  readonly newMethod: string;
  /** Properties of the body by their old names, as they are written now. Others are unknown. */
  readonly body: Readonly<Record<string, (value: string) => string>>;
}

const WRITES: Readonly<Record<string, Write>> = {
  'POST /invites': {
    method: 'POST',
    newMethod: 'POST',
    body: {
      invited_member_email: (value) => (value === 'email' ? value : `email: ${value}`),
      roles: (value) => (value === 'roles' ? 'roles' : `roles: ${value}`),
      auto_accept: (value) =>
        value === 'true' || value === 'false'
          ? `status: '${value === 'true' ? 'accepted' : 'pending'}'`
          : `status: ${value} ? 'accepted' : 'pending'`,
    },
  },
  'PATCH /members/{identifier}': {
    method: 'PATCH',
    newMethod: 'PUT',
    body: { roles: (value) => `roles: ${value}.map((id) => ({ id }))` },
  },
  'PATCH ': {
    method: 'PATCH',
    newMethod: 'PUT',
    body: { name: (value) => (value === 'name' ? 'name' : `name: ${value}`) },
  },
};

/** Where the answer is only asked how it went. */
function written(
  site: Site,
  around: Surroundings,
  { method, newMethod, body }: Write,
  path: Edit | null,
  steps: string,
): Verdict {
  const call = { method, from: '', to: '', fields: { id: 'id' }, differences: [] };
  const verdict = movedAnswer(site, around, call, { steps, edit: path });
  if (verdict.strategy === 'marker') return verdict;
  const bodies = httpUsages(site).flatMap((usage) => alternatives(usage.body));
  const edits = bodies.flatMap((one) => {
    const place = ownBody(site, around, one);
    return place === null ? [null] : renamed(place, body);
  });
  const others = [
    method === newMethod ? undefined : methodEdit(site, method, newMethod),
    site.finding.endpoint?.endsWith('/invites') === true
      ? segmentsEdit(site, 'invites', 'members')
      : undefined,
  ].filter((edit) => edit !== undefined);
  if (bodies.length === 0 || edits.includes(null) || others.includes(null))
    return marker('the body or the method is not written where the call is', steps);
  return {
    ...verdict,
    edits: [
      ...verdict.edits,
      ...editsHere(
        site,
        others.flatMap((edit) => edit ?? []),
      ),
      ...edits.flatMap((edit) => edit ?? []),
    ],
  };
}

function renamed(
  { file, script, node }: Place<ObjectNode>,
  body: Write['body'],
): readonly (FileEdit | null)[] {
  return node.properties.flatMap((property) => {
    if (property.type !== 'Property') return [null];
    const write = body[keyName(property.key, property.computed) ?? ''];
    const { type } = property.value;
    const isPlainValue = type === 'Literal' || type === 'Identifier' || type === 'MemberExpression';
    if (write === undefined || !(isPlainValue || type === 'ArrayExpression' || type === 'TemplateLiteral'))
      return [null];
    const [start, end] = property.range;
    return editsOf(file, [{ start, end, text: write(script.text.slice(...property.value.range)) }]);
  });
}
