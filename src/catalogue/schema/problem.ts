import type { CatalogueProblem } from './located.js';

/** `own.yaml:12:5: entries[0].endOfLife: "soon" is not a day of the calendar; write year, month and day` */
export function problemText(problem: CatalogueProblem): string {
  const key = problem.key === '' ? '' : `${problem.key}: `;
  return `${problem.file}:${problem.line}:${problem.column}: ${key}${problem.message}; ${problem.remedy}`;
}
