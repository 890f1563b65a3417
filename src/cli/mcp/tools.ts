/** What the server offers: the commands of the command line, with answers that are small. */

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { unescaped, visible } from '../../report/index.js';
import { isInside } from '../../scan/index.js';
import { findRepository } from '../../scan/walk/index.js';
import { MOST_TOKENS, tokensOf } from '../../verify/index.js';
import { isUsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { type QuietRun, runQuietly } from '../base/quiet-run.js';

/** A JSON Schema of an object whose properties are simple. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** It changes files or runs a program: refused without `--allow-write`. */
  readonly writes?: (input: Input) => boolean;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  run(input: Input, host: Host): Promise<string>;
}

export type Input = Readonly<Record<string, unknown>>;

export interface Host {
  readonly io: Io;
  /** Absolute folders, without links; nothing outside of them is read. */
  readonly roots: readonly string[];
}

/** The request of the client cannot be answered: the message says why. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

const PATH = { type: 'string', description: 'file or folder; default: the whole root' };
const OFFSET = { type: 'integer', minimum: 0, description: 'number of rows to pass over' };

export const TOOLS: readonly Tool[] = [
  {
    name: 'scan',
    description: 'Find calls of retired parts of the Cloudflare API. Rows: path:line entry method path.',
    properties: {
      path: PATH,
      entry: { type: 'string', description: 'only this entry' },
      offset: OFFSET,
    },
    run: async (input, host) => {
      const entry = textIn(input, 'entry');
      const argv = ['--format', 'json', '--allow-incomplete', ...(entry === null ? [] : ['--only', entry])];
      const { stdout } = await ran(await scanCommand(), [...argv, '--', pathIn(input, host)], host);
      return scanPage(JSON.parse(stdout), numberIn(input, 'offset'));
    },
  },
  {
    name: 'explain',
    description:
      'Explain an entry (firewall-rules), an error code or message, an API path, an SDK method, or file:line.',
    properties: {
      what: { type: 'string', description: 'an entry, an error, a path, a method or file:line' },
    },
    required: ['what'],
    run: async (input, host) => {
      const what = textIn(input, 'what') ?? '';
      const { explain } = await import('../catalogue/explain.js');
      return cutText((await ran(explain, ['--', placeIn(what, host)], host)).stdout);
    },
  },
  {
    name: 'brief',
    description:
      'All that is needed to migrate one unit of calls by hand: new requests with converted bodies, pitfalls, decisions. Without `at`: the list of units.',
    properties: {
      at: { type: 'string', description: 'id of a unit, file:line or path' },
      full: { type: 'boolean', description: 'without the limit of length' },
    },
    run: async (input, host) => {
      const at = textIn(input, 'at');
      const { briefCommand } = await import('../verify/brief.js');
      const argv = [
        ...(input.full === true ? ['--full'] : []),
        '--',
        ...(at === null ? [] : [placeIn(at, host)]),
      ];
      const { stdout } = await ran(briefCommand, argv, host);
      return input.full === true ? stdout : cutText(stdout);
    },
  },
  {
    name: 'migrate',
    description: 'Preview how calls are rewritten, or write it (write: true).',
    properties: {
      path: PATH,
      level: { enum: ['safe', 'review'], description: 'highest level of change, default safe' },
      write: { type: 'boolean', description: 'write the changes; default: only show them' },
    },
    writes: ({ write }) => write === true,
    run: async (input, host) => {
      const level = textIn(input, 'level') ?? 'safe';
      const { migrateCommand } = await import('../migrate/migrate.js');
      const argv = ['--level', level, '--no-types', ...(input.write === true ? ['--write'] : [])];
      const { stdout, stderr } = await ran(migrateCommand, [...argv, '--', pathIn(input, host)], host);
      return cutText(`${stdout}${stderr}`);
    },
  },
  {
    name: 'verify',
    description:
      'Judge a migration in the work tree against a commit: verified, consistent, refuted (with the difference) or not proven. With `run` it executes the program.',
    properties: {
      unit: { type: 'string', description: 'only this unit: its id, or a file:line of it' },
      before: { type: 'string', description: 'commit of the tree before the change, default HEAD' },
      run: {
        type: 'array',
        items: { type: 'string' },
        description: 'commands that run the program, before and after, against the emulated API',
      },
      decide: { type: 'array', items: { type: 'string' }, description: 'decisions of a person: name=value' },
    },
    writes: ({ run }) => Array.isArray(run) && run.length > 0,
    run: async (input, host) => {
      const top = findRepository(host.roots[0] ?? host.io.cwd)?.top;
      if (top === undefined) throw new ToolError('verify needs a git repository.');
      insideRoots(top, host);
      const before = textIn(input, 'before') ?? 'HEAD';
      if (realPathIn(resolve(top, before), host) !== null)
        throw new ToolError('`before` names a commit, not a folder.');
      const unit = textIn(input, 'unit');
      const { verifyCommand } = await import('../verify/verify.js');
      const argv = [
        `--before=${before}`,
        ...(unit === null ? [] : [`--unit=${unit}`]),
        ...textsIn(input, 'run').map((command) => `--run=${command}`),
        ...textsIn(input, 'decide').map((decision) => `--decide=${decision}`),
      ];
      return cutText((await ran(verifyCommand, argv, host)).stdout);
    },
  },
  {
    name: 'rehearse',
    description:
      'Run a program against the emulated API, and report the calls that fail. It executes the program.',
    properties: {
      command: { type: 'array', items: { type: 'string' }, description: 'the program and its arguments' },
    },
    required: ['command'],
    writes: () => true,
    run: async (input, host) => {
      const { rehearseCommand } = await import('../edge/rehearse.js');
      const { stdout, stderr } = await ran(rehearseCommand, ['--', ...textsIn(input, 'command')], host);
      return cutText(`${stdout}${stderr}`);
    },
  },
  {
    name: 'ruleset_check',
    description: 'Check the body of a request of the Rulesets API before it is sent.',
    properties: { ruleset: { type: 'string', description: 'a ruleset, or a list of rules, as JSON' } },
    required: ['ruleset'],
    run: async (input, host) => {
      const { rulesetCommand } = await import('../rulesets/ruleset.js');
      const { stdout, stderr } = await ran(
        rulesetCommand,
        ['check', '-'],
        host,
        textIn(input, 'ruleset') ?? '',
      );
      return cutText(`${stdout}${stderr}`) || 'No problems were found.\n';
    },
  },
  {
    name: 'convert',
    description: 'Convert objects of a retired API (JSON) to rules of a ruleset.',
    properties: {
      kind: { enum: ['firewall-rules', 'rate-limits', 'waf-packages'] },
      objects: { type: 'string', description: 'one object or a list, as JSON' },
    },
    required: ['kind', 'objects'],
    run: async (input, host) => {
      const { convertCommand } = await import('../rulesets/convert.js');
      const argv = [textIn(input, 'kind') ?? '', '-'];
      const { stdout, stderr } = await ran(convertCommand, argv, host, textIn(input, 'objects') ?? '');
      return cutText(`${stdout}${stderr}`);
    },
  },
];

async function scanCommand(): Promise<Command> {
  return (await import('../scan/scan.js')).scanCommand;
}

/** Runs a command as the command line does, and keeps what it says. */
async function ran(
  command: Command,
  argv: readonly string[],
  { io, roots }: Host,
  stdin = '',
): Promise<Omit<QuietRun, 'code'>> {
  try {
    const { code, ...said } = await runQuietly(command, argv, { ...io, cwd: roots[0] ?? io.cwd }, stdin);
    if (code === 2 && said.stdout === '') throw new ToolError(said.stderr.trim());
    return said;
  } catch (error) {
    if (isUsageError(error)) throw new ToolError(error.message);
    throw error;
  }
}

interface ScanReport {
  readonly findings: readonly {
    readonly path: string;
    readonly line: number;
    readonly entry: string;
    readonly method?: string | null;
    readonly endpoint?: string | null;
  }[];
}

/** Rows until the answer is as long as a brief, then where to go on. */
function scanPage({ findings }: ScanReport, offset: number): string {
  if (findings.length === 0) return 'No calls of retired APIs were found.\n';
  const counts = new Map<string, number>();
  for (const { entry } of findings) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  const files = new Set(findings.map(({ path }) => path)).size;
  const head = `${findings.length} findings in ${files} files: ${[...counts].map(([entry, count]) => `${entry} ${count}`).join(', ')}`;
  const rows: string[] = [];
  let tokens = tokensOf(head);
  for (const { path, line, entry, method, endpoint } of findings.slice(offset)) {
    const row = [`${path}:${line}`, entry, method ?? '', endpoint ?? '']
      .filter((one) => one !== '')
      .map(visible)
      .join(' ');
    tokens += tokensOf(row) + 1;
    if (tokens > MOST_TOKENS && rows.length > 0) break;
    rows.push(row);
  }
  const next = offset + rows.length;
  const rest = next < findings.length ? `\n${findings.length - next} more: offset ${next}` : '';
  return `${head}\n${rows.join('\n')}${rest}\n`;
}

/** An answer of at most as many tokens as a brief, whole lines. */
function cutText(text: string): string {
  if (tokensOf(text) <= MOST_TOKENS) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    tokens += tokensOf(`\n${line}`);
    if (tokens > MOST_TOKENS) break;
    kept.push(line);
  }
  return `${kept.join('\n')}\n${lines.length - kept.length} more lines: ask for a smaller path.\n`;
}

function textIn(input: Input, key: string): string | null {
  const value = input[key];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new ToolError(`${key} must be a text.`);
  return value;
}

/** Empty if the client gives none. */
function textsIn(input: Input, key: string): readonly string[] {
  const value = input[key] ?? [];
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw new ToolError(`${key} must be a list of texts.`);
  return value;
}

function numberIn(input: Input, key: string): number {
  const value = input[key] ?? 0;
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new ToolError(`${key} must be a number.`);
  return value as number;
}

function pathIn(input: Input, host: Host): string {
  return insideRoots(textIn(input, 'path') ?? '.', host);
}

/** What is no file is an entry, an id, a message or a path of the API. Commands also read the escapes of reports. */
function placeIn(written: string, host: Host): string {
  const [, path = written] = /^(.+?):\d+(?::\d+)?$/s.exec(written) ?? [];
  for (const named of [written, path, unescaped(path)])
    if (realPathIn(named, host) !== null) insideRoots(named, host);
  return written;
}

function insideRoots(path: string, host: Host): string {
  const real = realPathIn(path, host);
  if (real === null) throw new ToolError(`the path ${JSON.stringify(path)} does not exist.`);
  if (!host.roots.some((root) => isInside(real, root)))
    throw new ToolError(`${JSON.stringify(path)} is outside of the roots of this server.`);
  return path;
}

function realPathIn(path: string, { roots, io }: Host): string | null {
  try {
    return realpathSync(resolve(roots[0] ?? io.cwd, path));
  } catch {
    return null;
  }
}
