import {
  type Analyzer,
  endsWithin,
  type FileAnalysis,
  inParts,
  LARGE_CHARACTERS,
  TOO_LARGE,
} from '../../analysis/index.js';
import type { Program, SourceFile } from '../../read/index.js';
import type { ScanEngine } from './engine.js';

interface Limits {
  /** Milliseconds for a file. */
  readonly file: number;
  /** The same, where a file that took too long is read once more, around its triggers. */
  readonly parts: number;
  /** How much more time a file gets on a machine that is busy with other things. */
  readonly busyFactor: number;
  /** Findings of a file that is read in parts; after them no more of it is read. */
  readonly findings: number;
}

/** Far beyond what any program takes that people write: the readers count their steps, this is the last resort. */
const LIMITS: Limits = { file: 5_000, parts: 1_500, busyFactor: 6, findings: 5_000 };
/** A file that had this much of the time had all of it. */
const NEARLY = 0.8;

/** Milliseconds. The `performance` object would load modules that nothing else here needs. */
function clock(): number {
  return process.uptime() * 1000;
}

/** Milliseconds on the processor: where others use it too, the clock runs and the work does not. */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface Cut {
  readonly reason: 'timeout' | 'memory' | 'too-large';
  readonly read: 'all parts' | 'some parts';
}

export interface BoundedResult {
  readonly analysis: FileAnalysis;
  /** Why no more of it was read, and how much was; absent where all was read. */
  readonly cut?: Cut;
}

/**
 * Analyses files, each within its time. One that takes longer is read in parts, around its triggers, and so is one that
 * is too large to be read as a whole; what was read before the time is up counts. What was stopped midway leaves caches
 * half filled, so the files after it get a new analyzer and a new program.
 */
export class BoundedAnalyses<P extends Program> {
  readonly #engine: Pick<ScanEngine, 'analyzer' | 'renew'>;
  readonly #limits: Limits;
  readonly #renewed: () => P;
  #program: P;

  constructor(engine: Pick<ScanEngine, 'analyzer' | 'renew'>, renewed: () => P, limits = LIMITS) {
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
      const next = files[results.length];
      if (next !== undefined && next.text.length > LARGE_CHARACTERS) {
        const { analysis, end } = await this.#inParts(next, usual, TOO_LARGE);
        results.push(end === 'whole' ? { analysis } : { analysis, cut: { reason: end, read: 'some parts' } });
        continue;
      }
      const large = files.findIndex(({ text }, at) => at >= results.length && text.length > LARGE_CHARACTERS);
      const batch = files.slice(results.length, large < 0 ? files.length : large);
      const analyzer = await this.#loaded(batch);
      let began = 0;
      const before = worked();
      // One watch over several files costs each next to nothing.
      const ended = endsWithin(limit, () => {
        for (const file of batch) {
          began = clock();
          results.push({ analysis: analyzer.analyze(file, this.#program) });
        }
      });
      if (ended) continue;
      const hadItsTime = clock() - began >= NEARLY * limit;
      const share = (worked() - before) / limit;
      this.renew();
      const file = files[results.length];
      // As long as it takes to work that much where other programs use the processor.
      if (hadItsTime && share < NEARLY && limit === usual && this.#limits.busyFactor > 1)
        limit = Math.ceil(limit * Math.min(this.#limits.busyFactor, 1 / Math.max(share, 0.01)));
      else if (hadItsTime && file !== undefined) {
        results.push(await this.around(file, 'timeout'));
        limit = usual;
      }
    }
    return results;
  }

  /** Reads only the code around the triggers of a file. */
  async around(file: SourceFile, reason: 'timeout' | 'memory'): Promise<BoundedResult> {
    const { analysis, end } = await this.#inParts(file, this.#limits.parts, reason);
    return { analysis, cut: { reason, read: end === 'whole' ? 'all parts' : 'some parts' } };
  }

  /** Lets go of all that was learned of the files so far. */
  renew(): void {
    this.#engine.renew();
    this.#program = this.#renewed();
  }

  async #inParts(
    file: SourceFile,
    limit: number,
    why: string,
  ): Promise<{ readonly analysis: FileAnalysis; readonly end: 'whole' | 'timeout' | 'too-large' }> {
    const analyzer = await this.#loaded([file]);
    const read: FileAnalysis[] = [];
    let end: 'whole' | 'timeout' | 'too-large' = 'whole';
    let findings = 0;
    const before = worked();
    const ended = endsWithin(limit * this.#limits.busyFactor, () => {
      for (const part of analyzer.analyzeParts(file, this.#program)) {
        read.push(part);
        findings += part.findings.length;
        if (findings > this.#limits.findings) end = 'too-large';
        else if (worked() - before > limit) end = 'timeout';
        if (end !== 'whole') return;
      }
    });
    if (!ended) this.renew();
    return { analysis: inParts(read, why), end: ended ? end : 'timeout' };
  }

  async #loaded(files: readonly SourceFile[]): Promise<Analyzer> {
    const analyzer = await this.#engine.analyzer();
    await analyzer.load(files.map(({ language }) => language));
    return analyzer;
  }
}
