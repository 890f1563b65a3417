/** Whether a finding is gone because the call is migrated, and not because something hides it. */
import { dirname, extname } from 'node:path';
import type { Found, Material } from '../../scan/index.js';
import { directivesOf } from '../../scan/index.js';
import { UNIT_ID_LENGTH } from '../units.js';
import type { Findings } from './model.js';
import type { ChangedFile } from './trees.js';

/** Files that say which findings count. */
const RULES_OF_SCANS =
  /(?:^|\/)(?:\.edgesunsetignore|edge-sunset\.[\w.]*json|\.?edge-sunset(?:rc)?\.(?:json|ya?ml|js)|edge-sunset\.baseline\.json)$/;
const LISTS_OF_IGNORED = /(?:^|\/)\.(?:gitignore|gitattributes)$|(?:^|\/)eslint\.config\.\w+$/;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.(?:go|py)$/;

export interface HonestInput {
  readonly before: Material;
  readonly after: Material;
  readonly changes: readonly ChangedFile[];
  /** Findings of the unit in the tree before. */
  readonly wanted: readonly Found[];
  /** Findings of other units, which may stay. */
  readonly others: readonly Found[];
  /** Folder of the package of the unit; empty for the root. */
  readonly package: string;
  readonly findings: Findings;
}

export function checkHonest(input: HonestInput): void {
  findingsGone(input);
  hidden(input);
  filesGone(input);
  testsKept(input);
  elsewhere(input);
}

function findingsGone({ after, wanted, others, findings }: HonestInput): void {
  const known = new Set(others.map(({ row }) => row.fingerprint));
  const left = after.found.filter(
    ({ row, finding }) =>
      row.severity !== 'hint' && finding.advice === undefined && !known.has(row.fingerprint),
  );
  const old = new Set(wanted.map(({ row }) => row.fingerprint));
  for (const { row, finding } of left) {
    const { at } = finding;
    if (!old.has(row.fingerprint))
      findings.refutations.push({
        check: 'honest',
        what: `a retired call that was not there before (${finding.entry})`,
        at,
      });
    else if (isMarked(after.program.file(at.file)?.text ?? '', at.start))
      findings.gaps.push({
        check: 'honest',
        what: `the retired call is left for a person, as the marker above it says (${finding.entry})`,
        at,
        byRuns: false,
      });
    else
      findings.refutations.push({
        check: 'honest',
        what: `the retired call is still there (${finding.entry})`,
        at,
      });
  }
}

const MARKER = /edge-sunset-todo/;
/** A call may span lines, and so may the comment above it. */
const LINES_ABOVE = 12;

/** A comment that says what a person has to do stands above, in the same paragraph. */
function isMarked(text: string, at: number): boolean {
  const above = text.slice(0, at).split('\n').slice(-LINES_ABOVE);
  const empty = above.findLastIndex((line) => line.trim() === '');
  return above.slice(empty + 1).some((line) => MARKER.test(line));
}

function hidden({ changes, wanted, findings }: HonestInput): void {
  const ids = new Set(wanted.map(({ row }) => row.fingerprint.slice(0, UNIT_ID_LENGTH)));
  for (const { path, before, after } of changes) {
    if (RULES_OF_SCANS.test(path) || (LISTS_OF_IGNORED.test(path) && after !== null))
      findings.refutations.push({
        check: 'honest',
        what: `${path} is changed: it decides which findings count`,
        at: null,
      });
    if (after === null) continue;
    const [old, now] = [before ?? '', after].map((text) => directivesOf(text));
    if (old === undefined || now === undefined) continue;
    const suppressions = (list: typeof now) => list.filter(({ kind }) => kind === 'ignore').length;
    const disabled = (text: string) =>
      text.match(
        /eslint-disable[^\n]{0,200}edge-sunset|oxlint-disable|@ts-(?:nocheck|ignore)|# *type: *ignore|# *noqa/g,
      )?.length ?? 0;
    if (suppressions(now) > suppressions(old) || disabled(after) > disabled(before ?? ''))
      findings.refutations.push({
        check: 'honest',
        what: `${path} has a comment more that suppresses findings`,
        at: { file: path, start: 0, end: 0 },
      });
    const markers = now.flatMap((one) => (one.kind === 'marker' ? one.ids : []));
    if (markers.some((id) => ids.has(id)))
      findings.refutations.push({
        check: 'honest',
        what: 'the marker of the call is still there',
        at: { file: path, start: 0, end: 0 },
      });
  }
}

function filesGone({ changes, wanted, findings }: HonestInput): void {
  const files = new Set(wanted.map(({ finding }) => finding.at.file));
  // What a file did may stand in a new one: its words and requests are compared over all files.
  // Files of one module are one text, whatever their names are.
  const isOfModule = (path: string, other: string) =>
    extname(path) === '.tf' && dirname(other) === dirname(path);
  const isMoved = (path: string) =>
    changes.some(
      (one) =>
        one.after !== null &&
        (one.before === null || isOfModule(path, one.path)) &&
        extname(one.path) === extname(path) &&
        !TEST.test(one.path),
    );
  for (const { path, before, after } of changes)
    if (after === null && before !== null && (TEST.test(path) || (files.has(path) && !isMoved(path))))
      findings.refutations.push({ check: 'honest', what: `${path} is deleted`, at: null });
}

const ASSERTION = /\bexpect\s*\(|\bassert\w*\b|\bshould\b/g;
const SKIPPED =
  /\.(?:skip|todo|only)\s*\(|\bx(?:it|describe|test)\s*\(|pytest\.(?:mark\.)?skip|unittest\.skip|t\.Skip\(/g;

function testsKept({ changes, findings }: HonestInput): void {
  for (const { path, before, after } of changes) {
    if (!TEST.test(path) || before === null || after === null) continue;
    const fewer = count(after, ASSERTION) < count(before, ASSERTION);
    const skipped = count(after, SKIPPED) > count(before, SKIPPED);
    if (fewer || skipped)
      findings.refutations.push({
        check: 'honest',
        what: skipped ? `a test of ${path} is skipped` : `${path} asserts less than before`,
        at: { file: path, start: 0, end: 0 },
      });
  }
}

function elsewhere({ changes, package: folder, findings }: HonestInput): void {
  const isOutside = (path: string) => folder !== '' && path !== folder && !path.startsWith(`${folder}/`);
  const outside = changes.filter(
    ({ path }) => isOutside(path) && !/(?:^|\/)(?:README|CHANGELOG|docs\/)/i.test(path),
  );
  for (const { path } of outside)
    findings.refutations.push({
      check: 'honest',
      what: `${path} belongs to another package and is changed`,
      at: null,
    });
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
