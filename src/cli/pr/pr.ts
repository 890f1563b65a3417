import { diffText, GitError, Interrupted } from '../../migrate/index.js';
import {
  type BranchResult,
  bodyOf,
  carryOut,
  commitsOf,
  HostError,
  type Prepared,
  planDigest,
  requestTitle,
  type Split,
  withFooter,
} from '../../migrate/pull-request/index.js';
import { colours, plainLines, sha256, visible, visibleLines } from '../../report/index.js';
import { isIncomplete } from '../../scan/index.js';
import { VERSION } from '../../version.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT, worst } from '../base/exit-code.js';
import { wantsColours } from '../base/terminal.js';
import { checkAgentValues } from '../migrate/agent-flags.js';
import { MIGRATE_FLAGS } from '../migrate/flags.js';
import { asksForRoots, overRoots } from '../roots/over-roots.js';
import { followUp } from '../scan/follow-up.js';
import { type Clone, lineUrlsOf, openClone } from './clone.js';
import { PR_FLAGS, type PrValues, prefixOf } from './flags.js';
import { type JsonPr, jsonOfPr, restOf } from './json.js';
import { type PlannedTree, planTree } from './plan.js';

export const prCommand: Command = {
  name: 'pr',
  summary: 'put the rewrites on branches and open pull requests',
  flags: PR_FLAGS,
  help: `Put the changes of a migration on branches, one for each product area and package, and open pull requests for them.
The branches are created in a separate clean work tree: your files, index and current branch are not changed.

Usage: edge-sunset pr [options]

  edge-sunset pr --dry-run                       preview descriptions and changes
  edge-sunset pr                                 create the branches in this clone
  edge-sunset pr --push                          push them and open requests
  edge-sunset pr --push --verify "npm ci && npm test"
  edge-sunset pr --agent 'claude -p --permission-mode acceptEdits'

${flagHelp(PR_FLAGS)}

Requests are opened with GITHUB_TOKEN, GH_TOKEN or GITLAB_TOKEN from the environment, otherwise with gh or glab if you
are logged in there. Otherwise the URL for opening the request is printed. A rerun keeps what is up to date, updates what
changed, and closes a request with nothing left to do. A branch that somebody else committed to is not changed, and a
closed request stays closed.

git runs with your configuration: name, signing program, filters, login and hooks. Only run this command in a clone in
which you would run 'git commit' (docs/pull-requests.md).

Exit codes:
  0  every branch and request is up to date, or there was nothing to do
  2  usage or configuration error, or a branch or request could not be created: run again to continue
  3  incomplete: a file could not be read or parsed; the found calls are on the branches
  4  the command of --verify failed, and its branch was not pushed
`,
  run: pr,
  perRoot: {
    argv: () => ['--format=json'],
    isInside: true,
    rows: (stdout) => {
      const { branches, rest }: JsonPr = JSON.parse(stdout);
      return { rows: branches.map((branch) => ({ type: 'branch', ...branch })), summary: { rest } };
    },
  },
};

async function pr(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, PR_FLAGS);
  if (asksForRoots(values)) return overRoots(prCommand, { values, positionals }, io);
  checkAgentValues(values);
  if (positionals.length > 0)
    throw new UsageError(
      `pr takes no paths, but got ${JSON.stringify(positionals[0])}. Use --include to select files.`,
    );
  if (values['dry-run'] && values.push) throw new UsageError('--dry-run and --push exclude each other.');
  const signal = io.interruption();
  try {
    const clone = await openClone(values, io, signal);
    try {
      return await inClone(clone, values, io, signal);
    } finally {
      clone.tree.remove();
    }
  } catch (error) {
    if (error instanceof Interrupted) return typeof signal.reason === 'number' ? signal.reason : 130;
    if (error instanceof HostError)
      throw new UsageError(error.message.includes('\n') ? error.message : `${error.message}.`);
    if (error instanceof GitError) throw new UsageError(`${error.message}:\n${error.stderr}`);
    throw error;
  }
}

async function inClone(clone: Clone, values: PrValues, io: Io, signal: AbortSignal): Promise<number> {
  const planned = await planTree(clone.files, values, signal, io);
  if (signal.aborted) throw new Interrupted();
  const prepared = planned.split.branches.map((branch) => prepare(branch, planned, clone, values));
  for (const line of restLines(planned.split)) io.stderr(`${line}\n`);
  const incomplete = planned.report.skipped.filter(isIncomplete);
  for (const { path, reason } of incomplete)
    io.stderr(`edge-sunset pr: ${visible(path)} could not be read or parsed (${reason})\n`);
  const codes: number[] = incomplete.length > 0 && !planned.allowIncomplete ? [EXIT.incomplete] : [];
  if (planned.report.skipped.some(({ reason }) => reason === 'internal')) codes.push(EXIT.usage);
  if (values['dry-run']) {
    io.stdout(values.format === 'json' ? jsonOfPr(prepared, null, planned.split) : dryRun(prepared, io));
    return worst(codes);
  }
  const results = await carryOut(
    prepared,
    {
      git: clone.git,
      tree: clone.tree,
      base: clone.base,
      remote: values.push ? clone.remote : null,
      place: clone.place,
      host: clone.host,
      hooks: !values['no-hooks'],
      draft: values.draft,
      verify: values.verify ?? null,
      prefix: prefixOf(values),
      selection: selectionOf(values),
      environment: clone.environment,
      signal,
      progress: (text) => io.stderr(`edge-sunset pr: ${visible(text)}\n`),
    },
    incomplete.length === 0,
  );
  io.stdout(values.format === 'json' ? jsonOfPr(prepared, results, planned.split) : resultText(results));
  if (!values.push && results.some(({ status }) => status === 'created' || status === 'updated'))
    io.stderr(
      "edge-sunset pr: the branches were only created in this clone. 'edge-sunset pr --push' pushes them and opens requests.\n",
    );
  for (const { branch, status, detail } of results)
    if (status === 'failed' || status === 'not-verified')
      io.stderr(visibleLines(`edge-sunset pr: ${branch}: ${detail ?? ''}\n`));
  if (results.some(({ status }) => status === 'failed')) codes.push(EXIT.usage);
  if (results.some(({ status }) => status === 'not-verified')) codes.push(EXIT.gate);
  return worst(codes);
}

/** What is not found is gone where nothing was left out by an option, or by the same options as before. */
function selectionOf({ only, skip, include, exclude, schedule, ...others }: PrValues): string | null {
  const { strategy, level, now, 'min-confidence': confidence } = others;
  const lists = [only, skip, include, exclude, schedule, strategy];
  const single = [level === 'safe' ? level : undefined, now, confidence];
  if (lists.every((list) => list.length === 0) && single.every((one) => one === undefined)) return null;
  return sha256(JSON.stringify([lists.map((list) => [...list].sort()), single])).slice(0, 16);
}

function prepare(
  plan: Split['branches'][number],
  { rootPlan, filesWith, entryOf }: PlannedTree,
  clone: Clone,
  values: PrValues,
): Prepared {
  const titlePrefix = values.title ?? '';
  const commits = commitsOf(plan, filesWith, entryOf, titlePrefix);
  const entries = [...new Set(plan.sites.map(({ found }) => found.row.entry))].sort();
  const level = values.level === 'safe' ? 'safe' : 'review';
  const folders = [...new Set(plan.areas.map(({ folder }) => folder))];
  // Another package may have a branch of its own.
  const ownFolders = folders.every((folder) => /^[\w@./-]+$/.test(folder));
  const include =
    ownFolders && values.include.length === 0 ? folders.map((folder) => `${folder}/**`) : values.include;
  const chosen = { write: true, level, only: entries, include };
  const context = {
    entryOf,
    lineUrl: lineUrlsOf(clone, plan.branch),
    reproduce: followUp('migrate', MIGRATE_FLAGS, values, [], chosen).replace(
      'npx edge-sunset',
      `npx edge-sunset@${VERSION}`,
    ),
    base: clone.base.shown,
  };
  return {
    plan,
    commits,
    digest: planDigest(commits),
    title: requestTitle(plan, context, titlePrefix),
    body: (verified) => bodyOf(plan, rootPlan, { ...context, verified }),
  };
}

function dryRun(branches: readonly Prepared[], io: Io): string {
  const paint = colours(wantsColours(io));
  const masked = io.isTerminal.stdout ? null : new Map<string, string>();
  const pieces = branches.flatMap(({ plan, commits, title, body }) => [
    `${paint.bold(`Branch ${plan.branch}`)}\n${paint.bold(visible(title))}\n`,
    withFooter(body(null), { branch: plan.branch }),
    ...commits.flatMap(({ message }, index) => [
      `${paint.bold(`Commit ${index + 1} of ${commits.length}`)}\n${visibleLines(message)}`,
    ]),
    ...plan.files.map((file) => `${paint.underline(visible(file.path))}\n${diffText(file, paint, masked)}`),
  ]);
  if (branches.length === 0) return NOTHING;
  return plainLines(`${pieces.join('\n')}\n`);
}

const NOTHING = 'Nothing to put on a branch.\n';

const WORDS: Readonly<Record<BranchResult['status'], string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'up to date',
  closed: 'closed',
  left: 'left alone',
  failed: 'failed',
  'not-verified': 'not verified',
};

function resultText(results: readonly BranchResult[]): string {
  if (results.length === 0) return NOTHING;
  return results
    .map(({ branch, status, url, detail }) => {
      const why = detail === null || status === 'failed' || status === 'not-verified' ? '' : `: ${detail}`;
      return visibleLines(`${WORDS[status]}  ${branch}${url === null ? '' : `  ${url}`}${why}\n`);
    })
    .join('');
}

/** What has no branch is said, so that nobody takes the requests for all there is to do. */
function restLines(split: Split): readonly string[] {
  return Object.entries(restOf(split)).map(
    ([entry, count]) =>
      `edge-sunset pr: ${entry}: ${count} ${count === 1 ? 'call needs' : 'calls need'} manual work and ${count === 1 ? 'is' : 'are'} on no branch. 'edge-sunset migrate' shows the steps.`,
  );
}
