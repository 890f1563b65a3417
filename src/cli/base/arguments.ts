import { nearest } from '../../catalogue/index.js';

/** The user's command line or configuration is wrong: the message says what, where and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By its name: a command may come from another file of the build, with a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}

interface FlagText {
  readonly summary: string;
  readonly short?: string;
  /** Heading in `--help`. */
  readonly group?: string;
}

/** One option of a command, as data: parsing and `--help` both come from it. */
export type Flag = FlagText &
  (
    | { readonly kind: 'switch' }
    /** Given twice, the last one wins. */
    | { readonly kind: 'value'; readonly value: string; readonly choices?: readonly string[] }
    /** May be repeated; a list of names also takes several in one value: `a,b`. */
    | {
        readonly kind: 'list';
        readonly value: string;
        readonly choices?: readonly string[];
        readonly names?: boolean;
      }
  );

export type Flags = Readonly<Record<string, Flag>>;

type FlagValue<F extends Flag> = F extends { kind: 'switch' }
  ? boolean
  : F extends { kind: 'list' }
    ? readonly string[]
    : string | undefined;

export interface Arguments<F extends Flags> {
  readonly values: { readonly [Name in keyof F]: FlagValue<F[Name]> };
  readonly positionals: readonly string[];
}

/**
 * Parses a command line by a table of flags. `--name value` and `--name=value` are the same; `--` ends the
 * options; a lone `-` is a positional. Throws a `UsageError`.
 */
export function parseArguments<const F extends Flags>(argv: readonly string[], flags: F): Arguments<F> {
  const values: Record<string, boolean | string | string[] | undefined> = {};
  for (const [name, flag] of Object.entries(flags)) {
    values[name] = flag.kind === 'switch' ? false : flag.kind === 'list' ? [] : undefined;
  }
  const positionals: string[] = [];
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--') {
      positionals.push(...rest);
      break;
    }
    if (!argument.startsWith('-') || argument === '-') {
      positionals.push(argument);
      continue;
    }
    const equals = argument.startsWith('--') ? argument.indexOf('=') : -1;
    const written = equals < 0 ? argument : argument.slice(0, equals);
    const [name, flag] = findFlag(written, flags);
    const attached = equals < 0 ? undefined : argument.slice(equals + 1);
    if (flag.kind === 'switch') {
      if (attached !== undefined) throw new UsageError(`${written} takes no value.`);
      values[name] = true;
      continue;
    }
    const value = attached ?? takeValue(written, flag, rest);
    if (flag.kind === 'list' && flag.names === true) {
      (values[name] as string[]).push(...namesIn(written, value, flag));
      continue;
    }
    checkChoice(written, value, flag);
    if (flag.kind === 'list') (values[name] as string[]).push(value);
    else values[name] = value;
  }
  // Every key was filled from the same table, by the same kinds.
  return { values: values as Arguments<F>['values'], positionals };
}

function findFlag(written: string, flags: Flags): readonly [string, Flag] {
  for (const [name, flag] of Object.entries(flags)) {
    if (written === `--${name}` || (flag.short !== undefined && written === `-${flag.short}`))
      return [name, flag];
  }
  const near = nearest(written.replace(/^-+/, ''), Object.keys(flags));
  const hint = near === undefined ? '--help lists the options.' : `Did you mean --${near}?`;
  throw new UsageError(`unknown option ${JSON.stringify(written)}. ${hint}`);
}

function takeValue(written: string, flag: { readonly value: string }, rest: string[]): string {
  const next = rest.shift();
  if (next === undefined || (next.startsWith('-') && next !== '-')) {
    throw new UsageError(`${written} needs a value: ${written} ${flag.value}`);
  }
  return next;
}

/** The names of `a,b`, with or without spaces around the commas. */
function namesIn(written: string, value: string, flag: { readonly value: string }): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  if (!names.includes('')) return names;
  throw new UsageError(
    `${written} has an empty name in ${JSON.stringify(value)}: ${written} ${flag.value},${flag.value}`,
  );
}

function checkChoice(written: string, value: string, flag: { readonly choices?: readonly string[] }): void {
  if (flag.choices === undefined || flag.choices.includes(value)) return;
  const near = nearest(value, flag.choices);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  throw new UsageError(
    `${written} must be one of ${flag.choices.join(', ')}, not ${JSON.stringify(value)}.${hint}`,
  );
}

/** The option part of a command's `--help`, in the order of the table, under its headings. */
export function flagHelp(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const value = flag.kind === 'switch' ? '' : ` ${flag.value}`;
    return { head: `  ${short}--${name}${value}`, flag };
  });
  const width = Math.min(30, Math.max(...rows.map((row) => row.head.length)) + 2);
  const indent = ' '.repeat(width);
  const lines: string[] = [];
  let group: string | null | undefined = null;
  for (const { head, flag } of rows) {
    if (flag.group !== group) {
      group = flag.group;
      lines.push('', `${group ?? 'Options'}:`);
    }
    const summary = [...flag.summary.split('\n'), ...unnamedChoices(flag)].join(`\n${indent}`);
    lines.push(head.length < width ? `${head.padEnd(width)}${summary}` : `${head}\n${indent}${summary}`);
  }
  return lines.join('\n').trimStart();
}

/** A line with the values of a flag, unless its summary names all of them. */
function unnamedChoices(flag: Flag): string[] {
  const choices = flag.kind === 'switch' ? [] : (flag.choices ?? []);
  if (choices.every((choice) => flag.summary.includes(choice))) return [];
  return [`one of: ${choices.join(', ')}`];
}
