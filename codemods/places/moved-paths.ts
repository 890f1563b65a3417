/**
 * Calls whose path has a new name and nothing else. The segments are exchanged where they are written, which
 * is right for everything that is built on that text, as long as the rest of the path stands beside them: a
 * beginning that other calls share could lead to something that lives.
 */
import { fixFor, replaceSegments } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { HttpUsage } from '../../src/read/index.js';
import { instead } from '../../src/report/index.js';
import { alternatives, type Origin, type Piece } from '../../src/value/index.js';
import { segmentEdits } from './collections.js';
import { literalAround, type Stretch } from './literals.js';
import { httpUsages, methodsOf } from './requests.js';
import { editsHere, inPlace, marker } from './verdicts.js';

/** What may be done with a call of one method. */
export type Judgement =
  | {
      readonly level: 'safe' | 'review';
      readonly reason: string;
      readonly differences?: readonly Difference[];
    }
  | { readonly level: 'manual'; readonly reason: string; readonly steps: string };

export interface MovedPath {
  readonly id: string;
  readonly entries: readonly string[];
  /** All that is below the path has moved with it, so that other paths may be built on the same text. */
  readonly wholeTree?: boolean;
  /** `method` is null where it cannot be told. */
  judge(method: string | null, site: Site): Judgement;
  /** Calls of an SDK, by the version that is installed. */
  sdk?(site: Site): Verdict;
  readonly checklist: readonly string[];
}

export function movedPath({ id, entries, wholeTree = false, judge, sdk, checklist }: MovedPath): Codemod {
  return {
    id,
    entries,
    ties: 'site',
    checklist,
    classify(site, around) {
      if (site.finding.kind === 'sdk' && sdk !== undefined) return sdk(site);
      const judgement = worst([...methodsOf(site)].map((method) => judge(method, site)));
      return moved(site, around, judgement, successorEdit(site), wholeTree);
    },
  };
}

/** The verdict for new segments in the place of the old ones, given what is thought of the calls. */
export function moved(
  site: Site,
  around: Surroundings,
  judgement: Judgement,
  edit: Edit | null,
  wholeTree = false,
): Verdict {
  if (judgement.level === 'manual') return marker(judgement.reason, judgement.steps);
  const problem =
    edit === null
      ? 'the path is not written as one text here'
      : wholeTree
        ? null
        : sharedBeginning(site, around);
  const beside = edit === null ? [] : segmentEdits(site.file, edit);
  if (edit === null || problem !== null || beside === null)
    return marker(
      problem ?? 'the segments of the address differ from its text',
      instead(site.entry.replacement),
    );
  const { differences = [] } = judgement;
  const isProven = judgement.level === 'safe' && site.finding.confidence === 'exact';
  return inPlace({
    level: isProven ? 'safe' : 'review',
    reason:
      judgement.level === 'safe' && !isProven
        ? `${judgement.reason}; it is likely, not certain, that this is the retired call: check what it sends`
        : judgement.reason,
    edits: editsHere(site, [edit, ...beside]),
    differences,
  });
}

/** The path of the catalogue that took the place of the old one. */
export function successorEdit(site: Site): Edit | null {
  const scripts = site.script === null ? [] : [site.script];
  const fix = site.finding.fix ?? fixFor(site.entry, site.finding, site.file.text, () => scripts);
  return fix?.action.kind === 'replace' ? (fix.edits[0] ?? null) : null;
}

export function segmentsEdit(site: Site, from: string, to: string): Edit | null {
  const { start, end } = site.finding.at;
  return replaceSegments(site.finding, site.file.text.slice(start, end), from, to);
}

/** Several calls may be built on one text: what holds for the worst of them holds for it. */
export function worst(judgements: readonly Judgement[]): Judgement {
  const manual = judgements.find(({ level }) => level === 'manual');
  if (manual !== undefined) return manual;
  const [first] = judgements;
  if (first === undefined)
    return {
      level: 'manual',
      reason: 'no call was found that uses the path',
      steps: 'Look where the path goes.',
    };
  const open = judgements.flatMap((one) => (one.level === 'review' ? [one] : []));
  const differences = open.flatMap((one) => one.differences ?? []);
  const named = [...new Map(differences.map((difference) => [difference.name, difference])).values()];
  return open[0] === undefined ? first : { ...open[0], differences: named };
}

/** Why the text may be the beginning of other paths too; null where it is none. */
function sharedBeginning(site: Site, around: Surroundings): string | null {
  const { at } = site.finding;
  const literal = literalAround(site, around);
  if (literal === null)
    return site.script === null
      ? 'nothing marks where the path begins and ends here'
      : 'the path is put together from several texts';
  const isShared = httpUsages(site).some(
    (usage) =>
      !isInside(at, usage) && alternatives(usage.url).some((url) => goesOn(piecesOf(url), at, literal)),
  );
  return isShared ? 'other code may build other paths on this text, whose rest stands elsewhere' : null;
}

function piecesOf(url: HttpUsage['url']): readonly Piece[] {
  return url.kind === 'text' ? url.pieces : [];
}

function isInside(at: Origin, { site, sender }: HttpUsage): boolean {
  return [site, sender?.at].some(
    (call) => call?.file === at.file && call.start <= at.start && at.end <= call.end,
  );
}

/** Whether segments of the path that follow the place are written outside its literal. */
function goesOn(pieces: readonly Piece[], at: Origin, { start, end }: Stretch): boolean {
  const index = pieces.findIndex((piece) => piece.origin !== null && covers(piece.origin, at));
  if (index < 0) return false;
  for (const piece of pieces.slice(index + 1)) {
    const { origin } = piece;
    const isBeside = origin !== null && origin.file === at.file && start <= origin.start && origin.end <= end;
    if (!isBeside && piece.kind === 'text') return !/^[?#]/.test(piece.text);
    if (piece.kind === 'text' && piece.text.includes('?')) return false;
  }
  return false;
}

function covers(origin: Origin, at: Origin): boolean {
  return origin.file === at.file && origin.start <= at.start && at.start < origin.end;
}
