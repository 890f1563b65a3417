/**
 * All units and an agent, one after another or several at a time. A change is taken over only if it verifies on top of
 * everything that was taken over before it.
 */
import type { UnitVerdict } from '../check/verify.js';
import type { Unit } from '../units.js';
import type { Base, Stage } from './model.js';
import { judgeOn, type UnitResult, workOn } from './rounds.js';
import { type AgentFile, commitTree, fits, removeLinks, removeTree } from './trees.js';

export type UnitOutcome = {
  readonly unit: Unit;
  /** In which the unit was found. */
  readonly base: Base;
} & (
  | {
      readonly kind: 'accepted';
      readonly files: readonly AgentFile[];
      readonly verdict: 'verified' | 'consistent';
      readonly differences: UnitVerdict['differences'];
      readonly rounds: number;
    }
  | { readonly kind: 'rejected'; readonly reason: string }
);

export interface UnitRun {
  readonly outcomes: readonly UnitOutcome[];
  /** With all that was taken over. */
  readonly last: Base;
}

/** A unit whose code another one changed meanwhile is done once more. */
const MOST_TRIES = 2;

/** `isLeft`: whether the agent is asked for a unit of a base. */
export function runUnits(
  first: Base,
  isLeft: (unit: Unit, base: Base) => boolean,
  stage: Stage,
): Promise<UnitRun> {
  return new Run(first, isLeft, stage).run();
}

class Run {
  readonly #isLeft: (unit: Unit, base: Base) => boolean;
  readonly #stage: Stage;
  readonly #outcomes: UnitOutcome[] = [];
  readonly #tries = new Map<string, number>();
  readonly #settled = new Set<string>();
  readonly #running = new Map<string, { readonly unit: Unit; readonly done: Promise<void> }>();
  readonly #uses = new Map<Base, number>();
  #base: Base;
  /** Why no unit is begun any more. */
  #end: string | null = null;
  #failure: { readonly error: unknown } | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(first: Base, isLeft: (unit: Unit, base: Base) => boolean, stage: Stage) {
    this.#base = first;
    this.#isLeft = isLeft;
    this.#stage = stage;
  }

  async run(): Promise<UnitRun> {
    for (;;) {
      while (this.#running.size < this.#stage.jobs && this.#failure === null) {
        const unit = this.#next();
        if (unit === undefined) break;
        this.#start(unit);
      }
      if (this.#running.size === 0) break;
      await Promise.race([...this.#running.values()].map(({ done }) => done));
    }
    if (this.#failure !== null) throw this.#failure.error;
    return { outcomes: this.#outcomes, last: this.#base };
  }

  /** Units that stand in the same file are not done at the same time. */
  #next(): Unit | undefined {
    const busy = new Set([...this.#running.values()].flatMap(({ unit }) => unit.files));
    return this.#base.inspected.units.find(
      (unit) =>
        !this.#settled.has(nameOf(unit)) &&
        !this.#running.has(nameOf(unit)) &&
        this.#isLeft(unit, this.#base) &&
        !unit.files.some((file) => busy.has(file)),
    );
  }

  #start(unit: Unit): void {
    const base = this.#base;
    const name = nameOf(unit);
    this.#uses.set(base, (this.#uses.get(base) ?? 0) + 1);
    const work = async () => {
      try {
        const result: UnitResult =
          this.#end === null
            ? await workOn(unit, base, this.#stage)
            : { kind: 'rejected', reason: this.#end };
        await this.#inTurn(() => this.#settle(unit, base, result));
      } catch (error) {
        this.#failure ??= { error };
      } finally {
        this.#release(base);
        this.#running.delete(name);
      }
    };
    this.#running.set(name, { unit, done: work() });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #settle(unit: Unit, base: Base, result: UnitResult): Promise<void> {
    const name = nameOf(unit);
    if (result.kind === 'rejected') {
      if (result.isFinal) this.#end = result.reason;
      this.#reject(unit, base, result.reason);
      return;
    }
    const taken = base === this.#base ? result : await this.#onTop(unit, result);
    if (taken === null) {
      const tries = (this.#tries.get(name) ?? 0) + 1;
      this.#tries.set(name, tries);
      if (tries >= MOST_TRIES)
        this.#reject(unit, base, 'another unit changed the same code meanwhile: run the command again');
      return;
    }
    const { folder, ...change } = taken;
    this.#settled.add(name);
    this.#outcomes.push({ unit, base, ...change });
    removeLinks(folder);
    await commitTree(this.#stage.git, folder);
    const old = this.#base;
    this.#base = { folder, inspected: await this.#stage.inspect(folder) };
    if (old !== base) this.#release(old, 0);
  }

  /** The same change after others; null if it does not go with them. */
  async #onTop(
    unit: Unit,
    result: UnitResult & { readonly kind: 'accepted' },
  ): Promise<(UnitResult & { readonly kind: 'accepted' }) | null> {
    removeTree(result.folder);
    const same = this.#base.inspected.units.find((one) => nameOf(one) === nameOf(unit));
    if (same === undefined || !fits(this.#base.folder, result.files)) return null;
    const judged = await judgeOn(this.#base, result.files, same, this.#stage);
    if (judged.accepted !== null) return { ...result, verdict: judged.accepted, folder: judged.folder };
    removeTree(judged.folder);
    return null;
  }

  #reject(unit: Unit, base: Base, reason: string): void {
    this.#settled.add(nameOf(unit));
    this.#outcomes.push({ unit, base, kind: 'rejected', reason });
    this.#stage.progress(unit, `left as it is: ${reason}`);
  }

  /** Nobody works on a base any more that others have come after. */
  #release(base: Base, one = 1): void {
    const uses = (this.#uses.get(base) ?? 0) - one;
    this.#uses.set(base, uses);
    if (uses <= 0 && base !== this.#base) removeTree(base.folder);
  }
}

/** Equal lines in several files have equal ids. */
function nameOf({ id, files }: Unit): string {
  return JSON.stringify([id, files]);
}
