import type { Profile } from '../../../catalogue/index.js';
import { type Piece, type TextValue, unknown } from '../../../value/index.js';
import { type FlatText, flatFile, flatten } from '../../flat.js';
import type { SourceFile } from '../../reader.js';
import type { Context, HttpUsage, Usage } from '../../usage.js';
import { type ApiAddress, addressOf } from '../plain/address.js';
import { baseHost, type FileEvidence, withBases } from '../plain/evidence.js';
import { expressionUsage, mayHoldExpression } from '../plain/expressions.js';
import { preferred } from '../plain/preferred.js';
import { proseUsages } from '../plain/prose.js';
import { ShellAnswerReads } from './answers.js';
import { documentOf, expressionsInJson } from './here-documents.js';
import { headersIn, ShellRequests } from './requests.js';
import { readScript, type ShellCommand, type ShellScript } from './script.js';
import { type Bindings, type Bound, ShellVariables } from './variables.js';
import { plainWord, textFrom, type Word } from './words.js';

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

class ShellReading {
  readonly #script: ShellScript;
  readonly #variables: ShellVariables;
  readonly #requests: ShellRequests;
  readonly #answers: ShellAnswerReads;
  readonly #evidence: FileEvidence;
  readonly #usages: Usage[] = [];
  readonly #sent = new Set<string>();

  constructor(
    readonly input: ShellInput,
    readonly source: FlatText,
  ) {
    this.#script = readScript(source);
    this.#variables = new ShellVariables(this.#script, source, input.outside);
    this.#requests = new ShellRequests(this.#variables);
    this.#answers = new ShellAnswerReads(this.#script, source);
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
      for (const one of proseUsages({
        file: this.source.file,
        text: this.source.text.slice(start, end),
        offset,
        profiles,
        evidence,
        context: 'docs',
      }))
        this.#usages.push(one);
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
    const request = { method: nothing, body: nothing, headers: nothing, reads: [] };
    this.#add(address, request, word, this.input.context);
  }

  #expression(word: Word): void {
    if (!mayHoldExpression(plainWord(word))) return;
    const usage = expressionUsage(textFrom(word.pieces), this.input.context, this.input.evidence.all);
    if (usage !== null) this.#usages.push(usage);
  }

  #command(command: ShellCommand): void {
    for (const bound of this.#variables.bindingsOf(command)) this.#bound(command, bound);
    for (const word of command.words) this.#expression(word);
    this.#document(command);
  }

  /** A here document that is a program of its own, or data. */
  #document(command: ShellCommand): void {
    if (command.input === null || this.input.pieces !== undefined) return;
    const content = textFrom(command.input.pieces);
    const document = documentOf(command, content);
    if (document?.kind === 'script')
      for (const one of shellUsages({ ...this.input, pieces: content.pieces })) this.#usages.push(one);
    for (const text of document?.kind === 'data' ? document.expressions : []) {
      const usage = expressionUsage(text, this.input.context, this.input.evidence.all);
      if (usage !== null) this.#usages.push(usage);
    }
  }

  #bound(command: ShellCommand, { bindings, given }: Bound): void {
    const words = this.#variables.spread(command.words, given);
    const names = words.map(plainWord);
    const shows = SHOWING.test(names[0] ?? '');
    const addresses = words.flatMap((word) => {
      const address = this.#address(word.pieces, bindings);
      return address === null ? [] : [{ word, address }];
    });
    const sent = addresses.length > 0;
    if (sent) {
      const request = this.#requests.of(
        { ...command, words },
        names,
        bindings,
        new Set(addresses.map(({ word }) => word)),
      );
      const context = shows && command.input === null ? 'docs' : this.input.context;
      const reads = this.#answers.of(command);
      const headers = headersIn(words);
      for (const { word, address } of addresses)
        this.#add(address, { ...request, headers, reads }, word, context);
    }
    if (sent) return;
    if (shows) {
      this.#shown(words);
      return;
    }
    this.#embedded(words);
    for (const text of words.flatMap((word) => this.#rulesIn(word))) {
      const usage = expressionUsage(text, this.input.context, this.input.evidence.all);
      if (usage !== null) this.#usages.push(usage);
    }
  }

  /** `add_rule "$zone" '{"expression": "…"}'` */
  #rulesIn(word: Word): readonly TextValue[] {
    return mayHoldExpression(plainWord(word)) ? expressionsInJson(textFrom(word.pieces)) : [];
  }

  /** Messages with addresses in them. */
  #shown(words: readonly Word[]): void {
    const { profiles, evidence } = this.input;
    for (const { start, end, quoted } of words) {
      if (!quoted) continue;
      const text = this.source.text.slice(start, end);
      const offset = this.source.offset(start);
      for (const one of proseUsages({
        file: this.source.file,
        text,
        offset,
        profiles,
        evidence,
        context: 'docs',
      }))
        this.#usages.push(one);
    }
  }

  /** A whole command line in one quoted word: `bash -c "curl …"`, `ssh host 'curl …'`. */
  #embedded(words: readonly Word[]): void {
    if (this.input.pieces !== undefined) return;
    for (const word of words) {
      if (!word.quoted || !/\bcurl\s/.test(plainWord(word))) continue;
      for (const one of shellUsages({ ...this.input, pieces: word.pieces })) this.#usages.push(one);
    }
  }

  #add(
    address: ApiAddress,
    request: Pick<HttpUsage, 'method' | 'body' | 'headers' | 'reads'>,
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
      url: address.url,
      ...request,
    };
    this.#usages.push(usage);
  }

  #address(pieces: readonly Piece[], bindings: Bindings): ApiAddress | null {
    const value = textFrom(this.#variables.resolved(pieces, bindings));
    return addressOf(value, this.input.profiles, this.#evidence);
  }
}

function keyOf(address: ApiAddress): string {
  const last = address.url.pieces.filter((piece) => piece.kind === 'text').at(-1)?.origin;
  return last === undefined || last === null ? '' : `${last.file}:${last.start}`;
}
