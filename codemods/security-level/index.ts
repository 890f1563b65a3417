/**
 * Levels between off and under_attack are chosen by themselves today. A call that sets one of low, medium and
 * high asks for nothing any more and is taken out; it must never become off, which protects nobody, or
 * under_attack, which challenges everybody. What essentially_off was meant for is not for an edit to decide.
 */
import { walk } from '../../src/grammar/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { AUTOMATIC, endsUnderAttack } from '../places/levels.js';
import { REPORT_LESS, ROUND_LESS, removalOf } from '../places/removal.js';
import { deletion, editsHere, inPlace, marker } from '../places/verdicts.js';
import { BATCH, splitBatch } from '../settings-batch/batch.js';
import { choicesEdits } from './choices.js';

export const securityLevel: Codemod = {
  id: 'security-level',
  entries: ['security-level'],
  ties: 'site',
  classify,
  checklist: [],
};

/** Levels that a zone gets when it leaves Under Attack mode. */
const LEAVES: ReadonlySet<string> = new Set([...AUTOMATIC, 'essentially_off']);

const LEFT_OUT: Difference = {
  name: 'level-left-out',
  what: 'what is written no longer names a level; the level is automatic',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (finding.kind === 'resource') return null;
  const value = finding.value ?? '';
  const choices = script === null || !LEAVES.has(value) ? null : choicesEdits(site, around);
  if (choices !== null)
    return inPlace({ level: 'review', reason: CHOSEN, edits: choices, differences: [FEWER] });
  if (LEAVES.has(value) && endsUnderAttack(site, around)) {
    return marker(
      `this may be the call that ends Under Attack mode, and '${value}' is no longer accepted`,
      `Do not just remove the call: where it ends Under Attack mode, the zone would stay in it. '${value}' is no longer accepted, and 'off' is not the same: it switches the protection off. Decide how the zone leaves Under Attack mode, in the dashboard for instance.`,
      'Decide how the zone leaves Under Attack mode: this level is no longer accepted.',
    );
  }
  if (script === null && around.treeOf(site.file.path) === null) return null;
  if (value === 'essentially_off') {
    return marker(
      'essentially_off has no counterpart: off protects less, the automatic level more',
      'Remove the call to let the level be automatic. Nothing that is accepted today protects as little as essentially_off and more than none: a zone that needs that is for its owner to decide.',
      'Remove this call and let the level be automatic: essentially_off has no counterpart.',
    );
  }
  if (!AUTOMATIC.has(value)) {
    return marker(
      'which level is set cannot be told here',
      'Make no call for low, medium, high and essentially_off: the level is automatic. Do not turn them into another level.',
      'Make no call for low, medium and high: the level is automatic.',
    );
  }
  const split = finding.endpoint === BATCH && script !== null ? splitBatch(site, around) : '';
  if (typeof split !== 'string')
    return deletion(
      `the level is automatic: '${value}' asks for nothing any more, and every other setting is a call of its own`,
      editsHere(site, split.edits),
      [LEFT_OUT, STAYS],
    );
  const removal = removalOf(site, around);
  switch (removal.what) {
    case 'nothing':
      return marker(
        removal.why,
        `Make no call for '${value}': the level is automatic. Do not turn '${value}' into another level.`,
        `Make no call for '${value}': the level is automatic.`,
      );
    case 'call':
    case 'report':
    case 'round':
      if (!isWrittenIn(site, around, removal.edits)) {
        return marker(
          `'${value}' is one of several levels that come here`,
          'Make no call for low, medium, high and essentially_off: the level is automatic. Do not turn them into another level.',
          'Make no call for low, medium and high: the level is automatic.',
        );
      }
      return deletion(`the level is automatic: '${value}' asks for nothing any more`, removal.edits, [
        STAYS,
        ...(LESS[removal.what] ?? []),
      ]);
    case 'part':
      return deletion(`the level is automatic: '${value}' asks for nothing any more`, removal.edits, [
        LEFT_OUT,
      ]);
  }
}

const CHOSEN = 'callers can only choose levels that are accepted';
const FEWER: Difference = {
  name: 'fewer-levels',
  what: "levels that Cloudflare refuses are refused where they are checked, before a request is sent; Under Attack mode ends with 'off'",
};

/** What comes with the removal of more than the call. */
const LESS: Readonly<Record<string, readonly Difference[]>> = { round: [ROUND_LESS], report: [REPORT_LESS] };

/** A call that set a level also took back the two that are still set by hand. */
const STAYS: Difference = {
  name: 'level-stays',
  what: "a zone whose level is 'under_attack' or 'off' keeps it: nothing sets it back any more",
};

/** Another level may come the same way, unless the value is written in what goes, and nothing decides on it. */
function isWrittenIn(site: Site, around: Surroundings, edits: readonly FileEdit[]): boolean {
  const { finding, file, script } = site;
  const places = finding.related.filter(({ at }) => at.file === file.path).map(({ at }) => at);
  const written = [finding.at, ...places].filter(
    ({ start, end }) => file.text.slice(start, end).replaceAll(/['"`]/g, '') === finding.value,
  );
  return written.some((at) => {
    const edit = edits.find(({ start, end }) => start <= at.start && at.end <= end);
    if (edit === undefined) return false;
    if (script === null) return !decidesIn(site, around, edit);
    return around
      .nodesAround(script, at.start, at.end)
      .every(({ type, range }) => range[0] < edit.start || !DECIDING.has(type));
  });
}

/** The same in other languages: a condition in what goes may have chosen the level. */
function decidesIn({ file }: Site, around: Surroundings, edit: FileEdit): boolean {
  const tree = around.treeOf(file.path);
  if (tree === null) return true;
  return walk(tree.root).some(
    ({ type, start, end, children }) =>
      edit.start <= start &&
      end <= edit.end &&
      (/conditional|ternary|boolean_operator/.test(type) ||
        (/binary/.test(type) && children.some((child) => /^(?:&&|\|\||\?\?|\?:|and|or)$/.test(child.type)))),
  );
}

const DECIDING = new Set(['ConditionalExpression', 'LogicalExpression', 'AssignmentPattern']);
