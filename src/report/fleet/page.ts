/** One page for a browser: sums, decisions, and tables of repositories and findings to filter, sort and search. */
import { VERSION } from '../../version.js';
import { html } from '../html/escape.js';
import { HTML_MARK } from '../html/index.js';
import { thousands } from '../text/summary.js';
import { sha256Base64 } from '../words/digest.js';
import { jsonLine, visible } from '../words/escape.js';
import { FLEET_LEVELS, type Fleet, type FleetFinding, type FleetRepository, type Levels } from './model.js';
import { FLEET_SCRIPT } from './page-script.js';
import { FLEET_STYLE } from './page-style.js';
import { callOf, endOf, fleetHeadline, unseenRemarks } from './tables.js';

const LEVEL_NAMES = { safe: 'rewritten safely', review: 'to be reviewed', manual: 'by hand' } as const;

export function* fleetHtml(fleet: Fleet): Iterable<string> {
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-${sha256Base64(FLEET_STYLE)}'; script-src 'sha256-${sha256Base64(FLEET_SCRIPT)}'`;
  const title = html(fleetHeadline(fleet));
  yield `<!doctype html>\n${HTML_MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="referrer" content="no-referrer">\n<title>${title}</title>\n<style>${FLEET_STYLE}</style>\n</head>\n<body>\n<a class="skip" href="#findings">Skip to the findings</a>\n`;
  yield `<header>\n<h1>${title}</h1>\n<p class="dim">Evaluated as of ${html(fleet.now)}.</p>\n</header>\n<main>\n`;
  yield sums(fleet);
  yield decisions(fleet);
  yield entries(fleet);
  yield failed(fleet);
  yield filters(fleet);
  yield table('repositories', 'Repositories');
  yield table('findings', 'Findings');
  yield '<noscript><p>The tables of repositories and findings need JavaScript; the formats markdown and csv do not.</p></noscript>\n</main>\n';
  yield `<footer class="dim">edge-sunset ${VERSION}</footer>\n<script type="application/json" id="data">`;
  yield* dataOf(fleet);
  yield `</script>\n<script>${FLEET_SCRIPT}</script>\n</body>\n</html>\n`;
}

function sums(fleet: Fleet): string {
  const { calls, levels, units, blockedUnits, trend } = fleet;
  const cards = [
    [calls, 'calls'],
    ...FLEET_LEVELS.map((level) => [levels[level], LEVEL_NAMES[level], level] as const),
    ...(units === null ? [] : [[units, 'units'] as const]),
    ...(blockedUnits === 0 ? [] : [[blockedUnits, 'wait for a decision'] as const]),
    ...(trend === null
      ? []
      : [
          [trend.added, `new since ${trend.since}`] as const,
          [trend.gone, `gone since ${trend.since}`] as const,
        ]),
  ] as const;
  const items = cards.map(
    ([count, what, level]) =>
      `<li><b>${thousands(count)}</b>${level === undefined ? '' : `<span class="key ${level}"></span>`}${html(what)}</li>`,
  );
  const rest = unseenRemarks(fleet)
    .map((row) => `<li>${html(row)}</li>`)
    .join('');
  return `<ul class="cards">${items.join('')}</ul>\n${bar(levels)}${rest === '' ? '' : `<ul class="sums">${rest}</ul>`}\n`;
}

/** Widths are in attributes of a drawing: the policy of the page lets no element have a style. */
function bar(levels: Levels): string {
  const total = FLEET_LEVELS.reduce((sum, level) => sum + levels[level], 0);
  if (total === 0) return '';
  let x = 0;
  const parts = FLEET_LEVELS.map((level) => {
    const width = (levels[level] / total) * 1000;
    const part = `<rect class="${level}" x="${x.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="10"/>`;
    x += width;
    return part;
  });
  return `<svg class="levels" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>\n`;
}

function decisions({ decisions: rows }: Fleet): string {
  if (rows.length === 0) return '';
  const cells = rows.map(
    ({ name, question, options, units, repositories }) =>
      `<tr><th scope="row" data-name="Decision"><code>${html(name)}</code></th><td data-name="Question">${html(question)}</td><td data-name="Options"><span>${options.map((one) => `<code>${html(one)}</code>`).join(', ')}</span></td><td class="num" data-name="Units">${units}</td><td class="num" data-name="Repositories">${repositories}</td></tr>`,
  );
  return staticTable(
    'Waiting for a decision',
    ['Decision', 'Question', 'Options', '#Units', '#Repositories'],
    cells,
  );
}

function entries({ entries: rows, now }: Fleet): string {
  if (rows.length === 0) return '';
  const cells = rows.map(
    ({ name, calls, repositories, levels, endOfLife }) =>
      `<tr><th scope="row" data-name="Entry"><code>${html(name)}</code></th><td class="num" data-name="Calls">${thousands(calls)}</td><td class="num" data-name="Repositories">${thousands(repositories)}</td>${FLEET_LEVELS.map((level) => `<td class="num" data-name="${level === 'manual' ? 'By hand' : level === 'safe' ? 'Safe' : 'Review'}">${thousands(levels[level])}</td>`).join('')}<td data-name="End of life">${html(endOf(endOfLife, now))}</td></tr>`,
  );
  return staticTable(
    'Entries',
    ['Entry', '#Calls', '#Repositories', '#Safe', '#Review', '#By hand', 'End of life'],
    cells,
  );
}

function failed({ repositories }: Fleet): string {
  const cells = repositories.flatMap(({ name, error }) =>
    error === null
      ? []
      : [
          `<tr><th scope="row" data-name="Repository">${html(name)}</th><td data-name="Why">${html(error)}</td></tr>`,
        ],
  );
  return cells.length === 0 ? '' : staticTable('Could not be worked on', ['Repository', 'Why'], cells);
}

/** `#` marks a column of numbers. */
function staticTable(title: string, names: readonly string[], rows: readonly string[]): string {
  const head = names.map((name) =>
    name.startsWith('#')
      ? `<th scope="col" class="num">${name.slice(1)}</th>`
      : `<th scope="col">${name}</th>`,
  );
  return `<h2>${title}</h2>\n<div class="scroll"><table class="stack"><thead><tr>${head.join('')}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>\n`;
}

function filters(fleet: Fleet): string {
  const names = fleet.repositories.filter(({ calls }) => calls > 0).map(({ name }) => name);
  const owners = fleet.owners.map(
    ({ name }) => [name === '' ? '-' : name, name === '' ? 'nobody' : name] as const,
  );
  const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const blocked = same(fleet.decisions.map(({ name }) => name));
  return `<h2>Filter</h2>\n<form hidden data-live aria-label="Filter the findings" autocomplete="off">
<label>Text <input type="search" name="text"></label>
${choice('repository', 'Repository', same([...names].sort()))}
${choice('entry', 'Entry', same(fleet.entries.map(({ name }) => name).sort()))}
${choice('level', 'Level', [
  ['safe', 'safe'],
  ['review', 'review'],
  ['manual', 'by hand'],
])}
${choice('decision', 'Blocked by', blocked.length === 0 ? [] : [['*', 'any decision'], ...blocked])}
${choice('owner', 'Owner', owners)}
${choice(
  'trend',
  'Trend',
  fleet.trend === null
    ? []
    : [
        ['new', 'new'],
        ['known', 'known'],
      ],
)}
<button type="reset">Show all</button>
</form>\n`;
}

function choice(name: string, label: string, values: readonly (readonly [string, string])[]): string {
  if (values.length === 0) return `<input type="hidden" name="${name}" value="">`;
  const options = values.map(([value, shown]) => `<option value="${html(value)}">${html(shown)}</option>`);
  return `<label>${label} <select name="${name}"><option value="">all</option>${options.join('')}</select></label>`;
}

function table(name: string, title: string): string {
  return `<section hidden data-live aria-labelledby="${name}">\n<h2 id="${name}">${title}</h2>\n<div class="scroll"><table class="stack" id="table-${name}"><thead></thead><tbody></tbody></table></div>\n<div class="pages" id="pages-${name}"><button type="button">Previous</button><span role="status" aria-live="polite"></span><button type="button">Next</button></div>\n</section>\n`;
}

const FIELDS = [
  'repository',
  'path',
  'line',
  'entry',
  'call',
  'level',
  'owners',
  'unit',
  'decisions',
  'trend',
] as const;
/** Written as a number into a list of the texts that there are. */
const SHARED = ['repository', 'path', 'entry', 'call', 'level', 'owners', 'decisions', 'trend'] as const;

function* dataOf(fleet: Fleet): Iterable<string> {
  const tables = new Map(SHARED.map((name) => [name as string, new Map<string, number>()]));
  const rows = fleet.findings.map((finding) => {
    const cells = cellsOf(finding);
    return FIELDS.map((name) => {
      const cell = cells[name];
      const known = tables.get(name);
      if (known === undefined || typeof cell !== 'string') return cell;
      const index = known.get(cell) ?? known.size;
      known.set(cell, index);
      return index;
    });
  });
  const head = {
    fields: FIELDS,
    tables: Object.fromEntries([...tables].map(([name, texts]) => [name, [...texts.keys()]])),
    hasTrend: fleet.trend !== null,
    hasDecisions: fleet.decisions.length > 0,
    hasRequests: fleet.repositories.some(({ requests }) => requests.length > 0),
  };
  yield `${inPage(head).slice(0, -1)},"repositories":[`;
  for (const [index, one] of fleet.repositories.entries())
    yield `${index === 0 ? '' : ','}\n${inPage(repositoryRow(one))}`;
  yield '],"findings":[';
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '' : ','}\n${inPage(row)}`;
  yield ']}';
}

function cellsOf(finding: FleetFinding): Readonly<Record<(typeof FIELDS)[number], string | number>> {
  const { repository, path, line, entry, level, owners, unit, decisions, isNew } = finding;
  return {
    repository: visible(repository),
    path: visible(path),
    line,
    entry: visible(entry),
    call: visible(callOf(finding)),
    level,
    owners: visible(owners.join(' ')),
    unit: visible(unit ?? ''),
    decisions: visible(decisions.join(' ')),
    trend: isNew === null ? '' : isNew ? 'new' : 'known',
  };
}

function repositoryRow({ name, requests, trend }: FleetRepository) {
  return {
    name: visible(name),
    requests: requests.map(({ branch, status, url }) => ({
      branch: visible(branch),
      status: visible(status),
      url,
    })),
    added: trend?.added ?? null,
    gone: trend?.gone ?? null,
  };
}

/** JSON that ends no element and begins no comment, wherever its texts come from. */
function inPage(value: unknown): string {
  return jsonLine(value).replaceAll('<', '\\u003c');
}
