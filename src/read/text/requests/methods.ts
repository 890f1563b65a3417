import {
  alternatives,
  choice,
  knownText,
  propertyOf,
  text as textOf,
  type Value,
} from '../../../value/index.js';
import { linksAfter } from '../lexing/calls.js';
import { type Code, isPunctuation, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import type { Evaluator } from '../values/evaluate.js';
import { methodNamed, methodOfConstant } from '../words/verbs.js';

const METHOD_NAME = /^(?:http_?)?(?:method|verb)$/i;
/** Entries of a table that are looked at for the method of an address. */
const MAX_BESIDE = 40;

/** HTTP methods as programs write them: as text, constant, symbol, option, link of a chain. */
export class Methods {
  constructor(
    readonly code: Code,
    readonly evaluator: Evaluator,
  ) {}

  /** The method an argument names: `"PUT"`, `HttpMethod.Put`, `method="put"`, `{method: "PUT"}`, `:put`. */
  in(start: number, end: number): Value | null {
    const { tokens } = this.code;
    const named = this.evaluator.namedArgument(start);
    if (
      named !== null &&
      !/^(?:method|verb|http_?method|http_?mode|type|customRequest|action)$/i.test(named.name)
    )
      return null;
    const from = named?.value ?? start;
    const first = tokens[from];
    const symbolName = tokens[from + 1];
    if ((isPunctuation(first, ':') || isPunctuation(first, '.')) && symbolName?.kind === 'word') {
      const symbol = methodNamed(symbolName.text);
      return symbol === null ? null : textOf(symbol, null);
    }
    if (first?.kind === 'word') {
      let last = first.text;
      let at = from;
      let qualified = false;
      for (;;) {
        const mark = tokens[at + 1];
        const next = tokens[at + 2];
        if (
          at + 2 >= end ||
          mark?.kind !== 'punctuation' ||
          !this.code.syntax.access.includes(mark.text) ||
          next?.kind !== 'word'
        )
          break;
        last = next.text;
        qualified = true;
        at += 2;
      }
      const constant = methodOfConstant(last);
      if (
        constant !== null &&
        at + 1 === end &&
        (qualified || last === last.toUpperCase() || /method/i.test(last) || named !== null)
      )
        return textOf(constant, null);
    }
    return this.#evaluated(from, end);
  }

  /** The argument is a parameter that holds the method: `method`, `method=method`. */
  isGiven(start: number, end: number): boolean {
    const named = this.evaluator.namedArgument(start);
    const from = named?.value ?? start;
    const token = this.code.tokens[from];
    const isNamed = named === null || METHOD_NAME.test(named.name);
    return isNamed && end === from + 1 && token?.kind === 'word' && METHOD_NAME.test(bareName(token.text));
  }

  #evaluated(start: number, end: number): Value | null {
    const value = this.evaluator.between(start, end);
    const direct = this.of(value);
    if (direct !== null) return direct;
    if (value.kind !== 'object') return null;
    for (const key of ['method', 'Method', 'verb', 'type', 'custom_request', 'CURLOPT_CUSTOMREQUEST']) {
      const property = propertyOf(value, key);
      const found = property === undefined ? null : this.of(property.value);
      if (found !== null) return found;
    }
    return null;
  }

  /** The method or methods a value names, if it names nothing else. */
  of(value: Value): Value | null {
    const methods = alternatives(value).map((one) => {
      const content = knownText(one);
      const method = content === null ? null : methodNamed(content);
      return method === null ? null : textOf(method, one.origin);
    });
    const known = methods.filter((one) => one !== null);
    return known.length === methods.length && known.length > 0 ? choice(known) : null;
  }

  /** The method that a link of a chain names: `.method("PUT")`, `.put(…)`. */
  link(name: string, open: number): Value | null {
    if (/^(?:set)?(?:request)?method$/i.test(name)) {
      const [first] = split(this.code, open);
      return first === undefined ? null : this.in(first.start, first.end);
    }
    const named = methodNamed(name);
    return named === null ? null : textOf(named, null);
  }

  /** `url.get()`: a chain that begins with the address itself. */
  linked(from: number): Value | null {
    for (const { name, open } of linksAfter(this.code, from)) {
      // `data.get("errors")` looks something up: a request is not given a text beside its address.
      const isLookUp = methodNamed(name) === 'GET' && this.code.tokens[open + 1]?.kind === 'string';
      const method = open < 0 || isLookUp ? null : this.link(name, open);
      if (method !== null) return method;
    }
    return null;
  }

  /** The method beside an address in a table: `{path: "…", method: "PUT"}`. */
  beside(start: number): Value | null {
    let open = this.code.enclosing[start] ?? -1;
    for (let level = 0; open >= 0 && level < 2; level++) {
      for (const part of split(this.code, open, [',', ';', '\n'], MAX_BESIDE)) {
        const key = this.code.tokens[part.start];
        const name =
          key?.kind === 'word'
            ? key.text
            : key?.kind === 'string'
              ? this.code.file.text.slice(key.start + 1, key.end - 1)
              : '';
        if (!METHOD_NAME.test(name)) continue;
        const found = this.in(part.start + 2, part.end);
        if (found !== null) return found;
      }
      open = this.code.enclosing[open] ?? -1;
    }
    return null;
  }
}
