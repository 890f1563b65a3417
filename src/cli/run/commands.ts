import type { Command } from '../base/command.js';

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
    summary: 'report calls of retired APIs, with their replacements',
    load: async () => (await import('../scan/scan.js')).scanCommand,
  },
  {
    name: 'migrate',
    arguments: '[paths]',
    summary: 'preview how the calls are rewritten; --write applies it',
    load: async () => (await import('./rewriting.js')).loadMigrate(),
  },
  {
    name: 'brief',
    arguments: '[path|file:line|id]',
    summary: 'tell all that is needed to migrate calls by hand',
    load: async () => (await import('../verify/brief.js')).briefCommand,
  },
  {
    name: 'report',
    arguments: '[name=]file …',
    summary: 'report on many repositories, from their reports and streams',
    load: async () => (await import('../report/report.js')).reportCommand,
  },
  {
    name: 'undo',
    arguments: '[folder]',
    summary: 'revert the last migrate --write',
    load: async () => (await import('../migrate/undo.js')).undoCommand,
  },
  {
    name: 'pr',
    arguments: '[options]',
    summary: 'put the rewrites on branches and open pull requests',
    load: async () => (await import('./rewriting.js')).loadPr(),
  },
  {
    name: 'campaign',
    arguments: '[file]',
    summary: 'open the pull requests of many repositories, in waves',
    load: async () => (await import('./rewriting.js')).loadCampaign(),
  },
  {
    name: 'mcp',
    arguments: '[options]',
    summary: 'serve these commands to coding agents (MCP)',
    load: async () => (await import('../mcp/mcp.js')).mcpCommand,
  },
  {
    name: 'lsp',
    arguments: '[options]',
    summary: 'serve editors (language server)',
    load: async () => (await import('../lsp/lsp.js')).lspCommand,
  },
  {
    name: 'verify',
    arguments: '[options]',
    summary: 'judge a migration, whoever wrote it',
    load: async () => (await import('./rewriting.js')).loadVerify(),
  },
  {
    name: 'convert',
    arguments: '<list> [file|-]',
    summary: 'convert exported rules to a ruleset',
    load: async () => (await import('../rulesets/convert.js')).convertCommand,
  },
  {
    name: 'inventory',
    arguments: '--from <export>',
    summary: 'list retired objects of zones and accounts, from exports',
    load: async () => (await import('../inventory/inventory.js')).inventoryCommand,
  },
  {
    name: 'expr',
    arguments: 'check|fold|explain|eval [text|-]',
    summary: 'check, fold, explain or evaluate a rule expression',
    load: async () => (await import('../rulesets/expr.js')).expr,
  },
  {
    name: 'ruleset',
    arguments: 'check [file|-]',
    summary: 'check a ruleset before it is sent',
    load: async () => (await import('../rulesets/ruleset.js')).rulesetCommand,
  },
  {
    name: 'explain',
    arguments: '<entry|error|path|…|file:line>',
    summary: 'explain an entry, an error, a path, a field or a line',
    load: async () => (await import('../catalogue/explain.js')).explain,
  },
  {
    name: 'suppressions',
    arguments: '[paths]',
    summary: 'list suppression comments',
    load: async () => (await import('../scan/suppressions.js')).suppressionsCommand,
  },
  {
    name: 'catalogue',
    arguments: '<action>',
    summary: 'list, show, validate and export the known deprecations',
    load: async () => (await import('../catalogue/catalogue.js')).catalogue,
  },
  {
    name: 'edge',
    arguments: '[options]',
    summary: 'serve an emulated API with an adjustable clock on loopback',
    load: async () => (await import('../edge/edge.js')).edge,
  },
  {
    name: 'init',
    arguments: '',
    summary: 'propose and write a configuration and a CI job',
    load: async () => (await import('../init/init.js')).initCommand,
  },
  {
    name: 'completions',
    arguments: 'bash|zsh|fish',
    summary: 'print a completion script for a shell',
    load: async () => (await import('./completions.js')).completionsCommand,
  },
  {
    name: 'rehearse',
    arguments: '-- <command>',
    summary: 'run a program against the emulated API and report failing calls',
    load: async () => (await import('../edge/rehearse.js')).rehearseCommand,
  },
  {
    name: 'compare',
    arguments: '--before DIR --after DIR -- <command>',
    summary: 'compare a program before and after its migration',
    load: async () => (await import('../edge/compare.js')).compareCommand,
  },
];
