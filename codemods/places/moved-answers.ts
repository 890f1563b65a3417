/**
 * Calls whose path is new and whose answer has other names for its fields: nearly all of such a codemod is data. The
 * reads of the answer that can be followed get the new names; where it goes out of sight, a person decides.
 */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { alternatives, shapeOf } from '../../src/value/index.js';
import { givesOf, parsedBy } from '../direct/given-back.js';
import { sendingCallsOf } from '../direct/sending.js';
import { moved, segmentsEdit } from './moved-paths.js';
import { KEPT, type NewRead, newReads, renamedTo } from './new-reads.js';
import { httpUsages, methodsOf } from './requests.js';
import { editsHere, marker } from './verdicts.js';

/** What became of one field: another name, the same, or something that has to be written. */
type NewField = string | NewRead;

export interface MovedCall {
  readonly method: string;
  /** Segments of the old path, and those in their place. */
  readonly from: string;
  readonly to: string;
  /** Parameters of the address that are what they were; others are for a person. */
  readonly parameters?: readonly string[];
  /**
   * Fields of the result, or of the items of its list, by their old names. Others have no counterpart. Where parts of
   * one are named (`top_0.name`), it has no others.
   */
  readonly fields: Readonly<Record<string, NewField>>;
  /** What takes the place of the result itself. */
  readonly result?: NewRead;
  readonly differences: readonly Difference[];
}

interface MovedAnswers {
  readonly id: string;
  readonly entries: readonly string[];
  /** By paths of the catalogue. */
  readonly calls: Readonly<Record<string, MovedCall>>;
  readonly steps: string;
  readonly todo?: string;
  readonly checklist: readonly string[];
}

export function movedAnswers({ id, entries, calls, steps, todo, checklist }: MovedAnswers): Codemod {
  return {
    id,
    entries,
    ties: 'site',
    checklist,
    steps: () => steps,
    classify(site, around) {
      if (site.finding.kind !== 'endpoint' || site.script === null) return null;
      const call = calls[site.finding.endpoint ?? ''];
      return call === undefined
        ? marker('its successor is called with other ids, which the program has not got', steps, todo)
        : movedAnswer(site, around, call, { steps, todo });
    },
  };
}

interface Told {
  readonly steps: string;
  readonly todo?: string | undefined;
  /** What leads to the new path, if not the segments where the finding is. */
  readonly edit?: Edit | null;
}

export function movedAnswer(
  site: Site,
  around: Surroundings,
  call: MovedCall,
  { steps, todo, edit = segmentsEdit(site, call.from, call.to) }: Told,
): Verdict {
  const byHand = (reason: string) => marker(reason, steps, todo);
  const methods = [...methodsOf(site)];
  if (methods.length !== 1 || methods[0] !== call.method)
    return byHand('the method of the call has no counterpart');
  if (site.finding.context === 'test') return byHand('it stands in a test');
  if (!parametersOf(site).every((name) => call.parameters?.includes(name)))
    return byHand('it asks with parameters that may have other names');
  const answer = answerEdits(site, around, call);
  if (typeof answer === 'string') return byHand(answer);
  const reason = 'the path is new, and so are the names of what is read of the answer';
  const differences = [...call.differences, ...(answer.isShown ? [SHOWN] : [])];
  const verdict = moved(site, around, { level: 'review', reason, differences }, edit);
  if (verdict.strategy === 'marker') return byHand(verdict.reason);
  return { ...verdict, edits: [...verdict.edits, ...editsHere(site, answer.edits)] };
}

const SHOWN: Difference = {
  name: 'shows-new-fields',
  what: 'what is shown to a reader has the names of the new answer',
};

function parametersOf(site: Site): readonly string[] {
  const texts = httpUsages(site)
    .flatMap(({ url }) => alternatives(url))
    .map((url) => (url.kind === 'text' ? shapeOf(url.pieces) : ''));
  return texts.flatMap((text) => [...text.matchAll(/[?&]([^=&#{}]*)/g)].map(([, name = '']) => name));
}

/** Edits of the reads of all calls that send what is written here. */
function answerEdits(
  site: Site,
  around: Surroundings,
  { fields, result }: MovedCall,
): { readonly edits: readonly Edit[]; readonly isShown: boolean } | string {
  const { script } = site;
  const calls = sendingCallsOf(site, around);
  if (script === null || typeof calls === 'string') return typeof calls === 'string' ? calls : '';
  const edits: Edit[] = [];
  let isShown = false;
  for (const { call } of calls) {
    const outer = parsedBy(call);
    const gives = givesOf(site, around, call, outer);
    if (typeof gives === 'string') return gives;
    const isResult = gives.gives === 'result';
    const reads = newReads(script, outer ?? call, (steps) =>
      readOf(isResult ? ['result', ...steps] : steps, fields, result),
    );
    if (typeof reads === 'string') return reads;
    if (reads.isShown && result !== undefined) return 'its answer is shown whole, and has another shape';
    isShown ||= reads.isShown;
    edits.push(...reads.edits);
  }
  return { edits, isShown };
}

const OPENING: ReadonlySet<string> = new Set(['json()', 'data', 'body']);
const OUTCOME: ReadonlySet<string> = new Set([
  'ok',
  'status',
  'statusText',
  'statusCode',
  'success',
  'errors',
  'messages',
]);

function readOf(
  steps: readonly string[],
  fields: Readonly<Record<string, NewField>>,
  result: NewRead | undefined,
): NewRead | null {
  const at = steps.findIndex((step) => !OPENING.has(step));
  if (at < 0) return {};
  const [first = '', ...inner] = steps.slice(at);
  if (first !== 'result') return OUTCOME.has(first) ? KEPT : null;
  const names = inner.filter((step) => step !== '[]');
  if (inner.length === 0) return result ?? {};
  if (names.length === 0) return {};
  // What lies below a field that was followed is as it was.
  const [name = '', ...below] = names;
  const field = fields[name];
  if (field === undefined) return null;
  const hasParts = Object.keys(fields).some((key) => key.startsWith(`${name}.`));
  if (below.length > 0) return hasParts && fields[`${name}.${below[0]}`] === undefined ? null : KEPT;
  return typeof field === 'string' ? (field === name ? KEPT : renamedTo(field)) : field;
}
