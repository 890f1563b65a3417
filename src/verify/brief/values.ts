/** Known values as JSON, with the code of unknown parts in their place: `{"expression": <want.expression>}`. */
import type { Program } from '../../read/index.js';
import { alternatives, type Hole, type Value } from '../../value/index.js';

/** A part that is not known: what the code calls it. */
export interface Unknown {
  readonly code: string;
}

export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

const OPEN = '\uE000';
const CLOSE = '\uE001';
const LONGEST_CODE = 48;

/** A JSON value in which texts between two private characters stand for code. `name`: for what has no code of its own. */
export function plainOf(value: Value, program: Program, name = 'not known'): Plain {
  switch (value.kind) {
    case 'text':
      return value.pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : held(nameOf(piece, program, name))))
        .join('');
    case 'scalar':
      return value.value ?? null;
    case 'object':
      return Object.fromEntries([
        ...value.properties
          .filter(({ value: own }) => own.kind !== 'scalar' || own.value !== undefined)
          .map(({ key, value: own, origin }): [string, Plain] => [
            key,
            own.kind === 'unknown' && own.origin === null
              ? held(codeBehind(key, origin, program))
              : plainOf(own, program, key),
          ]),
        ...(value.open ? [[held('more fields'), true] as [string, Plain]] : []),
      ]);
    case 'array':
      return [
        ...value.items.map((one) => plainOf(one, program, name)),
        ...(value.open ? [held('more items')] : []),
      ];
    case 'choice': {
      const shown = [...new Set(alternatives(value).map((one) => jsonText(plainOf(one, program, name))))];
      return shown.length === 1
        ? plainOf(value.of[0] ?? value, program, name)
        : held(shown.slice(0, 4).map(bare).join(' or '));
    }
    case 'unknown':
      return held(codeAt(value, program) ?? name);
  }
}

/** JSON with the code of unknown parts between angle brackets. */
export function jsonText(value: Plain): string {
  return JSON.stringify(value)
    .replace(
      new RegExp(`"${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}"(?::true)?`, 'g'),
      (_, code: string) => `<${unquoted(code)}>`,
    )
    .replace(
      new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, 'g'),
      (_, code: string) => `<${unquoted(code)}>`,
    );
}

/** The same without what the unknown parts are called. */
export function shapeText(value: Plain): string {
  return JSON.stringify(value, (_, own: unknown) =>
    typeof own === 'string' && own.includes(OPEN) ? '<>' : own,
  );
}

/** Whether nothing in it is unknown. */
export function isKnown(value: Plain): boolean {
  return !JSON.stringify(value).includes(OPEN);
}

/** A placeholder for code. */
export function held(code: string): string {
  return `${OPEN}${code}${CLOSE}`;
}

/** The value is one placeholder and nothing else. */
export function isHeld(value: Plain | undefined): boolean {
  return typeof value === 'string' && value.startsWith(OPEN) && value.endsWith(CLOSE);
}

/** One placeholder without its brackets: it is put between others. */
function bare(text: string): string {
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
}

/** Undoes the escapes that JSON has put into the code. */
function unquoted(code: string): string {
  return code.replace(/\\(["\\])/g, '$1');
}

/** The name of a substitution says nothing: what it runs does. */
function nameOf(piece: Hole, program: Program, other: string): string {
  const own = piece.written ?? piece.name;
  const name = own === undefined || /^(?:\$\(|`)$/.test(own) ? (codeAt(piece, program) ?? other) : own;
  return piece.how === 'not' ? `not ${name}` : name;
}

/** What stands behind the key of a property. */
function codeBehind(key: string, origin: Value['origin'], program: Program): string {
  const code = codeAt({ origin }, program) ?? '';
  const [, value] = /^["'[]{0,2}[\w-]+["'\]]{0,2}\s*(?:=>|[:=])\s*(.*)$/.exec(code) ?? [];
  return value ?? key;
}

function codeAt({ origin }: { readonly origin: Value['origin'] }, program: Program): string | null {
  if (origin === null) return null;
  const text = (program.file(origin.file)?.text ?? '')
    .slice(origin.start, origin.end)
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  return text.length <= LONGEST_CODE ? text : `${text.slice(0, LONGEST_CODE - 1)}…`;
}
