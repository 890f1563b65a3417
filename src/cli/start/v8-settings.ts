/**
 * How V8 runs a scan or a migration. Both are over before code that was optimised early has paid for it: optimising only
 * what is run much more often than by default takes a quarter of the processor time off on usual trees. From version 12 on
 * V8, which came with Node 22, knows no such setting, and complains of it where a user sees it.
 *
 * On a machine with much memory the heap would grow to four times what is in use before it is collected; collecting it
 * earlier takes an eighth to a third of the memory off for next to no time.
 *
 * Threads that mark what is in use beside the program, or share in a collection of a few megabytes, take more of the
 * processor than they save: without them it takes 5 to 15 % less time, and the run as long.
 */
export function v8Settings(v8: string = process.versions.v8): readonly string[] {
  const collection = ['--heap-growing-percent=50', '--no-incremental-marking', '--no-parallel-scavenge'];
  return optimisesByBudget(v8) ? [optimised('late'), ...collection] : collection;
}

export function optimisesByBudget(v8: string): boolean {
  return Number.parseInt(v8, 10) < 12;
}

export function optimised(when: 'soon' | 'late'): string {
  return `--interrupt-budget=${when === 'soon' ? 200_000 : 1_000_000}`;
}

/** Each setting with the one that takes it back. */
const BRIEF_WASM: readonly (readonly [string, string])[] = [
  ['--no-wasm-tier-up', '--wasm-tier-up'],
  ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
  ['--wasm-lazy-validation', '--no-wasm-lazy-validation'],
];

/** None for versions of V8 that may not know them. */
export function briefWasmSettings(v8: string = process.versions.v8): typeof BRIEF_WASM {
  return Number.parseInt(v8, 10) < 14 ? BRIEF_WASM : [];
}

/**
 * Runs what loads grammars, without optimising their code or checking what of it is never run: a lexer is one function
 * of up to a megabyte, which takes V8 longer to optimise than a migration takes to parse its files. Afterwards the
 * settings are as before, for V8 refuses compiled code that was kept under others.
 */
export async function withBriefWasm<Result>(run: () => Promise<Result>): Promise<Result> {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const [setting] of briefWasmSettings()) setFlagsFromString(setting);
  try {
    return await run();
  } finally {
    for (const [, before] of briefWasmSettings()) setFlagsFromString(before);
  }
}
