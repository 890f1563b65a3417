import { datesSentence, symptomText } from '../../catalogue/index.js';
import { VERSION } from '../../version.js';
import { type EntryGroup, groupsByEntry } from '../findings/groups.js';
import { instead } from '../findings/message.js';
import { migrateCommand } from '../findings/migrate-command.js';
import type { Report } from '../findings/model.js';
import type { RenderContext, WholeFormat } from '../formats/index.js';
import { plural, remarksOf, thousands } from '../text/summary.js';
import { endText, isOver } from '../words/days.js';
import { sha256Base64 } from '../words/digest.js';
import { documentationOf } from '../words/documentation.js';
import { html } from './escape.js';
import { findingItem } from './finding.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';
import { timeline } from './timeline.js';

/** A browser is slow with more; the sums count all. */
const MOST_FINDINGS = 10_000;
/** How another run knows that a file is a report of ours. */
export const HTML_MARK = '<!-- edge-sunset report -->';

/**
 * One page that needs nothing else: no request leaves it, and its policy lets nothing run but its own style and script,
 * which are named by their hashes.
 */
export const htmlFormat = {
  kind: 'whole',
  name: 'html',
  summary: 'one page for a browser, with filters and a timeline',
  *render(report: Report, context: RenderContext): Iterable<string> {
    const groups = groupsByEntry(report);
    const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-${sha256Base64(STYLE)}'; script-src 'sha256-${sha256Base64(SCRIPT)}'`;
    yield `<!doctype html>\n${HTML_MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="referrer" content="no-referrer">\n<title>${html(headline(report))}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<a class="skip" href="#findings">Skip to the findings</a>\n`;
    yield header(report);
    yield '<main>\n';
    yield timeline(groups, report.now);
    yield filters(report, groups, context);
    let left = MOST_FINDINGS;
    for (const group of groups) {
      yield* section(group, left, context);
      left = Math.max(0, left - group.findings.length);
    }
    if (report.findings.length > MOST_FINDINGS) {
      const text = `This page contains the first ${thousands(MOST_FINDINGS)} of ${thousands(report.findings.length)} findings, the most urgent ones; the JSON report has all of them.`;
      context.notice(text);
      yield `<p>${text}</p>\n`;
    }
    yield* notRead(report);
    yield `</main>\n<footer class="dim">edge-sunset ${VERSION}</footer>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
  },
} as const satisfies WholeFormat;

function headline({ findings, summary }: Report): string {
  if (summary.findings === 0) return 'No retired API calls found';
  const paths = new Set(findings.filter(({ severity }) => severity !== 'hint').map(({ path }) => path));
  return `${plural(summary.findings, 'finding')} of retired APIs in ${plural(paths.size, 'file')}`;
}

function header(report: Report): string {
  const rows = remarksOf(report).map((row) => `<li>${html(row)}</li>`);
  const sums = rows.length === 0 ? '' : `<ul class="sums">${rows.join('')}</ul>\n`;
  return `<header>\n<h1>${html(headline(report))}</h1>\n<p class="dim">${plural(report.summary.files.seen, 'file')} seen, evaluated as of ${report.now}.</p>\n${sums}</header>\n`;
}

/** Hidden until the script shows it: without the script it could do nothing. */
function filters(report: Report, groups: readonly EntryGroup[], { ownersOf }: RenderContext): string {
  const paths = new Set(report.findings.map(({ path }) => path));
  const owners = new Set([...paths].flatMap((path) => ownersOf?.(path) ?? []));
  const ownerNames = owners.size === 0 ? [] : [...[...owners].sort(), '-'];
  return `<h2 id="findings">Findings</h2>
<form hidden aria-label="Filter the findings" autocomplete="off">
${choice('entry', 'Entry', groups.map(({ entry }) => entry.id).sort())}
${choice('folder', 'Folder', foldersOf(paths))}
${choice('confidence', 'Confidence', ['exact', 'likely', 'possible'])}
${choice('owner', 'Owner', ownerNames)}
<label>Text <input type="search" name="text"></label>
<button type="reset">Show all</button>
</form>
<p id="shown" role="status" aria-live="polite">${plural(report.findings.length, 'finding')}</p>\n`;
}

function choice(name: string, label: string, values: readonly string[]): string {
  if (values.length === 0) return '';
  const options = values.map(
    (value) => `<option value="${html(value)}">${value === '-' ? 'nobody' : html(value)}</option>`,
  );
  return `<label>${label} <select name="${name}"><option value="">all</option>${options.join('')}</select></label>`;
}

const DEEPEST_FOLDER = 2;
const MOST_FOLDERS = 500;

/** The upper folders of the files. */
function foldersOf(paths: ReadonlySet<string>): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= Math.min(DEEPEST_FOLDER, parts.length); depth++)
      folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders]
    .filter((folder) => folder !== '')
    .sort()
    .slice(0, MOST_FOLDERS);
}

function* section(group: EntryGroup, most: number, context: RenderContext): Iterable<string> {
  const { entry, findings, first } = group;
  const ended = first.daysPast;
  const since =
    ended === null
      ? 'no end of life is announced'
      : `<span class="${isOver(ended, entry) ? 'bad' : 'soon'}">${endText(ended, entry)}</span> (${first.endOfLife})`;
  const documentation = documentationOf(entry.id);
  const command = migrateCommand(entry, findings, context);
  const dates = datesSentence(entry);
  const facts = [
    ['Do', html(instead(entry.replacement).replace(/^Instead: /, ''))],
    ...entry.symptoms.map((symptom, index) => [index === 0 ? 'You see' : '', html(symptomText(symptom))]),
    ...(dates === null ? [] : [['Dates', html(dates)]]),
    ...(command === null ? [] : [['Run', `<code>${html(command)}</code>`]]),
    ...(documentation === null
      ? []
      : [['More', `<a rel="noreferrer" href="${html(documentation)}">${html(documentation)}</a>`]]),
  ];
  const id = html(`entry-${entry.id}`);
  yield `<section class="entry" aria-labelledby="${id}">\n<h2 id="${id}">${html(entry.title)} <code>${html(entry.id)}</code></h2>\n<p><span class="count">${findings.length}</span> ${findings.length === 1 ? 'finding' : 'findings'}, ${since}</p>\n<dl>${facts.map(([term, text]) => `${term === '' ? '' : `<dt>${term}</dt>`}<dd>${text}</dd>`).join('')}</dl>\n<ol class="findings">\n`;
  for (const finding of findings.slice(0, most))
    yield findingItem(finding, context.ownersOf?.(finding.path) ?? []);
  yield '</ol>\n</section>\n';
}

/** Calls and files of which more is not known. */
function* notRead({ undetermined, skipped }: Report): Iterable<string> {
  if (undetermined.length > 0) {
    const rows = undetermined
      .slice(0, MOST_FINDINGS)
      .map(({ path, line, column, why }) => `<li>${html(`${path}:${line}:${column}: ${why}`)}</li>\n`);
    yield `<h2>Calls that could not be determined</h2>\n<ul>\n${rows.join('')}</ul>\n`;
  }
  if (skipped.length > 0) {
    const rows = skipped
      .slice(0, MOST_FINDINGS)
      .map(
        ({ path, reason, detail }) =>
          `<li>${html(`${path}: ${detail === undefined ? reason : `${reason} (${detail})`}`)}</li>\n`,
      );
    yield `<h2>Files that were not fully read</h2>\n<ul>\n${rows.join('')}</ul>\n`;
  }
}
