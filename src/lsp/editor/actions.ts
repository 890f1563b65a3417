/** Offers of the analysis as code actions of the protocol. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver/node';
import type { Offer, Offers } from '../messages.js';
import { COMMANDS } from './commands.js';
import type { Documents } from './documents.js';
import { type EditSupport, workspaceEdit } from './edits.js';

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.edgeSunset`;

export function codeActions(
  { offers, briefs, isExpression }: Offers,
  { textDocument, range, context }: CodeActionParams,
  documents: Documents,
  support: EditSupport,
): CodeAction[] {
  const wants = (kind: string) =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const diagnostics = context.diagnostics.filter(({ source }) => source === 'edge-sunset');
  const actions = offers.flatMap((offer) => {
    const kind = offer.kind === 'fix-all' ? FIX_ALL : CodeActionKind.QuickFix;
    // A rewrite of the whole file is for those who ask for it.
    if (!wants(kind) || (offer.kind === 'fix-all' && context.only === undefined)) return [];
    const action = actionOf(offer, kind, diagnostics, documents, support);
    return action === null ? [] : [action];
  });
  if (!wants(CodeActionKind.QuickFix)) return actions;
  const { uri } = textDocument;
  const commands = [
    ...briefs.map((line) => ({
      title: 'Open the migration brief',
      command: COMMANDS.brief,
      arguments: [uri, line],
    })),
    ...(isExpression
      ? [{ title: 'Check the rule expression', command: COMMANDS.expression, arguments: [uri, range.start] }]
      : []),
  ];
  return [
    ...actions,
    ...commands.map((command) => ({ title: command.title, kind: CodeActionKind.QuickFix, command })),
  ];
}

function actionOf(
  { title, kind: offered, changes, review }: Offer,
  kind: string,
  diagnostics: Diagnostic[],
  documents: Documents,
  support: EditSupport,
): CodeAction | null {
  const edit = workspaceEdit(changes, review, documents, support);
  if (edit === null) return null;
  const isPreferred = offered === 'rewrite' && review === null;
  return { title, kind, edit, diagnostics, ...(isPreferred ? { isPreferred } : {}) };
}
