import process from 'node:process';
import type { Io } from './command.js';

/** https://no-color.org: any value but the empty one switches colours off. FORCE_COLOR switches them on. */
export function wantsColours(io: Io): boolean {
  if ((io.env.NO_COLOR ?? '') !== '') return false;
  const forced = io.env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return io.isTerminal.stdout && io.env.TERM !== 'dumb';
}

const USUAL_WIDTH = 80;

/** How long lines may be on a stream, as far as they can be broken: readable also where the terminal is wide. */
export function columnsOf(stream: 'stdout' | 'stderr', io: Io): number {
  const columns = io.isTerminal[stream] ? Number(io.env.COLUMNS ?? process[stream].columns) : USUAL_WIDTH;
  return Number.isInteger(columns) && columns > 0 ? Math.max(20, Math.min(columns, 120)) : USUAL_WIDTH;
}
