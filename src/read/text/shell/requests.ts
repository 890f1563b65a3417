import {
  choice,
  type Piece,
  type Property,
  text as textOf,
  unknown,
  type Value,
} from '../../../value/index.js';
import { embeddedJson } from '../../json/embedded.js';
import { methodNamed, methodOfName } from '../words/verbs.js';
import type { ShellCommand } from './script.js';
import type { Bindings, ShellVariables } from './variables.js';
import { NO_WORD, plainWord, restOf, textFrom, type Word } from './words.js';

/** Method, body and headers of the commands that send requests. */
export class ShellRequests {
  constructor(readonly variables: ShellVariables) {}

  /** Method and body of a command, by the options of the known programs or by bare words. */
  of(
    command: ShellCommand,
    names: readonly string[],
    bindings: Bindings,
    urls: ReadonlySet<Word>,
  ): { method: Value; body: Value } {
    const { words } = command;
    let method: Value | null = null;
    let body: Value | null = null;
    let posts = false;
    const curl = names.some((name) => /(?:^|\/)[@-]*curl(?:\.exe)?$/.test(name));
    for (let at = 0; at < words.length; at++) {
      const name = names[at] ?? '';
      const next = words[at + 1];
      const inline =
        /^(-X|--request=|--method=|--data=|--data-raw=|--data-binary=|--json=|--post-data=|--body-data=)(.+)$/s.exec(
          name,
        );
      if (inline !== null) {
        const rest = restOf(words[at], (inline[1] ?? '').length);
        if (/-X|request|method/.test(inline[1] ?? '')) method = this.#method(rest, bindings);
        else {
          body = this.#body(rest, bindings);
          posts = true;
        }
      } else if ((/^-[a-zA-Z]*X$/.test(name) && curl) || /^--(?:request|method)$/.test(name)) {
        if (next !== undefined) method = this.#method(next.pieces, bindings);
      } else if (
        /^(?:-[a-zA-Z]*d|--data(?:-raw|-binary|-ascii|-urlencode)?|--json|--post-data|--body-data|--form|-F)$/.test(
          name,
        ) &&
        (curl || name.startsWith('--'))
      ) {
        posts = true;
        const content = next === undefined ? [] : next.pieces;
        const read = plainPieces(content).startsWith('@-') ? this.variables.readBy(command) : null;
        body = this.#body(read ?? content, bindings);
        at++;
      } else if (/^-[a-zA-Z]*G$|^--get$/.test(name) && curl) method ??= textOf('GET', null);
      else if (/^-[a-zA-Z]*I$|^--head$/.test(name) && curl) method ??= textOf('HEAD', null);
      else if (/^(?:-T|--upload-file)$/.test(name)) method ??= textOf('PUT', null);
      else if (!curl && !urls.has(words[at] ?? NO_WORD)) {
        const bare = methodNamed(name);
        if (bare !== null && (name === name.toUpperCase() || at <= 2)) method ??= textOf(bare, null);
        body ??= this.#bodyOrNull(words[at]?.pieces ?? [], bindings);
      }
    }
    if (command.input !== null && body === null) body = this.#bodyOrNull(command.input.pieces, bindings);
    const sends = curl || names.some((name) => /(?:^|\/)(?:wget|fetch)$/.test(name));
    // A function of the script may be named for what it sends: `_get`, `cf_patch`.
    const named = sends ? (posts ? 'POST' : 'GET') : methodOfName(names[0] ?? '');
    return {
      method: method ?? (named === null ? unknown('not a known program') : textOf(named, null)),
      body: body ?? unknown('no body seen'),
    };
  }

  #method(pieces: readonly Piece[], bindings: Bindings): Value {
    const method = methodNamed(plainPieces(this.variables.resolved(pieces, bindings)));
    return method === null ? unknown('a variable') : textOf(method, null);
  }

  #body(pieces: readonly Piece[], bindings: Bindings): Value {
    const origin = textFrom(this.variables.resolved(pieces, bindings)).origin;
    return this.#bodyOrNull(pieces, bindings) ?? unknown('no JSON', origin);
  }

  #bodyOrNull(pieces: readonly Piece[], bindings: Bindings): Value | null {
    const all = this.variables.alternatives(pieces, bindings).map((one) => embeddedJson(textFrom(one)));
    const known = all.filter((one) => one !== null);
    return known.length === 0 ? null : choice(known);
  }
}

/** `-H "Name: value"`, `--header=Name: value`. */
export function headersIn(words: readonly Word[]): Value {
  const properties = words.flatMap((word, index): Property[] => {
    const before = words[index - 1];
    const [piece] = word.pieces;
    if (piece?.kind !== 'text' || piece.origin === null) return [];
    const inline = /^(?:-H|--header=)/.exec(piece.text)?.[0] ?? '';
    if (inline === '' && !/^(?:-[a-zA-Z]*H|--header)$/.test(before === undefined ? '' : plainWord(before)))
      return [];
    const key = /^([A-Za-z][\w-]*)\s*:/.exec(piece.text.slice(inline.length))?.[1];
    if (key === undefined) return [];
    const start = piece.origin.start + inline.length;
    const origin = { file: piece.origin.file, start, end: start + key.length };
    return [{ key, keyOrigin: origin, value: unknown('a header', origin), origin }];
  });
  return properties.length === 0
    ? unknown('none seen')
    : { kind: 'object', properties, open: true, origin: null };
}

function plainPieces(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '\uE000')).join('');
}
