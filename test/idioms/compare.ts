/** What differs between the findings of a program and what it expects, as sentences. */
import type { Finding } from '../../src/analysis/finding.js';
import type { Expectation, ProgramCase } from './program-format.js';

export interface Analysed {
  readonly findings: readonly Finding[];
  readonly undetermined: number;
}

export function differences(program: ProgramCase, analysed: Analysed): string[] {
  const left = new Set(analysed.findings);
  const problems: string[] = [];
  for (const expected of program.expectations) {
    const same = [...left].filter((finding) => fits(finding, expected));
    const match = same[0];
    if (match === undefined) problems.push(`missing: ${describeExpected(program, expected)}`);
    else left.delete(match);
  }
  for (const finding of left) {
    if (isLoud(finding) || program.negative === 'silence')
      problems.push(`not expected: ${describeFinding(program, finding)}`);
  }
  if (program.undetermined !== null && program.undetermined !== analysed.undetermined)
    problems.push(`undetermined: ${analysed.undetermined} instead of ${program.undetermined}`);
  return problems;
}

/** Reported without being asked for. */
function isLoud(finding: Finding): boolean {
  return finding.confidence !== 'possible' && finding.severity !== 'hint';
}

function fits(finding: Finding, expected: Expectation): boolean {
  const asLoud =
    (expected.confidence === 'possible' || finding.confidence !== 'possible') &&
    (expected.severity === 'hint' || finding.severity !== 'hint');
  return (
    asLoud &&
    finding.entry === expected.entry &&
    finding.at.file === expected.path &&
    finding.at.start === expected.start &&
    finding.at.end === expected.end &&
    (expected.method === undefined || finding.method === expected.method) &&
    (expected.confidence === undefined || finding.confidence === expected.confidence) &&
    (expected.severity === undefined || finding.severity === expected.severity) &&
    (expected.context === undefined || finding.context === expected.context) &&
    (expected.kind === undefined || finding.kind === expected.kind)
  );
}

function textAt(program: ProgramCase, path: string, start: number, end: number): string {
  const text = program.files.find((file) => file.path === path)?.text ?? '';
  const line = text.slice(0, start).split('\n').length;
  return `${path}:${line} ${JSON.stringify(text.slice(start, end))}`;
}

function describeExpected(program: ProgramCase, expected: Expectation): string {
  const { entry, path, start, end, method, ...rest } = expected;
  const words = [entry, method === null ? '-' : method, ...Object.values(rest)].filter(Boolean).join(' ');
  return `${words} at ${textAt(program, path, start, end)}`;
}

function describeFinding(program: ProgramCase, finding: Finding): string {
  const { entry, method, confidence, severity, context, kind, at } = finding;
  const words = [entry, method ?? '-', confidence, severity, context, kind].join(' ');
  return `${words} at ${textAt(program, at.file, at.start, at.end)}`;
}
