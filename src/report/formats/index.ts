import type { Report, ReportFinding, ReportSkipped, ReportUndetermined, Summary } from '../findings/model.js';
import { htmlFormat } from '../html/index.js';
import { textFormat } from '../text/text.js';
import { compactFormat } from './compact.js';
import { csvFormat } from './csv.js';
import { githubFormat } from './github.js';
import { codeQualityFormat, gitlabSastFormat } from './gitlab.js';
import { jsonFormat } from './json.js';
import { junitFormat } from './junit.js';
import { markdownFormat } from './markdown.js';
import { ndjsonFormat } from './ndjson.js';
import { rdjsonFormat } from './rdjson.js';
import { sarifFormat } from './sarif.js';

/** What a format may know besides the report. */
export interface RenderContext {
  readonly colours: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** The command that explains an entry, where it needs options. */
  readonly explain?: string;
  /** The command that migrates calls of an entry, or of all, where it needs options or paths. */
  readonly migrate?: (options: { readonly only?: string; readonly level?: 'review' | undefined }) => string;
  /** How findings of the text report are put together: by what to do (`entry`, the default) or by file. */
  readonly groupBy?: 'entry' | 'file';
  /** Whether the text report has sums only, and no places. */
  readonly summaryOnly?: boolean;
  /** The owners of a file of the report, where something names them. */
  readonly ownersOf?: (path: string) => readonly string[];
  /** Says what a reader of the report must know and the format cannot hold, such as a limit that cut it. */
  readonly notice: (text: string) => void;
}

/** A report rendered when all is known. */
export interface WholeFormat {
  readonly kind: 'whole';
  readonly name: string;
  readonly summary: string;
  /** In pieces, so that a very long report never has to be one text in memory. */
  render(report: Report, context: RenderContext): Iterable<string>;
}

/** A report written line by line while the scan goes on. */
export interface StreamFormat {
  readonly kind: 'stream';
  readonly name: string;
  readonly summary: string;
  start(now: string): string;
  finding(finding: ReportFinding, owners?: readonly string[]): string;
  undetermined(undetermined: ReportUndetermined): string;
  skipped(skipped: ReportSkipped): string;
  /** Ends one root. */
  done(root: string | undefined, summary: Summary): string;
}

export type Format = WholeFormat | StreamFormat;

export const FORMATS = [
  textFormat,
  compactFormat,
  markdownFormat,
  htmlFormat,
  githubFormat,
  codeQualityFormat,
  gitlabSastFormat,
  jsonFormat,
  ndjsonFormat,
  sarifFormat,
  junitFormat,
  rdjsonFormat,
  csvFormat,
] as const satisfies readonly Format[];

export function formatNamed(name: string): Format | null {
  return FORMATS.find((format) => format.name === name) ?? null;
}
