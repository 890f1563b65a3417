import type { ResponseRead } from '../usage.js';
import { calleeOf } from './calls.js';
import { type Code, isPunctuation, isWord, split } from './code.js';
import { snakeCase } from './pieces.js';
import { bareName } from './scopes.js';
import type { Statement } from './statements.js';
import { literalText } from './tokens.js';
import type { Unit } from './unit.js';

/**
 * What becomes of the answer to a request inside its function.
 *
 * A name is tied to the request once it is given a value made of it: the address, the request, the answer, its
 * decoded body, a part of that, an item of a loop over a part. Each tied name has a path, empty up to the body.
 * What is read through it (`body["errors"][0]["error_chain"]`, `record.get("zone_name")`, `$item->locked`) is a
 * read of that path. A name that is given something else is tied no longer.
 */
export interface Answer {
  readonly reads: readonly ResponseRead[];
  /** Names that stand for the address, the request or the whole answer. */
  readonly names: ReadonlySet<string>;
  /** Indexes of the statements that have to do with the request. */
  readonly statements: ReadonlySet<number>;
}

/** Members of answers that hand out the body as it is. */
const BODY = /^(?:body|data|text|content|contents|parsed_response|decoded_content|bodystring|payload)$/i;
/** Calls that keep what they are called on. */
const KEEPING =
  /^(?:json|body|text|string|read|send|call|execute|unwrap|expect|await|decode|to_string|tostring|object|as_array|as_object|as_str|as_i64|as_u64|asText|asInt|into_string|getBody|getContents|bodyToMono|block|readAsStringAsync|result|throw|collect|to_h|to_a|iter|stream|values|items)$/i;
const GETTING =
  /^(?:get|getString|getInt|getLong|getValue|optString|optInt|getJSONArray|getJSONObject|optJSONArray|optJSONObject|getAsJsonArray|getAsJsonObject|getAsString|path|at|dig|fetch|GetProperty|TryGetProperty|value|opt|findPath|findValue|pointer)$/;
/** Functions that decode the text they are given. */
const DECODING =
  /^(?:loads|load|parse|json_decode|decode|decode_json|jsonDecode|from_str|from_slice|fromJson|from_json|readValue|readTree|JSONObject|DeserializeObject|Deserialize|Parse|JSON|unmarshal|urldecode|await|wp_remote_retrieve_body|curl_exec|string|String|str)!?$/;
const ITERATING = /^(?:each|map|select|filter|find|forEach|for_each|any|all|flat_map|reject|detect|flatMap)$/;
const ERRORS = new Set(['err', 'error', 'ok', '_']);
const MAX_READS = 200;

export function answerOf(
  unit: Unit,
  statements: readonly Statement[],
  from: number,
  address: { readonly start: number; readonly end: number },
): Answer {
  return new Following(unit, statements, from, address).run();
}

class Following {
  readonly #code: Code;
  readonly #tied = new Map<string, string>();
  readonly #reads = new Map<string, ResponseRead>();
  readonly #statements = new Set<number>();
  readonly #names = new Set<string>();
  readonly #valueNames: ReadonlyMap<number, string>;

  constructor(
    readonly unit: Unit,
    readonly statements: readonly Statement[],
    readonly from: number,
    readonly address: { readonly start: number; readonly end: number },
  ) {
    this.#code = unit.code;
    this.#valueNames = assignedNames(unit);
  }

  run(): Answer {
    for (let index = this.from; index < this.statements.length; index++) {
      const statement = this.statements[index];
      if (statement !== undefined) this.#statement(statement, index);
    }
    return { reads: [...this.#reads.values()], names: this.#names, statements: this.#statements };
  }

  #statement(statement: Statement, index: number): void {
    const { tokens } = this.#code;
    const assigned = this.#assignedIn(statement);
    let path: string | null = null;
    let touched = false;
    const begin = assigned?.value ?? statement.start;
    if (index === this.from) {
      touched = true;
      path = this.#followed(this.#afterCall(statement), '', statement.end);
    }
    for (let at = begin; at < statement.end; at++) {
      const token = tokens[at];
      if (token?.kind !== 'word' || this.#isMember(at)) continue;
      if (path !== null && this.#isItem(at)) this.#set(token.text, `${path}[]`);
      const tied = this.#tied.get(bareName(token.text));
      if (tied === undefined) continue;
      touched = true;
      const found = this.#followed(at + 1, tied, statement.end);
      path ??= found;
    }
    if (!touched) {
      if (assigned !== null) this.#tied.delete(assigned.name);
      return;
    }
    this.#statements.add(index);
    const loop = this.#loopName(statement);
    if (loop !== null) this.#set(loop, path === null ? null : `${path}[]`);
    else if (assigned !== null) this.#tie(assigned.name, path);
    // `json.Unmarshal(body, &answer)`
    for (let at = statement.start; at < statement.end; at++) {
      const token = tokens[at];
      if (isPunctuation(tokens[at - 1], '&') && token?.kind === 'word' && path === '')
        this.#tie(token.text, '');
    }
  }

  #tie(written: string, path: string | null): void {
    // What Go gives beside an answer.
    if (!ERRORS.has(written)) this.#set(written, path);
  }

  #set(written: string, path: string | null): void {
    const name = bareName(written);
    if (path === null) {
      this.#tied.delete(name);
      return;
    }
    this.#tied.set(name, path);
    if (path === '') this.#names.add(name);
  }

  /** Behind the outermost call of the statement that holds the address, or behind the address. */
  #afterCall(statement: Statement): number {
    const { enclosing, partner } = this.#code;
    let after = this.address.end;
    for (
      let open = enclosing[this.address.start] ?? -1;
      open >= statement.start;
      open = enclosing[open] ?? -1
    ) {
      after = Math.max(after, (partner[open] ?? open) + 1);
    }
    return after;
  }

  #assignedIn(statement: Statement): { readonly name: string; readonly value: number } | null {
    for (let at = statement.start; at < statement.end; at++) {
      const name = this.#valueNames.get(at);
      if (name !== undefined) return { name, value: at };
    }
    return null;
  }

  /** `for x in …`, `foreach (… as $x)`, `for (T x : …)`, `for _, x := range …`, `… .each do |x|`. */
  #loopName({ start, end }: Statement): string | null {
    const { tokens } = this.#code;
    const word = (at: number): string | null => {
      const token = tokens[at];
      return token?.kind === 'word' ? token.text : null;
    };
    let loops = false;
    for (let at = start; at < end; at++) {
      const text = word(at);
      if (text === 'for' || text === 'foreach') loops = true;
      if (isPunctuation(tokens[at], '|') && isPunctuation(tokens[at + 2], '|')) return word(at + 1);
      if (!loops) continue;
      if (text === 'in' || isPunctuation(tokens[at], ':')) return word(at - 1);
      if (text === 'as') return isPunctuation(tokens[at + 2], '=>') ? word(at + 3) : word(at + 1);
      if (text === 'range') return word(at - 2);
    }
    return null;
  }

  /** The parameter of a block: `do |record|`, `{ record ->`, `record =>`. */
  #isItem(at: number): boolean {
    const { tokens, syntax } = this.#code;
    if (isPunctuation(tokens[at - 1], '|') && isPunctuation(tokens[at + 1], '|')) return true;
    const mark = tokens[at + 1];
    const arrow = isPunctuation(mark, '->') || isPunctuation(mark, '=>');
    return arrow && mark?.kind === 'punctuation' && !syntax.access.includes(mark.text);
  }

  /** A name behind a dot belongs to something else. */
  #isMember(at: number): boolean {
    const mark = this.#code.tokens[at - 1];
    return mark?.kind === 'punctuation' && this.#code.syntax.access.includes(mark.text) && at > 1
      ? !/^(?:self|this|\$this)$/.test(this.#wordAt(at - 2))
      : false;
  }

  #wordAt(at: number): string {
    const token = this.#code.tokens[at];
    return token?.kind === 'word' ? token.text : '';
  }

  /** Goes along a chain that begins with `path`, noting what is read; null where it is lost. */
  #followed(from: number, begin: string, end: number): string | null {
    const { tokens, partner, enclosing, syntax } = this.#code;
    let path = begin;
    let at = from;
    for (let guard = 0; guard < 60 && at < end; guard++) {
      const token = tokens[at];
      if (token?.kind === 'newline' || isPunctuation(token, '?') || isPunctuation(token, '!')) {
        at++;
      } else if (isPunctuation(token, '[')) {
        const next = this.#index(at, path);
        if (next === null) return null;
        path = next;
        at = (partner[at] ?? at) + 1;
      } else if (token?.kind === 'punctuation' && syntax.access.includes(token.text)) {
        const name = this.#wordAt(at + 1);
        // A conversion of Go: `.(map[string]any)`.
        if (isPunctuation(tokens[at + 1], '(')) {
          at = (partner[at + 1] ?? at + 1) + 1;
          continue;
        }
        if (name === '') return path;
        const open = isPunctuation(tokens[at + 2], '(') ? at + 2 : -1;
        if (open >= 0) {
          const next = this.#call(name, open, path);
          if (next === null) return null;
          path = next;
          at = (partner[open] ?? open) + 1;
        } else {
          if (!(path === '' && BODY.test(name)) && !KEEPING.test(name) && !ITERATING.test(name))
            path = this.#read(path, syntax.pascalFields === true ? snakeCase(name) : name, at + 1);
          at += 2;
        }
      } else if (isPunctuation(token, ')') || isPunctuation(token, ',')) {
        // Out of a call that decodes what it is given.
        const open = enclosing[at] ?? -1;
        const outer = isPunctuation(token, ')') ? (partner[at] ?? -1) : open;
        if (!isPunctuation(tokens[outer], '(')) return path;
        const name = bareName(calleeOf(this.#code, outer).at(-1) ?? '');
        const sends = path === '' && name !== '' && !DECODING.test(name);
        if (name !== '' && !DECODING.test(name) && !sends) return path;
        at = (partner[outer] ?? at) + 1;
      } else break;
    }
    this.#compared(path, at);
    return path;
  }

  #index(open: number, path: string): string | null {
    const { tokens, partner } = this.#code;
    if (partner[open] !== open + 2) return null;
    const key = literalText(tokens[open + 1]);
    if (key !== null) return this.#read(path, key, open + 1);
    return tokens[open + 1]?.kind === 'number' || tokens[open + 1]?.kind === 'word' ? `${path}[]` : null;
  }

  #call(name: string, open: number, path: string): string | null {
    if (name === 'first' || name === 'last') return `${path}[]`;
    if (GETTING.test(name)) {
      let next: string | null = path;
      let known = false;
      for (const { start } of split(this.#code, open)) {
        const token = this.#code.tokens[start];
        const key = literalText(token);
        if (key !== null && (!known || name === 'dig')) next = this.#read(next, key, start);
        else if (token?.kind === 'number') next = `${next}[]`;
        known = true;
      }
      if (next !== path) return next;
    }
    return KEEPING.test(name) || ITERATING.test(name) || path === '' ? path : null;
  }

  #read(path: string, key: string, at: number): string {
    const next = path === '' ? key : `${path}.${key}`;
    const token = this.#code.tokens[at];
    if (token === undefined || this.#reads.size >= MAX_READS) return next;
    const quoted = token.kind === 'string' ? token.parts[0] : undefined;
    const origin = {
      file: this.unit.file.path,
      start: quoted?.start ?? token.start,
      end: quoted?.end ?? token.end,
    };
    this.#reads.set(`${origin.start} ${next}`, { at: next, origin, by: 'read' });
    this.#latest = `${origin.start} ${next}`;
    return next;
  }

  #latest = '';

  /** `== 1004` behind a chain. */
  #compared(path: string, at: number): void {
    const { tokens } = this.#code;
    const mark = tokens[at];
    const literal = tokens[at + 1];
    const read = this.#reads.get(this.#latest);
    if (read === undefined || read.at !== path || literal === undefined) return;
    const compares =
      (mark?.kind === 'punctuation' && ['==', '===', '!=', '!=='].includes(mark.text)) || isWord(mark, 'eq');
    if (!compares) return;
    const value = literal.kind === 'number' ? Number(literal.text) : literalText(literal);
    if (value === null || Number.isNaN(value)) return;
    const origin = { file: this.unit.file.path, start: literal.start, end: literal.end };
    this.#reads.set(this.#latest, { ...read, comparedWith: { value, origin } });
  }
}

const names = new WeakMap<Unit, ReadonlyMap<number, string>>();

/** The name that is given the value beginning at a token. */
function assignedNames(unit: Unit): ReadonlyMap<number, string> {
  let known = names.get(unit);
  if (known === undefined) {
    known = new Map(
      [...unit.scopes.assignments].flatMap(([name, all]) => all.map((one) => [one.value, name] as const)),
    );
    names.set(unit, known);
  }
  return known;
}
