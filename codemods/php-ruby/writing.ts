/** What the new functions of PHP and of Ruby have in common: their requests, their names and their parameters. */
import type { Feature, FunctionRole } from '../planner/index.js';
import type { RequestCall } from './call.js';
import type { NamedRules } from './kind.js';
import type { Shape } from './sender.js';
import { dressed, type Style } from './style.js';
import type { Piece } from './syntax.js';

export interface Writing {
  readonly kind: NamedRules;
  readonly style: Style;
  readonly call: RequestCall;
  readonly features: ReadonlySet<Feature>;
  /** What the caller hands on before the zone, as parameters. */
  readonly parameters: readonly string[];
  /** The zone within the function; null where the client writes it. */
  readonly zone: Piece | null;
  /** The parameter that holds it. */
  readonly zoneParameter: string | null;
  /** Methods of a class, or of the class itself. */
  readonly holder: 'class' | 'object' | null;
}

/** The body of a function: what follows its parameters. */
export interface Body {
  readonly parameters: readonly string[];
  readonly says: string;
  /** PHP: what it returns, if that can be told. */
  readonly type: string | null;
  /** PHP: callers may give objects or arrays. */
  readonly takesObjects?: boolean;
  readonly lines: readonly string[];
}

/** Requests of a function: their texts stand in templates as one character until the template has the style of the file. */
export class Requests {
  readonly #writing: Writing;
  readonly #texts: string[] = [];
  isRefused = false;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  send(method: string, tail: readonly Piece[], body?: string): string {
    const { call, style } = this.#writing;
    const zone = this.#writing.zone ?? { text: '', isCode: false };
    const written = call.again(
      method,
      [{ text: 'zones/', isCode: false }, zone, ...tail],
      body === undefined ? undefined : dressed(body, style),
    );
    if (written === null) this.isRefused = true;
    return this.#kept(written ?? '');
  }

  /** The answer that a response holds. */
  parsed(response: string): string {
    const [before = '', after = ''] = this.#writing.call.sender.parsed.split('@');
    return `${before}${response}${after}`;
  }

  /** A line of a template as it is written. */
  written(line: string): string {
    return dressed(line, this.#writing.style).replaceAll(
      /[\ue200-\ue2ff]/g,
      (one) => this.#texts[one.charCodeAt(0) - 0xe200] ?? '',
    );
  }

  #kept(text: string): string {
    return String.fromCharCode(0xe200 + this.#texts.push(text) - 1);
  }
}

export const shapeOf = ({ call }: Pick<Writing, 'call'>): Shape => call.sender.shape ?? 'array';

/** Where a call has not thrown, it gives what it was asked for. */
export function isSure({ call: { sender } }: Pick<Writing, 'call'>): boolean {
  return sender.throws && !sender.givesNothing;
}

/** `addCustomRule` in the way of the file. */
export function functionName(kind: NamedRules, role: FunctionRole, { isSnake }: Style): string {
  const name = kind.names[role];
  return isSnake ? snake(name) : name;
}

export function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const entryPoint = ({ phase }: NamedRules): readonly Piece[] => [
  { text: `/rulesets/phases/${phase}/entrypoint`, isCode: false },
];
export const RULESETS: readonly Piece[] = [{ text: '/rulesets', isCode: false }];

export function rulesetTail(id: string, ...more: readonly Piece[]): readonly Piece[] {
  return [{ text: '/rulesets/', isCode: false }, { text: id, isCode: true }, ...more];
}

export function text(written: string): Piece {
  return { text: written, isCode: false };
}

export function code(written: string): Piece {
  return { text: written, isCode: true };
}
