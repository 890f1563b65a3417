/**
 * Packages of the previous WAF. Ids of packages, groups and rules mean nothing in the managed rulesets, so only calls
 * whose answer is shown are written anew; the marker says what another call did, in the words of the rulesets.
 */

import {
  OWASP_LAST_RULE as LAST_RULE,
  levelsOff,
  MANAGED_RULESET as MANAGED,
  OWASP_RULESET as OWASP,
  OWASP_ACTION_OF_MODE,
  OWASP_SENSITIVITY,
} from '../../src/catalogue/index.js';
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { alternatives, knownText, propertyOf } from '../../src/value/index.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import { marker } from '../places/verdicts.js';
import { shownWaf } from './shown.js';

export const wafPackages: Codemod = {
  id: 'waf-packages',
  entries: ['waf-packages'],
  ties: 'site',
  classify,
  checklist: [
    'Give the token the permission Zone > Zone WAF > Edit: the old permission for firewall services does not reach rulesets.',
    'Deploy the Cloudflare Managed Ruleset and the OWASP Core Ruleset in the entry point of http_request_firewall_managed, if the zone was never upgraded.',
  ],
};

const ENTRY_POINT = '/zones/{zone_id}/rulesets/phases/http_request_firewall_managed/entrypoint';
const RULE = `GET ${ENTRY_POINT}, find the rule with action execute and action_parameters.id`;
const WRITE = 'PATCH /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id} with the whole rule';

/** Threshold of the score, and paranoia levels that are off. */
const SENSITIVITY: Readonly<Record<string, readonly [number, string]>> = Object.fromEntries(
  Object.entries(OWASP_SENSITIVITY).map(([name, { threshold, level }]) => [
    name,
    [
      threshold,
      levelsOff(level)
        .map(({ category }) => category)
        .join(', '),
    ],
  ]),
);
const ACTIONS: Readonly<Record<string, string>> = OWASP_ACTION_OF_MODE;
const MODES: Readonly<Record<string, string>> = {
  ...ACTIONS,
  default: 'no override',
  disable: 'enabled: false',
  off: 'enabled: false',
  on: 'enabled: true',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (script === null || finding.kind !== 'endpoint') return null;
  const [, part = ''] =
    /\/(?:packages\/[^/]+\/)?(packages|groups|rules|overrides)(?:\/[^/]+)?$/.exec(finding.endpoint ?? '') ??
    [];
  const isRead = [...methodsOf(site)].every((method) => method === 'GET');
  const shown = isRead && finding.context !== 'test' ? shownWaf(site, around) : null;
  if (shown !== null) return shown;
  return isRead ? toRead(part) : toWrite(part, site);
}

function toRead(part: string): Verdict {
  return part === 'rules' || part === 'groups'
    ? marker(
        'rules of managed rulesets have ids and categories of their own',
        `GET /zones/{zone_id}/rulesets/${MANAGED} lists the rules of the Cloudflare Managed Ruleset with their categories, /rulesets/${OWASP} those of the OWASP Core Ruleset; overrides stand in the execute rule of ${ENTRY_POINT}. There are no groups, and no call for one rule.`,
        'List the rules with GET /zones/{zone_id}/rulesets/{managed ruleset}; groups are categories now.',
      )
    : marker(
        'packages are managed rulesets, with ids and fields of their own',
        `GET /zones/{zone_id}/rulesets, and keep those with kind managed and phase http_request_firewall_managed; one is on if ${ENTRY_POINT} has an enabled rule with action execute and its id.`,
        'GET /zones/{zone_id}/rulesets: kind managed, phase http_request_firewall_managed.',
      );
}

function toWrite(part: string, site: Site): Verdict {
  const reason = 'ids of packages, groups and rules have no counterpart in the managed rulesets';
  const mode = sentIn(site, 'mode');
  switch (part) {
    case 'packages':
      return marker(
        reason,
        packageSteps(site),
        'Set overrides on the execute rule of the OWASP ruleset in http_request_firewall_managed.',
      );
    case 'groups':
      return marker(
        reason,
        `${RULE} ${MANAGED}; ${WRITE}, and action_parameters.overrides.categories: [{ category, ${mode === 'off' ? 'enabled: false' : mode === 'on' ? 'enabled: true' : 'enabled'} }] for the category of the managed ruleset that took the place of the group. Groups of the OWASP package have no counterpart.`,
        'Override the category on the execute rule of http_request_firewall_managed; map it by hand.',
      );
    case 'rules':
      return marker(
        reason,
        `${RULE} ${MANAGED}; ${WRITE}, and action_parameters.overrides.rules: [{ id, action or enabled }] for the rule that took its place (the changelog of the managed ruleset names old ids)${mode === null ? '' : `; mode ${mode} is ${MODES[mode] ?? 'set by hand'}`}. Rules of the OWASP package have no counterpart.`,
        'Override the new rule id on the execute rule of http_request_firewall_managed; map it by hand.',
      );
    default:
      return marker(
        reason,
        `Only switching off by address can be said: a skip rule before the execute rule in ${ENTRY_POINT}, with an expression for the addresses and action_parameters.rulesets: ['${MANAGED}'] or rules by ruleset.`,
        'Put a skip rule for these addresses before the execute rule of http_request_firewall_managed.',
      );
  }
}

function packageSteps(site: Site): string {
  const sensitivity = sentIn(site, 'sensitivity');
  const mode = sentIn(site, 'action_mode');
  const rule = `${RULE} ${OWASP}`;
  if (sensitivity === 'off') return `${rule}; ${WRITE} and enabled: false.`;
  const [threshold, levels] = SENSITIVITY[sensitivity ?? ''] ?? [];
  const overrides =
    threshold === undefined
      ? Object.entries(SENSITIVITY)
          .map(([name, [score, off]]) => `${name} is score_threshold ${score} with ${off} off`)
          .join(', ')
      : `score_threshold: ${threshold} and categories ${levels} with enabled: false`;
  const action = mode === null ? '' : `, action: ${ACTIONS[mode] ?? 'by hand'}`;
  return `${rule}; ${WRITE}, and overrides of action_parameters: rules: [{ id: ${LAST_RULE}${action} }], ${overrides}. Sensitivities are no thresholds: the two scales differ.`;
}

/** A text that the calls send, if it is known and one for all of them. */
function sentIn(site: Site, name: string): string | null {
  const sent = httpUsages(site).flatMap(({ body }) =>
    alternatives(body).map((one) => {
      const value = one.kind === 'object' ? propertyOf(one, name)?.value : undefined;
      return value === undefined ? null : knownText(value);
    }),
  );
  const [only, ...others] = new Set(sent);
  return others.length > 0 ? null : (only ?? null);
}
