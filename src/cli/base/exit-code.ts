/** What the exit codes mean; also printed by `scan --help`. */
export const EXIT = {
  clean: 0,
  findings: 1,
  usage: 2,
  incomplete: 3,
  gate: 4,
} as const;

/** When several apply, the one that needs a person first wins. */
const PRECEDENCE = [EXIT.usage, EXIT.gate, EXIT.incomplete, EXIT.findings];

export function worst(codes: readonly number[]): number {
  return PRECEDENCE.find((code) => codes.includes(code)) ?? EXIT.clean;
}
