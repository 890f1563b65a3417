/** The table of what was measured: a row for each case by hand, one for each language, file name or set of samples. */
import { cpus, totalmem } from 'node:os';
import { MEGABYTES, type Row, SECONDS } from './bounds.js';
import type { BatteryCase } from './cases.js';

const MOST = 25;

export function tableOf(cases: readonly BatteryCase[], known: ReadonlyMap<string, Row>): string {
  const rows = cases.flatMap(({ name }) => known.get(name) ?? []);
  const of = (group: BatteryCase['group']) =>
    cases.flatMap(({ name, group: own }) => (own === group ? (known.get(name) ?? []) : []));
  const outside = rows.filter(({ faults }) => faults.length > 0);
  const slowest = [...rows].sort((a, b) => time(b) - time(a)).slice(0, MOST);
  return `# Hostile files

Each case is scanned beside a good file. Bounds: ${SECONDS} s (of processor time, where the machine does other things)
and ${MEGABYTES} MB, a documented exit code, no stack trace, valid output in every format, the good file reported, each
skipped file listed once with its reason. A file of 50 MB, which is only analysed with \`--max-file-size\`, may take 60 s and
1.5 GB, as a large tree may.

The constructs of a language and the files of our own parsers are measured one after the other in one process, with the
peak of memory counted anew for each; what comes near a bound there, and every other case, is a process of its own.

Written by \`npm run battery -- --table bench/battery.md\` on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'},
${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}.

${rows.length} of ${cases.length} cases measured, ${outside.length} out of bounds. Worst: ${worst(rows, time).toFixed(1)} s, ${Math.round(worst(rows, memory))} MB.
${outside.map(({ name, faults }) => `\n* ${shown(name)}: ${faults.map(shown).join('; ')}`).join('')}${outside.length === 0 ? '' : '\n'}
## By hand

${casesTable(of('by-hand'))}

## Large trees

Their bounds are 60 s and 1.5 GB.

${casesTable(of('trees'))}

## Constructs of languages, nested and repeated 100,000 times

${classesTable(of('languages'), 'language')}

## Configuration, manifests and lock files

${classesTable(of('parsers'), 'file')}

## Files that the command line names

${classesTable(of('named'), 'file')}

## Samples of the catalogue, damaged at random

${casesTable(of('samples'))}

## The ${MOST} slowest of all

${casesTable(slowest)}
`;
}

function casesTable(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) => `| ${shown(row.name)} | ${time(row).toFixed(1)} | ${Math.round(row.megabytes)} | ${row.code} |`,
  );
  return ['| case | seconds | MB | exit code |', '| --- | ---: | ---: | ---: |', ...lines].join('\n');
}

/** The worst of each class; the name of a case begins with that of its class. */
function classesTable(rows: readonly Row[], what: string): string {
  const classes = new Map<string, Row[]>();
  for (const row of rows) {
    const name = row.name.slice(0, row.name.indexOf(':'));
    classes.set(name, [...(classes.get(name) ?? []), row]);
  }
  const lines = [...classes].map(([name, members]) => {
    const [slow] = [...members].sort((a, b) => time(b) - time(a));
    const [large] = [...members].sort((a, b) => memory(b) - memory(a));
    if (slow === undefined || large === undefined) throw new Error(`no case of ${name}`);
    const codes = [...new Set(members.map(({ code }) => code))].sort().join(', ');
    const case_ = (row: Row) => shown(row.name.slice(name.length + 2));
    return `| ${shown(name)} | ${members.length} | ${time(slow).toFixed(1)} | ${case_(slow)} | ${Math.round(memory(large))} | ${case_(large)} | ${codes} |`;
  });
  return [
    `| ${what} | cases | seconds, worst | of | MB, worst | of | exit codes |`,
    '| --- | ---: | ---: | --- | ---: | --- | --- |',
    ...lines,
  ].join('\n');
}

function time({ seconds, cpu }: Row): number {
  return Math.min(seconds, cpu);
}

function memory({ megabytes }: Row): number {
  return megabytes;
}

function worst(rows: readonly Row[], pick: (row: Row) => number): number {
  return Math.max(0, ...rows.map(pick));
}

/** A name inside a table. */
function shown(name: string): string {
  return name.replace(/[\\|`<>*_[\]{}$&#~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
