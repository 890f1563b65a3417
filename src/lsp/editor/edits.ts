/** Changes of files as edits of the protocol. */
import type { WorkspaceEdit } from 'vscode-languageserver/node';
import type { FileChange } from '../messages.js';
import type { Documents } from './documents.js';

/** What the editor can do with an edit. */
export interface EditSupport {
  /** It shows changes that need confirmation before it applies them. */
  readonly annotations: boolean;
  readonly createsFiles: boolean;
  readonly documentChanges: boolean;
}

const ANNOTATION = 'review';

/** Null where the editor cannot make the edit. */
export function workspaceEdit(
  changes: readonly FileChange[],
  review: string | null,
  documents: Documents,
  support: EditSupport,
): WorkspaceEdit | null {
  const hasNew = changes.some(({ isNew }) => isNew);
  if (hasNew && !(support.createsFiles && support.documentChanges)) return null;
  if (!support.documentChanges)
    return {
      changes: Object.fromEntries(
        changes.map(({ path, edits }) => [
          documents.uriOf(path),
          edits.map(({ range, text }) => ({ range, newText: text })),
        ]),
      ),
    };
  const isAnnotated = review !== null && support.annotations;
  const note = isAnnotated ? { annotationId: ANNOTATION } : {};
  return {
    documentChanges: changes.flatMap(({ path, isNew, edits }) => {
      const uri = documents.uriOf(path);
      const version = documents.ofPath(path)?.version ?? null;
      const change = {
        textDocument: { uri, version },
        edits: edits.map(({ range, text }) => ({ range, newText: text, ...note })),
      };
      return isNew ? [{ kind: 'create' as const, uri, ...note }, change] : [change];
    }),
    ...(isAnnotated
      ? {
          changeAnnotations: {
            [ANNOTATION]: {
              label: 'Rewrite of retired API calls',
              needsConfirmation: true,
              description: review,
            },
          },
        }
      : {}),
  };
}
