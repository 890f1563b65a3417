import { type Piece, slicePiece } from '../../../value/index.js';
import type { FlatText } from '../../flat.js';
import { meetLimit } from '../../limits.js';
import { closingLine, Unclosed } from '../lexing/heredoc-end.js';
import { jqPrinted } from './jq-command.js';
import {
  type AroundWords,
  type AssignedList,
  ESCAPED,
  NO_WORD,
  plainWord,
  restOf,
  templateEnd,
  type Word,
  WordReader,
} from './words.js';

/** Shell scripts as commands of words, with what they assign, read and write. */
export interface ShellCommand {
  readonly words: readonly Word[];
  /** Text given on standard input. */
  readonly input: Word | null;
  /** The file that its output is written to. */
  readonly output: Word | null;
  /** The command whose output it reads. */
  readonly from: ShellCommand | null;
  /** Name of the function whose body it is in. */
  readonly scope: string | null;
}

export interface Assigned {
  readonly name: string;
  readonly value: Word;
  readonly scope: string | null;
}

export interface ShellScript {
  readonly commands: readonly ShellCommand[];
  readonly assigned: readonly Assigned[];
  readonly lists: readonly AssignedList[];
  readonly comments: readonly Stretch[];
  /** Of functions, in the order in which they end. */
  readonly bodies: readonly Stretch[];
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

const MAX_DEPTH = 6;
const MAX_ITEMS = 2_000;
const ASSIGNMENT = /([A-Za-z_]\w*)\+?=/y;
const ELEMENT = /([A-Za-z_]\w*)\[(["']?)([^\]"'\s]{1,200})\2\]\+?=/y;

class ScriptReader implements AroundWords {
  readonly commands: ShellCommand[] = [];
  readonly assigned: Assigned[] = [];
  readonly lists: AssignedList[] = [];
  readonly comments: Stretch[] = [];
  readonly bodies: Stretch[] = [];
  readonly #listAt = new Map<string, number>();
  /** Labels of here documents that nothing further down closes. */
  readonly #unclosed = new Unclosed();
  #words: Word[] = [];
  #input: Word | null = null;
  #output: Word | null = null;
  #pendingDocuments: { label: string; quoted: boolean; strip: boolean }[] = [];
  #scopes: { readonly name: string; shifted: number; readonly start: number }[] = [];
  #braces: boolean[] = [];
  /** Loops and conditions around the place. */
  #conditions = 0;
  #announced: string | null = null;
  #deferred: Omit<ShellCommand, 'input'> | null = null;
  #piped: ShellCommand | null = null;
  /** Commands that stand here, and not in a substitution. */
  readonly #own: ShellCommand[] = [];
  readonly #reader: WordReader;

  constructor(
    readonly source: FlatText,
    readonly depth: number,
    scope: string | null,
    shifted: number,
    /** The script around a substitution. */
    readonly outer: ScriptReader | null = null,
  ) {
    if (scope !== null) this.#scopes.push({ name: scope, shifted, start: 0 });
    this.#reader = new WordReader(source, this);
  }

  /** Reads from an offset to the `)` or backquote that ends a substitution, or to the end. */
  run(from: number, to: number): void {
    const { text } = this.source;
    let at = from;
    while (at < to) {
      const char = text.charAt(at);
      if (char === '\n') {
        at++;
        if (this.#pendingDocuments.length > 0) at = this.#documents(at, to);
        this.#endCommand();
      } else if (char === ' ' || char === '\t' || char === '\r') at++;
      else if (char === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3)))
        at += text.charAt(at + 1) === '\r' ? 3 : 2;
      else if ((char === '`' || char === '^') && /^.[ \t]*\r?\n/.test(text.slice(at, at + 4)))
        at = text.indexOf('\n', at) + 1;
      else if (char === '#' && (at === from || /[\s;(]/.test(text.charAt(at - 1)))) {
        const newline = text.indexOf('\n', at);
        const end = newline < 0 ? to : Math.min(newline, to);
        this.comments.push({ start: at, end });
        at = end;
      } else if (char === ';' || char === '&' || char === '|') {
        const written = this.#endCommand();
        const pipes = char === '|' && text.charAt(at + 1) !== '|' && text.charAt(at - 1) !== '|';
        this.#piped = pipes ? written : null;
        at++;
      } else if (char === '<' || char === '>') at = this.#redirection(at);
      else if (char === '(' || char === ')') {
        at = this.#parenthesis(at);
      } else if (
        (char === '{' || char === '}') &&
        templateEnd(text, at) < 0 &&
        /[\s;]|^$/.test(text.charAt(at + 1))
      ) {
        this.#brace(char, at);
        at++;
      } else {
        const word = this.#reader.word(at, to);
        this.#addWord(word);
        at = Math.max(word.end, at + 1);
      }
    }
    this.#endCommand();
  }

  #scope(): string | null {
    return this.#scopes.at(-1)?.name ?? null;
  }

  get shifted(): number {
    return this.#scopes.at(-1)?.shifted ?? 0;
  }

  #brace(char: string, at: number): void {
    this.#endCommand();
    if (char === '{') {
      this.#braces.push(this.#announced !== null);
      if (this.#announced !== null) this.#scopes.push({ name: this.#announced, shifted: 0, start: at });
      this.#announced = null;
    } else if (this.#braces.pop() === true) {
      const { start = at } = this.#scopes.pop() ?? {};
      this.bodies.push({ start, end: at });
    }
  }

  /** `name() {` announces a function; other parentheses group commands. */
  #parenthesis(at: number): number {
    const { text } = this.source;
    const [only] = this.#words;
    if (
      text.charAt(at) === '(' &&
      /^\(\s*\)/.test(text.slice(at, at + 8)) &&
      this.#words.length <= 2 &&
      only !== undefined
    ) {
      const last = this.#words.at(-1) ?? only;
      this.#announced = plainWord(last);
      this.#words = [];
      return text.indexOf(')', at) + 1;
    }
    this.#endCommand();
    return at + 1;
  }

  #redirection(at: number): number {
    const { text } = this.source;
    const here = /<<(-?)\s*(["']?)([A-Za-z_]\w*)\2/y;
    here.lastIndex = at;
    const found = here.exec(text);
    if (found !== null && text.charAt(at - 1) !== '<') {
      this.#pendingDocuments.push({
        label: found[3] ?? '',
        quoted: found[2] !== '',
        strip: found[1] === '-',
      });
      return here.lastIndex;
    }
    if (text.startsWith('<<<', at)) return at + 3;
    const mark = /[<>]+&?\d?/y;
    mark.lastIndex = at;
    const plain = mark.exec(text)?.[0] ?? '<';
    let after = at + plain.length;
    while (text.charAt(after) === ' ') after++;
    // The file that is written or read is no argument.
    if (/[\n;|&]/.test(text.charAt(after))) return after;
    const target = this.#reader.word(after, text.length);
    if (/^>{1,2}$/.test(plain) && !/\d/.test(text.charAt(at - 1))) this.#output = target;
    return target.end;
  }

  #documents(at: number, to: number): number {
    let from = at;
    for (const { label, quoted } of this.#pendingDocuments) {
      const found = this.#unclosed.has(label) ? null : closingLine(this.source.text, label, from, to, true);
      if (found === null) {
        this.#unclosed.add(label);
        break;
      }
      const end = found.start;
      const pieces = quoted
        ? this.#reader.plain(from, end)
        : this.#reader.interpolated(from, end, ESCAPED.inDocument);
      this.#input = { pieces, start: from, end, quoted: true };
      from = found.end;
    }
    this.#pendingDocuments = [];
    if (this.#deferred !== null && this.#input !== null) {
      this.commands.push({ ...this.#deferred, input: this.#input });
      this.#input = null;
    }
    this.#deferred = null;
    return from;
  }

  #addWord(word: Word): void {
    const { text } = this.source;
    const assignsHere = this.#words.every((one) =>
      /^(?:export|local|declare|readonly|typeset|env|set|-\w+)$/.test(plainWord(one)),
    );
    ASSIGNMENT.lastIndex = word.start;
    const found = assignsHere ? ASSIGNMENT.exec(text) : null;
    if (found !== null && found.index === word.start && word.end >= ASSIGNMENT.lastIndex) {
      const name = found[1] ?? '';
      const length = ASSIGNMENT.lastIndex - word.start;
      const value = { ...word, pieces: restOf(word, length), start: ASSIGNMENT.lastIndex };
      this.assigned.push({ name, value, scope: this.#scope() });
      return;
    }
    if (assignsHere && this.#addElement(word)) return;
    if (this.#words.length === 1 && /^function$/.test(plainWord(this.#words[0] ?? word))) {
      this.#announced = plainWord(word);
      this.#words = [];
      return;
    }
    if (this.#words.length === 0 && !word.quoted) {
      const keyword = plainWord(word);
      if (/^(?:if|while|until|for|select|case)$/.test(keyword)) this.#conditions++;
      else if (/^(?:done|fi|esac)$/.test(keyword)) this.#conditions = Math.max(0, this.#conditions - 1);
      if (/^(?:do|then|else|elif|if|while|until|!|time|done|fi|esac)$/.test(keyword)) return;
    }
    this.#words.push(word);
  }

  /** `MAP[key]=value`: one more item of a list. */
  #addElement(word: Word): boolean {
    ELEMENT.lastIndex = word.start;
    const found = ELEMENT.exec(this.source.text);
    if (found === null || ELEMENT.lastIndex > word.end) return false;
    const [, name = '', quote = '', written = ''] = found;
    const start = word.start + name.length + 1 + quote.length;
    const end = start + written.length;
    const key = { pieces: this.#reader.plain(start, end), start, end, quoted: quote !== '' };
    this.list({ name, items: [{ key, value: this.#reader.word(ELEMENT.lastIndex, word.end) }] });
    return true;
  }

  /** Items of a list may be set in several places. */
  list(list: AssignedList): void {
    const at = this.#listAt.get(list.name) ?? this.lists.length;
    const before = this.lists[at];
    this.#listAt.set(list.name, at);
    if (before === undefined) this.lists.push(list);
    else if (before.items.length < MAX_ITEMS)
      this.lists[at] = { ...before, items: [...before.items, ...list.items] };
  }

  /** The command that ends here, if one does. */
  #endCommand(): ShellCommand | null {
    const words = this.#words;
    this.#words = [];
    if (words.length === 0) return null;
    this.#shift(words);
    const from = this.#piped;
    this.#piped = null;
    if (this.#pendingDocuments.length > 0 && this.#input === null) {
      this.#deferred = { words, output: this.#output, from, scope: this.#scope() };
      this.#output = null;
      return null;
    }
    const command = { words, input: this.#input, output: this.#output, from, scope: this.#scope() };
    this.commands.push(command);
    this.#own.push(command);
    this.#input = null;
    this.#output = null;
    return command;
  }

  /** `shift 2`. Under a condition or in a loop nobody knows whether and how often it runs. */
  #shift([command = NO_WORD, count]: readonly Word[]): void {
    const scope = this.#scopes.at(-1);
    if (scope === undefined || this.#conditions > 0 || plainWord(command) !== 'shift') return;
    if (/\]\s*(?:&&|\|\|)\s*$/.test(this.source.text.slice(Math.max(0, command.start - 20), command.start)))
      return;
    scope.shifted += count === undefined ? 1 : Number(/^\d{1,2}$/.exec(plainWord(count))?.[0] ?? 0);
  }

  /** The last command, where each of them reads the output of the one before. */
  #pipeline(): ShellCommand | null {
    const isOne = this.#own.every(({ from }, index) => index === 0 || from === this.#own[index - 1]);
    return isOne ? (this.#own.at(-1) ?? null) : null;
  }

  #lastOf(name: string): Word | null {
    const own = this.assigned.findLast((one) => one.name === name)?.value;
    return own ?? (this.outer === null ? null : this.outer.#lastOf(name));
  }

  substitution(from: number, to: number): readonly Piece[] | null {
    if (this.depth >= MAX_DEPTH) {
      meetLimit(`nested deeper than ${MAX_DEPTH} levels`);
      return null;
    }
    const inner = new ScriptReader(this.source, this.depth + 1, this.#scope(), this.shifted, this);
    inner.run(from, to);
    for (const one of inner.commands) this.commands.push(one);
    for (const one of inner.comments) this.comments.push(one);
    const last = inner.#pipeline();
    const made = last === null ? null : jqPrinted(last, this.source.text, (name) => this.#lastOf(name));
    if (made !== null) return made;
    const [only] = inner.commands;
    if (inner.commands.length !== 1 || only === undefined) return null;
    const name = plainWord(only.words[0] ?? { pieces: [], start: 0, end: 0, quoted: false });
    if (name === 'cat' && only.input !== null) return only.input.pieces;
    if ((name === 'echo' || name === 'printf') && only.words.length === 2)
      return only.words[1]?.pieces ?? null;
    return name === 'printf' ? printed(only.words.slice(1)) : null;
  }
}

/** `printf 'zones/%s/settings' "$zone"`: the first word with the others in it. */
function printed([format, ...values]: readonly Word[]): readonly Piece[] | null {
  if (format === undefined) return null;
  let next = 0;
  return format.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    const pieces: Piece[] = [];
    let from = 0;
    for (const directive of piece.text.matchAll(/%s|(?<!\\n)(?:\\n)+$/g)) {
      if (directive.index > from) pieces.push(slicePiece(piece, from, directive.index));
      if (directive[0] === '%s') for (const one of values[next++]?.pieces ?? []) pieces.push(one);
      from = directive.index + directive[0].length;
    }
    if (from < piece.text.length) pieces.push(slicePiece(piece, from, piece.text.length));
    return pieces;
  });
}

export function readScript(source: FlatText): ShellScript {
  const reader = new ScriptReader(source, 0, null, 0);
  reader.run(0, source.text.length);
  return reader;
}
