import type { Origin, Piece, Property, TextPiece, Value } from '../../value/index.js';
import { type FlatText, flatten } from '../flat.js';
import type { Program, SourceFile } from '../reader.js';
import type { ExpressionUsage, HttpUsage, RecordUsage, ResourceUsage, SdkUsage, Usage } from '../usage.js';
import { readText } from './index.js';

/**
 * Code inside a text of another file, such as a cell of a notebook: it is read as a file of its own, and
 * everything found is moved to where it stands in the outer file.
 */
export function embeddedReading(input: {
  readonly file: SourceFile;
  readonly language: string;
  readonly pieces: readonly Piece[];
  readonly program: Program;
}): Usage[] {
  const flat = flatten(input.pieces);
  if (flat === null) return [];
  const inner: SourceFile = { path: input.file.path, text: flat.text, language: input.language };
  return readText(inner, input.program).usages.map((usage) => new Mover(flat).usage(usage));
}

class Mover {
  constructor(readonly flat: FlatText) {}

  usage(usage: Usage): Usage {
    switch (usage.kind) {
      case 'http':
        return this.#http(usage);
      case 'sdk':
        return this.#sdk(usage);
      case 'expression':
        return this.#expression(usage);
      case 'resource':
        return this.#resource(usage);
      case 'record':
        return this.#record(usage);
      case 'cipher':
      case 'storage':
        return usage;
    }
  }

  #http(usage: HttpUsage): HttpUsage {
    return {
      ...usage,
      site: this.#origin(usage.site),
      method: this.#value(usage.method),
      url: this.#value(usage.url),
      body: this.#value(usage.body),
      headers: this.#value(usage.headers),
    };
  }

  #sdk(usage: SdkUsage): SdkUsage {
    return {
      ...usage,
      site: this.#origin(usage.site),
      chain: usage.chain.map((one) => ({ ...one, origin: this.#origin(one.origin) })),
      args: usage.args.map((one) => this.#value(one)),
    };
  }

  #expression(usage: ExpressionUsage): ExpressionUsage {
    const text = this.#value(usage.text);
    return { ...usage, site: this.#origin(usage.site), text: text.kind === 'text' ? text : usage.text };
  }

  #resource(usage: ResourceUsage): ResourceUsage {
    return {
      ...usage,
      site: this.#origin(usage.site),
      nameOrigin: this.#origin(usage.nameOrigin),
      attributes: this.#value(usage.attributes),
    };
  }

  #record(usage: RecordUsage): RecordUsage {
    return {
      ...usage,
      site: this.#origin(usage.site),
      body: this.#value(usage.body),
      reads: usage.reads.map((read) => ({ ...read, origin: this.#origin(read.origin) })),
    };
  }

  #origin(origin: Origin): Origin {
    return { file: this.flat.file, start: this.flat.offset(origin.start), end: this.flat.offset(origin.end) };
  }

  #optional(origin: Origin | null): Origin | null {
    return origin === null ? null : this.#origin(origin);
  }

  #value(value: Value): Value {
    const origin = this.#optional(value.origin);
    switch (value.kind) {
      case 'text':
        return { kind: 'text', origin, pieces: value.pieces.map((piece) => this.#piece(piece)) };
      case 'object':
        return { ...value, origin, properties: value.properties.map((property) => this.#property(property)) };
      case 'array':
        return { ...value, origin, items: value.items.map((item) => this.#value(item)) };
      case 'choice':
        return { ...value, origin, of: value.of.map((one) => this.#value(one)) };
      default:
        return { ...value, origin };
    }
  }

  #property(property: Property): Property {
    return {
      key: property.key,
      keyOrigin: this.#optional(property.keyOrigin),
      value: this.#value(property.value),
      origin: this.#optional(property.origin),
    };
  }

  #piece(piece: Piece): Piece {
    if (piece.origin === null) return piece;
    const origin = this.#origin(piece.origin);
    if (piece.kind === 'hole') return { ...piece, origin };
    const { start } = piece.origin;
    const inner = piece.offsets ?? Array.from({ length: piece.text.length + 1 }, (_, index) => start + index);
    const offsets = inner.map((at) => this.flat.offset(at));
    const moved: TextPiece = { kind: 'text', text: piece.text, origin };
    const straight = offsets.every((at, index) => at === origin.start + index);
    return straight ? moved : { ...moved, offsets };
  }
}
