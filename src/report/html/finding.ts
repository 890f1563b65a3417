import type { ReportFinding } from '../findings/model.js';
import { html } from './escape.js';

/** One finding as an item of a list, with what the filters ask of it. */
export function findingItem(finding: ReportFinding, owners: readonly string[]): string {
  const { path, line, column, entry, confidence, severity, state, subject, related } = finding;
  const tags = [
    ...(severity === 'error' ? [] : [severity]),
    confidence,
    ...(state === 'marked' ? ['marked'] : []),
    ...owners,
  ];
  const places = related
    .map((place) => `<li>${html(`${place.path}:${place.line}:${place.column}: ${place.message}`)}</li>`)
    .join('');
  return `<li data-entry="${html(entry)}" data-path="${html(path)}" data-confidence="${confidence}" data-owner="${html(owners.join(' '))}"><h3>${html(`${path}:${line}:${column}`)}</h3><p>${html(subject)}</p>${excerpt(finding)}${places === '' ? '' : `<ul>${places}</ul>`}<p>${tags.map((tag) => `<span class="tag">${html(tag)}</span>`).join('')}</p></li>\n`;
}

/** The lines around a place; what was matched stands in `mark`. */
function excerpt({ excerpt: { firstLine, lines }, line, endLine, column, endColumn }: ReportFinding): string {
  if (lines.length === 0) return '';
  const rows = lines.map(({ text, dropped }, index) => {
    const number = firstLine + index;
    const from =
      number === line ? column - 1 - dropped : number > line && number <= endLine ? 0 : text.length;
    const to =
      number === endLine ? endColumn - 1 - dropped : number >= line && number < endLine ? text.length : 0;
    const start = Math.min(text.length, Math.max(0, from));
    const end = Math.max(start, Math.min(text.length, to));
    const marked = start < end ? `<mark>${html(text.slice(start, end))}</mark>` : '';
    return `<span class="n">${number} </span>${html(text.slice(0, start))}${marked}${html(text.slice(end))}`;
  });
  return `<pre tabindex="0"><code>${rows.join('\n')}</code></pre>`;
}
