/** What a program in Python sends and asks where its body or answer cannot be followed. */
import { type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { quoteOf } from '../places/indent.js';
import {
  type FunctionUse,
  type OldRole,
  READ_OF_OLD,
  type SentBody,
  UNKNOWN_SHAPES,
} from '../planner/index.js';
import type { PythonCall } from './call.js';
import type { Reading } from './reads.js';
import { writeUse } from './write-use.js';

/** What a function with the old fields calls besides; null where there is none for such a request. */
export function oldNeeds(
  { kind, isRead }: Reading,
  { returns, sender, query, search }: PythonCall,
  role: OldRole,
): readonly Omit<FunctionUse<PythonCall>, 'call'>[] | null {
  const isKnown = returns !== 'response' && !sender.isContext && !sender.isSilent;
  if (!isKnown || query !== null || search !== '') return null;
  // A whole object that is sent is converted, or not at all.
  if (kind.isWhole && /^(?:add|change)/.test(role)) return null;
  if (role !== 'listOld') return [];
  // There are no pages any more.
  if (isRead(/\bresult_info\b|\btotal_pages\b/)) return null;
  return [{ role: returns === 'result' ? 'list' : 'answer', features: [] }];
}

export function bodyOf(tree: SyntaxTree, call: PythonCall): SentBody {
  const { body } = call;
  const text = bodyText(tree, call);
  const form =
    body === null ? null : body.type === 'list' ? 'list' : body.type === 'dictionary' ? 'map' : 'unknown';
  return { form, text, namesFilter: NAMES_FILTER.test(text) };
}

/** The change of a rule for that of a filter. */
export function changeOfFilter(reading: Reading, call: PythonCall, why: string): string | null {
  const { tree } = reading;
  const quote = quoteOf(tree.text);
  return changesReadFilter(reading, call, why) ? `{${quote}filter${quote}: ${bodyText(tree, call)}}` : null;
}

const NAMES_FILTER = /["']filter["']\s*:\s*\{\s*["']id["']/;

function bodyText(tree: SyntaxTree, { body, bodyVariable }: PythonCall): string {
  return bodyVariable?.name ?? (body === null ? '' : textOf(tree, body));
}

/** A filter that the program took out of a rule, and whose answer nobody looks at. */
function changesReadFilter(reading: Reading, call: PythonCall, why: string): boolean {
  const { tree } = reading;
  const [, name] = /^(\w+)\[["']id["']\]$/.exec(call.id ?? '') ?? [];
  const isChange = call.method === 'PUT' || call.method === 'PATCH';
  if (name === undefined || !isChange || call.body === null || call.body.type === 'list') return false;
  if (why !== READ_OF_OLD && !UNKNOWN_SHAPES.has(why)) return false;
  const taken = new RegExp(
    `\\b${name} = [^\\n]*(?:\\[["']filter["']\\]|\\.get\\(["']filter["'](?:, ?\\{\\})?\\))[ \\t]*$`,
    'm',
  );
  const answer = taken.test(tree.text) ? writeUse(reading, call, null) : '';
  return typeof answer !== 'string' && answer.edits.length === 0;
}
