/** Commands that are printed for a person to run next: they mean the same files and entries as the one before. */
import type { Flags } from './arguments.js';

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

/** For a shell of POSIX and for PowerShell. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
