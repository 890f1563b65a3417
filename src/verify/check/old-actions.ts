/** Actions of the old API in new code: rules have others, and programs may keep showing the old ones. */

import type { Loss } from './model.js';
import { RENAMED_ACTIONS } from './new-words.js';
import type { Words } from './words.js';

const COMPARED_WITH =
  /\b(?:action|mode)\b["')\]]{0,3}\s?(?:[=!]==?|(?:not )?in [([{][^()[\]{}]{0,40}|===)\s?$/;

/** What is compared with an action of the old API, where nothing makes one. */
export function unmadeActions({ code, texts }: Words): readonly Loss[] {
  const places = [...code.matchAll(/"(\d+)"/g)].flatMap(({ 1: index, index: at }) => {
    const text = texts[Number(index)] ?? '';
    const before = code
      .slice(Math.max(0, at - 80), at)
      .replace(/"(\d+)"/g, (_, other: string) => JSON.stringify(texts[Number(other)] ?? ''));
    return RENAMED_ACTIONS.has(text) ? [{ text, isCompared: COMPARED_WITH.test(before) }] : [];
  });
  const made = new Set(places.flatMap(({ text, isCompared }) => (isCompared ? [] : [text])));
  const asked = new Set(places.flatMap(({ text, isCompared }) => (isCompared ? [text] : [])));
  return [...asked]
    .filter((text) => !made.has(text))
    .map((text) => ({
      what: `the new code asks for ${JSON.stringify(text)}, which rules of the new API do not have`,
    }));
}

/** What becomes of them. */
const NEW_ACTIONS: ReadonlySet<string> = new Set(RENAMED_ACTIONS.values());
const PARAMETER = /\b(?:action_parameters|ruleset|products|phases)\b/;
/** What leaves rules out is no name for them. */
const CHOOSES = /\.(?:filter|find|some|every|reject)\(|\bselect\(|\b(?:continue|break|next)\b/;

/** Code without the lines that only tell which old action a rule had. */
export function withoutOldNames({ code, texts }: Words): string {
  const textsIn = (line: string) =>
    [...line.matchAll(/"(\d+)"/g)].map(([, index]) => texts[Number(index)] ?? '');
  const lines = code.split('\n');
  return lines
    .map((line, index) => {
      const isOfSkip =
        textsIn(line).some((text) => NEW_ACTIONS.has(text) || PARAMETER.test(text)) || PARAMETER.test(line);
      const near = lines.slice(index, index + 4);
      const isOld = (one: string) => textsIn(one).some((text) => RENAMED_ACTIONS.has(text));
      const isName = near.some(isOld);
      // The other way round: what was to let pass becomes a rule that skips.
      const isMade = isOld(line) && near.some((one) => textsIn(one).some((text) => NEW_ACTIONS.has(text)));
      return ((isOfSkip && isName) || isMade) && !near.slice(0, 2).some((one) => CHOOSES.test(one))
        ? ''
        : line;
    })
    .join('\n');
}
