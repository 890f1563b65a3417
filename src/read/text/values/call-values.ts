import {
  choice,
  hole,
  knownText,
  type Origin,
  type Property,
  shapeOf,
  unknown,
  type Value,
} from '../../../value/index.js';
import { isPunctuation, skip, split } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import {
  ARRAY_CALLS,
  FORMATTERS,
  HANDING,
  JOINERS,
  KEEPING,
  MAP_CALLS,
  MAX_ELEMENTS,
  READING,
  RUNNING,
  SEGMENTERS,
  SELF,
  SEPARATORS,
} from '../words/vocabulary.js';
import type { Evaluator } from './evaluate.js';
import { applyFormat, joinArray, joinPath } from './format.js';
import { isBareHole, piecesOf } from './pieces.js';
import { resultOf, substitute } from './returns.js';

/** Calls that are given a name and what to take where nothing has that name. */
const ASKING =
  /^(?:get|getenv|env|fetch|get_or|getOr|getOrDefault|get_or_default|getProperty|optString|setting|config)$/;
const BEGINS_ADDRESS = /^(?:https?:|\/)/;
/** Whose `join` puts a slash between all that it is given. */
const PATH_OWNERS = /^(?:file|path|paths|ur[il]s?|posixpath)$/i;
const WORD = /^[a-z][a-z0-9_]*$/;
const ADDRESS = /^https?:\/\/[^\s/]+(?:\/[\w.~/-]*)?$/;

/** What a call gives back, as far as its name or the function it calls tells. */
export class CallValues {
  readonly #returning = new Set<FunctionScope>();

  constructor(readonly evaluator: Evaluator) {}

  call(names: readonly string[], call: number, start: number): Value {
    const after = skip(this.evaluator.code, call);
    const origin = this.evaluator.originOf(start, after);
    const name = bareName(names.at(-1) ?? '');
    const lower = name.toLowerCase();
    if (FORMATTERS.has(lower)) {
      const values = this.#formatArguments(call);
      const receiver = names.length > 1 ? this.evaluator.names.resolve(names.slice(0, -1), 0, start) : null;
      if (receiver?.kind === 'text') return applyFormat(receiver, values, origin);
      const index = values.findIndex(
        (value) => value.kind === 'text' && value.pieces.some((piece) => piece.kind === 'text'),
      );
      const format = values[index];
      if (format?.kind === 'text') {
        // Rust takes names that are in scope: `format!("{BASE}/x")`.
        return applyFormat(format, values.slice(index + 1), origin, (captured) =>
          this.evaluator.names.resolve([captured], 0, start),
        );
      }
    }
    if (
      JOINERS.has(lower) ||
      (lower === 'join' && /^(?:path|url|posixpath|os|urls|paths)$/i.test(names.at(-2) ?? ''))
    ) {
      const receiver =
        lower === 'joinpath' && names.length > 1
          ? this.evaluator.names.resolve(names.slice(0, -1), 0, start)
          : null;
      const base = receiver?.kind === 'text' && !isBareHole(receiver) ? [receiver] : [];
      return joinPath([...base, ...this.arguments(call)], origin);
    }
    // Paths of files are joined in the same way.
    if (SEPARATORS.has(lower) && names.at(-2) !== 'filepath')
      return this.#separated(call, origin, PATH_OWNERS.test(names.at(-2) ?? ''));
    if (lower === 'concat' || lower === 'strconcat' || lower === 'concat!') {
      return { kind: 'text', pieces: this.arguments(call).flatMap(piecesOf), origin };
    }
    const collection = this.#collectionCall(names, lower, call);
    if (collection !== null) return collection;
    const [run] = RUNNING.has(lower) ? this.arguments(call) : [];
    if (run?.kind === 'array' || run?.kind === 'object') return run;
    const returned = this.#returned(names, name, call);
    if (returned !== null) return returned;
    if (HANDING.has(lower) || /(?:uri|url|content|body)$/.test(lower)) {
      const handed = this.arguments(call).find((value) => value.kind !== 'unknown');
      if (handed !== undefined && !isBareHole(handed)) return handed;
    }
    if (READING.has(lower) && names.length > 1) {
      const receiver = this.evaluator.names.resolve(names.slice(0, -1), origin?.start ?? 0, start);
      const part = receiver === null ? null : this.#read(receiver, call, start);
      if (part !== null) return part;
    }
    if (KEEPING.has(lower) && names.length > 1 && split(this.evaluator.code, call).length === 0) {
      const receiver = this.evaluator.names.resolve(names.slice(0, -1), origin?.start ?? 0, start);
      if (receiver !== null) return receiver;
    }
    const constructed = this.#constructed(name, call);
    if (constructed !== null) return constructed;
    const fallback = ASKING.test(name) ? this.#fallbackOf(call) : null;
    if (fallback !== null) return choice([fallback, unknown('set from elsewhere', origin)], origin);
    const end = READING.has(lower) ? after : call;
    return { kind: 'text', pieces: [hole(origin, this.evaluator.written(start, end))], origin };
  }

  /**
   * `join("/", a, b)`, `implode('/', [a, b])`, `Enum.join([a, b], " or ")`, `File.join(a, b)`, `Path.join([a, b])`:
   * what stands beside a list separates its items, unless paths are joined.
   */
  #separated(call: number, origin: Origin | null, joinsPaths: boolean): Value {
    const given = this.arguments(call);
    const list = given.find((value) => value.kind === 'array');
    const others = given.filter((value) => value !== list);
    const isPair = list !== undefined && others.length === 1 && !joinsPaths;
    const separator = others.find((value) => {
      const text = knownText(value);
      return text !== null && (isPair || /^[/]?$/.test(text));
    });
    const path = joinPath(list?.kind === 'array' ? list.items : given, origin);
    if (separator === undefined)
      return isPair && !BEGINS_ADDRESS.test(shapeOf(piecesOf(path)))
        ? unknown('joined by something', origin)
        : path;
    const items = list?.kind === 'array' ? list.items : given.filter((value) => value !== separator);
    return joinArray(items, [separator], origin);
  }

  /** The word or address that `get("MODE", "medium")` gives where nothing is set. */
  #fallbackOf(call: number): Value | null {
    const [key, fallback, ...more] = this.arguments(call);
    if (key === undefined || fallback === undefined || more.length > 0) return null;
    const text = knownText(fallback) ?? '';
    return knownText(key) !== null && (WORD.test(text) || ADDRESS.test(text)) ? fallback : null;
  }

  method(receiver: Value, name: string, call: number, start: number): Value {
    const lower = name.toLowerCase();
    const after = skip(this.evaluator.code, call);
    const origin = this.evaluator.originOf(start, after);
    if (receiver.kind === 'text' && FORMATTERS.has(lower))
      return applyFormat(receiver, this.#formatArguments(call), origin);
    if (lower === 'concat' && receiver.kind === 'text') {
      return {
        kind: 'text',
        pieces: [...receiver.pieces, ...this.arguments(call).flatMap(piecesOf)],
        origin,
      };
    }
    if (lower === 'join' && receiver.kind === 'array')
      return joinArray(receiver.items, this.arguments(call), origin);
    if (lower === 'join' && receiver.kind === 'text') {
      const [list] = this.arguments(call);
      if (list?.kind === 'array') return joinArray(list.items, [receiver], origin);
    }
    if (SEGMENTERS.has(lower) && receiver.kind === 'text')
      return joinPath([receiver, ...this.arguments(call)], origin);
    const part = READING.has(lower) ? this.#read(receiver, call, start) : null;
    if (part !== null) return part;
    if (KEEPING.has(lower) && receiver.kind !== 'unknown') return receiver;
    return unknown('a call', origin);
  }

  /** `CONFIG.get("settings")` */
  #read(receiver: Value, call: number, start: number): Value | null {
    const [key] = this.arguments(call);
    return key === undefined ? null : this.evaluator.partAt(start, receiver, knownText(key) ?? '');
  }

  /** The values of a call's arguments, in order; named ones give their value. */
  arguments(call: number): readonly Value[] {
    return split(this.evaluator.code, call)
      .slice(0, MAX_ELEMENTS)
      .map((part) => {
        const named = this.evaluator.namedArgument(part.start);
        return this.evaluator.between(named?.value ?? part.start, part.end);
      });
  }

  /** Arguments of a format: named ones become properties of one object behind the others. */
  #formatArguments(call: number): readonly Value[] {
    const plain: Value[] = [];
    const properties: Property[] = [];
    for (const part of split(this.evaluator.code, call)) {
      const named = this.evaluator.namedArgument(part.start);
      const value = this.evaluator.between(named?.value ?? part.start, part.end);
      if (named === null) plain.push(value);
      else properties.push({ key: named.name, keyOrigin: null, value, origin: null });
    }
    return properties.length === 0
      ? plain
      : [...plain, { kind: 'object', properties, open: false, origin: null }];
  }

  /** `array(…)`, `Map.of("k", v)`, `mapOf("k" to v)`, `dict(k=v)`, `listOf(…)`. */
  #collectionCall(names: readonly string[], lower: string, call: number): Value | null {
    const owner = names.at(-2)?.toLowerCase() ?? '';
    if (lower === 'of' || lower === 'ofentries') {
      if (/map$/.test(owner)) return this.evaluator.alternatingAt(call);
      if (/^(?:list|set|stream|arrays|immutablelist|immutableset|flux)$/.test(owner))
        return this.evaluator.collectionAt(call);
      return null;
    }
    if (
      lower === 'json' &&
      !['(', '['].every((open) => !isPunctuation(this.evaluator.code.tokens[call], open))
    ) {
      const [only] = this.arguments(call);
      return only ?? null;
    }
    if (lower === 'json') return this.evaluator.collectionAt(call);
    if (MAP_CALLS.has(lower) || (ARRAY_CALLS.has(lower) && !['set', 'of'].includes(lower)))
      return this.evaluator.collectionAt(call);
    return null;
  }

  /** A constructor with named arguments builds an object of them. */
  #constructed(name: string, call: number): Value | null {
    if (!/^[A-Z]/.test(name)) return null;
    const parts = split(this.evaluator.code, call);
    if (parts.length === 0 || !parts.every((part) => this.evaluator.namedArgument(part.start) !== null))
      return null;
    return this.evaluator.collectionAt(call);
  }

  /** What a function of the file returns, if it has one `return` or is one expression. */
  #returned(names: readonly string[], name: string, call: number): Value | null {
    if (names.length > 1 && !SELF.has(bareName(names[0] ?? '')) && names.length > 2) return null;
    const scope = this.evaluator.scopes.functions.find(
      (candidate) => candidate.name === name && candidate.name !== '',
    );
    if (scope === undefined) return null;
    if (this.#returning.has(scope) || this.#returning.size > 6) {
      this.evaluator.budget.cut();
      return null;
    }
    const result = resultOf(this.evaluator.code, scope);
    if (result === null) return null;
    this.#returning.add(scope);
    const { value } = this.evaluator.at(result);
    this.#returning.delete(scope);
    if (value.kind === 'unknown') return null;
    if (value.kind !== 'text') return value;
    if (isBareHole(value)) return null;
    return substitute(value, scope, this.arguments(call), this.#shift(scope, names));
  }

  /** Python and Rust name the receiver among the parameters. */
  #shift(scope: FunctionScope, names: readonly string[]): number {
    const [first] = scope.parameters;
    return names.length > 1 && (first?.name === 'self' || first?.name === 'cls') ? 1 : 0;
  }
}
