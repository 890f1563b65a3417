/** Commands that an editor may ask the server to run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Connection, MessageType, ShowMessageNotification } from 'vscode-languageserver/node';
import { BRIEF, EXPRESSION, PREVIEW, SCAN } from '../messages.js';
import type { Position } from '../positions.js';
import type { AnalysisThread } from './analysis-thread.js';
import type { Documents } from './documents.js';
import { type EditSupport, workspaceEdit } from './edits.js';

export const COMMANDS = {
  scan: 'edgeSunset.scan',
  migrate: 'edgeSunset.migrate',
  brief: 'edgeSunset.brief',
  expression: 'edgeSunset.checkExpression',
} as const;

export interface CommandContext {
  readonly connection: Connection;
  readonly thread: AnalysisThread;
  readonly documents: Documents;
  readonly support: EditSupport;
  readonly showsDocuments: boolean;
}

/** What a command answers, for editors that show it themselves. */
export async function runCommand(
  command: string,
  given: readonly unknown[],
  context: CommandContext,
): Promise<string | null> {
  const { connection, thread, documents } = context;
  const [uri, place] = given;
  const path = typeof uri === 'string' ? documents.pathOf(uri) : null;
  switch (command) {
    case COMMANDS.scan:
      await thread.request(SCAN, null);
      return null;
    case COMMANDS.migrate:
      return preview(context);
    case COMMANDS.brief: {
      const text = path === null ? null : await thread.request(BRIEF, { path, line: Number(place) });
      if (text === null) tell(connection, 'No call of a retired API stands on this line.');
      else await show('brief.md', text, context);
      return text;
    }
    case COMMANDS.expression: {
      if (path === null || !isPosition(place)) return null;
      const text = await thread.request(EXPRESSION, { path, position: place });
      if (text !== null) await show('expression.txt', text, context);
      return text;
    }
    default:
      return null;
  }
}

function isPosition(value: unknown): value is Position {
  return typeof value === 'object' && value !== null && 'line' in value && 'character' in value;
}

/** All rewrites of the workspace as one edit, each to be confirmed. */
async function preview({ connection, thread, documents, support }: CommandContext): Promise<null> {
  const offers = await thread.request(PREVIEW, null);
  const message = 'Nothing was found that can be rewritten.';
  const review = offers.map(({ title, review }) => `${title}. ${review ?? ''}`.trim()).join('\n');
  const edit = workspaceEdit(
    offers.flatMap(({ changes }) => changes),
    review,
    documents,
    support,
  );
  if (offers.length === 0 || edit === null) tell(connection, message);
  else await connection.workspace.applyEdit({ label: 'Migrate calls of retired APIs', edit });
  return null;
}

let pages: string | null = null;

/** A folder for the pages of this process, which goes with it. */
function pagesFolder(): string {
  if (pages !== null) return pages;
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  pages = folder;
  return folder;
}

/** A page in the editor; where it opens none, the place of the file is said. */
async function show(
  name: string,
  text: string,
  { connection, showsDocuments }: CommandContext,
): Promise<void> {
  const file = join(pagesFolder(), name);
  writeFileSync(file, text, { mode: 0o600 });
  if (showsDocuments)
    await connection.window.showDocument({ uri: pathToFileURL(file).href, takeFocus: true });
  else tell(connection, `Written to ${file}`);
}

/** A message that waits for no answer. */
export function tell(connection: Connection, message: string, type: MessageType = MessageType.Info): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}
