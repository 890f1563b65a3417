import type { Command } from './command.js';

/** The table of commands. Nothing but names and sentences, so that `--help` costs no more than this file. */
export interface CommandRow {
  readonly name: string;
  readonly arguments: string;
  readonly summary: string;
  load(): Promise<Command>;
}

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'scan',
    arguments: '[paths|-]',
    summary: 'list every call that is dead, since when, and what replaces it',
    load: async () => (await import('./scan.js')).scanCommand,
  },
];
