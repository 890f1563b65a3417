import type { Analyzer, AnalyzerOptions } from '../../analysis/index.js';
import type { Prefilter } from '../../analysis/prefilter/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { Evidence } from '../../read/index.js';
import { prefilterOf } from '../candidates/triggers.js';

type Neighbours = (path: string) => readonly Evidence[];

/** What is derived from a catalogue: used for every root that shares it. */
export class ScanEngine {
  readonly prefilter: Prefilter;
  readonly #catalogue: Catalogue;
  readonly #everything: boolean;
  #neighbours: Neighbours = () => [];
  #analyzer: Promise<Analyzer> | null = null;

  constructor(catalogue: Catalogue, everything: boolean) {
    this.#catalogue = catalogue;
    this.#everything = everything;
    this.prefilter = prefilterOf(catalogue);
  }

  /** Loaded when the first candidate is met; most repositories have none. */
  analyzer(): Promise<Analyzer> {
    this.#analyzer ??= loadAnalyzer({
      catalogue: this.#catalogue,
      everything: this.#everything,
      neighboursOf: (path) => this.#neighbours(path),
    });
    return this.#analyzer;
  }

  /** Drops the analyzer, with all that it has kept. */
  renew(): void {
    this.#analyzer = null;
  }

  /** Says where the analyzer is to look for what shows the API near a file. */
  setNeighbours(neighboursOf: Neighbours): void {
    this.#neighbours = neighboursOf;
  }
}

async function loadAnalyzer(options: AnalyzerOptions): Promise<Analyzer> {
  const { createAnalyzer } = await import('../../analysis/analyzer.js');
  return createAnalyzer(options);
}

/** One engine for each catalogue; `everything` starts analysis from every text of a file. */
export class Engines {
  readonly #everything: boolean;
  readonly #known = new Map<Catalogue, ScanEngine>();

  constructor(everything: boolean) {
    this.#everything = everything;
  }

  of(catalogue: Catalogue): ScanEngine {
    const engine = this.#known.get(catalogue) ?? new ScanEngine(catalogue, this.#everything);
    this.#known.set(catalogue, engine);
    return engine;
  }
}
