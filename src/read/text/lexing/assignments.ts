import { type Code, isPunctuation } from './code.js';
import { literalText, type Token } from './tokens.js';

/** The places where names get their values. Token indices throughout. */

export interface Assignment {
  readonly name: string;
  /** Where the name stands. */
  readonly at: number;
  /** First token of the value. */
  readonly value: number;
  /** The value is appended to what the name held. */
  readonly appends: boolean;
  /** The name belongs to an object: `self.url`. */
  readonly member: boolean;
}

/** A name without the marks that only say what it holds: `$zone`, `@zone`. */
export function bareName(text: string): string {
  return text.replace(/^[$@%]+/, '');
}

export function readAssignments(code: Code): Map<string, Assignment[]> {
  const found = new Map<string, Assignment[]>();
  const add = (assignment: Assignment): void => {
    const list = found.get(assignment.name);
    if (list === undefined) found.set(assignment.name, [assignment]);
    else list.push(assignment);
  };
  for (let at = 1; at < code.tokens.length; at++) {
    const token = code.tokens[at];
    if (token?.kind === 'punctuation') {
      if (token.text === '=' || token.text === ':=') addTarget(code, at, false, add);
      else if (token.text === '+=' || token.text === '.=') addTarget(code, at, true, add);
    } else if (token?.kind === 'word') addDefinition(code, at, add);
  }
  return found;
}

function addTarget(code: Code, at: number, appends: boolean, add: (assignment: Assignment) => void): void {
  const { tokens, enclosing } = code;
  // Inside parentheses it is a named argument or a default.
  if (isPunctuation(tokens[enclosing[at] ?? -1], '(')) return;
  const target = targetBefore(code, at);
  if (target < 0) return;
  const name = tokens[target];
  if (name?.kind !== 'word') return;
  const before = tokens[target - 1];
  const member = before?.kind === 'punctuation' && code.syntax.access.includes(before.text);
  add({
    name: bareName(name.text),
    at: target,
    value: at + 1,
    appends,
    member: member || /^[@]/.test(name.text),
  });
}

/** The word that is assigned to: `name =`, `name: Type =`, `name []string =`. */
function targetBefore(code: Code, at: number): number {
  const { tokens } = code;
  const last = tokens[at - 1];
  let colon = -1;
  // Parameters of a generic type: `Map<String, String>`.
  let angles = 0;
  for (let index = at - 1; index >= 0 && index > at - 24; index--) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'newline' || token.kind === 'string') break;
    const open = code.partner[index] ?? -1;
    if (open >= 0 && open < index && !isPunctuation(token, '}')) {
      // A type of brackets, `[(&str, &str); 2]`, is passed as one.
      index = open;
      continue;
    }
    if (isPunctuation(token, '>')) angles++;
    else if (isPunctuation(token, '<')) angles--;
    if (
      token.kind === 'punctuation' &&
      (token.text === ';' || token.text === '{' || token.text === '}' || (token.text === ',' && angles <= 0))
    )
      break;
    if (isPunctuation(token, ':')) colon = index;
  }
  if (colon > 0 && tokens[colon - 1]?.kind === 'word') return colon - 1;
  // `url, err := …`: the first of several is what the call is made for.
  if (last?.kind === 'word' && isPunctuation(tokens[at - 2], ',') && tokens[at - 3]?.kind === 'word') {
    let first = at - 3;
    while (isPunctuation(tokens[first - 1], ',') && tokens[first - 2]?.kind === 'word') first -= 2;
    return first;
  }
  // Go puts the type after the name: `const base string = …`.
  if (last?.kind === 'word' && /^(?:string|String|&str)$/.test(last.text) && tokens[at - 2]?.kind === 'word')
    return at - 2;
  if (last?.kind === 'word') return at - 1;
  // C puts the brackets after it: `char base[] = …`.
  if (isPunctuation(last, ']')) {
    const open = code.partner[at - 1] ?? -1;
    if (open === at - 2 && tokens[open - 1]?.kind === 'word') return open - 1;
  }
  return -1;
}

/** The fields of tables that a program sets one by one, `CONFIG["names"] = other()`, as the table's name and the key. */
export function fieldsSetIn({ tokens, partner, syntax }: Code): ReadonlySet<string> {
  const found = new Set<string>();
  for (let equals = 2; equals < tokens.length; equals++) {
    if (!isPunctuation(tokens[equals], '=')) continue;
    let at = equals - 1;
    let key: Token | undefined;
    for (
      let open = partner[at] ?? -1;
      isPunctuation(tokens[at], ']') && open > 0 && open < at;
      open = partner[at] ?? -1
    ) {
      key = tokens[at - 1];
      at = open - 1;
    }
    if (key === undefined) {
      const mark = tokens[at - 1];
      if (mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text)) continue;
      key = tokens[at];
      at -= 2;
    }
    const base = tokens[at];
    const text = key?.kind === 'word' ? key.text : literalText(key);
    if (base?.kind === 'word' && text !== null) found.add(fieldOf(base.text, text));
  }
  return found;
}

/** How `fieldsSetIn` names a field. */
export function fieldOf(base: string, key: string): string {
  return `${bareName(base)} ${key}`;
}

/** Methods that add to a table or a list. */
const GROWS: ReadonlySet<string> = new Set([
  ...['update', 'setdefault', 'append', 'extend', 'insert', 'add', 'push', 'store'],
  ...['put', 'merge!', 'update!', 'concat', 'unshift', 'set', 'assign'],
]);

/** Where a program adds to tables and lists, by their names: `rule["action"] = …`, `rule.update(…)`. */
export function grownIn({ tokens, partner, syntax }: Code): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (let at = 0; at < tokens.length; at++) {
    const name = tokens[at];
    if (name?.kind !== 'word') continue;
    let end = at + 1;
    while (isPunctuation(tokens[end], '[') && (partner[end] ?? -1) > end) end = (partner[end] ?? end) + 1;
    const next = tokens[end];
    if (next?.kind !== 'punctuation') continue;
    const method = syntax.access.includes(next.text) ? tokens[end + 1] : undefined;
    const isSet = end > at + 1 && next.text === '=';
    const isGrown = method?.kind === 'word' && GROWS.has(method.text) && isPunctuation(tokens[end + 2], '(');
    if (!isSet && !isGrown) continue;
    const places = found.get(bareName(name.text));
    if (places === undefined) found.set(bareName(name.text), [at]);
    else places.push(at);
  }
  return found;
}

/** Definitions that are no assignments: PHP's `define('X', …)`, C's `#define X …`, Elixir's `@x …`, Lisp's `(def x …)`. */
function addDefinition(code: Code, at: number, add: (assignment: Assignment) => void): void {
  const { tokens } = code;
  const token = tokens[at];
  if (token?.kind !== 'word') return;
  const next = tokens[at + 1];
  if (token.text === 'define' && isPunctuation(next, '(')) {
    const name = literalText(tokens[at + 2]);
    if (name !== null && isPunctuation(tokens[at + 3], ',')) {
      add({ name, at: at + 2, value: at + 4, appends: false, member: false });
    }
    return;
  }
  const defines =
    (token.text === 'define' && isPunctuation(tokens[at - 1], '#')) ||
    (token.text === 'def' && isPunctuation(tokens[at - 1], '('));
  if (defines && next?.kind === 'word' && tokens[at + 2]?.kind === 'string') {
    add({ name: next.text, at: at + 1, value: at + 2, appends: false, member: false });
  }
  // A gap tells a value from an item: `@list [1]`, `@list[1]`.
  const collection = isPunctuation(next, '[') || isPunctuation(next, '%');
  if (
    token.text.startsWith('@') &&
    (next?.kind === 'string' || (collection && (next?.start ?? 0) > token.end))
  ) {
    add({ name: bareName(token.text), at, value: at + 1, appends: false, member: true });
  }
}
