import { messageWithState } from '../findings/message.js';
import type { Report, ReportFinding, ReportSkipped } from '../findings/model.js';
import { visible } from '../words/escape.js';
import type { WholeFormat } from './index.js';

/** JUnit XML: one suite a file, one failed test a finding; a file that was not read is an error. */
export const junitFormat = {
  kind: 'whole',
  name: 'junit',
  summary: 'JUnit XML, for build servers',
  *render({ findings, skipped }: Report): Iterable<string> {
    const failures = findings.filter(({ severity }) => severity !== 'hint');
    const tests = Math.max(1, failures.length + skipped.length);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `<testsuites name="edge-sunset" tests="${tests}" failures="${failures.length}" errors="${skipped.length}">\n`;
    yield* suites(failures, failureCase, 'failures');
    yield* suites(skipped, errorCase, 'errors');
    if (failures.length + skipped.length === 0) {
      yield '  <testsuite name="edge-sunset" tests="1" failures="0" errors="0">\n';
      yield '    <testcase name="no calls of retired APIs" classname="edge-sunset"/>\n  </testsuite>\n';
    }
    yield '</testsuites>\n';
  },
} as const satisfies WholeFormat;

/** Rows of one file stand together, for a report is in the order of the paths. */
function* suites<T extends { readonly path: string }>(
  rows: readonly T[],
  toCase: (row: T) => string,
  counted: 'failures' | 'errors',
): Iterable<string> {
  for (let from = 0; from < rows.length; ) {
    const path = rows[from]?.path ?? '';
    let to = from + 1;
    while (rows[to]?.path === path) to++;
    const count = to - from;
    const other = counted === 'failures' ? 'errors' : 'failures';
    yield `  <testsuite name="${xml(path)}" tests="${count}" ${counted}="${count}" ${other}="0">\n`;
    for (const row of rows.slice(from, to)) yield toCase(row);
    yield '  </testsuite>\n';
    from = to;
  }
}

function failureCase(finding: ReportFinding): string {
  const { path, line, column, entry, severity } = finding;
  return `    <testcase name="${xml(`${entry} ${line}:${column}`)}" classname="${xml(path)}" file="${xml(path)}" line="${line}">
      <failure type="${severity}" message="${xml(messageWithState(finding))}">${xml(`${path}:${line}:${column}`)}</failure>
    </testcase>\n`;
}

function errorCase({ path, reason, detail }: ReportSkipped): string {
  const why = detail === undefined ? reason : `${reason} (${detail})`;
  return `    <testcase name="read" classname="${xml(path)}">
      <error type="${reason}" message="${xml(`not fully read: ${why}`)}"/>
    </testcase>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no form for most control characters, so they are written as reports write them. */
function xml(text: string): string {
  return visible(text)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}
