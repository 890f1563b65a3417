import { type Analyzer, createAnalyzer } from '../analysis/index.js';
import { createPrefilter, type Prefilter } from '../analysis/prefilter/index.js';
import { type Catalogue, triggers } from '../catalogue/index.js';
import type { Evidence } from '../read/usage.js';

/** Comments of ours in the user's code make a file worth reading too. */
const OWN_TRIGGER = { text: 'edge-sunset-', tier: 'strong' } as const;

/** What is derived from a catalogue: used for every root that shares it. */
export interface Engine {
  readonly prefilter: Prefilter;
  readonly analyzer: Analyzer;
  /** Says where the analyzer is to look for what shows the API near a file. */
  setNeighbours(neighboursOf: (path: string) => readonly Evidence[]): void;
}

/** Makes engines, one for each catalogue; `everything` starts analysis from every text of a file. */
export class Engines {
  readonly #everything: boolean;
  readonly #known = new Map<Catalogue, Promise<Engine>>();

  constructor(everything: boolean) {
    this.#everything = everything;
  }

  of(catalogue: Catalogue): Promise<Engine> {
    const engine = this.#known.get(catalogue) ?? this.#make(catalogue);
    this.#known.set(catalogue, engine);
    return engine;
  }

  async #make(catalogue: Catalogue): Promise<Engine> {
    let neighbours: (path: string) => readonly Evidence[] = () => [];
    const analyzer = await createAnalyzer({
      catalogue,
      everything: this.#everything,
      neighboursOf: (path) => neighbours(path),
    });
    return {
      analyzer,
      prefilter: createPrefilter([...triggers(catalogue), OWN_TRIGGER]),
      setNeighbours: (neighboursOf) => {
        neighbours = neighboursOf;
      },
    };
  }
}
