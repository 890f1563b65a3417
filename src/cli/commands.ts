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
    summary: 'list calls of retired APIs, with their replacements',
    load: async () => (await import('./scan.js')).scanCommand,
  },
  {
    name: 'migrate',
    arguments: '[paths]',
    summary: 'show how dead calls are rewritten; --write does it',
    load: async () => (await import('./migrate.js')).migrateCommand,
  },
  {
    name: 'undo',
    arguments: '[folder]',
    summary: 'take back what migrate --write changed last',
    load: async () => (await import('./undo.js')).undoCommand,
  },
  {
    name: 'pr',
    arguments: '[options]',
    summary: 'put the changes on branches and open pull requests',
    load: async () => (await import('./pr.js')).prCommand,
  },
  {
    name: 'convert',
    arguments: '<list> [file|-]',
    summary: 'turn exported rules into a ruleset',
    load: async () => (await import('./convert.js')).convertCommand,
  },
  {
    name: 'expr',
    arguments: 'check|fold|explain|eval [text|-]',
    summary: 'check, fold, explain or evaluate a rule expression',
    load: async () => (await import('./expr.js')).expr,
  },
  {
    name: 'ruleset',
    arguments: 'check [file|-]',
    summary: 'check a ruleset before it is sent',
    load: async () => (await import('./ruleset.js')).rulesetCommand,
  },
  {
    name: 'explain',
    arguments: '<entry|error|path|…|file:line>',
    summary: 'explain an entry, by what you have, or a place in a file',
    load: async () => (await import('./explain.js')).explain,
  },
  {
    name: 'suppressions',
    arguments: '[paths]',
    summary: 'list the comments that excuse findings',
    load: async () => (await import('./suppressions.js')).suppressionsCommand,
  },
  {
    name: 'catalogue',
    arguments: '<action>',
    summary: 'list, show, check and export what is known of each deprecation',
    load: async () => (await import('./catalogue.js')).catalogue,
  },
  {
    name: 'edge',
    arguments: '[options]',
    summary: 'serve an emulated API with a clock on loopback',
    load: async () => (await import('./edge.js')).edge,
  },
  {
    name: 'init',
    arguments: '',
    summary: 'propose and write a configuration and a CI job',
    load: async () => (await import('./init.js')).initCommand,
  },
  {
    name: 'completions',
    arguments: 'bash|zsh|fish',
    summary: 'print what completes these commands in a shell',
    load: async () => (await import('./completions.js')).completionsCommand,
  },
  {
    name: 'rehearse',
    arguments: '-- <command>',
    summary: 'run a program against the emulated API',
    load: async () => (await import('./rehearse.js')).rehearseCommand,
  },
  {
    name: 'compare',
    arguments: '--before DIR --after DIR -- <command>',
    summary: 'check that a migrated program does the same',
    load: async () => (await import('./compare.js')).compareCommand,
  },
];
