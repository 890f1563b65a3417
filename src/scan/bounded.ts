import { endsWithin } from '../analysis/deadline.js';
import type { Analyzer, FileAnalysis } from '../analysis/index.js';
import type { Program, SourceFile } from '../read/reader.js';
import type { Engine } from './engine.js';

interface Limits {
  /** Milliseconds for a file. */
  readonly file: number;
  /** The same, where only the surroundings of its triggers are read. */
  readonly parts: number;
  /** How much more time a file gets on a machine that is busy with other things. */
  readonly busyFactor: number;
}

/** Far beyond what any program takes that people write: the readers count their steps, this is the last resort. */
const LIMITS: Limits = { file: 7_000, parts: 2_000, busyFactor: 4 };
/** A file that had this much of the time had all of it. */
const NEARLY = 0.8;

/** Milliseconds. The `performance` object would load modules that nothing else here needs. */
function clock(): number {
  return process.uptime() * 1000;
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

export interface BoundedResult {
  /** Null if not even the surroundings of the triggers could be read in time. */
  readonly analysis: FileAnalysis | null;
  readonly timedOut: boolean;
}

/**
 * Analyses files, each within its time. One that takes longer is read in parts, around its triggers. What was
 * stopped midway leaves caches half filled, so the files after it get a new analyzer and a new program.
 */
export class BoundedAnalyses<P extends Program> {
  readonly #engine: Pick<Engine, 'analyzer' | 'renew'>;
  readonly #limits: Limits;
  readonly #renewed: () => P;
  #program: P;

  constructor(engine: Pick<Engine, 'analyzer' | 'renew'>, renewed: () => P, limits = LIMITS) {
    this.#limits = limits;
    this.#engine = engine;
    this.#renewed = renewed;
    this.#program = renewed();
  }

  /** Holds what was learned of the files so far. */
  get program(): P {
    return this.#program;
  }

  async of(files: readonly SourceFile[]): Promise<readonly BoundedResult[]> {
    const results: BoundedResult[] = [];
    const usual = this.#limits.file;
    let limit = usual;
    while (results.length < files.length) {
      const analyzer = await this.#loaded(files);
      let began = 0;
      const worked = process.cpuUsage();
      // One watch over several files costs each next to nothing.
      const ended = endsWithin(limit, () => {
        for (const file of files.slice(results.length)) {
          began = clock();
          results.push({ analysis: analyzer.analyze(file, this.#program), timedOut: false });
        }
      });
      if (ended) break;
      const hadItsTime = clock() - began >= NEARLY * limit;
      // Where others use the processor, the clock runs and the work does not.
      const wasIdle = millisecondsOf(process.cpuUsage(worked)) < limit / 2;
      this.#engine.renew();
      this.#program = this.#renewed();
      const file = files[results.length];
      if (hadItsTime && wasIdle && limit === usual && this.#limits.busyFactor > 1)
        limit *= this.#limits.busyFactor;
      else if (hadItsTime && file !== undefined) {
        results.push(await this.#inParts(file));
        limit = usual;
      }
    }
    return results;
  }

  async #inParts(file: SourceFile): Promise<BoundedResult> {
    const analyzer = await this.#loaded([file]);
    let analysis: FileAnalysis | null = null;
    const ended = endsWithin(this.#limits.parts, () => {
      analysis = analyzer.analyzeParts(file, this.#program, 'timeout');
    });
    if (!ended) {
      this.#engine.renew();
      this.#program = this.#renewed();
    }
    return { analysis: ended ? analysis : null, timedOut: true };
  }

  async #loaded(files: readonly SourceFile[]): Promise<Analyzer> {
    const analyzer = await this.#engine.analyzer();
    await analyzer.load(files.map(({ language }) => language));
    return analyzer;
  }
}
