/** Which problems the editor has been told of, by itself asking (pull) or by our telling (push). */
import { createHash } from 'node:crypto';
import {
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import type { FileReport, Problem } from '../messages.js';
import type { Documents } from './documents.js';

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const;

export class Reports {
  readonly #connection: Connection;
  readonly #documents: Documents;
  /** The result that the editor has of each file that it asked for. */
  readonly #pulled = new Map<string, string>();
  /** The same of each file that it was told of by itself, with the version of the text. */
  readonly #pushed = new Map<string, string>();
  /** The editor asks for the open documents. */
  pullsDocuments = false;
  /** It has asked for all files once, and will do so again. */
  pullsWorkspace = false;
  canRefresh = false;

  constructor(connection: Connection, documents: Documents) {
    this.#connection = connection;
    this.#documents = documents;
  }

  take(reports: readonly FileReport[]): void {
    let isStale = false;
    for (const report of reports) {
      const isOpen = this.#documents.ofPath(report.path) !== null;
      if (isOpen ? this.pullsDocuments : this.pullsWorkspace) {
        isStale ||= this.#pulled.get(report.path) !== resultOf(report);
        this.#withdraw(report.path);
      } else this.#push(report);
    }
    if (isStale && this.canRefresh) this.#connection.languages.diagnostics.refresh();
  }

  /** What was told of a file is asked for from now on. */
  opened(path: string): void {
    if (this.pullsDocuments) this.#withdraw(path);
  }

  #push(report: FileReport): void {
    const { path, version, problems } = report;
    const result = `${resultOf(report)} ${version ?? ''}`;
    const before = this.#pushed.get(path);
    if (before === result || (problems.length === 0 && before === undefined)) return;
    if (problems.length === 0) this.#pushed.delete(path);
    else this.#pushed.set(path, result);
    void this.#connection.sendDiagnostics({
      uri: this.#documents.uriOf(path),
      diagnostics: this.#diagnosticsOf(problems),
      ...(version === null ? {} : { version }),
    });
  }

  #withdraw(path: string): void {
    if (this.#pushed.delete(path))
      void this.#connection.sendDiagnostics({ uri: this.#documents.uriOf(path), diagnostics: [] });
  }

  pulled(report: FileReport, previous: string | undefined): DocumentDiagnosticReport {
    const resultId = resultOf(report);
    this.#pulled.set(report.path, resultId);
    return resultId === previous
      ? { kind: 'unchanged', resultId }
      : { kind: 'full', resultId, items: this.#diagnosticsOf(report.problems) };
  }

  /** All files with a problem, and those that had one when the editor asked last. */
  pulledAll(
    reports: readonly FileReport[],
    previous: ReadonlyMap<string, string>,
  ): WorkspaceDocumentDiagnosticReport[] {
    this.pullsWorkspace = true;
    for (const path of [...this.#pushed.keys()])
      if (this.#documents.ofPath(path) === null) this.#withdraw(path);
    const gone = [...previous.keys()]
      .filter((path) => !reports.some((report) => report.path === path))
      .map((path) => ({ path, version: null, problems: [] }));
    return [...reports, ...gone].map((report) => ({
      ...this.pulled(report, previous.get(report.path)),
      uri: this.#documents.uriOf(report.path),
      version: report.version,
    }));
  }

  #diagnosticsOf(problems: readonly Problem[]): Diagnostic[] {
    return problems.map(({ range, severity, code, documentation, message, isRetired, related }) => ({
      range,
      severity: SEVERITY[severity],
      code,
      source: 'edge-sunset',
      message,
      ...(documentation === null ? {} : { codeDescription: { href: documentation } }),
      ...(isRetired ? { tags: [DiagnosticTag.Deprecated] } : {}),
      relatedInformation: related.map((place) => ({
        location: { uri: this.#documents.uriOf(place.path), range: place.range },
        message: place.message,
      })),
    }));
  }
}

function resultOf({ problems }: FileReport): string {
  return createHash('sha256').update(JSON.stringify(problems)).digest('hex').slice(0, 16);
}
