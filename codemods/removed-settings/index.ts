/**
 * Settings that are gone without a replacement: what writes them is taken out. What reads them has to get the
 * value from somewhere else, and no edit knows from where.
 */
import type { Edit } from '../../src/analysis/index.js';
import { leafAt, textOf } from '../../src/grammar/index.js';
import {
  type Codemod,
  type Difference,
  type FileEdit,
  type Site,
  type Surroundings,
  unusedAfter,
  type Verdict,
} from '../../src/migrate/index.js';
import { withoutCase } from '../languages/go-cases.js';
import { withoutRequest } from '../places/collections.js';
import { REPORT_LESS, ROUND_LESS, removalOf } from '../places/removal.js';
import { withoutWrittenRequest } from '../places/request-files.js';
import { deletion, editsHere, marker } from '../places/verdicts.js';
import { BATCH, splitBatch } from '../settings-batch/batch.js';
import { splitOutside } from '../settings-batch/outside.js';

export const removedSettings: Codemod = {
  id: 'removed-settings',
  entries: [
    'brotli',
    'minify',
    'server-side-excludes',
    'privacy-pass',
    'mirage',
    'billing',
    'custom-ns-availability',
  ],
  ties: 'site',
  classify,
  checklist: [],
};

/** A rule or a list that is written keeps what it was given. */
const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'what is written no longer names the setting, which has no effect any more',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const request = inCollection(site);
  if (request !== null)
    return deletion(`${site.entry.title} is gone without a replacement`, editsHere(site, request));
  if (site.finding.kind === 'resource' || (site.script === null && around.treeOf(site.file.path) === null))
    return null;
  const { title } = site.entry;
  const { at } = site.finding;
  if (site.finding.endpoint === BATCH) {
    const split = site.script === null ? splitOutside(site, around) : splitBatch(site, around);
    if (typeof split !== 'string' && split.edits.some(({ start, end }) => start <= at.start && at.end <= end))
      return deletion(
        `${title} is gone without a replacement, and every other setting is a call of its own`,
        editsHere(site, split.edits),
        [LEFT_OUT],
      );
  }
  const unmet = caseEdits(site, around);
  if (unmet !== null)
    return deletion(`${title} is gone without a replacement, and no setting has that name`, unmet);
  const removal = removalOf(site, around);
  switch (removal.what) {
    case 'nothing':
      return site.finding.method === 'GET' && site.entry.settings.length > 0
        ? marker('the value that is read is gone', readSteps(site))
        : marker(removal.why, writeSteps(site));
    case 'call':
      return deletion(
        `${title} is gone without a replacement, and nothing looks at what the call gives`,
        removal.edits,
        removal.differences,
      );
    case 'report':
      return deletion(
        `${title} is gone without a replacement, and all that is done with the answer is to say how it went`,
        removal.edits,
        [REPORT_LESS],
      );
    case 'round':
      return deletion(
        `${title} is gone without a replacement, and the list is only gone through`,
        removal.edits,
        [ROUND_LESS],
      );
    case 'part':
      return deletion(
        `${title} is gone without a replacement; the rest of what is sent stays`,
        removal.edits,
        [LEFT_OUT],
      );
  }
}

/** A request of a collection does nothing but ask for the setting, or set it. */
function inCollection({ finding, file }: Site): readonly Edit[] | null {
  const isOwn = finding.kind === 'endpoint' || /\/settings\/\w+$/.test(finding.endpoint ?? '');
  if (!isOwn) return null;
  return withoutRequest(file, finding.at.start) ?? withoutWrittenRequest(file, finding.at.start);
}

/** A `switch` goes through the settings of a zone: the case of one that is gone is never met. */
function caseEdits(site: Site, around: Surroundings): readonly FileEdit[] | null {
  const { at, kind } = site.finding;
  const tree = around.treeOf(site.file.path);
  if (tree?.language !== 'go' || kind !== 'value') return null;
  const leaf = leafAt(tree, at.start, at.end);
  const isSetting = site.entry.settings.some(({ id }) => textOf(tree, leaf).replaceAll('"', '') === id);
  const edits = isSetting ? withoutCase(tree, leaf) : null;
  return edits === null || unusedAfter(tree, edits).isStuck ? null : editsHere(site, edits);
}

function readSteps({ entry }: Site): string {
  return entry.id === 'brotli'
    ? "Stop reading it: the value is 'on' for every zone, unless a compression rule says otherwise."
    : 'Stop reading it, and take out what depends on the value.';
}

function writeSteps({ entry }: Site): string {
  return entry.id === 'brotli'
    ? 'Take out this call and what waits for its result; where a zone must not compress, write a compression rule (phase http_response_compression, action compress_response).'
    : 'Take out this call and what waits for its result; nothing takes its place.';
}
