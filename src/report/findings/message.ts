import type { FindingKind } from '../../analysis/index.js';
import {
  beginWord,
  type Day,
  datesSentence,
  type Entry,
  isAccepted,
  isEnded,
} from '../../catalogue/index.js';
import { maskSecrets, maskSource } from '../secrets/index.js';
import { visible } from '../words/escape.js';
import type { ReportFinding } from './model.js';

/** What a message is made of. The sentence is the same in the editor, on the terminal and in a report. */
export interface MessageParts {
  readonly kind: FindingKind;
  readonly method: string | null;
  readonly endpoint: string | null;
  /** The text the finding points at. */
  readonly text: string;
  /** The value that is gone, where the finding points at the name of what has it. */
  readonly value?: string;
  /** What is wrong and what to do, where the entry alone cannot say it. */
  readonly advice?: string;
  readonly confidence: 'exact' | 'likely' | 'possible';
  readonly now: Day;
}

const LONGEST_QUOTE = 80;

/**
 * One sentence on what is dead since when, one on what to use instead, and one on dates that differ. Programs store
 * messages, so nothing in one changes from day to day.
 */
export function messageOf(entry: Entry, parts: MessageParts): string {
  if (parts.advice !== undefined) return subjectOf(entry, parts);
  const dates = datesSentence(entry);
  return `${headline(entry, parts)}. ${instead(entry.replacement)}${dates === null ? '' : ` ${dates}`}`;
}

function headline(entry: Entry, parts: MessageParts): string {
  if (entry.effect !== undefined) return `${storageSubject(entry, parts)} ${effectOf(entry)}`;
  const what = subjectOf(entry, parts);
  const looks = parts.confidence === 'possible' ? ' looks like a use of the API that' : '';
  if (entry.endOfLife === null) return `${what}${looks} is discouraged; no end of life is announced`;
  return `${what}${looks} ${verb(parts.kind, entry, isEnded(entry, parts.now))} ${entry.endOfLife}`;
}

/** What happens to a use of the object storage, with the day it began. */
export function effectOf({ effect = '', endOfLife }: Entry): string {
  return endOfLife === null ? effect : `${effect} since ${endOfLife}`;
}

/** A use of the object storage; a pattern of code is quoted alone, its name says nothing to a reader. */
export function storageSubject(entry: Entry, parts: MessageParts): string {
  return parts.kind === 'behaviour' ? quoted(unquote(parts.text)) : subjectOf(entry, parts);
}

/** For formats without a field for the state: there the message says it. */
export function messageWithState({ message, state }: Pick<ReportFinding, 'message' | 'state'>): string {
  return state === 'marked' ? `${message} Marked for manual work (edge-sunset-todo).` : message;
}

/** What is dead, in the words of its kind. */
export function subjectOf(entry: Entry, parts: MessageParts): string {
  if (parts.advice !== undefined)
    return visible(maskSource(parts.advice, { isCode: false, inside: undefined }));
  switch (parts.kind) {
    case 'endpoint':
      return quoted([parts.method, parts.endpoint].filter((part) => part !== null).join(' ') || parts.text);
    case 'sdk':
      return quoted(parts.endpoint ?? parts.text);
    case 'resource':
      return quoted(resourceName(entry, parts.endpoint, parts.text));
    case 'field':
      return `The field ${quoted(unquote(parts.text))}${inCall(parts)}`;
    case 'value':
      return `The value ${quoted(parts.value ?? unquote(parts.text))}${inCall(parts)}`;
    case 'header':
      return `The header ${quoted(unquote(parts.text))}`;
    case 'expression':
      return `${quoted(parts.text)} in a rule expression`;
    case 'behaviour':
      return `Reading ${quoted(unquote(parts.text))}${inCall(parts)}`;
  }
}

/** `cloudflare_record.data.service`, where not the resource is retired, but what stands in it. */
export function resourceName({ resources }: Entry, resource: string | null, text: string): string {
  const inside = unquote(text);
  const own = resources.filter(({ name }) => name === resource);
  const isWhole = own.some(({ attribute }) => attribute === undefined);
  if (resource === null) return text;
  if (isWhole || inside === resource || !/^[\w-]+$/.test(inside)) return resource;
  const path = own.find(({ attribute }) => attribute?.split('.').at(-1) === inside)?.attribute ?? inside;
  return `${resource}.${path.replaceAll('[]', '')}`;
}

function inCall(parts: MessageParts): string {
  if (parts.endpoint === null) return '';
  return ` of ${quoted([parts.method, parts.endpoint].filter((part) => part !== null).join(' '))}`;
}

function verb(kind: FindingKind, entry: Entry, ended: boolean): string {
  const beginning = ended || entry.errorsBegin === 'next-day' ? beginWord(entry) : 'from';
  switch (kind) {
    case 'endpoint':
    case 'sdk':
    case 'resource':
      return ended ? 'reached end of life on' : 'reaches end of life on';
    case 'field':
    case 'value':
    case 'header':
    case 'expression':
      // The vendor still takes it, so it must not be called an error.
      if (isAccepted(entry)) return `has no effect ${beginning}`;
      return `is no longer supported ${beginning}`;
    case 'behaviour':
      return `no longer works ${beginning}`;
  }
}

function quoted(text: string): string {
  const clean = visible(maskSecrets(text)).replace(/'/g, '’');
  return `'${clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE - 1)}…` : clean}'`;
}

function unquote(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, '');
}

/** What to do, as a sentence. `None; delete the call` says that there is no replacement, and what to do then. */
export function instead(replacement: string): string {
  const [, advice] = /^none[;,.]\s*(.+)$/is.exec(replacement) ?? [];
  const text = advice === undefined ? `Instead: ${replacement}` : `There is no replacement: ${advice}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
