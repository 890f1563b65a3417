import { atMost, meetLimit } from '../../../limits.js';

let cuts = 0;
let run = 0;

/** Says that something was left unknown by a bound or a circle, which somebody else might not have met. */
export function cutShort(): void {
  cuts++;
}

/** Says that a limit left something out: what was found of it depends on who asked, and may not be all. */
export function cutByLimit(limit: string): void {
  meetLimit(limit);
  cutShort();
}

/** The first of some things; what is made of them is no whole if there are more. */
export function firstOf<T>(things: readonly T[], most: number, what: string): readonly T[] {
  if (things.length > most) cutShort();
  return atMost(things, most, what);
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
