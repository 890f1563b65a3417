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
import { knownText, propertyOf, type Value } from '../../src/value/index.js';
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
    'mobile-redirect',
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
  if (site.entry.id === 'mobile-redirect' && !isTurnedOff(site)) return redirected(site);
  const request = inCollection(site);
  if (request !== null) return deletion(goneBecause(site), editsHere(site, request));
  if (site.finding.kind === 'resource' || (site.script === null && around.treeOf(site.file.path) === null))
    return null;
  const gone = goneBecause(site);
  const { at } = site.finding;
  if (site.finding.endpoint === BATCH) {
    const split = site.script === null ? splitOutside(site, around) : splitBatch(site, around);
    if (typeof split !== 'string' && split.edits.some(({ start, end }) => start <= at.start && at.end <= end))
      return deletion(`${gone}, and every other setting is a call of its own`, editsHere(site, split.edits), [
        LEFT_OUT,
      ]);
  }
  const unmet = caseEdits(site, around);
  if (unmet !== null) return deletion(`${gone}, and no setting has that name`, unmet);
  const removal = removalOf(site, around);
  switch (removal.what) {
    case 'nothing':
      return site.finding.method === 'GET' && site.entry.settings.length > 0
        ? marker('the value that is read is gone', readSteps(site))
        : marker(removal.why, writeSteps(site));
    case 'call':
      return deletion(
        `${gone}, and nothing looks at what the call gives`,
        removal.edits,
        removal.differences,
      );
    case 'report':
      return deletion(`${gone}, and all that is done with the answer is to say how it went`, removal.edits, [
        REPORT_LESS,
      ]);
    case 'round':
      return deletion(`${gone}, and the list is only gone through`, removal.edits, [ROUND_LESS]);
    case 'part':
      return deletion(`${gone}; the rest of what is sent stays`, removal.edits, [LEFT_OUT]);
  }
}

function goneBecause({ entry: { id, title } }: Site): string {
  return id === 'mobile-redirect'
    ? 'a redirect that is off needs no rule'
    : `${title} is gone without a replacement`;
}

const REDIRECT_NAME =
  'GET /zones/{zone_id} has the name of the zone that the address of the redirect ends with.';

function redirected({ finding: { method } }: Site): Verdict {
  return method === 'GET'
    ? marker(
        'the redirect is read from a rule now',
        'Read the entry point ruleset of phase http_request_dynamic_redirect, where 404 means no rule, and find the rule by its ref.',
      )
    : marker(
        'a redirect rule does its work, which needs the name of the zone',
        `Write a redirect rule in phase http_request_dynamic_redirect. ${REDIRECT_NAME}`,
      );
}

/** A redirect that is turned off is none: nothing has to take its place. */
function isTurnedOff({ finding: { usages } }: Site): boolean {
  const bodies = usages.flatMap((usage) =>
    usage.kind === 'http' ? [usage.body] : usage.kind === 'sdk' ? usage.args : [],
  );
  return bodies.length > 0 && usages.every((usage) => usage.kind === 'http' || usage.kind === 'sdk')
    ? bodies.some((body) => statusOf(body) === 'off')
    : false;
}

function statusOf(body: Value): string | null {
  const value = body.kind === 'object' ? propertyOf(body, 'value')?.value : undefined;
  const status = value?.kind === 'object' ? propertyOf(value, 'status')?.value : undefined;
  return status === undefined ? null : knownText(status);
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
