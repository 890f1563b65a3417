/** How many cases there are of each language, for the page of the proof. */
import { languageOf } from '../../src/read/index.js';
import { type Case, isNegative } from './cases.js';

/** `positive`: everything in it is rewritten. */
export interface LanguageRow {
  readonly language: string;
  readonly cases: number;
  readonly positive: number;
  readonly negative: number;
  readonly run: number;
}

export function languageRows(cases: readonly Case[]): readonly LanguageRow[] {
  const languages = new Map<string, Case[]>();
  for (const one of cases)
    for (const language of languagesOf(one))
      languages.set(language, [...(languages.get(language) ?? []), one]);
  return [...languages]
    .map(([language, own]) => rowOf(language, own))
    .sort((a, b) => b.cases - a.cases || (a.language < b.language ? -1 : 1));
}

export function languageTable(cases: readonly Case[]): string {
  const others = cases.filter((one) => languagesOf(one).some((language) => !OTHERS.has(language)));
  const rows = [
    ...languageRows(cases),
    rowOf('**All but JavaScript and Terraform**', others),
    rowOf('**All**', cases),
  ];
  return [
    '| Language | Cases | All rewritten | Negative | Run |',
    '|---|--:|--:|--:|--:|',
    ...rows.map((row) => `| ${Object.values(row).join(' | ')} |`),
  ].join('\n');
}

function rowOf(language: string, own: readonly Case[]): LanguageRow {
  const negative = own.filter(isNegative).length;
  const run = own.filter(({ meta }) => meta.run !== undefined).length;
  return { language, cases: own.length, positive: own.length - negative, negative, run };
}

/** What is counted apart from all the others: JavaScript in all its forms, and Terraform. */
const OTHERS: ReadonlySet<string> = new Set([
  'javascript',
  'typescript',
  'vue',
  'svelte',
  'astro',
  'html',
  'terraform',
]);
/** They belong to a program in another language, unless there is nothing else. */
const BESIDES: ReadonlySet<string> = new Set(['json', 'yaml', 'toml', 'markdown', 'text', 'environment']);

/** Languages of the files that a case gives to `migrate`. */
function languagesOf({ input }: Case): readonly string[] {
  const all = [...input].map(([path, bytes]) =>
    languageOf(path, /^[^\r\n]*/.exec(bytes.subarray(0, 200).toString('utf8'))?.[0] ?? ''),
  );
  const code = all.filter((language) => !BESIDES.has(language));
  return [...new Set(code.length > 0 ? code : all)];
}
