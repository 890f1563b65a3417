import type { Finding } from '../../../src/analysis/finding.js';
import { createMatcher } from '../../../src/analysis/match/index.js';
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import type { Evidence, HttpUsage, ResponseRead, SdkUsage, Usage } from '../../../src/read/usage.js';
import {
  type Hole,
  hole,
  type ObjectValue,
  type Origin,
  type Piece,
  type Property,
  type TextValue,
  text,
  textPiece,
  unknown,
  type Value,
} from '../../../src/value/index.js';

/**
 * Writes values down one after the other, so that each has a place in a source of its own, and findings can be
 * compared by the text they point at.
 */
export class Writer {
  source = '';

  constructor(readonly file = 'src/a.ts') {}

  /** The place of a text that is written now. */
  write(content: string): Origin {
    const start = this.source.length;
    this.source += `${content} `;
    return { file: this.file, start, end: start + content.length };
  }

  /** A text of known parts and holes: `url('/zones/', hole, '/filters')`. */
  text(...parts: readonly (string | Hole)[]): TextValue {
    const start = this.source.length;
    const pieces: Piece[] = [];
    for (const part of parts) {
      if (typeof part !== 'string') {
        this.source += '${}';
        pieces.push(part);
        continue;
      }
      const from = this.source.length;
      this.source += part;
      pieces.push(textPiece(part, { file: this.file, start: from, end: from + part.length }));
    }
    const end = this.source.length;
    this.source += ' ';
    return { kind: 'text', pieces, origin: { file: this.file, start, end } };
  }

  object(entries: Readonly<Record<string, Value | (() => Value)>>, open = false): ObjectValue {
    const properties: Property[] = Object.entries(entries).map(([key, value]) => {
      const keyOrigin = this.write(key);
      const written = typeof value === 'function' ? value() : value;
      return { key, keyOrigin, value: written, origin: keyOrigin };
    });
    return { kind: 'object', properties, open, origin: null };
  }

  array(...items: readonly Value[]): Value {
    return { kind: 'array', items, open: false, origin: null };
  }

  http(method: string | null, url: Value, parts: Partial<HttpUsage> = {}): HttpUsage {
    return {
      kind: 'http',
      site: this.write('call()'),
      evidence: [],
      context: 'code',
      method: method === null ? unknown('test') : text(method, null),
      url,
      body: unknown('none'),
      headers: unknown('none'),
      reads: [],
      ...parts,
    };
  }

  sdk(chain: string, args: readonly Value[], parts: Partial<SdkUsage> = {}): SdkUsage {
    const start = this.source.length;
    const names = chain.split('.').map((name) => {
      const from = this.source.length;
      this.source += `${name}.`;
      return { name, origin: { file: this.file, start: from, end: from + name.length } };
    });
    this.source += '() ';
    return {
      kind: 'sdk',
      site: { file: this.file, start, end: this.source.length - 1 },
      evidence: [],
      context: 'code',
      sdk: 'npm:cloudflare',
      version: null,
      chain: names,
      args,
      reads: [],
      ...parts,
    };
  }

  read(at: string, written: string, parts: Partial<ResponseRead> = {}): ResponseRead {
    return { at, origin: this.write(written), by: 'read', ...parts };
  }
}

const matcher = createMatcher(builtinCatalogue());

export const API = 'https://api.cloudflare.com/client/v4';
export const zone = hole(null, 'zoneId');

export function scalar(value: number | boolean | null | undefined): Value {
  return { kind: 'scalar', value, origin: null };
}

export function either(...of: readonly Value[]): Value {
  return { kind: 'choice', of, origin: null };
}

export function match(usage: Usage, neighbours: readonly Evidence[] = []) {
  return matcher.match([usage], { languageOf: () => 'typescript', neighbours });
}

/** `entry method confidence: text that is pointed at` of every finding, sorted. */
export function told(writer: Writer, usage: Usage, neighbours: readonly Evidence[] = []): string[] {
  const result = match(usage, neighbours);
  if (result.problems.length > 0) throw new Error(JSON.stringify(result.problems));
  const show = ({ entry, method, confidence, at }: Finding): string =>
    `${entry} ${method ?? '-'} ${confidence}: ${writer.source.slice(at.start, at.end)}`;
  return result.findings.map(show).sort();
}
