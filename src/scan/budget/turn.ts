/** Signals and timers get their turn, and the parser lets go of the files that it is done with. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
