import { thousands } from '../../report/index.js';
import type { ShowProgress } from '../../scan/index.js';
import type { Io } from './command.js';

const QUIET_MILLISECONDS = 1000;
const BETWEEN_MILLISECONDS = 100;
const ERASE = '\r\u001b[K';

export interface Progress {
  readonly update: ShowProgress;
  /** Takes the line away, so that the report starts on a clean one. */
  done(): void;
}

/** One line on a terminal, once work has lasted a second; silent in pipes and in CI. */
export function progressLine(io: Io, clock: () => number = () => process.uptime() * 1000): Progress {
  const on = io.isTerminal.stderr && (io.env.CI ?? '') === '' && io.env.TERM !== 'dumb';
  const started = clock();
  let shown: number | null = null;
  return {
    update(seen, candidates, analysed) {
      const now = clock();
      if (!on || now - started < QUIET_MILLISECONDS || (shown !== null && now - shown < BETWEEN_MILLISECONDS))
        return;
      shown = now;
      const what =
        analysed === undefined
          ? `scanning … ${thousands(seen)} files, ${thousands(candidates)} to analyse`
          : `analysing … ${thousands(analysed)} of ${thousands(candidates)} files`;
      io.stderr(`${ERASE}${what}`);
    },
    done() {
      if (shown !== null) io.stderr(ERASE);
    },
  };
}
