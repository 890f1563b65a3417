import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { type Account, collection } from '../core/state.js';

/**
 * Members and roles: of accounts, and of the organizations they once were. An organization is the account
 * of the same id seen through the old API, whose answers have another shape.
 */
const ROLES: readonly {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
}[] = [
  {
    id: '33666b9c79b9a5273fc7344ff42f953d',
    name: 'Administrator',
    permissions: ['zones', 'dns_records', 'members'],
  },
  { id: '05784afa30c1afe1440e79d9351c7430', name: 'Audit Logs Viewer', permissions: ['audit_logs'] },
];

const ACCOUNT = '/accounts/{account_id}';
const ORGANIZATION = '/organizations/{account_id}';

export const peopleRoutes: readonly Route[] = [
  { method: 'GET', path: `${ACCOUNT}/members`, handle: listMembers },
  { method: 'POST', path: `${ACCOUNT}/members`, handle: addMember },
  { method: 'GET', path: `${ACCOUNT}/members/{member_id}`, handle: (call) => ({ result: member(call) }) },
  { method: 'PUT', path: `${ACCOUNT}/members/{member_id}`, handle: editMember },
  { method: 'DELETE', path: `${ACCOUNT}/members/{member_id}`, handle: removeMember },
  { method: 'GET', path: `${ACCOUNT}/roles`, handle: (call) => page(ROLES.map(accountRole), call.query) },
  {
    method: 'GET',
    path: `${ACCOUNT}/roles/{role_id}`,
    handle: (call) => ({ result: accountRole(role(call)) }),
  },
  { method: 'GET', path: `${ACCOUNT}/audit_logs`, handle: auditLogs },
  { method: 'GET', path: ORGANIZATION, handle: (call) => ({ result: organization(call) }) },
  { method: 'PATCH', path: ORGANIZATION, handle: renameOrganization },
  {
    method: 'GET',
    path: `${ORGANIZATION}/members`,
    handle: (call) => page(people(call.account()).filter(accepted).map(organizationMember), call.query),
  },
  {
    method: 'GET',
    path: `${ORGANIZATION}/members/{member_id}`,
    handle: (call) => ({ result: organizationMember(member(call)) }),
  },
  {
    method: 'PATCH',
    path: `${ORGANIZATION}/members/{member_id}`,
    handle: (call) => ({ result: organizationMember(setRoles(call)) }),
  },
  { method: 'DELETE', path: `${ORGANIZATION}/members/{member_id}`, handle: removeMember },
  {
    method: 'GET',
    path: `${ORGANIZATION}/invites`,
    handle: (call) =>
      page(
        people(call.account())
          .filter((person) => !accepted(person))
          .map(invite),
        call.query,
      ),
  },
  { method: 'POST', path: `${ORGANIZATION}/invites`, handle: createInvite },
  {
    method: 'GET',
    path: `${ORGANIZATION}/invites/{member_id}`,
    handle: (call) => ({ result: invite(member(call)) }),
  },
  {
    method: 'PATCH',
    path: `${ORGANIZATION}/invites/{member_id}`,
    handle: (call) => ({ result: invite(setRoles(call)) }),
  },
  { method: 'DELETE', path: `${ORGANIZATION}/invites/{member_id}`, handle: removeMember },
  {
    method: 'GET',
    path: `${ORGANIZATION}/roles`,
    handle: (call) =>
      page(
        ROLES.map((each) => ({ ...each })),
        call.query,
      ),
  },
  {
    method: 'GET',
    path: `${ORGANIZATION}/roles/{role_id}`,
    handle: (call) => ({ result: { ...role(call) } }),
  },
  { method: 'GET', path: `${ORGANIZATION}/audit_logs`, handle: auditLogs },
];

function people(account: Account): JsonObject[] {
  return collection(account, 'members');
}

function listMembers(call: ApiCall): Reply {
  const status = call.query.get('status');
  return page(
    people(call.account()).filter((person) => status === null || person.status === status),
    call.query,
  );
}

function addMember(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body) || typeof body.email !== 'string') throw new ApiError(400, 1001, 'email is required');
  if (!isList(body.roles) || !body.roles.every((id) => typeof id === 'string'))
    throw new ApiError(400, 1001, 'roles must be an array of role ids');
  return { result: join(call, body.email, body.roles, body.status === 'accepted' ? 'accepted' : 'pending') };
}

function join(call: ApiCall, email: string, roleIds: readonly Json[], status: string): JsonObject {
  const roles = roleIds.map((id) => accountRole(findRole(id)));
  const person: JsonObject = {
    id: call.world.id(),
    user: { id: call.world.id(), email, first_name: null, last_name: null },
    status,
    roles,
  };
  people(call.account()).push(person);
  return person;
}

function editMember(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body) || !isList(body.roles) || !body.roles.every(isObject)) {
    throw new ApiError(400, 1001, 'roles must be an array of role objects');
  }
  return {
    result: swap(call, member(call), {
      roles: body.roles.filter(isObject).map(({ id }) => accountRole(findRole(id ?? null))),
    }),
  };
}

function setRoles(call: ApiCall): JsonObject {
  const { body } = call;
  if (!isObject(body) || !isList(body.roles))
    throw new ApiError(400, 1001, 'roles must be an array of role ids');
  return swap(call, member(call), { roles: body.roles.map((id) => accountRole(findRole(id))) });
}

function swap(call: ApiCall, old: JsonObject, change: JsonObject): JsonObject {
  const list = people(call.account());
  const changed = { ...old, ...change };
  list.splice(list.indexOf(old), 1, changed);
  return changed;
}

function removeMember(call: ApiCall): Reply {
  const old = member(call);
  const list = people(call.account());
  list.splice(list.indexOf(old), 1);
  return { result: { id: String(old.id) } };
}

function createInvite(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body) || typeof body.invited_member_email !== 'string' || !isList(body.roles)) {
    throw new ApiError(400, 1001, 'invited_member_email and roles are required');
  }
  const status = body.auto_accept === true ? 'accepted' : 'pending';
  return { result: invite(join(call, body.invited_member_email, body.roles, status)) };
}

function member(call: ApiCall): JsonObject {
  const id = call.param('member_id');
  const found = people(call.account()).find((person) => person.id === id);
  if (found === undefined) throw new ApiError(404, 1003, `member ${id} not found`);
  return found;
}

function role(call: ApiCall) {
  return findRole(call.param('role_id'));
}

function findRole(id: Json) {
  const found = ROLES.find((candidate) => candidate.id === id);
  if (found === undefined) throw new ApiError(404, 1003, `role ${JSON.stringify(id)} not found`);
  return found;
}

/** Accounts show what a role may do as pairs of rights; organizations showed a list of names. */
function accountRole({ id, name, permissions }: (typeof ROLES)[number]): JsonObject {
  return {
    id,
    name,
    permissions: Object.fromEntries(
      permissions.map((permission) => [permission, { read: true, write: true }]),
    ),
  };
}

function accepted(person: JsonObject): boolean {
  return person.status === 'accepted';
}

function organizationMember(person: JsonObject): JsonObject {
  const user = isObject(person.user) ? person.user : {};
  return {
    id: person.id ?? null,
    name: [user.first_name, user.last_name].filter(Boolean).join(' '),
    email: user.email ?? null,
    status: 'member',
    roles: person.roles ?? [],
  };
}

function invite(person: JsonObject): JsonObject {
  const user = isObject(person.user) ? person.user : {};
  return {
    id: person.id ?? null,
    invited_member_email: user.email ?? null,
    status: person.status ?? null,
    roles: person.roles ?? [],
  };
}

function organization(call: ApiCall): JsonObject {
  const account = call.account();
  return {
    id: account.id,
    name: account.name,
    members: people(account).filter(accepted).map(organizationMember),
    roles: ROLES.map((each) => ({ ...each })),
  };
}

function renameOrganization(call: ApiCall): Reply {
  if (!isObject(call.body) || typeof call.body.name !== 'string')
    throw new ApiError(400, 1001, 'name is required');
  call.account().name = call.body.name;
  return { result: organization(call) };
}

function auditLogs(call: ApiCall): Reply {
  return page(call.account().collections.audit_logs ?? [], call.query);
}
