import type { Profile } from '../../catalogue/index.js';
import {
  choice,
  type Hole,
  type Piece,
  type Property,
  type TextValue,
  text as textOf,
  unknown,
  type Value,
} from '../../value/index.js';
import { type FlatText, flatFile, flatten } from '../flat.js';
import { embeddedJson } from '../json/embedded.js';
import type { SourceFile } from '../reader.js';
import type { Context, HttpUsage, Usage } from '../usage.js';
import { type Address, addressOf } from './address.js';
import { baseHost, type FileEvidence, withBases } from './evidence.js';
import { expressionUsage, mayHoldExpression } from './expressions.js';
import { documentOf } from './here-documents.js';
import { preferred } from './preferred.js';
import { proseUsages } from './prose.js';
import { type Command, plainWord, readScript, restOf, type Script, type Word } from './shell-words.js';
import { methodNamed, methodOfName } from './verbs.js';

/**
 * Requests that shell commands send: curl, wget, httpie, and functions around them. Variables are looked up in
 * the script, loops over lists and calls of the script's own functions give a request for every value.
 */
export interface ShellInput {
  readonly file: SourceFile;
  /** A script inside a text of another language; otherwise the whole file is one. */
  readonly pieces?: readonly Piece[];
  /** A stretch of the file. */
  readonly range?: { readonly start: number; readonly end: number };
  readonly profiles: readonly Profile[];
  readonly evidence: FileEvidence;
  readonly context: Context;
  /** Variables that are set where the script stands. */
  readonly outside?: ReadonlyMap<string, TextValue>;
}

export function shellUsages(input: ShellInput): Usage[] {
  const { file, range } = input;
  const source: FlatText | null =
    input.pieces !== undefined
      ? flatten(input.pieces)
      : range === undefined
        ? flatFile(file.path, file.text)
        : flatFile(file.path, file.text.slice(range.start, range.end), range.start);
  return source === null ? [] : new ShellReading(input, source).run();
}

const SHOWING = /^(?:echo|printf|log\w*|print|die|fail|info|warn|error|usage|cat|say)$/;
const MAX_EXPANSIONS = 64;
const MAX_CHAIN = 4;

/** What a value name stands for while a function body or a loop is looked at. */
type Bindings = ReadonlyMap<string, readonly Piece[]>;

class ShellReading {
  readonly #script: Script;
  readonly #evidence: FileEvidence;
  readonly #usages: Usage[] = [];
  readonly #sent = new Set<string>();

  constructor(
    readonly input: ShellInput,
    readonly source: FlatText,
  ) {
    this.#script = readScript(source);
    const bases = this.#script.assigned.flatMap(({ name, value }) => baseHost(plainWord(value), name) ?? []);
    this.#evidence = withBases(input.evidence, bases, source.text, input.profiles);
  }

  run(): Usage[] {
    for (const command of this.#script.commands) this.#command(command);
    for (const { value } of this.#script.assigned) this.#unsent(value);
    if (this.input.pieces === undefined) this.#comments();
    const requests: HttpUsage[] = [];
    const others: Usage[] = [];
    for (const usage of this.#usages) {
      if (usage.kind === 'http' && usage.context !== 'docs') requests.push(usage);
      else others.push(usage);
    }
    return [...preferred(requests), ...others];
  }

  #comments(): void {
    const { profiles, evidence } = this.input;
    for (const { start, end } of this.#script.comments) {
      const offset = this.source.offset(start);
      this.#usages.push(
        ...proseUsages({
          file: this.source.file,
          text: this.source.text.slice(start, end),
          offset,
          profiles,
          evidence,
          context: 'docs',
        }),
      );
    }
  }

  /** A text in a variable that no command was seen to send. */
  #unsent(word: Word): void {
    const address = this.#address(word.pieces, new Map());
    if (address === null || this.#sent.has(keyOf(address))) {
      this.#expression(word);
      return;
    }
    const nothing = unknown('not sent here');
    this.#add(address, { method: nothing, body: nothing }, nothing, word, this.input.context);
  }

  #expression(word: Word): void {
    if (!mayHoldExpression(plainWord(word))) return;
    const usage = expressionUsage(textFrom(word.pieces), this.input.context, this.input.evidence.all);
    if (usage !== null) this.#usages.push(usage);
  }

  #command(command: Command): void {
    for (const bindings of this.#bindingsOf(command)) this.#bound(command, bindings);
    for (const word of command.words) this.#expression(word);
    this.#document(command);
  }

  /** A here document that is a program of its own, or data. */
  #document(command: Command): void {
    if (command.input === null || this.input.pieces !== undefined) return;
    const content = textFrom(command.input.pieces);
    const document = documentOf(command, content);
    if (document?.kind === 'script')
      this.#usages.push(...shellUsages({ ...this.input, pieces: content.pieces }));
    for (const text of document?.kind === 'data' ? document.expressions : []) {
      const usage = expressionUsage(text, this.input.context, this.input.evidence.all);
      if (usage !== null) this.#usages.push(usage);
    }
  }

  /** `"${args[@]}"` stands for the words of the list. */
  #spread(words: readonly Word[]): readonly Word[] {
    return words.flatMap((word) => {
      const [only] = word.pieces;
      if (word.pieces.length !== 1 || only?.kind !== 'hole') return [word];
      const name = /^(\w+)\[[@*]\]$/.exec(only.name ?? '')?.[1];
      const list = this.#script.lists.filter((one) => one.name === name);
      const items = list.flatMap((one) => one.items.map(({ value }) => value));
      return items.length === 0 ? [word] : items;
    });
  }

  #bound(command: Command, bindings: Bindings): void {
    const words = this.#spread(command.words);
    const names = words.map(plainWord);
    const shows = SHOWING.test(names[0] ?? '');
    const addresses = words.flatMap((word) => {
      const address = this.#address(word.pieces, bindings);
      return address === null ? [] : [{ word, address }];
    });
    const sent = addresses.length > 0;
    if (sent) {
      const request = this.#request(
        { ...command, words },
        names,
        bindings,
        new Set(addresses.map(({ word }) => word)),
      );
      const context = shows && command.input === null ? 'docs' : this.input.context;
      for (const { word, address } of addresses) this.#add(address, request, headersIn(words), word, context);
    }
    if (sent) return;
    if (shows) this.#shown(words);
    else this.#embedded(words);
  }

  /** Messages with addresses in them. */
  #shown(words: readonly Word[]): void {
    const { profiles, evidence } = this.input;
    for (const { start, end, quoted } of words) {
      if (!quoted) continue;
      const text = this.source.text.slice(start, end);
      const offset = this.source.offset(start);
      this.#usages.push(
        ...proseUsages({ file: this.source.file, text, offset, profiles, evidence, context: 'docs' }),
      );
    }
  }

  /** A whole command line in one quoted word: `bash -c "curl …"`, `ssh host 'curl …'`. */
  #embedded(words: readonly Word[]): void {
    if (this.input.pieces !== undefined) return;
    for (const word of words) {
      if (!word.quoted || !/\bcurl\s/.test(plainWord(word))) continue;
      this.#usages.push(...shellUsages({ ...this.input, pieces: word.pieces }));
    }
  }

  #add(
    address: Address,
    { method, body }: { readonly method: Value; readonly body: Value },
    headers: Value,
    word: Word,
    context: Context,
  ): void {
    this.#sent.add(keyOf(address));
    const usage: HttpUsage = {
      kind: 'http',
      site: {
        file: this.source.file,
        start: this.source.offset(word.start),
        end: this.source.offset(word.end),
      },
      evidence: address.evidence,
      context,
      method,
      url: address.url,
      body,
      headers,
      reads: [],
    };
    this.#usages.push(usage);
  }

  #address(pieces: readonly Piece[], bindings: Bindings): Address | null {
    const value = textFrom(this.#resolved(pieces, bindings, 0));
    return addressOf(value, this.input.profiles, this.#evidence);
  }

  /** Method and body of a command, by the options of the known programs or by bare words. */
  #request(
    command: Command,
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
        body =
          plainPieces(content).startsWith('@-') && command.input !== null
            ? this.#body(command.input.pieces, bindings)
            : this.#body(content, bindings);
        at++;
      } else if (/^-[a-zA-Z]*G$|^--get$/.test(name) && curl) method ??= textOf('GET', null);
      else if (/^-[a-zA-Z]*I$|^--head$/.test(name) && curl) method ??= textOf('HEAD', null);
      else if (/^(?:-T|--upload-file)$/.test(name)) method ??= textOf('PUT', null);
      else if (!curl && !urls.has(words[at] ?? NOWORD)) {
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
    const method = methodNamed(plainPieces(this.#resolved(pieces, bindings, 0)));
    return method === null ? unknown('a variable') : textOf(method, null);
  }

  #body(pieces: readonly Piece[], bindings: Bindings): Value {
    return this.#bodyOrNull(pieces, bindings) ?? unknown('no JSON');
  }

  #bodyOrNull(pieces: readonly Piece[], bindings: Bindings): Value | null {
    const all = this.#alternatives(pieces, bindings).map((one) => embeddedJson(textFrom(one)));
    const known = all.filter((one) => one !== null);
    return known.length === 0 ? null : choice(known);
  }

  /** The texts a body may be, where a variable in it is set in several places. */
  #alternatives(pieces: readonly Piece[], bindings: Bindings): readonly (readonly Piece[])[] {
    const at = pieces.findIndex(
      (piece) => piece.kind === 'hole' && !bindings.has(nameOf(piece)) && this.#values(piece).length > 1,
    );
    const open = pieces[at];
    if (open?.kind !== 'hole') return [this.#resolved(pieces, bindings, 0)];
    return this.#values(open)
      .slice(0, 8)
      .map((word) =>
        this.#resolved([...pieces.slice(0, at), ...word.pieces, ...pieces.slice(at + 1)], bindings, 1),
      );
  }

  #values(piece: Hole): readonly Word[] {
    const name = nameOf(piece);
    const own = this.#script.assigned.filter((one) => one.name === name).map((one) => one.value);
    const outside = own.length === 0 ? this.input.outside?.get(name) : undefined;
    return outside === undefined ? own : [{ ...NOWORD, pieces: outside.pieces }];
  }

  /** Variables replaced by what the script assigns them, the nearest assignment before first. */
  #resolved(pieces: readonly Piece[], bindings: Bindings, depth: number): readonly Piece[] {
    if (depth > MAX_CHAIN) return pieces;
    return pieces.flatMap((piece): readonly Piece[] => {
      if (piece.kind === 'text') return [piece];
      const name = nameOf(piece);
      const bound = bindings.get(name);
      if (bound !== undefined) return bound;
      const values = this.#values(piece);
      if (values.length === 0) return [piece];
      const here = piece.origin?.start ?? 0;
      const before = values.filter((word) => this.source.offset(word.end) <= here).at(-1);
      const value = (before ?? values[0])?.pieces ?? [];
      // An id that is filled in by hand later is written as an empty text.
      if (value.length === 0 || value.some((one) => one === piece)) return [piece];
      return this.#resolved(value, bindings, depth + 1);
    });
  }

  /** The values that the loop and the function around a command run through. */
  #bindingsOf(command: Command): readonly Bindings[] {
    const wanted = new Set<string>();
    for (const word of command.words) for (const name of this.#openNames(word.pieces, 0)) wanted.add(name);
    let all: Bindings[] = [new Map()];
    for (const name of wanted) {
      const values = /^\d$/.test(name)
        ? this.#arguments(command.scope, Number(name))
        : this.#loopValues(name);
      if (values.length === 0) continue;
      all = all
        .flatMap((bindings) => values.map((value) => new Map([...bindings, ...value])))
        .slice(0, MAX_EXPANSIONS);
      if (/^\d$/.test(name)) {
        // All arguments of one call belong together.
        all = this.#calls(command.scope)
          .map((call) => new Map([...(all[0] ?? new Map()), ...argumentsOf(call)]))
          .slice(0, MAX_EXPANSIONS);
        break;
      }
    }
    return all.length === 0 ? [new Map()] : all;
  }

  /** Names that stay open in a text after its variables are looked up. */
  #openNames(pieces: readonly Piece[], depth: number): readonly string[] {
    return this.#resolved(pieces, new Map(), depth).flatMap((piece) =>
      piece.kind === 'hole' ? [nameOf(piece)] : [],
    );
  }

  #calls(scope: string | null): readonly Command[] {
    return scope === null
      ? []
      : this.#script.commands.filter(
          (one) => one.words.length > 1 && plainWord(one.words[0] ?? NOWORD) === scope,
        );
  }

  #arguments(scope: string | null, index: number): readonly Bindings[] {
    return this.#calls(scope).flatMap((call) => {
      const word = call.words[index];
      return word === undefined ? [] : [new Map([[String(index), word.pieces]])];
    });
  }

  /** `for x in a b`, `for x in "${LIST[@]}"`, `for key in "${!MAP[@]}"`. */
  #loopValues(name: string): readonly Bindings[] {
    const loop = this.#script.commands.find(
      (one) => plainWord(one.words[0] ?? NOWORD) === 'for' && plainWord(one.words[1] ?? NOWORD) === name,
    );
    if (loop === undefined) return [];
    return loop.words
      .slice(3)
      .flatMap((word): readonly Bindings[] => {
        const [only] = word.pieces;
        if (word.pieces.length !== 1 || only?.kind !== 'hole') return [new Map([[name, word.pieces]])];
        const written = only.name ?? '';
        const found = /^(!?)(\w+)\[[@*]\]$/.exec(written);
        const listName = found?.[2] ?? written;
        const list = this.#script.lists.find((one) => one.name === listName);
        if (list === undefined) {
          return this.#values(only).flatMap((value) =>
            splitWords(value.pieces).map((part) => new Map([[name, part]])),
          );
        }
        return list.items.map((item): Bindings => {
          if (found?.[1] === '!' && item.key !== null)
            return new Map([
              [name, item.key.pieces],
              [`${listName}[$${name}]`, item.value.pieces],
              [`${listName}[\${${name}}]`, item.value.pieces],
            ]);
          return new Map([[name, item.value.pieces]]);
        });
      })
      .slice(0, MAX_EXPANSIONS);
  }
}

/** `-H "Name: value"`, `--header=Name: value`. */
function headersIn(words: readonly Word[]): Value {
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

const NOWORD: Word = { pieces: [], start: 0, end: 0, quoted: false };

function argumentsOf(call: Command): readonly (readonly [string, readonly Piece[]])[] {
  return call.words.slice(1).map((word, index) => [String(index + 1), word.pieces] as const);
}

/** Name of a variable without what the expansion does to it: `ZONE:-x`, `ZONE%/`. */
function nameOf(piece: Hole): string {
  const written = piece.name ?? '';
  return /^[A-Za-z_]\w*(?:\[[^\]]*\])?/.exec(written)?.[0] ?? /^\d/.exec(written)?.[0] ?? written;
}

function textFrom(pieces: readonly Piece[]): TextValue {
  const first = pieces.find((piece) => piece.origin !== null)?.origin ?? null;
  const last = pieces.at(-1)?.origin ?? first;
  const origin =
    first === null || last === null || first.file !== last.file
      ? first
      : { ...first, end: Math.max(first.end, last.end) };
  return { kind: 'text', pieces, origin };
}

function plainPieces(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '\uE000')).join('');
}

/** A text of words separated by blanks, word by word. */
function splitWords(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const [only] = pieces;
  if (pieces.length !== 1 || only?.kind !== 'text') return [pieces];
  return [...only.text.matchAll(/\S+/g)].map((found) => {
    const start = only.offsets?.[found.index] ?? (only.origin?.start ?? 0) + found.index;
    const end = only.offsets?.[found.index + found[0].length] ?? start + found[0].length;
    return textOf(found[0], only.origin === null ? null : { file: only.origin.file, start, end }).pieces;
  });
}

function keyOf(address: Address): string {
  const last = address.url.pieces.filter((piece) => piece.kind === 'text').at(-1)?.origin;
  return last === undefined || last === null ? '' : `${last.file}:${last.start}`;
}
