import { alternatives, type TextValue, type Value } from '../../../value/index.js';
import { embeddedJson } from '../../json/embedded.js';
import { mayHoldExpression } from '../plain/expressions.js';
import type { ShellCommand } from './script.js';
import { plainWord } from './words.js';

/** What a here document is for: a script that is run, now or once it is written to its file, or data. */
export type Document =
  | { readonly kind: 'script' }
  | { readonly kind: 'data'; readonly expressions: readonly TextValue[] };

const SCRIPT = /\.(?:sh|bash|zsh|ksh)$/;
const RUNNING = /^(?:ba|z|k|da)?sh$|^ssh$/;
const WRITING = /^(?:cat|tee)$/;
const MAX_DEPTH = 60;

/** Null for a text that nothing is known of. `content` is all that is known of the document. */
export function documentOf(command: ShellCommand, content: TextValue): Document | null {
  if (command.input === null) return null;
  const [name = '', ...rest] = command.words.map(plainWord).filter((word) => word !== 'sudo');
  if (RUNNING.test(name)) return { kind: 'script' };
  const target =
    name === 'tee' ? rest.at(-1) : command.output === null ? undefined : plainWord(command.output);
  if (!WRITING.test(name) || target === undefined) return null;
  const written = plainWord(command.input).trimStart();
  if (SCRIPT.test(target) || /^#!\S*\b(?:env )?(?:ba|z|k|da)?sh\b/.test(written)) return { kind: 'script' };
  const json = /^[[{]/.test(written) ? embeddedJson(content) : null;
  return json === null ? null : { kind: 'data', expressions: expressionsOf(json, 0) };
}

/** Expressions in a word that spells JSON: a rule that a function of the script is given. */
export function expressionsInJson(text: TextValue): readonly TextValue[] {
  const json = embeddedJson(text);
  return json === null ? [] : expressionsOf(json, 0);
}

function expressionsOf(value: Value, depth: number): readonly TextValue[] {
  if (depth > MAX_DEPTH) return [];
  return alternatives(value).flatMap((one): readonly TextValue[] => {
    if (one.kind === 'object')
      return one.properties.flatMap((property) => expressionsOf(property.value, depth + 1));
    if (one.kind === 'array') return one.items.flatMap((item) => expressionsOf(item, depth + 1));
    if (one.kind !== 'text') return [];
    const content = one.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
    return mayHoldExpression(content) ? [one] : [];
  });
}
