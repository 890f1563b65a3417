/** Commands that are printed for a person to run next: they mean the same files and entries as the one before. */
import { relative, resolve, sep } from 'node:path';
import type { RenderContext } from '../../report/index.js';
import type { Arguments, Flags } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { SCAN_FLAGS } from './flags.js';

type Values = Readonly<Record<string, boolean | string | readonly string[] | undefined>>;

/** The command with the options that were given, apart from some, and with others in their place. */
export function followUp(
  command: string,
  flags: Flags,
  values: Values,
  paths: readonly string[],
  instead: Values = {},
): string {
  const options = Object.entries(flags).flatMap(([name, flag]) => {
    const value = name in instead ? instead[name] : values[name];
    if (flag.kind === 'switch') return value === true ? [`--${name}`] : [];
    const given = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
    return given.flatMap((one: string) => (one.startsWith('-') ? [`--${name}=${one}`] : [`--${name}`, one]));
  });
  const end = paths.some((path) => path.startsWith('-')) ? ['--'] : [];
  return ['npx', 'edge-sunset', command, ...options.map(quoted), ...end, ...paths.map(quoted)].join(' ');
}

/** Options of a scan that say which calls of which files count; `migrate` has them, too. */
const SELECTION = [
  'now',
  'min-confidence',
  'include',
  'exclude',
  'since',
  'staged',
  'tracked-only',
  'no-gitignore',
  'vendored',
  'max-file-size',
  'time-limit',
  'config',
  'no-config',
  'catalogue',
  'schedule',
] as const;
const LEVEL: Flags[string] = { kind: 'value', value: 'LEVEL', summary: '' };

/** What a report says to run next. `explain` looks entries up in the same catalogue, on the same day. */
export function commandsAfterScan(
  { values, positionals }: Arguments<typeof SCAN_FLAGS>,
  { cwd }: Pick<Io, 'cwd'>,
): Pick<RenderContext, 'explain' | 'migrate'> {
  const { now, catalogue } = SCAN_FLAGS;
  const isPlain = values.now === undefined && values.catalogue.length === 0;
  const selection = Object.fromEntries(SELECTION.map((name) => [name, SCAN_FLAGS[name]]));
  const flags: Flags = { only: SCAN_FLAGS.only, level: LEVEL, ...selection };
  const given = positionals.filter((path) => path !== '-');
  const paths = [
    ...new Set(given.map((path) => relative(cwd, resolve(cwd, path)).replaceAll(sep, '/') || '.')),
  ];
  // A report is the same however its roots are named.
  const named = paths.length === 1 && paths[0] === '.' ? [] : paths;
  return {
    ...(isPlain ? {} : { explain: followUp('explain', { now, catalogue }, values, []) }),
    migrate: (options) => followUp('migrate', flags, values, named, options),
  };
}

/** For a shell of POSIX and for PowerShell. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
