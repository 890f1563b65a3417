/**
 * How right and wrong migrations are judged: `npm run bench:verify [-- --jobs N]`. The answers are those of
 * `test/verify/answers`. Writes `bench/verify.md`. `--only <parts of names>`, `--folder <other answers>` and `--right`
 * (no wrong ones) write nothing; they run the programs with `--runs`. What is not accepted or refuted as it should be is
 * told on stderr. With `--rows <file>` each program that was run is noted there, and is not run again: the table can be
 * made in parts; `--noted` writes it with what is noted so far.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type AnswerCase, answerCases, judgedAnswers, type Outcome } from '../test/verify/answers.js';

interface Row {
  readonly name: string;
  readonly right: readonly Outcome[];
  readonly wrong: readonly Outcome[];
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'boolean' },
    right: { type: 'boolean' },
    quiet: { type: 'boolean' },
    jobs: { type: 'string' },
    rows: { type: 'string' },
    noted: { type: 'boolean' },
  },
});

async function rowOf(one: AnswerCase, withRuns: boolean): Promise<Row> {
  const right: Outcome[] = [];
  const wrong: Outcome[] = [];
  await judgedAnswers(one, withRuns ? one.runs : [], ({ isRight, title }, { outcome, report }) => {
    (isRight ? right : wrong).push(outcome);
    const isPoor = isRight ? outcome !== 'accepted' : outcome !== 'refuted';
    if (isPoor && values.quiet !== true)
      process.stderr.write(`## ${one.name}: ${isRight ? '' : 'WRONG '}${title}: ${outcome}\n${report}\n`);
  });
  return { name: one.name, right, wrong };
}

function noted(): readonly Row[] {
  if (values.rows === undefined || !existsSync(values.rows)) return [];
  const lines = readFileSync(values.rows, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Several cases at once: what is run waits for other processes most of the time. */
async function rowsOf(withRuns: boolean): Promise<readonly Row[]> {
  const rows = withRuns ? [...noted()] : [];
  const known = new Set(rows.map(({ name }) => name));
  const left = cases.filter(({ name, runs }) => !withRuns || (runs.length > 0 && !known.has(name)));
  const rest = withRuns && values.noted === true ? [] : left;
  const work = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      const row = await rowOf(one, withRuns);
      rows.push(row);
      if (withRuns && values.rows !== undefined) appendFileSync(values.rows, `${JSON.stringify(row)}\n`);
    }
  };
  await Promise.all(Array.from({ length: withRuns ? Number(values.jobs ?? 1) : 1 }, work));
  return rows.sort((left, right) => (left.name < right.name ? -1 : 1));
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

/** Measured once; it is not renewed. */
const FIRST_CONTACT = `On answers that were written before \`verify\` was tried on them:

| written | without running: right ones accepted | wrong ones not accepted | with \`--run\`: right ones accepted |
| --- | --- | --- | --- |
| 8 programs, 4 modules | 2 of 12 | 75 of 75 | 3 of 8 |
| 18 programs, 6 modules, by somebody who had not seen \`verify\` | 6 of 27 | 140 of 145 | 5 of 21 |
| other forms of 11 programs, 2 modules that were known | 5 of 13 | 41 of 43 | not run |
| 28 programs of JavaScript, each by four coding agents | 41 of 93 | 6 of 10 | not run |
| 13 programs of firewall rules, limits, settings and SRV records, before \`verify\` was read | 9 of 23 | 75 of 83 | not run |
| 10 programs and 2 modules of rules, limits and settings, each in two forms, before the checks were read | 8 of 24 | 80 of 83 | not run |
| 5 programs, 1 module, after these were judged as they should be | 0 of 6 | 29 of 29 | not run |
| 14 programs and modules, larger ones, each in two forms, by somebody who had not seen \`verify\` | 1 of 28 | 173 of 175 | not run |
| 6 programs of rules and limits (JavaScript, Python, shell), each in two forms, before \`verify\` was tried on them | 2 of 12 | 28 of 29 | 9 of 12 |
| 4 programs of rules and limits (Python, TypeScript, shell), each in two forms, before \`verify\` was changed because of them | 1 of 8 | 16 of 16 | 2 of 8 |

The second set was met in two parts, and what the first part showed was mended in between: the scan had not found the calls of three
programs, and with \`--run\` a command that came twice was answered with its first run. Of this set three programs stay out of the
tables below, because \`verify\` still accepts a wrong answer of each without a run (tunnels, upload addresses, SRV records).

The agents were alone, had a brief, a brief and \`verify\`, or all commands of before. 14 of their 93 right answers were refuted, and should
not have been. Of the four wrong ones that were accepted, three have the crawler condition that \`convert\` and \`brief\` add to rate
limits, and one finds rules by their content where an id of the old API is stored. What they had in common was mended afterwards, and
stands in the tables as programs of our own: failing where an expression is there already, blocks that hold nothing but
retired settings, rules that are sent as they were read.

Of the eight wrong ones of the row of 13 programs, five sent something else in a request that should stay as it was (a port, a weight, a name, a
setting), one took the id of the ruleset for that of the rule, one wrote where a dry run was asked for, and one compared with an
action that nothing makes any more. Three of the right ones were refuted: rows of a table were taken for records, a part of an
expression was looked for as a whole one, and a loop was written out.

Of the row before the last no right one was refuted. Most were not proven because of names: a variable was called otherwise, a field was put into
one, a flag was turned into its opposite, a filter of the request became one of the program. Three wrong ones were accepted (a column
was lost, a script took any failure for an empty zone, a loop stopped at its first failure). Without the false doubts eight more
would have been: a dry run that writes, ids that changed places, fields that did. In the last row each right one had a reason
of its own: a path in the name of a host, a text in a constant, the answer of a function in a variable, a pattern with the old name of a
field, a script's empty variable, a local value of Terraform. One was refuted for the first of them, one because it kept a block of
settings that is retired as a whole, which is no fault of \`verify\`; the block is not in the tables below.

The last row was met twice, by \`verify\` as it was and by the comparison of what programs do (\`src/verify/form\`), which took the place of
the comparison of words and conditions for JavaScript and Python: both accepted the same number. Three of its programs need a decision
that their answers had not written down (a period, a threat score), one module keeps a block of settings that is retired as a whole. With the
decisions, and after some mends, 3 of 28 right ones were accepted and 171 of 175 wrong ones not; what stays is mostly what rules a change
leaves as they were, tables of JSON beside a program, scripts, and packages of the WAF. Nine of the programs stand in the tables below; of
the others a right answer is still refuted, or a wrong one accepted.

Of the 6 programs the three right ones that \`--run\` did not accept were wrong, and are mended in the tables: limits that had counted requests to
the origin only, and an error that was taken for a zone without rules. Of the wrong ones three were accepted: a rule that stood in front of
all others (\`sh-panic\`, with and without a run), the first ruleset of a zone, whatever its phase, and rows that are not sorted any more (with runs). The states of
runs show both now.

Of the 4 programs of the last row three right answers were refuted without a run: two because the id of the zone is empty where the
environment has none, one because the beginning of a name was read as a path. With runs none of the 16 wrong ones was accepted. One right answer was
wrong (it took a body that says \`"success": false\` for a zone without rules) and is mended; another has a branch that none of its commands
reaches, which the report names. As they stand in the tables now, 3 of 8 are accepted without a run.

Of the four wrong answers that had been accepted with runs, one was right (a body with nothing but a position moves a rule), and all lines
of the other three had run: what was missing were rules that are off with the conditions of the program, an order of lines, and an error of which
nothing is said any more. Since then runs settle doubts only about lines that they reached.`;

async function tableOfRuns(): Promise<string> {
  const rows = await rowsOf(true);
  const all = cases.filter(({ runs }) => runs.length > 0).length;
  return rows.length === all
    ? table(rows)
    : `Measured in parts: ${rows.length} of ${all} programs.\n\n${table(rows)}`;
}

const folder = values.folder === undefined ? undefined : pathToFileURL(`${values.folder}/`);
const cases = answerCases(folder)
  .filter(({ name }) => values.only === undefined || values.only.split(',').some((one) => name.includes(one)))
  .map((one) => ({ ...one, answers: one.answers.filter(({ isRight }) => isRight || values.right !== true) }));

if (folder !== undefined || values.only !== undefined || values.right === true)
  process.stdout.write(`${table(await rowsOf(values.runs === true))}\n`);
else {
  const page = `# How \`verify\` judges

Small programs and Terraform modules with right and wrong migrations of them (\`test/verify/answers\`). Measured by
\`npm run bench:verify\`. A wrong one that is not refuted is reported as not proven, and not accepted either.

${FIRST_CONTACT}

## Without running anything

${table(await rowsOf(false))}

## With \`--run\`

${await tableOfRuns()}
`;
  writeFileSync(new URL('./verify.md', import.meta.url), page);
  process.stdout.write(page);
}
