/** Findings as an editor shows them: problems of a file, a page on one of them, lines above the code. */
import { join } from 'node:path';
import { datesSentence, type Entry } from '../../catalogue/index.js';
import { endText, markdownCode, markdownText, messageWithState } from '../../report/index.js';
import type { Found } from '../../scan/index.js';
import type { FoundRow, Lens, Problem } from '../messages.js';
import { type Encoding, Positions } from '../positions.js';
import type { FolderAnalysis } from './folder.js';

export function foundIn(analysis: FolderAnalysis, path: string): readonly Found[] {
  return analysis.found.filter(({ finding }) => finding.at.file === path);
}

export function positionsOf(analysis: FolderAnalysis, path: string, encoding: Encoding): Positions {
  return new Positions(analysis.textOf(path) ?? '', encoding);
}

export function problemsOf(analysis: FolderAnalysis, path: string, encoding: Encoding): readonly Problem[] {
  const positions = positionsOf(analysis, path, encoding);
  return foundIn(analysis, path).map(({ finding, row }) => ({
    range: positions.range(finding.at.start, finding.at.end),
    severity: row.severity,
    code: row.entry,
    documentation: row.documentation,
    message: messageWithState(row),
    isRetired: finding.advice === undefined,
    related: finding.related.map(({ at, message }) => ({
      path: join(analysis.folder, at.file),
      range: positionsOf(analysis, at.file, encoding).range(at.start, at.end),
      message,
    })),
  }));
}

/** The rows of a list of all findings. */
export function rowsOf(analysis: FolderAnalysis, encoding: Encoding): readonly FoundRow[] {
  const files = new Map<string, Positions>();
  return analysis.found.map(({ finding: { at }, row }) => {
    const positions = files.get(at.file) ?? positionsOf(analysis, at.file, encoding);
    files.set(at.file, positions);
    return {
      path: join(analysis.folder, at.file),
      range: positions.range(at.start, at.end),
      entry: row.entry,
      endOfLife: row.endOfLife,
      message: row.subject,
    };
  });
}

export function lensesOf(analysis: FolderAnalysis, path: string, encoding: Encoding): readonly Lens[] {
  const positions = positionsOf(analysis, path, encoding);
  const titles = new Map<string, Lens>();
  for (const { finding, row } of foundIn(analysis, path)) {
    if (row.endOfLife === null) continue;
    const { line } = positions.at(finding.at.start);
    const verb = (row.daysPast ?? 0) >= 0 ? 'retired since' : 'retired from';
    titles.set(`${line} ${row.entry}`, { line, title: `${row.entry}: ${verb} ${row.endOfLife}` });
  }
  return [...titles.values()];
}

/** What is known of a finding: since when, what instead, why it is believed, through which places. */
export function pageOf({ row }: Found, entry: Entry | undefined): string {
  const lines = [`**${markdownText(entry?.title ?? row.entry)}** (${markdownCode(row.entry)})`, ''];
  lines.push(markdownText(messageWithState(row)), '');
  if (row.endOfLife !== null && entry !== undefined) {
    const dates = datesSentence(entry);
    const day = `- End of life: ${row.endOfLife}, ${endText(row.daysPast ?? 0, entry)}`;
    lines.push(dates === null ? day : `${day}. ${markdownText(dates)}`);
  }
  lines.push(`- Confidence: ${row.confidence}`);
  for (const evidence of row.evidence) lines.push(`- Evidence: ${markdownText(evidence)}`);
  for (const { path, line, message } of row.related)
    lines.push(`- ${markdownText(message)}: ${markdownCode(`${path}:${line}`)}`);
  lines.push(`- Id: ${markdownCode(row.fingerprint.slice(0, ID_LENGTH))}`);
  if (row.documentation !== null) lines.push('', `[Documentation](${row.documentation})`);
  return lines.join('\n');
}

/** As many digits of a fingerprint as a migration marker names. */
const ID_LENGTH = 8;
