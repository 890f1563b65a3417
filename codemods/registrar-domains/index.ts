import type { Codemod } from '../../src/migrate/index.js';
import type { MovedCall } from '../places/moved-answers.js';
import { movedAnswers } from '../places/moved-answers.js';
import { renewal } from './renewal.js';

const REGISTRATION: MovedCall = {
  method: 'GET',
  from: 'registrar/domains',
  to: 'registrar/registrations',
  fields: {
    name: 'domain_name',
    auto_renew: 'auto_renew',
    created_at: 'created_at',
    expires_at: 'expires_at',
    locked: 'locked',
  },
  differences: [],
};

const read = movedAnswers({
  id: 'registrar-domains',
  entries: ['registrar-domains'],
  calls: {
    '/accounts/{account_id}/registrar/domains': {
      ...REGISTRATION,
      differences: [
        {
          name: 'only-registrations',
          what: 'only domains registered here are listed, page by page behind a cursor; those that could be transferred are not',
        },
      ],
    },
    '/accounts/{account_id}/registrar/domains/{domain_name}': REGISTRATION,
  },
  steps:
    'GET /accounts/{account_id}/registrar/registrations[/{domain_name}] has domain_name, status, auto_renew, created_at, expires_at, locked and privacy_mode; PATCH on a registration takes { auto_renew } alone: lock and privacy are changed in the dashboard.',
  todo: 'Use /accounts/{account_id}/registrar/registrations; PATCH takes auto_renew alone.',
  checklist: [],
});

/** Domains of the registrar are registrations, with fewer fields. */
export const registrarDomains: Codemod = {
  ...read,
  classify(site, around) {
    const isOfCode =
      site.finding.kind === 'endpoint' && site.script !== null && site.finding.context !== 'test';
    return (isOfCode ? renewal(site, around) : null) ?? read.classify(site, around);
  },
};
