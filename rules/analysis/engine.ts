import { type Analyzer, readyAnalyzer } from '../../src/analysis/index.js';
import { createPrefilter, type Prefilter, TIER_BITS } from '../../src/analysis/prefilter/index.js';
import { type Catalogue, triggers } from '../../src/catalogue/index.js';
import { javascriptReader } from '../../src/read/javascript/index.js';
import { jsonReader } from '../../src/read/json/index.js';
import { markdownReader } from '../../src/read/markdown/index.js';
import { terraformReader } from '../../src/read/terraform/index.js';
import { textReader } from '../../src/read/text/index.js';
import { yamlReader } from '../../src/read/yaml/index.js';

/** A linter cannot wait for a reader to be loaded. The parser of each is loaded when it first reads a file. */
export const READERS = [javascriptReader, terraformReader, yamlReader, jsonReader, markdownReader];

/** What a text shows of the API by words alone. */
export type Gate =
  /** Nothing that an entry names. */
  | 'closed'
  /** Only words that many programs use, and nothing of the API beside them. */
  | 'doubtful'
  | 'open';

/** What is worked out once for a catalogue, each part when it is first needed. */
export class Engine {
  readonly catalogue: Catalogue;
  #prefilter: Prefilter | undefined;
  #analyzer: Analyzer | undefined;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  get analyzer(): Analyzer {
    this.#analyzer ??= readyAnalyzer({ catalogue: this.catalogue }, textReader, READERS);
    return this.#analyzer;
  }

  gate(text: string): Gate {
    this.#prefilter ??= createPrefilter(triggers(this.catalogue));
    const tiers = this.#prefilter.scan(encode(text));
    if ((tiers & TIER_BITS.strong) !== 0) return 'open';
    if ((tiers & TIER_BITS.weak) === 0) return 'closed';
    return (tiers & TIER_BITS.context) !== 0 ? 'open' : 'doubtful';
  }
}

const encoder = new TextEncoder();
/** One buffer for all files; a character takes three bytes at most. */
let bytes = new Uint8Array(64 * 1024);

function encode(text: string): Uint8Array {
  if (bytes.length < text.length * 3) bytes = new Uint8Array(text.length * 3);
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
}
