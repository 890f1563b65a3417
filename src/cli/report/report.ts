import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import {
  colours,
  type Fleet,
  fleetCsv,
  fleetHtml,
  fleetJson,
  fleetMarkdown,
  fleetOf,
  fleetText,
  type SourceRow,
  Sources,
  visible,
} from '../../report/index.js';
import { type Arguments, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { given } from '../base/given-file.js';
import { linesIn } from '../base/lines-in.js';
import { wantsColours } from '../base/terminal.js';

const FLAGS = {
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'html', 'markdown', 'csv', 'json'],
    summary: 'text (default), html, markdown, csv or json',
  },
  against: {
    kind: 'list',
    value: 'FILE',
    summary: 'an earlier stream or report to compare with; may be repeated',
  },
  only: {
    kind: 'list',
    names: true,
    value: 'ENTRY',
    summary: 'only this entry; may be repeated, or given as a,b',
  },
  owner: {
    kind: 'list',
    names: true,
    value: 'NAME',
    summary: "only calls of this owner, as CODEOWNERS names it; '-' for those of nobody",
  },
  limit: {
    kind: 'value',
    value: 'N',
    summary: 'rows of a table in text and markdown (default: 20; 0 for all)',
  },
  'fail-on': {
    kind: 'value',
    value: 'WHAT',
    choices: ['any', 'new', 'never'],
    summary: 'exit 1 on: any call (default), a new one (with --against), never',
  },
} as const;

type Values = Arguments<typeof FLAGS>['values'];

export const reportCommand: Command = {
  name: 'report',
  summary: 'report on many repositories, from their reports and streams',
  flags: FLAGS,
  help: `Put together what is known of many repositories: calls, owners, effort, decisions to take, and the trend.

Usage: edge-sunset report [options] [NAME=]FILE...

  edge-sunset scan --roots list --into scan.ndjson     one stream for all repositories,
  edge-sunset brief --roots list --into brief.ndjson   units and decisions, if they are wanted
  edge-sunset report scan.ndjson brief.ndjson
  edge-sunset report scan.ndjson --against last-month.ndjson --format html > report.html
  edge-sunset report shop=shop.sarif api=api.json      reports of single repositories, also of other machines

A file is a stream of --roots (of scan, migrate, brief or pr), or a report of scan as json, ndjson or sarif. What
several files say of one repository is joined by its name: that of its remote 'origin', else the folder of the list,
else NAME, else the name of the file.

${flagHelp(FLAGS)}

Exit codes: 0 nothing to report, 1 calls that --fail-on asks for, 2 usage error, 3 incomplete: a repository could not be
worked on, or a stream was cut off.
`,
  run: report,
};

async function report(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (positionals.length === 0) throw new UsageError('name the streams and reports to read.');
  if (values['fail-on'] === 'new' && values.against.length === 0)
    throw new UsageError('--fail-on new needs --against with an earlier run.');
  const most = limitOf(values);
  const sources = await sourcesIn(positionals, io);
  const fleet = fleetOf(sources, {
    only: new Set(values.only),
    owners: new Set(values.owner),
    against: values.against.length === 0 ? null : await sourcesIn(values.against, io),
    today: io.today(),
  });
  for (const piece of rendered(fleet, values, most, io)) io.stdout(piece);
  const { 'fail-on': failOn = 'any' } = values;
  const failing = failOn === 'any' ? fleet.calls : failOn === 'new' ? (fleet.trend?.added ?? 0) : 0;
  const isIncomplete = sources.isCut || fleet.repositories.some(({ error }) => error !== null);
  if (isIncomplete) return EXIT.incomplete;
  return failing > 0 ? EXIT.findings : EXIT.clean;
}

function rendered(fleet: Fleet, { format }: Values, most: number, io: Io): Iterable<string> {
  switch (format) {
    case 'html':
      return fleetHtml(fleet);
    case 'markdown':
      return fleetMarkdown(fleet, most);
    case 'csv':
      return fleetCsv(fleet);
    case 'json':
      return fleetJson(fleet);
    default:
      return fleetText(fleet, colours(wantsColours(io)), most);
  }
}

function limitOf({ limit = '20' }: Values): number {
  if (/^\d{1,7}$/.test(limit)) return Number(limit);
  throw new UsageError(`--limit must be a number such as 20, not ${JSON.stringify(limit)}.`);
}

async function sourcesIn(named: readonly string[], io: Io): Promise<Sources> {
  const sources = new Sources();
  for (const one of named) await readInto(sources, one, io);
  return sources;
}

/** `name=file`, or a file whose name may have a `=`. */
function partsOf(written: string, io: Io): { readonly name: string; readonly file: string } {
  const equals = written.indexOf('=');
  const isFile = statSync(resolve(io.cwd, written), { throwIfNoEntry: false }) !== undefined;
  if (equals > 0 && !isFile) return { name: written.slice(0, equals), file: written.slice(equals + 1) };
  return { name: basename(written).replace(/\.(?:json|ndjson|jsonl|sarif)$/i, ''), file: written };
}

/** A line holds a finding, or all that `brief` tells of a unit. */
const LONGEST_LINE = 16 * 1024 * 1024;

async function readInto(sources: Sources, written: string, io: Io): Promise<void> {
  const { name, file } = partsOf(written, io);
  const path = resolve(io.cwd, file);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isFile() !== true) throw new UsageError(`there is no file ${JSON.stringify(file)}.`);
  const shown = visible(file);
  if (/^\{\s?"type":\s?"start"/.test(await firstBytes(path))) {
    const stream = sources.stream(name, shown);
    for await (const { text } of linesIn(path, LONGEST_LINE)) stream.line(lineOf(text));
    stream.end();
    return;
  }
  const text = await given('report', file, io.cwd);
  const value = objectIn(text, shown);
  if (Array.isArray(value.runs)) sources.sarif(name, value, shown);
  else if (Array.isArray(value.findings) && typeof value.schemaVersion === 'number')
    sources.report(name, value, shown);
  else throw unknownFile(shown);
}

function unknownFile(shown: string): UsageError {
  return new UsageError(
    `${shown} is no stream of --roots and no report of 'edge-sunset scan' as json, ndjson or sarif.`,
  );
}

async function firstBytes(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { end: 63 })) return String(chunk);
  return '';
}

/** Null for a line that is torn. */
function lineOf(text: string | null): SourceRow | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function objectIn(text: string, shown: string): SourceRow {
  const value = lineOf(text.replace(/^\ufeff/, ''));
  if (value === null) throw unknownFile(shown);
  return value;
}
