/** Names in expressions of the rules language. */
import type { Entry } from '../../catalogue/index.js';
import { canonicalName, fieldTokens } from '../../expression/index.js';
import { embeddedJson } from '../../read/json/index.js';
import { alternatives, type TextValue, type Value } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import { PieceText } from './piece-text.js';
import type { Hit } from './report.js';

/** Keys whose value is an expression wherever a rule is written. */
const EXPRESSION_KEYS: ReadonlySet<string> = new Set([
  'expression',
  'counting_expression',
  'countingExpression',
]);
const MAX_DEPTH = 12;
const MAX_VISITS = 5_000;

export interface ExpressionPlace {
  readonly method: string | null;
  readonly endpoint: string | null;
  readonly confidence: Confidence;
}

/** The entries of a catalogue by the names they concern. */
export class ExpressionNames {
  readonly #entries = new Map<string, Entry[]>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      for (const { name } of entry.expressions) {
        const key = canonicalName(name);
        this.#entries.set(key, [...(this.#entries.get(key) ?? []), entry]);
      }
    }
  }

  /** Every token of the text that an entry names. */
  *hits(text: TextValue, place: ExpressionPlace): Generator<Hit> {
    if (this.#entries.size === 0) return;
    const source = new PieceText(text.pieces, () => HOLE);
    const pieces = text.pieces.map((piece) =>
      piece.kind === 'text' ? { text: piece.text } : { hole: piece.name ?? '' },
    );
    for (const token of fieldTokens({ pieces })) {
      for (const entry of this.#entries.get(token.name) ?? []) {
        yield { entry, kind: 'expression', at: source.origin(token.start, token.end), ...place };
      }
    }
  }
}

/** A hole is one character to the expression language. */
const HOLE = '?';

/** Every text below a value that stands where an expression belongs. */
export function expressionsIn(root: Value): readonly TextValue[] {
  const found: TextValue[] = [];
  let visits = 0;
  const visit = (value: Value, key: string | null, depth: number): void => {
    if (depth > MAX_DEPTH || visits++ > MAX_VISITS) return;
    for (const one of alternatives(value)) {
      if (one.kind === 'array') for (const item of one.items) visit(item, key, depth + 1);
      else if (one.kind === 'object') {
        for (const property of one.properties) visit(property.value, property.key, depth + 1);
      } else if (one.kind === 'text') {
        if (key !== null && EXPRESSION_KEYS.has(key)) found.push(one);
        else if (key === null) {
          const json = embeddedJson(one);
          if (json !== null) visit(json, key, depth + 1);
        }
      }
    }
  };
  visit(root, null, 0);
  return found;
}
