/** Milliseconds that this process has worked. What else the machine has to do does not count, as on a clock. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds on the clock: what takes longer waits for something, however busy the machine is. */
export const HANGS = 60_000;
