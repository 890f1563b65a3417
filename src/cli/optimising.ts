/**
 * A scan and a migration are over before code that was optimised early has paid for it: optimising only what is run
 * much more often than by default takes a quarter of the processor time off both on usual trees, and some on larger ones.
 * From version 12 on V8, which came with Node 22, knows no such setting, and complains of it where a user sees it.
 */
export function optimisingLate(v8: string = process.versions.v8): readonly string[] {
  return Number.parseInt(v8, 10) < 12 ? ['--interrupt-budget=1000000'] : [];
}
