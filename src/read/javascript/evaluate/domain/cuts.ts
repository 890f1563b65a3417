/** Why a value is unknown for which no steps were left. */
export const OUT_OF_STEPS = 'budget';

let cuts = 0;
let run = 0;

/** Says that something was left unknown by a bound or a circle, which somebody else might not have met. */
export function cutShort(): void {
  cuts++;
}

/** How often that was, so far: the same number before and after means that a result is whole. */
export function cutsSoFar(): number {
  return cuts;
}

/** Takes back what was said since `before`: nothing of it got into the result. */
export function takeBackCuts(before: number): void {
  cuts = before;
}

/** Starts the work on one file: what was cut short before has no meaning for it. */
export function startRun(): void {
  run++;
}

export function currentRun(): number {
  return run;
}
