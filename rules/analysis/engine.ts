import { type Analyzer, readyAnalyzer } from '../../src/analysis/index.js';
import { type Prefilter, TIER_BITS } from '../../src/analysis/prefilter/index.js';
import type { Catalogue } from '../../src/catalogue/index.js';
import type { OwnCalls, Reader } from '../../src/read/index.js';
import { javascriptReader } from '../../src/read/javascript/index.js';
import { jsonReader } from '../../src/read/json/index.js';
import { markdownReader } from '../../src/read/markdown/index.js';
import { terraformReader } from '../../src/read/terraform/index.js';
import { textReader } from '../../src/read/text/index.js';
import { yamlReader } from '../../src/read/yaml/index.js';
import { prefilterOf } from '../../src/scan/index.js';

/** A linter cannot wait for a reader to be loaded. The parser of each is loaded when it first reads a file. */
export const READERS = [javascriptReader, terraformReader, yamlReader, jsonReader, markdownReader];

/** Readers of what ESLint has a tree of, by language. */
const SCRIPTS: ReadonlyMap<string, Reader> = new Map(
  javascriptReader.languages.map((language) => [language, javascriptReader]),
);

/** What is worked out once for a catalogue, each part when it is first needed. */
export class RuleEngine {
  readonly catalogue: Catalogue;
  readonly own: OwnCalls;
  readonly scripts = SCRIPTS;
  #prefilter: Prefilter | undefined;
  #analyzer: Analyzer | undefined;

  constructor(catalogue: Catalogue, own: OwnCalls) {
    this.catalogue = catalogue;
    this.own = own;
  }

  get analyzer(): Analyzer {
    this.#analyzer ??= readyAnalyzer({ catalogue: this.catalogue }, textReader, READERS);
    return this.#analyzer;
  }

  /** Drops the analyzer, with all that it has kept. */
  renew(): void {
    this.#analyzer = undefined;
  }

  /**
   * Whether a text is worth an analysis, by its words alone and as the scanner decides it: a name that only the API
   * has, or a common one where the text or its package shows the API. Where neither does, which is what most files
   * are like, common names are not even looked for.
   */
  isOpen(text: string, belongsToSdkUser: () => boolean): boolean {
    this.#prefilter ??= prefilterOf(this.catalogue);
    const tiers = this.#prefilter.scanText(text, TIER_BITS.strong | TIER_BITS.context);
    if ((tiers & TIER_BITS.strong) !== 0) return true;
    if ((tiers & TIER_BITS.context) === 0 && !belongsToSdkUser()) return false;
    return this.#prefilter.scanAgain(TIER_BITS.weak) !== 0;
  }
}
