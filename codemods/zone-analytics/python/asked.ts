/** The figures of the dashboard that a program in Python reads. */
import type { AnswerRead } from '../../python/answer-reads.js';
import { BY_NAME, FIGURES } from '../fields.js';

/** Names of figures, `requests.all`, by the part of the answer that they are read in. */
export interface AskedParts {
  readonly totals: Set<string>;
  readonly timeseries: Set<string>;
}

const LEAVES: readonly string[] = [...Object.keys(FIGURES), ...Object.keys(BY_NAME)];
/** What an answer that is handed on as a whole has. */
const MAIN = Object.keys(FIGURES).filter((name) => !name.includes('.ssl.'));
const PERIOD: readonly string[] = ['since', 'until'];

/** Below `result` nothing else matters. */
export function isFigure(steps: readonly string[]): boolean {
  const names = namesOf(steps);
  const name = names?.join('.') ?? '';
  return LEAVES.includes(name) || PERIOD.includes(name) || isMethod(steps.at(-1));
}

/** `keys()`, which goes through all there is. */
function isMethod(step: string | undefined): boolean {
  return step?.endsWith('()') === true;
}

/** The names behind a part of the result; null where there is no such part. */
function namesOf([part, item, ...rest]: readonly string[]): readonly string[] | null {
  if (part === 'totals') return item === undefined ? [] : [item, ...rest];
  return part === 'timeseries' && (item === undefined || item === '[]') ? rest : null;
}

/** Notes what is read; the name that has no counterpart, or null. `reads` begin behind `result`. */
export function noteReads(reads: readonly AnswerRead[], asked: AskedParts): string | null {
  for (const { steps, isHandedOn } of reads) {
    const isAll = isHandedOn || isMethod(steps.at(-1));
    const path = isMethod(steps.at(-1)) ? steps.slice(0, -1) : steps;
    const [part] = path;
    if (part === undefined) {
      if (isAll) for (const each of ['totals', 'timeseries'] as const) noteFigures(each, '', asked);
      continue;
    }
    const name = namesOf(path)?.join('.');
    if (name === undefined || (part !== 'totals' && part !== 'timeseries')) return path.join('.');
    if (part === 'totals' && PERIOD.includes(name)) asked.timeseries.add('since').add('until');
    if (LEAVES.includes(name) || PERIOD.includes(name)) asked[part].add(name);
    else if (name !== '' && !LEAVES.some((leaf) => leaf.startsWith(`${name}.`))) return path.join('.');
    else if (isAll) noteFigures(part, name, asked);
  }
  // A part that is only looked at has to be there.
  for (const part of ['totals', 'timeseries'] as const)
    if (asked[part].size === 0 && reads.some(({ steps }) => steps[0] === part))
      asked[part].add('requests.all');
  return null;
}

/** Something is handed on with all that is in it, and not all of that has a counterpart. */
export function isWhole({ steps, isHandedOn }: AnswerRead): boolean {
  const last = steps.findLast((step) => step !== '[]') ?? 'totals';
  return isHandedOn && /^(?:totals|timeseries|threats|pageviews)$/.test(last);
}

function noteFigures(part: 'totals' | 'timeseries', prefix: string, asked: AskedParts): void {
  const all = prefix === '' ? MAIN : LEAVES.filter((leaf) => leaf.startsWith(`${prefix}.`));
  for (const leaf of all) asked[part].add(leaf);
  if (prefix === '' && part === 'timeseries') for (const name of PERIOD) asked.timeseries.add(name);
}
