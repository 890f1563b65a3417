/**
 * What a scan may take as a whole, whatever stands in the tree. Each file has a time limit of its own; this one holds
 * where very many of them come near it, or where what is known of them fills the memory.
 */

/** How the next files are to be read. */
export type Allowance =
  | { readonly read: 'whole' }
  /** Only the code around the triggers, or nothing. */
  | { readonly read: 'parts' | 'nothing'; readonly reason: 'timeout' | 'memory' };

export interface RunLimits {
  /** Milliseconds on the processor, after which files are read in parts; after twice as many, none is read. */
  readonly milliseconds: number;
  /** Bytes of the heap, likewise; after one and a half times as many, none is read. */
  readonly heap: number;
}

const SECONDS = 120;
const MILLISECONDS_PER_FILE = 5;
const HEAP = 1.1e9;
const HEAP_SHARE = 0.5;
/** Measuring costs time: heap in use is asked for so often. */
const LOOK_MILLISECONDS = 200;

/** `seconds` as the user wants it; by default it grows with the files that contain an API keyword. */
export function runLimits(seconds: number | null, files: number): RunLimits {
  const { heap_size_limit: most } = v8().getHeapStatistics();
  const own = SECONDS * 1000 + files * MILLISECONDS_PER_FILE;
  return { milliseconds: seconds === null ? own : seconds * 1000, heap: Math.min(HEAP, most * HEAP_SHARE) };
}

export class RunBudget {
  readonly #limits: RunLimits;
  readonly #heapUsed: () => number;
  readonly #dropCaches: () => void;
  readonly #began = worked();
  #looked = -LOOK_MILLISECONDS;
  #heap: 'whole' | 'parts' | 'nothing' = 'whole';

  /** `dropCaches` lets go of all that can be worked out again. */
  constructor(limits: RunLimits, dropCaches: () => void, heapUsed = () => process.memoryUsage().heapUsed) {
    this.#limits = limits;
    this.#dropCaches = dropCaches;
    this.#heapUsed = heapUsed;
  }

  next(): Allowance {
    const spent = worked() - this.#began;
    const { milliseconds } = this.#limits;
    if (spent > 2 * milliseconds) return { read: 'nothing', reason: 'timeout' };
    this.#lookAtHeap(spent);
    if (this.#heap !== 'whole') return { read: this.#heap, reason: 'memory' };
    return spent > milliseconds ? { read: 'parts', reason: 'timeout' } : { read: 'whole' };
  }

  #lookAtHeap(now: number): void {
    if (now - this.#looked < LOOK_MILLISECONDS) return;
    this.#looked = now;
    const { heap } = this.#limits;
    if (this.#heapUsed() <= heap) return;
    // Much of it may be garbage, or known only to save work.
    this.#dropCaches();
    collectGarbage();
    const used = this.#heapUsed();
    if (used > 1.5 * heap) this.#heap = 'nothing';
    // So little was garbage that it would be looked for again and again.
    else if (used > 0.8 * heap) this.#heap = 'parts';
  }
}

/** Milliseconds on the processor: where others use it too, the clock runs and the work does not. */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The time of one stage of a run. `files` is asked again and again, for how many there are may only come out as they are
 * gone through.
 */
export class StageTime {
  readonly #seconds: number | null;
  readonly #began = worked();
  #asked = 0;
  #isOver = false;

  constructor(seconds: number | null) {
    this.#seconds = seconds;
  }

  /** To be asked before each file. */
  isOver(files: number): boolean {
    if (!this.#isOver && this.#asked++ % ASKED === 0)
      this.#isOver = worked() - this.#began > runLimits(this.#seconds, files).milliseconds;
    return this.#isOver;
  }
}

/** Why a stage has to end: it had its time, or what is known fills the memory. */
export type Spent = 'timeout' | 'memory' | null;

/** What is left to a stage that reads nothing in parts; once spent, it stays so. */
export function stageBudget(seconds: number | null, files: number): () => Spent {
  const budget = new RunBudget(runLimits(seconds, files), () => undefined);
  let spent: Spent = null;
  return () => {
    if (spent !== null) return spent;
    const allowed = budget.next();
    if (allowed.read !== 'whole') spent = allowed.reason;
    return spent;
  };
}

/** To ask for the time takes longer than to search a small file. */
const ASKED = 128;

function v8() {
  return process.getBuiltinModule('node:v8');
}

/** The engine collects when it thinks fit; what is left then is what is needed. */
function collectGarbage(): void {
  v8().setFlagsFromString('--expose-gc');
  const collect: unknown = process.getBuiltinModule('node:vm').runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
