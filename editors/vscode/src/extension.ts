/** Starts the language server that the extension contains, and shows what it found as a tree. Everything else is the server. */
import * as vscode from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { type Finding, FindingsView } from './findings-view.js';

let client: LanguageClient | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath('server/dist/cli/main.js');
  const server: ServerOptions = { module, args: ['lsp'], transport: TransportKind.stdio };
  const started = new LanguageClient('edgeSunset', 'Edge Sunset', server, {
    documentSelector: [{ scheme: 'file' }, { scheme: 'untitled' }],
  });
  client = started;
  const view = new FindingsView(() => started.sendRequest<readonly Finding[]>('edgeSunset/findings'));
  context.subscriptions.push(
    vscode.window.registerTreeDataProvider('edgeSunset.findings', view),
    vscode.commands.registerCommand('edgeSunset.openBrief', openBrief),
    started.onNotification('edgeSunset/changed', () => view.refresh()),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** Of the line with the cursor. */
async function openBrief(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  await vscode.commands.executeCommand('edgeSunset.brief', document.uri.toString(), selection.active.line);
}
