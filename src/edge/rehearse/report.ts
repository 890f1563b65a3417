import type { Rehearsal, SeenCall } from './rehearse.js';

/** A dead place that `scan` found, to be compared with what the program did. */
export interface StaticPlace {
  readonly entry: string;
  readonly path: string;
  readonly line: number;
}

export interface RehearsalReport {
  readonly now: string;
  readonly command: readonly string[];
  readonly exitCode: number | null;
  readonly problem: string | null;
  readonly summary: {
    readonly calls: number;
    readonly dead: number;
    readonly byEntry: Readonly<Record<string, number>>;
  };
  readonly calls: readonly Omit<SeenCall, 'body'>[];
  readonly others: Rehearsal['others'];
  /** How what ran compares with what was found without running; absent when nothing was scanned. */
  readonly comparison?: {
    readonly both: readonly string[];
    readonly onlyStatic: readonly string[];
    readonly onlyRun: readonly string[];
  };
}

export function reportOf(rehearsal: Rehearsal, places: readonly StaticPlace[] | null): RehearsalReport {
  const { calls, now, command, exitCode, problem, others } = rehearsal;
  const dead = calls.filter((call) => call.dead);
  const byEntry: Record<string, number> = {};
  for (const { entry } of dead) if (entry !== null) byEntry[entry] = (byEntry[entry] ?? 0) + 1;
  return {
    now,
    command,
    exitCode,
    problem,
    summary: { calls: calls.length, dead: dead.length, byEntry },
    calls: calls.map(({ body: _body, ...call }) => call),
    others,
    ...(places === null ? {} : { comparison: compare(dead, places) }),
  };
}

/** By entry: places differ between a stack and a source range, entries do not. */
function compare(
  dead: readonly SeenCall[],
  places: readonly StaticPlace[],
): NonNullable<RehearsalReport['comparison']> {
  const run = new Set(dead.flatMap(({ entry }) => (entry === null ? [] : [entry])));
  const found = new Set(places.map(({ entry }) => entry));
  const sorted = (entries: Iterable<string>) => [...entries].sort();
  return {
    both: sorted([...run].filter((entry) => found.has(entry))),
    onlyStatic: sorted([...found].filter((entry) => !run.has(entry))),
    onlyRun: sorted([...run].filter((entry) => !found.has(entry))),
  };
}

export function reportText(report: RehearsalReport): string {
  const lines = [`Rehearsal of "${report.command.join(' ')}" on ${report.now}`, ''];
  if (report.problem !== null) return `${lines[0]}\n\nThe program could not be started: ${report.problem}.\n`;
  if (report.calls.length === 0) {
    lines.push(
      'The program made no call to the API, or none that could be seen. A program that ignores proxies and the',
    );
    lines.push(
      'redirect of Node is not caught; its credentials were replaced, so it reached nothing either.',
    );
  }
  for (const call of report.calls) {
    const verdict = call.dead
      ? `dead   ${call.entry}`
      : call.entry === null
        ? 'works'
        : `works  (${call.entry} ends later)`;
    lines.push(`${call.dead ? '✗' : '·'} ${call.method.padEnd(6)} ${call.path}`);
    lines.push(
      `    ${call.status}  ${verdict}${call.site === null ? '' : `  ${call.site.replace(/^file:\/\//, '')}`}`,
    );
  }
  const { calls, dead, byEntry } = report.summary;
  const entries = Object.entries(byEntry).map(([entry, count]) => `${entry} ${count}`);
  lines.push(
    '',
    `${calls} ${calls === 1 ? 'call' : 'calls'}, ${dead} dead${entries.length > 0 ? ` (${entries.join(', ')})` : ''}; the program ended with ${report.exitCode ?? 'a signal'}.`,
  );
  const hosts = Object.entries(report.others).map(([host, fate]) => `${host} ${fate}`);
  if (hosts.length > 0) lines.push(`Other hosts: ${hosts.join(', ')}.`);
  if (report.comparison !== undefined) {
    const { both, onlyStatic, onlyRun } = report.comparison;
    const list = (entries: readonly string[]) => (entries.length === 0 ? 'none' : entries.join(', '));
    lines.push(
      '',
      'Against the findings of scan:',
      `  seen by both       ${list(both)}`,
      `  only by scan       ${list(onlyStatic)}`,
      `  only at run time   ${list(onlyRun)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
