import type { Entry, Profile } from '../model/types.js';
import {
  automationText,
  bodyLines,
  endpointLines,
  otherLines,
  resourceLines,
  sdkLines,
  storageLines,
  symptomLines,
  vendorText,
} from './facts.js';
import { OWASP_ENTRY, owaspText } from './owasp.js';

const WIDTH = 100;
/** Longer lists are cut in `explain`; `catalogue show` and the pages have all of them. */
const LONGEST = 12;

export interface TextOptions {
  /** `retired 675 days ago`, `ends in 10 days`: said by the caller, who knows the day. */
  readonly since: string;
  readonly whole: boolean;
}

/** One entry for a terminal. */
export function entryText(entry: Entry, profile: Profile, { since, whole }: TextOptions): string {
  const vendor = vendorText(entry);
  const list = (title: string, lines: readonly string[]): string[] => {
    if (lines.length === 0) return [];
    const shown = whole ? lines : lines.slice(0, LONGEST);
    const rest = lines.length - shown.length;
    return [
      '',
      `${title}:`,
      ...shown.map((line) => wrap(line, '  ', '      ')),
      ...(rest > 0 ? [`  … and ${rest} more: edge-sunset catalogue show ${entry.id}`] : []),
    ];
  };
  return [
    `${entry.id}: ${entry.title}`,
    '',
    wrap(entry.summary, '', ''),
    '',
    `End of life   ${since}`,
    ...(vendor === null ? [] : [wrap(vendor, 'Dates         ', '              ')]),
    wrap(entry.replacement, 'Replacement   ', '              '),
    wrap(automationText(entry), 'Migration     ', '              '),
    ...list('What callers see', symptomLines(entry)),
    ...list('Retired calls', endpointLines(entry)),
    ...list('Retired parts of working calls', [...bodyLines(entry, profile), ...otherLines(entry)]),
    ...exampleOf(entry),
    ...(entry.id === OWASP_ENTRY ? owaspText(wrap) : []),
    ...list('SDK methods', sdkLines(entry, profile)),
    ...list('Infrastructure resources', resourceLines(entry, profile)),
    ...list('Uses of the object storage with their levels', storageLines(entry)),
    ...list('Similar endpoints that still work (not reported)', entry.lookAlikes),
    ...list('Sources', [
      ...new Set([...entry.sources, ...(entry.vendor === undefined ? [] : [entry.vendor.source])]),
    ]),
    '',
  ].join('\n');
}

function exampleOf({ example }: Entry): string[] {
  if (example === undefined) return [];
  const indented = (code: string): string =>
    code
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n');
  const after = example.after === undefined ? '  (delete it)' : indented(example.after);
  return ['', 'Before:', indented(example.before), '', 'After:', after];
}

function wrap(text: string, first: string, next: string): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = next;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].join('\n');
}
