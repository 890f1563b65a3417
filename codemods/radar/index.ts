/** Radar: lists of the top became summaries, an object of shares by name. One parameter is gone. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { type MovedCall, movedAnswer } from '../places/moved-answers.js';
import type { NewRead } from '../places/new-reads.js';
import { withoutParameter } from '../places/queries.js';
import { deletion, editsHere, marker } from '../places/verdicts.js';

export const radar: Codemod = {
  id: 'radar',
  entries: ['radar-attacks-top', 'radar-verified-bots', 'radar-magnitude'],
  ties: 'site',
  classify,
  checklist: [],
};

const SHARES: Difference = {
  name: 'shares',
  what: 'a summary gives shares by name, without other fields of a row, and is cut off by limitPerGroup',
};
const STEPS =
  'The summary answers { summary_0: { name: share } } where the list answered { top_0: [{ name, value }] }: turn its entries into rows, or read it by name.';

/** Rows of a list, made of shares by name. */
function rows(name: string): NewRead {
  return {
    expression: (object) =>
      `Object.entries(${object}.summary_0).map(([${name}, value]) => ({ ${name}, value }))`,
  };
}

function summary(from: string, to: string, name: string): MovedCall {
  return {
    method: 'GET',
    from,
    to,
    parameters: ['dateRange', 'dateStart', 'dateEnd', 'format', 'location', 'asn'],
    fields: { top_0: rows(name), [`top_0.${name}`]: name, 'top_0.value': 'value' },
    differences: [SHARES],
  };
}

function callTo(endpoint: string): MovedCall | null {
  const [, dimension] = /^\/radar\/attacks\/layer[37]\/top\/(industry|vertical)$/.exec(endpoint) ?? [];
  if (dimension !== undefined) return summary(`top/${dimension}`, `summary/${dimension}`, 'name');
  switch (endpoint) {
    case '/radar/verified_bots/top/bots':
      return summary('verified_bots/top/bots', 'bots/summary/bot', 'botName');
    case '/radar/verified_bots/top/categories':
      return summary('verified_bots/top/categories', 'bots/summary/category', 'botCategory');
    default:
      return null;
  }
}

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.script === null) return null;
  if (site.entry.id === 'radar-magnitude') {
    const edit = withoutParameter(site, 'magnitude');
    return edit === null
      ? marker(
          'the parameter is not written in the address',
          'Leave the parameter magnitude out; what it could choose is the default.',
        )
      : deletion('the parameter is gone; what it could choose is the default', editsHere(site, [edit]));
  }
  const call = callTo(site.finding.endpoint ?? '');
  return call === null ? null : movedAnswer(site, around, call, { steps: STEPS });
}
