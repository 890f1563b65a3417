import type { Difference } from '../../src/migrate/index.js';
import { type MovedCall, movedAnswers } from '../places/moved-answers.js';

const ONLY_REGISTERED: Difference = {
  name: 'physical-devices',
  what: 'machines are listed that have an active registration, page by page behind a cursor',
};

const MACHINE: MovedCall = {
  method: 'GET',
  from: 'devices',
  to: 'devices/physical-devices',
  fields: {
    id: 'id',
    name: 'name',
    device_type: 'device_type',
    mac_address: 'mac_address',
    manufacturer: 'manufacturer',
    model: 'model',
    os_version: 'os_version',
    os_version_extra: 'os_version_extra',
    serial_number: 'serial_number',
    created: 'created_at',
    updated: 'updated_at',
    last_seen: 'last_seen_at',
    version: 'client_version',
    ip: 'public_ip',
    user: 'last_seen_user',
  },
  differences: [],
};

/** Devices of Zero Trust: what was one resource is a machine, and registrations of users on it. */
export const devices = movedAnswers({
  id: 'devices',
  entries: ['devices'],
  calls: {
    '/accounts/{account_id}/devices': { ...MACHINE, differences: [ONLY_REGISTERED] },
    '/accounts/{account_id}/devices/{device_id}': MACHINE,
  },
  steps:
    'Machines: GET /accounts/{account_id}/devices/physical-devices (created_at, updated_at, last_seen_at, client_version, last_seen_user), POST …/physical-devices/{device_id}/revoke. Users on machines: /accounts/{account_id}/devices/registrations, with ids of their own, …/registrations/{registration_id}/override_codes, POST …/registrations/revoke?id= and …/unrevoke?id=.',
  todo: 'Use devices/physical-devices for machines, devices/registrations for users on them (own ids).',
  checklist: ['Ids of devices that are kept elsewhere: nobody has said that machines have the same ids.'],
});
