import { HTML_MARK } from '../html/index.js';
import { CSV_HEADER } from './csv.js';
import { MARKDOWN_MARK } from './markdown.js';

const NAME = 'edge-sunset';
/** A first look, before anything is parsed. */
const JSON_BEGINNING = /^\ufeff?\s*[{[]/;
/** How reports begin that are no JSON. */
const BEGINNINGS: readonly string[] = [
  `${MARKDOWN_MARK}\n`,
  `<!doctype html>\n${HTML_MARK}\n`,
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${NAME}"`,
];
/** The head of a table could be a line of a program; with its rows it is none. */
const TABLE = new RegExp(`^${CSV_HEADER}\\r\\n(?:$|(?:[^",]*|"[^"]*"),\\d+,\\d+,(?:error|warning|hint),)`);
/** How lines begin in reports of one line a finding; those of findings say what to do as well. */
const ROWS: readonly RegExp[] = [
  /^[^\n:]+:\d+:\d+: [a-z][a-z0-9-]* /,
  /^::(?:error|warning|notice) file=[^\n:]+,title=[a-z][a-z0-9-]*::/,
];
const WHAT_TO_DO = /\b(?:Instead|There is no replacement): /;

/**
 * Whether a text is a report that this program wrote, whatever the file is called; one in JSON, however it was
 * formatted since. It quotes what was found and is nothing to find.
 */
export function isOwnReport(text: string): boolean {
  if (BEGINNINGS.some((beginning) => text.startsWith(beginning)) || TABLE.test(text)) return true;
  if (endsWithNextStep(text) || ROWS.some((row) => isRows(row, text))) return true;
  if (!JSON_BEGINNING.test(text.slice(0, 80)) || !text.includes(`"${NAME}"`)) return false;
  const whole = parsed(text);
  if (whole !== undefined) return isReport(whole);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length > 1 && isReport(parsed(lines[0] ?? '')) && lines.every((line) => parsed(line) !== undefined)
  );
}

function isRows(row: RegExp, text: string): boolean {
  if (!row.test(text)) return false;
  const lines = text.trimEnd().split('\n');
  return lines.every((line) => row.test(line)) && lines.some((line) => WHAT_TO_DO.test(line));
}

/** How reports for a person end: with a command of ours, on a line of its own. */
function endsWithNextStep(text: string): boolean {
  const at = text.lastIndexOf('\n\nNext: ');
  const line = text.slice(at + 2, at + LONGEST_STEP);
  const isLast = line.indexOf('\n') === line.length - 1 && text.length === at + 2 + line.length;
  return at >= 0 && isLast && /\bedge-sunset (?:explain|migrate|undo)\b/.test(line);
}

const LONGEST_STEP = 4_000;

function isReport(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((row) => isObject(row) && row.engine_name === NAME);
  if (!isObject(value)) return false;
  const { schemaVersion, tool, runs, source, diagnostics, scan } = value;
  if (isObject(scan)) return isObject(scan.analyzer) && scan.analyzer.id === NAME;
  if (Array.isArray(diagnostics)) return isObject(source) && source.name === NAME;
  if (typeof schemaVersion === 'number') return isObject(tool) && tool.name === NAME;
  return Array.isArray(runs) && runs.length > 0 && runs.every((run) => driverOf(run) === NAME);
}

function driverOf(run: unknown): unknown {
  const tool = isObject(run) ? run.tool : undefined;
  const driver = isObject(tool) ? tool.driver : undefined;
  return isObject(driver) ? driver.name : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
