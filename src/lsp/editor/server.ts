/**
 * The thread that speaks with the editor. It keeps the documents and hands on questions; nothing here takes time, so
 * that the editor is never kept waiting by an analysis.
 */
import {
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ProposedFeatures,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type WorkDoneProgressServerReporter,
  type WorkspaceFolder,
} from 'vscode-languageserver/node';
import { VERSION } from '../../version.js';
import {
  CANCEL,
  DISK,
  FINDINGS,
  HOVER,
  LENSES,
  OFFERS,
  REPORTS,
  type ScanProgress,
  TEXT,
} from '../messages.js';
import type { Encoding } from '../positions.js';
import { codeActions, FIX_ALL } from './actions.js';
import { AnalysisThread, type StartThread } from './analysis-thread.js';
import { COMMANDS, runCommand, tell } from './commands.js';
import { Documents, type OpenDocument, pathOf } from './documents.js';
import type { EditSupport } from './edits.js';
import { Reports } from './reports.js';

const SECTION = 'edgeSunset';
const EVERY_FILE = '**/*';

/** Serves one editor. The process ends when the editor says so, closes the stream or dies. */
export function serveEditor(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  start: StartThread,
): void {
  const connection = createConnection(ProposedFeatures.all, input, output);
  new Session(connection, start).listen();
}

class Session {
  readonly #connection: Connection;
  readonly #documents = new Documents();
  readonly #reports: Reports;
  readonly #thread: AnalysisThread;
  #folders: WorkspaceFolder[] = [];
  #encoding: Encoding = 'utf-16';
  #given: unknown = {};
  #capabilities: InitializeParams['capabilities'] = {};
  #hasLenses = false;
  readonly #progress = new Map<string, Promise<WorkDoneProgressServerReporter>>();

  constructor(connection: Connection, start: StartThread) {
    this.#connection = connection;
    this.#reports = new Reports(connection, this.#documents);
    this.#thread = new AnalysisThread(start, {
      report: (reports) => {
        this.#reports.take(reports);
        void connection.sendNotification('edgeSunset/changed');
      },
      progress: (progress) => void this.#show(progress),
      failure: (message) => tell(connection, `edge-sunset: ${message}`, MessageType.Error),
      restarted: () => void this.#restart(),
    });
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#initialized());
    connection.onShutdown(() => this.#thread.stop());
    this.#listenToDocuments();
    this.#listenToFiles();
    this.#answerPulls();
    this.#answerQuestions();
    connection.listen();
  }

  #initialize({
    capabilities,
    workspaceFolders,
    initializationOptions,
    rootUri,
  }: InitializeParams): InitializeResult {
    this.#capabilities = capabilities;
    this.#given = initializationOptions ?? {};
    const named = capabilities.general?.positionEncodings ?? [];
    this.#encoding =
      named.find((one) => one === 'utf-8' || one === 'utf-16') === 'utf-8' ? 'utf-8' : 'utf-16';
    this.#folders = workspaceFolders ?? (rootUri === null ? [] : [{ uri: rootUri, name: '' }]);
    const home = this.#folders.flatMap(({ uri }) => pathOf(uri) ?? [])[0] ?? process.cwd();
    this.#documents.start(home, this.#encoding);
    this.#reports.pullsDocuments = capabilities.textDocument?.diagnostic !== undefined;
    this.#reports.canRefresh = capabilities.workspace?.diagnostics?.refreshSupport === true;
    return {
      serverInfo: { name: 'edge-sunset', version: VERSION },
      capabilities: serverCapabilities(this.#encoding),
    };
  }

  async #initialized(): Promise<void> {
    const { workspace } = this.#capabilities;
    if (workspace?.workspaceFolders === true)
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        this.#folders = [...this.#folders.filter(({ uri }) => !gone.has(uri)), ...added];
        void this.#open();
      });
    await this.#open();
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: EVERY_FILE }],
      });
  }

  /** Tells the analysis what is open, with the settings of each folder. */
  async #open(): Promise<void> {
    const hasSettings = this.#capabilities.workspace?.configuration === true;
    const folders = [];
    this.#hasLenses = false;
    for (const { uri } of this.#folders) {
      const folder = pathOf(uri);
      if (folder === null) continue;
      const asked = { scopeUri: uri, section: SECTION };
      const settings = hasSettings ? await this.#connection.workspace.getConfiguration(asked) : this.#given;
      this.#hasLenses ||= settings?.codeLens === true;
      folders.push({ folder, settings: settings ?? {} });
    }
    await this.#thread.open({ folders, encoding: this.#encoding });
  }

  async #restart(): Promise<void> {
    await this.#open();
    for (const document of this.#documents.all) this.#sendText(document);
  }

  #sendText({ path, text, version }: OpenDocument): void {
    void this.#thread.notify(TEXT, { path, text, version });
  }

  #listenToDocuments(): void {
    const connection = this.#connection;
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      const document = this.#documents.open(uri, languageId, version, text);
      this.#reports.opened(document.path);
      this.#sendText(document);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const document = this.#documents.change(uri, version, contentChanges);
      if (document !== null) this.#sendText(document);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      const document = this.#documents.close(uri);
      if (document !== null)
        void this.#thread.notify(TEXT, { path: document.path, text: null, version: null });
    });
    // The text is known already, but a file that decides about others may have been saved.
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => this.#changedOnDisk([uri]));
  }

  #listenToFiles(): void {
    const connection = this.#connection;
    connection.onDidChangeWatchedFiles(({ changes }) => this.#changedOnDisk(changes.map(({ uri }) => uri)));
    connection.workspace.onDidCreateFiles(({ files }) => this.#changedOnDisk(files.map(({ uri }) => uri)));
    connection.workspace.onDidDeleteFiles(({ files }) => this.#changedOnDisk(files.map(({ uri }) => uri)));
    connection.workspace.onDidRenameFiles(({ files }) =>
      this.#changedOnDisk(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
    );
    connection.onDidChangeConfiguration(({ settings }) => {
      this.#given = settings?.[SECTION] ?? this.#given;
      void this.#open();
    });
  }

  #changedOnDisk(uris: readonly string[]): void {
    void this.#thread.notify(DISK, { paths: uris.flatMap((uri) => this.#documents.pathOf(uri) ?? []) });
  }

  #answerPulls(): void {
    const { diagnostics } = this.#connection.languages;
    diagnostics.on(async ({ textDocument, previousResultId }) => {
      const path = this.#documents.pathOf(textDocument.uri);
      const reports = path === null ? [] : await this.#thread.request(REPORTS, { path });
      const [report] = reports;
      return report === undefined
        ? { kind: 'full', items: [] }
        : this.#reports.pulled(report, previousResultId);
    });
    diagnostics.onWorkspace(async ({ previousResultIds }) => {
      const previous = new Map(
        previousResultIds.flatMap(({ uri, value }) => {
          const path = this.#documents.pathOf(uri);
          return path === null ? [] : [[path, value] as const];
        }),
      );
      return {
        items: this.#reports.pulledAll(await this.#thread.request(REPORTS, { path: null }), previous),
      };
    });
  }

  #answerQuestions(): void {
    const connection = this.#connection;
    const pathIn = ({ textDocument }: { textDocument: { uri: string } }) =>
      this.#documents.pathOf(textDocument.uri);
    connection.onHover(async (params) => {
      const path = pathIn(params);
      const page =
        path === null ? null : await this.#thread.request(HOVER, { path, position: params.position });
      return page === null
        ? null
        : { contents: { kind: 'markdown', value: page.markdown }, range: page.range };
    });
    connection.onCodeAction(async (params) => {
      const path = pathIn(params);
      if (path === null) return [];
      const offers = await this.#thread.request(OFFERS, { path, range: params.range });
      return codeActions(offers, params, this.#documents, this.#support);
    });
    connection.onCodeLens(async (params) => {
      const path = pathIn(params);
      if (path === null || !this.#hasLenses) return [];
      const lenses = await this.#thread.request(LENSES, { path });
      return lenses.map(({ line, title }) => ({
        range: { start: { line, character: 0 }, end: { line, character: 0 } },
        command: { title, command: COMMANDS.brief, arguments: [params.textDocument.uri, line] },
      }));
    });
    connection.onExecuteCommand(({ command, arguments: given = [] }) =>
      runCommand(command, given, {
        connection,
        thread: this.#thread,
        documents: this.#documents,
        support: this.#support,
        showsDocuments: this.#capabilities.window?.showDocument?.support === true,
      }),
    );
    connection.onRequest('edgeSunset/findings', async () => {
      const rows = await this.#thread.request(FINDINGS, null);
      return rows.map(({ path, ...row }) => ({ ...row, uri: this.#documents.uriOf(path) }));
    });
  }

  get #support(): EditSupport {
    const edit = this.#capabilities.workspace?.workspaceEdit;
    return {
      annotations: edit?.changeAnnotationSupport !== undefined,
      createsFiles: edit?.resourceOperations?.includes('create') === true,
      documentChanges: edit?.documentChanges === true,
    };
  }

  /** A scan in the background, which the user may stop. */
  async #show({ folder, message }: ScanProgress): Promise<void> {
    if (this.#capabilities.window?.workDoneProgress !== true) return;
    const known = this.#progress.get(folder);
    if (message === null) {
      this.#progress.delete(folder);
      (await known)?.done();
    } else if (known === undefined) {
      const started = this.#connection.window.createWorkDoneProgress().then((progress) => {
        progress.begin('edge-sunset: scan', undefined, message, true);
        progress.token.onCancellationRequested(() => void this.#thread.notify(CANCEL, { folder }));
        return progress;
      });
      this.#progress.set(folder, started);
    } else (await known).report(message);
  }
}

function serverCapabilities(positionEncoding: Encoding): ServerCapabilities {
  const files = { filters: [{ pattern: { glob: EVERY_FILE } }] };
  return {
    positionEncoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
    codeLensProvider: {},
    executeCommandProvider: { commands: Object.values(COMMANDS) },
    diagnosticProvider: {
      identifier: 'edge-sunset',
      interFileDependencies: true,
      workspaceDiagnostics: true,
    },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { didCreate: files, didRename: files, didDelete: files },
    },
  };
}
