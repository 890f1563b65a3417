import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type Position,
  PublishDiagnosticsNotification,
  type Range,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { Positions } from '../../src/lsp/positions.js';

/** A client that can do everything, and says nothing of pulling. */
export const CAPABILITIES: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create'],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
};

export interface Started {
  readonly main: string;
  readonly folders: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly settings?: () => Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
}

type Test = (diagnostics: readonly Diagnostic[]) => boolean;

/** An editor at the other end of the pipes. */
export class Client {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  initialized: InitializeResult | null = null;
  /** Methods of all that the server asked or told, with the parameters. */
  readonly heard: { readonly method: string; readonly params: unknown }[] = [];
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly #waiting = new Set<() => void>();
  readonly #texts = new Map<string, { version: number; text: string }>();

  constructor({ main, flags = [], settings = () => ({}) }: Started) {
    this.process = spawn(process.execPath, [main, 'lsp', '--stdio', ...flags], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const { stdin, stdout } = this.process;
    if (stdin === null || stdout === null) throw new Error('the server has no pipes');
    stdin.on('error', () => undefined);
    this.connection = createMessageConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection.onNotification((method, params) => this.#hear(method, params));
    this.connection.onUnhandledProgress((params) => this.#hear('$/progress', params));
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.#diagnostics.set(params.uri, params.diagnostics);
      this.#hear(PublishDiagnosticsNotification.method, params);
    });
    this.connection.onRequest((method, params) => {
      this.#hear(method, params);
      return method === 'workspace/configuration'
        ? [settings()]
        : method.endsWith('applyEdit')
          ? { applied: true }
          : null;
    });
    this.connection.listen();
  }

  static async start(started: Started): Promise<Client> {
    const client = new Client(started);
    const workspaceFolders = started.folders.map((folder) => ({ uri: uriOf(folder), name: folder }));
    client.initialized = await client.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: workspaceFolders[0]?.uri ?? null,
      workspaceFolders,
      capabilities: started.capabilities ?? CAPABILITIES,
    });
    await client.connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  #hear(method: string, params: unknown): void {
    this.heard.push({ method, params });
    this.#wake();
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }

  /** Waits until something is so; it is looked at whenever the server says something. */
  until<T>(look: () => T | null): Promise<T> {
    return new Promise((resolve) => {
      const again = () => {
        const found = look();
        if (found === null) return;
        this.#waiting.delete(again);
        resolve(found);
      };
      this.#waiting.add(again);
      again();
    });
  }

  /** The problems of a file, once they are as expected. */
  problems(file: string, test: Test = (all) => all.length > 0): Promise<readonly Diagnostic[]> {
    return this.until(() => {
      const all = this.#diagnostics.get(uriOf(file));
      return all !== undefined && test(all) ? all : null;
    });
  }

  open(
    file: string,
    text = readFileSync(file, 'utf8'),
    languageId = 'plaintext',
    uri = uriOf(file),
  ): Promise<void> {
    this.#texts.set(file, { version: 1, text });
    return this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Types over the first occurrence of a text. */
  replace(file: string, before: string, after: string): Promise<void> {
    const document = this.#texts.get(file);
    const start = document?.text.indexOf(before) ?? -1;
    if (document === undefined || start < 0) throw new Error(`${before} is not in ${file}`);
    const encoding = this.initialized?.capabilities.positionEncoding === 'utf-8' ? 'utf-8' : 'utf-16';
    const range = new Positions(document.text, encoding).range(start, start + before.length);
    document.text = document.text.replace(before, () => after);
    document.version++;
    return this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: uriOf(file), version: document.version },
      contentChanges: [{ range, text: after }],
    });
  }

  close(file: string): Promise<void> {
    return this.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: uriOf(file) },
    });
  }

  hover(file: string, position: Position): Promise<Hover | null> {
    return this.connection.sendRequest(HoverRequest.type, { textDocument: { uri: uriOf(file) }, position });
  }

  async actions(file: string, range: Range, only?: string): Promise<CodeAction[]> {
    const found = await this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uriOf(file) },
      range,
      context: { diagnostics: [], ...(only === undefined ? {} : { only: [only] }) },
    });
    return (found ?? []) as CodeAction[];
  }

  command(command: string, ...given: unknown[]): Promise<unknown> {
    return this.connection.sendRequest('workspace/executeCommand', { command, arguments: given });
  }

  /** Code and signal with which the process ends. */
  ended(): Promise<number | string | null> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return Promise.resolve(exitCode ?? signalCode);
    return new Promise((resolve) => {
      this.process.once('exit', (code, signal) => resolve(code ?? signal));
    });
  }

  async stop(): Promise<void> {
    this.connection.dispose();
    this.process.kill('SIGKILL');
    await this.ended();
  }
}

export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** The texts of files after an edit, as an editor makes it. */
export function applied(
  edit: WorkspaceEdit | undefined,
  textOf: (uri: string) => string,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const change of edit?.documentChanges ?? []) {
    if (!TextDocumentEdit.is(change)) continue;
    const { uri } = change.textDocument;
    const isNew = edit?.documentChanges?.some(
      (one) => 'kind' in one && one.kind === 'create' && one.uri === uri,
    );
    texts.set(uri, edited(isNew === true ? '' : textOf(uri), change.edits as TextEdit[]));
  }
  return texts;
}

function edited(text: string, edits: readonly TextEdit[]): string {
  const positions = new Positions(text, 'utf-16');
  return edits
    .map(({ range, newText }) => ({
      start: positions.offset(range.start),
      end: positions.offset(range.end),
      newText,
    }))
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((now, { start, end, newText }) => now.slice(0, start) + newText + now.slice(end), text);
}
