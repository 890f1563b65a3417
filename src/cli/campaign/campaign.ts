import { rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Git, Interrupted, openTemporary } from '../../migrate/index.js';
import { HostError, placeOf } from '../../migrate/pull-request/index.js';
import { colours, sha256, visible } from '../../report/index.js';
import { findOutside } from '../../scan/walk/index.js';
import { VERSION } from '../../version.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT, worst } from '../base/exit-code.js';
import { heldLock } from '../base/lock.js';
import { linkFault } from '../base/output.js';
import { foldersOutside } from '../base/search-path.js';
import { wantsColours } from '../base/terminal.js';
import { type Campaign, readCampaign } from './file.js';
import { openJournal } from './journal.js';
import { type Context, lookAt, lookAtAll } from './look.js';
import { hostsWith, repositoriesOf } from './repositories.js';
import { type Next, nextOf, type Row } from './state.js';
import { campaignJson, campaignText } from './text.js';
import { visit } from './visit.js';

const FLAGS = {
  write: { kind: 'switch', summary: 'do what comes next (default: only tell)' },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'what is printed: text (default) or json',
  },
} as const;

export const campaignCommand: Command = {
  name: 'campaign',
  summary: 'open the pull requests of many repositories, in waves',
  flags: FLAGS,
  help: `Bring a migration to many repositories: open pull requests in waves, keep them up to date, close what is done, and pause
when too many are open or their checks fail. Tells the state of each repository and what comes next; --write does it.

Usage: edge-sunset campaign [file] [options]      (default: campaign.yaml)

  repositories:
    - https://github.com/acme/shop
    - { host: github.com, match: acme/edge-*, except: [acme/edge-old] }
  waves: [1, 5]                                  # repositories of the first waves; the rest follows
  limits: { open: 10, failing: 0 }               # the defaults

docs/fleet.md describes all keys.

${flagHelp(FLAGS)}

Each repository is cloned to a temporary folder, where 'edge-sunset pr --push' runs. What is done is told by the requests
and branches of the host, so a run that ended at any moment is continued by the same command, and nothing is made twice.
Hosts are asked with GITHUB_TOKEN, GH_TOKEN or GITLAB_TOKEN from the environment, otherwise with gh or glab.

Exit codes:
  0  nothing is wrong: repositories are merged, closed, without calls, or waiting for people
  1  no repository is begun, because checks of open requests fail
  2  usage error, or a repository could not be worked on
  3  a file of a repository could not be read or parsed; the found calls are on the branches
  4  the command of 'verify' failed, and the branch was not pushed
`,
  run: campaign,
};

async function campaign(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  const [shown = 'campaign.yaml', ...more] = positionals;
  if (more.length > 0) throw new UsageError(`name one file, not also ${JSON.stringify(more[0])}.`);
  const file = resolve(io.cwd, shown);
  const read = await readCampaign(file, visible(shown), io.env);
  const journalFile = `${file}.journal`;
  const fault = linkFault(journalFile, io.cwd);
  if (fault !== null) throw new UsageError(`the journal: ${fault}.`);
  const release = values.write
    ? await heldLock(journalFile, `the journal ${visible(shown)}.journal`)
    : () => {};
  const signal = io.interruption();
  const folder = openTemporary('campaign');
  try {
    const options = { write: values.write, journalFile, folder, signal };
    const ended = await carriedOut(read, options, io);
    if (typeof ended === 'number') return ended;
    io.stdout(
      values.format === 'json'
        ? campaignJson(ended.rows, ended.next)
        : campaignText(ended.rows, ended.next, colours(wantsColours(io))),
    );
    return worst(codesOf(ended.rows, ended.next));
  } catch (error) {
    if (error instanceof Interrupted) return typeof signal.reason === 'number' ? signal.reason : 130;
    if (error instanceof HostError) throw new UsageError(`${error.message}.`);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    release();
  }
}

interface Options {
  readonly write: boolean;
  readonly journalFile: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

interface Ended {
  readonly rows: readonly Row[];
  readonly next: Next;
}

/** The state in the end, or the exit code of an interrupt. */
async function carriedOut(
  read: Campaign,
  { write, journalFile, folder, signal }: Options,
  io: Io,
): Promise<Ended | number> {
  const environment = { ...io.env, PATH: foldersOutside(io.cwd, io.env.PATH ?? '') };
  const program = findOutside('git', environment, dirname(journalFile));
  if (program === undefined) throw new UsageError('no git program was found on the search path.');
  const hostAt = hostsWith(environment, folder, signal);
  const kindOf = (host: string) => placeOf(`https://${host}/owner/name`, io.env, undefined)?.kind ?? 'github';
  const visited = new Set<string>();
  const context: Context = {
    campaign: read,
    options: optionsOf(read),
    hostAt,
    journal: openJournal(journalFile, visible(journalFile)),
    git: new Git(program, folder, environment, signal),
    visited,
  };
  const rows = [...(await lookAtAll(await repositoriesOf(read, kindOf, hostAt), context))];
  for (;;) {
    const next = nextOf(rows, read.limits);
    const [row] = [...next.updates, ...next.begins];
    if (row === undefined || !write) return { rows, next };
    const interrupted = await visit(row.repository, context, folder, io);
    if (interrupted !== null) return interrupted;
    visited.add(row.repository.name);
    rows[rows.indexOf(row)] = await lookAt(row.repository, context);
  }
}

/** What makes a visit worth repeating. */
function optionsOf({ level, entries, agent, verify, prefix, title, draft }: Campaign): string {
  return sha256(JSON.stringify([VERSION, level, entries, agent, verify, prefix, title, draft])).slice(0, 16);
}

function codesOf(rows: readonly Row[], { pauses }: Next): readonly number[] {
  return [
    ...rows.map(({ state, exit }) => (state === 'failed' ? EXIT.usage : exit)),
    ...(pauses.some(({ reason }) => reason === 'failing') ? [EXIT.findings] : []),
  ];
}
