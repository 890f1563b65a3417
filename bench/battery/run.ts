/**
 * Scans hostile files and checks the bounds: time, memory, exit code, no stack trace, valid output in every format, the
 * good file beside them reported, each skipped file listed once with its reason.
 *
 *   npm run build && npm run battery -- [--group by-hand|trees|languages|parsers|named|samples] [--only TEXT] [--jobs N] [--table bench/battery.md] [--rows rows.json] [--verbose]
 *
 * With --rows, what was measured is kept in that file, and a later run measures only the rest.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measuredAlone } from './alone.js';
import type { Row } from './bounds.js';
import { type BatteryCase, batteryCases } from './cases.js';
import { tableOf } from './table.js';
import { measuredTogether } from './together.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    group: { type: 'string' },
    table: { type: 'string' },
    rows: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
    cli: { type: 'string', default: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)) },
  },
});

const known = new Map<string, Row>(
  (values.rows !== undefined && existsSync(values.rows)
    ? (JSON.parse(readFileSync(values.rows, 'utf8')) as Row[])
    : []
  ).map((row) => [row.name, row]),
);
const cases = (await batteryCases()).filter(
  ({ name, group }) => name.includes(values.only) && (values.group ?? group) === group,
);
const waiting = bundled(cases.filter(({ name }) => !known.has(name)));

/** Cases of one language or of one file name are measured together. */
function bundled(all: readonly BatteryCase[]): BatteryCase[][] {
  const bundles = new Map<string, BatteryCase[]>();
  for (const one of all) {
    const isMany = one.group === 'languages' || one.group === 'parsers' || one.group === 'named';
    const key = isMany ? one.name.slice(0, one.name.indexOf(':')) : `alone: ${one.name}`;
    const bundle = bundles.get(key);
    if (bundle === undefined) bundles.set(key, [one]);
    else bundle.push(one);
  }
  return [...bundles.values()];
}

function take(row: Row): void {
  known.set(row.name, row);
  // A run that is ended early leaves what it has measured.
  if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify([...known.values()]));
  if (!values.verbose && row.faults.length === 0) return;
  const figures = `${row.seconds.toFixed(1)} s (${row.cpu.toFixed(1)} s CPU), ${Math.round(row.megabytes)} MB, exit ${row.code}`;
  process.stdout.write(`${row.faults.length > 0 ? 'FAIL' : 'ok  '}  ${row.name}: ${figures}\n`);
  for (const fault of row.faults) process.stdout.write(`      ${fault}\n`);
}

async function work(): Promise<void> {
  for (let bundle = waiting.shift(); bundle !== undefined; bundle = waiting.shift()) {
    const alone = bundle.length > 1 ? await measuredTogether(bundle, take) : bundle;
    for (const one of alone) take(await measuredAlone(one, values.cli));
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
if (values.table !== undefined) writeFileSync(values.table, tableOf(cases, known));
const rows = cases.flatMap(({ name }) => known.get(name) ?? []);
const failed = rows.filter(({ faults }) => faults.length > 0).length;
process.stdout.write(`${rows.length} cases, ${failed} out of bounds\n`);
process.exitCode = failed === 0 ? 0 : 1;
