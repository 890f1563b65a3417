import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isList, isObject, type Json } from '../core/json.js';
import type { Isolation, Rehearsal, SeenCall } from './rehearse.js';

/** A dead place that `scan` found, to be compared with what the program did. */
export interface StaticPlace {
  readonly entry: string;
  /** Absolute path of the file. */
  readonly file: string;
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
    /** Calls that the API refuses although nothing they need is retired. */
    readonly refused: number;
    readonly byEntry: Readonly<Record<string, number>>;
  };
  readonly calls: readonly ReportedCall[];
  readonly others: Rehearsal['others'];
  readonly brokenOff: number;
  readonly unread: number;
  readonly isolation: Isolation;
  /** How what ran compares with what was found without running; absent when nothing was scanned. */
  readonly comparison?: {
    readonly both: readonly string[];
    readonly onlyStatic: readonly string[];
    readonly onlyRun: readonly string[];
  };
}

export type ReportedCall = Omit<SeenCall, 'body' | 'answer'> & {
  /** The first error of an answer that is one: `10003 could not find entrypoint ruleset`. */
  readonly error: string | null;
};

export function reportOf(
  rehearsal: Rehearsal,
  places: readonly StaticPlace[] | null,
  cwd: string,
): RehearsalReport {
  const { now, command, exitCode, problem, others, brokenOff, unread, isolation } = rehearsal;
  const calls = rehearsal.calls.map(({ body: _body, answer, sites, ...call }) => ({
    ...call,
    error: call.status < 400 ? null : errorOf(answer),
    sites: sites.map((site) => shortened(site, cwd)),
  }));
  const dead = calls.filter((call) => call.dead);
  const byEntry: Record<string, number> = {};
  for (const { entry } of dead) if (entry !== null) byEntry[entry] = (byEntry[entry] ?? 0) + 1;
  return {
    now,
    command,
    exitCode,
    problem,
    summary: { calls: calls.length, dead: dead.length, refused: calls.filter(isRefused).length, byEntry },
    calls,
    others,
    brokenOff,
    unread,
    isolation,
    ...(places === null ? {} : { comparison: compare(calls, places, cwd) }),
  };
}

function errorOf(answer: Json): string | null {
  const errors = isObject(answer) ? answer.errors : undefined;
  const [first] = isList(errors) ? errors : [];
  return isObject(first) ? `${String(first.code)} ${String(first.message)}` : null;
}

function isRefused({ status, dead }: Pick<SeenCall, 'status' | 'dead'>): boolean {
  return status >= 400 && !dead && UNKNOWN[status] === undefined;
}

/** `file:///a/b.js:1:2` as `b.js:1:2` in the folder `/a`. */
function shortened(site: string, cwd: string): string {
  const [, where = site, position = ''] = /^(.*?)((?::\d+){1,2})$/.exec(site) ?? [];
  const path = where.startsWith('file:') ? fileURLToPath(where) : where;
  return `${portable(relative(cwd, path))}${position}`;
}

function portable(path: string): string {
  return path.replaceAll('\\', '/');
}

/**
 * By entry and file: a stack names the line of the call, a finding that of the text to change. A call without a stack
 * counts for every place of its entry.
 */
function compare(
  calls: readonly ReportedCall[],
  places: readonly StaticPlace[],
  cwd: string,
): NonNullable<RehearsalReport['comparison']> {
  const named = places.map(({ entry, file, line }) => ({ entry, file: portable(relative(cwd, file)), line }));
  const affected = calls.flatMap(({ method, path, sites, entry, dead, ignored }) =>
    [...(dead && entry !== null ? [entry] : []), ...ignored].map((each) => ({
      entry: each,
      files: sites.map((site) => site.replace(/(:\d+){1,2}$/, '')),
      text: `${each}  ${method} ${path.split('?')[0]}`,
    })),
  );
  const meets = (call: (typeof affected)[number], place: (typeof named)[number]) =>
    call.entry === place.entry && (call.files.length === 0 || call.files.includes(place.file));
  const text = ({ entry, file, line }: (typeof named)[number]) => `${entry}  ${file}:${line}`;
  const seen = named.filter((place) => affected.some((call) => meets(call, place)));
  const unmet = affected.filter((call) => !named.some((place) => meets(call, place)));
  const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
  return {
    both: unique(seen.map(text)),
    onlyStatic: unique(named.filter((place) => !seen.includes(place)).map(text)),
    onlyRun: unique(unmet.map((call) => call.text)),
  };
}

export function reportText(report: RehearsalReport): string {
  const lines = [`Rehearsal of "${report.command.join(' ')}" on ${report.now}`, ''];
  if (report.problem !== null) return `${lines[0]}\n\nThe program could not be started: ${report.problem}.\n`;
  if (report.calls.length === 0) {
    lines.push('The program made no visible call to the API.');
  }
  for (const call of report.calls) {
    const { method, path, status, dead, ignored, sites } = call;
    const verdict = verdictText(call);
    const silent = ignored.length === 0 ? '' : `  in part ignored: ${ignored.join(', ')}`;
    lines.push(
      `${dead ? '✗' : ignored.length > 0 || isRefused(call) ? '!' : '·'} ${method.padEnd(6)} ${path}`,
    );
    lines.push(`    ${status}  ${verdict}${silent}${sites[0] === undefined ? '' : `  ${sites[0]}`}`);
  }
  const { calls, dead, refused, byEntry } = report.summary;
  const entries = Object.entries(byEntry).map(([entry, count]) => `${entry} ${count}`);
  lines.push(
    '',
    `${calls} ${calls === 1 ? 'call' : 'calls'}, ${dead} retired${entries.length > 0 ? ` (${entries.join(', ')})` : ''}${refused > 0 ? `, ${refused} refused` : ''}; the program ended with ${report.exitCode ?? 'a signal'}.`,
  );
  const hosts = Object.entries(report.others).map(([host, fate]) => `${host} ${fate}`);
  if (hosts.length > 0) lines.push(`Other hosts: ${hosts.join(', ')}.`);
  lines.push(...isolationText(report.isolation));
  if (report.brokenOff > 0) lines.push(brokenOffText(report.brokenOff));
  if (report.unread > 0) lines.push(unreadText(report.unread));
  if (report.comparison !== undefined) {
    const { both, onlyStatic, onlyRun } = report.comparison;
    lines.push('', 'Compared with the findings of scan:');
    lines.push(
      ...part('found by both', both),
      ...part('only by scan (it did not run, or a run cannot show it)', onlyStatic),
    );
    lines.push(...part('only at run time', onlyRun));
  }
  return `${lines.join('\n')}\n`;
}

/** What kept the program from the network, and what did not. */
export function isolationText(isolation: Isolation): string[] {
  if (isolation.isolated) return ['Isolated: the only network of the program was the emulated API.'];
  const { reason, unheld } = isolation;
  return [
    `Not isolated: ${reason}. Only proxies and hooks redirected the program;`,
    'a program that bypasses them reaches the network, and its calls are not in this report.',
    ...(unheld.length === 0 ? [] : [`Seen running without our hooks: ${unheld.join(', ')}.`]),
  ];
}

/** Answers of the emulated API that say nothing of the API. */
const UNKNOWN: Readonly<Record<number, string>> = {
  413: 'not read: the body is too large for the emulated API',
  501: 'not emulated',
};

function verdictText({ status, entry, dead, error }: ReportedCall): string {
  if (dead) return `retired  ${entry}${status < 400 ? '  (answered as before)' : ''}`;
  if (UNKNOWN[status] !== undefined) return UNKNOWN[status];
  return status >= 400 ? `refused${error === null ? '' : `: ${error}`}` : worksText(entry);
}

function worksText(entry: string | null): string {
  return entry === null ? 'works' : `works  (${entry} ends later)`;
}

function unreadText(count: number): string {
  return `${count === 1 ? '1 request' : `${count} requests`} could not be read completely, so this report may miss a retired call.`;
}

function brokenOffText(count: number): string {
  const connections = count === 1 ? '1 connection' : `${count} connections`;
  return `${connections} to the API's host failed before a request: the certificate was not trusted.`;
}

function part(title: string, texts: readonly string[]): string[] {
  return [`  ${title}: ${texts.length === 0 ? 'none' : texts.length}`, ...texts.map((text) => `    ${text}`)];
}
