/** All settings in one request became one request for each setting. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { methodsOf } from '../places/requests.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { readAll, zoneSettings } from './all-settings.js';
import { type Split, splitBatch } from './batch.js';
import { isGoBatch, splitGo } from './go.js';
import { splitOutside } from './outside.js';
import { splitReads, UNKNOWN } from './reads.js';

export const settingsBatch: Codemod = {
  id: 'settings-batch',
  entries: ['settings-batch'],
  ties: 'site',
  helper: zoneSettings,
  classify,
  checklist: [],
};

const ONE_EACH: Difference = {
  name: 'one-request-each',
  what: 'each setting is a request of its own: if one fails, those before it are set and those behind it are not',
};
const ONE_READ_EACH: Difference = {
  name: 'one-read-each',
  what: 'each setting is read by a request of its own: one that cannot be read fails all of them',
};
const STEPS =
  'Call PATCH /zones/{zone_id}/settings/{setting_id} with { value } once for each item; a setting that is gone is left out.';
const READ_STEPS =
  'Call GET /zones/{zone_id}/settings/{setting_id} once for each setting that is needed: there is no list of all any more.';

function classify(site: Site, around: Surroundings): Verdict | null {
  if (isGoBatch(site, around)) return splitVerdict(site, splitGo(site, around));
  if (site.finding.kind !== 'endpoint') return null;
  if (site.script === null) return classifyOutside(site, around);
  if ([...methodsOf(site)].every((method) => method === 'GET')) {
    const reads = splitReads(site, site.script, around);
    if (typeof reads !== 'string')
      return inPlace({
        level: 'review',
        reason: 'each setting that is looked up is read by a request of its own',
        edits: editsHere(site, reads),
        differences: [ONE_READ_EACH],
      });
    if (reads === UNKNOWN && site.finding.context !== 'test') return readAll(site, around, READ_STEPS);
    return marker(
      reads,
      READ_STEPS,
      'Read each setting that is needed by GET /zones/{zone_id}/settings/{setting_id}.',
    );
  }
  return splitVerdict(site, splitBatch(site, around));
}

function classifyOutside(site: Site, around: Surroundings): Verdict | null {
  const isRead = [...methodsOf(site)].every((method) => method === 'GET');
  return around.treeOf(site.file.path) === null || isRead
    ? null
    : splitVerdict(site, splitOutside(site, around));
}

function splitVerdict(site: Site, split: Split | string): Verdict {
  if (typeof split === 'string') return marker(split, STEPS);
  return inPlace({
    level: 'review',
    reason: 'each setting is a call of its own',
    edits: editsHere(site, split.edits),
    differences: split.isMany ? [ONE_EACH] : [],
  });
}
