/**
 * How right and wrong migrations are judged: `npm run bench:verify`. The answers are those of `test/verify/answers`.
 * Writes `bench/verify.md`.
 */
import { writeFileSync } from 'node:fs';
import { answerCases, type Outcome, outcomeOf } from '../test/verify/answers.js';

interface Row {
  readonly name: string;
  readonly right: readonly Outcome[];
  readonly wrong: readonly Outcome[];
}

async function rowsOf(withRuns: boolean): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, run, before, answers } of answerCases()) {
    if (withRuns && run === null) continue;
    const right: Outcome[] = [];
    const wrong: Outcome[] = [];
    for (const answer of answers) {
      const { outcome, report } = await outcomeOf(before, answer, withRuns ? run : null);
      (answer.isRight ? right : wrong).push(outcome);
      if ((outcome === 'accepted') !== answer.isRight)
        process.stderr.write(`${name}: ${answer.title}: ${outcome}\n${report}\n`);
    }
    rows.push({ name, right, wrong });
  }
  return rows;
}

function table(rows: readonly Row[]): string {
  const count = (list: readonly Outcome[], outcome: Outcome) => list.filter((one) => one === outcome).length;
  const cells = (right: readonly Outcome[], wrong: readonly Outcome[]) => [
    `${count(right, 'accepted')} of ${right.length}`,
    `${wrong.length - count(wrong, 'accepted')} of ${wrong.length}`,
    `${count(wrong, 'refuted')}`,
  ];
  const lines = rows.map(({ name, right, wrong }) => `| ${[name, ...cells(right, wrong)].join(' | ')} |`);
  const all = cells(
    rows.flatMap(({ right }) => right),
    rows.flatMap(({ wrong }) => wrong),
  );
  return [
    '| program | right ones accepted | wrong ones not accepted | of these refuted |',
    '| --- | --- | --- | --- |',
    ...lines,
    `| **all** | ${all.join(' | ')} |`,
  ].join('\n');
}

const page = `# How \`verify\` judges

Small programs and Terraform modules with right and wrong migrations of them (\`test/verify/answers\`). Measured by
\`npm run bench:verify\`. A wrong one that is not refuted is reported as not proven, and not accepted either.

## Without running anything

${table(await rowsOf(false))}

## With \`--run\`

${table(await rowsOf(true))}
`;
writeFileSync(new URL('./verify.md', import.meta.url), page);
process.stdout.write(page);
