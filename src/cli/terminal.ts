import type { Io } from './command.js';

/** https://no-color.org: any value but the empty one switches colours off. FORCE_COLOR switches them on. */
export function wantsColours(io: Io): boolean {
  if ((io.env.NO_COLOR ?? '') !== '') return false;
  const forced = io.env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return io.isTerminal.stdout && io.env.TERM !== 'dumb';
}
