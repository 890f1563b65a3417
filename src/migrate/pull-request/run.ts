/**
 * Brings branches and requests to where they should be. Every step leaves things as they were or done: commits are made
 * without a branch, a branch moves in one step and only from where it was seen, and what a run before did is found again.
 */
import type { BranchPlan } from './areas.js';
import { type BranchOwnership, CommitRefused, commitAll, lastLines, ownershipOf } from './branch.js';
import type { CommitPlan } from './commits.js';
import { type Description, keepTicks, readDescription, withFooter } from './footer.js';
import { type Git, GitError, runProgram, TOKENS, without, withoutCredentials } from './git.js';
import { compareUrl, type Host, HostError, type HostedRequest, type RemoteProject } from './hosts/index.js';
import type { WorkTreeOnDemand } from './work-tree.js';

export interface Prepared {
  readonly plan: BranchPlan;
  readonly commits: readonly CommitPlan[];
  readonly digest: string;
  readonly title: string;
  /** The description, with the command that was run on the branch. */
  readonly body: (verified: string | null) => string;
}

export interface RunOptions {
  readonly git: Git;
  readonly tree: WorkTreeOnDemand;
  readonly base: { readonly name: string; readonly commit: string };
  /** Where branches go; null keeps them in the clone. */
  readonly remote: string | null;
  readonly place: RemoteProject | null;
  readonly host: Host | null;
  readonly hooks: boolean;
  readonly draft: boolean;
  readonly verify: string | null;
  readonly prefix: string;
  /** Digest of the options that leave something out; null where everything is looked at. */
  readonly selection: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

export type BranchStatus =
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'closed'
  | 'left'
  | 'failed'
  | 'not-verified';

export interface BranchResult {
  readonly branch: string;
  readonly status: BranchStatus;
  /** The request, or where a person can open one. */
  readonly url: string | null;
  /** Why, where that does not go without saying. */
  readonly detail: string | null;
}

class NotVerified extends Error {
  override readonly name = 'NotVerified';
}

export async function carryOut(
  branches: readonly Prepared[],
  options: RunOptions,
  /** Whether every file could be read, so that a request without a plan has nothing left to do. */
  isComplete: boolean,
): Promise<readonly BranchResult[]> {
  const tips = await tipsOf(options);
  const results: BranchResult[] = [];
  for (const branch of branches) {
    const name = branch.plan.branch;
    results.push(await caught(name, () => bringUp(branch, tips.get(name) ?? null, options)));
  }
  const { host } = options;
  if (host === null || !isComplete) return results;
  const wanted = new Set(branches.map(({ plan }) => plan.branch));
  const open = await host.openRequests(options.prefix).catch((error: unknown) => {
    results.push(failure(options.prefix, error));
    return [];
  });
  for (const request of open) {
    if (wanted.has(request.branch) || !isSelected(request, options)) continue;
    const closed = await caught(request.branch, () =>
      closeDone(host, request, tips.get(request.branch) ?? null, options),
    );
    results.push(closed);
  }
  return results;
}

/** Whether the run looks at all that a request is about: at everything, or at what the run that opened it did. */
function isSelected({ body }: HostedRequest, { selection }: RunOptions): boolean {
  return selection === null || readDescription(body)?.footer.selection === selection;
}

async function caught(branch: string, work: () => Promise<BranchResult>): Promise<BranchResult> {
  try {
    return await work();
  } catch (error) {
    return failure(branch, error);
  }
}

/** What others refused becomes a result; a bug of ours and an interrupt go on. */
function failure(branch: string, error: unknown): BranchResult {
  if (error instanceof NotVerified)
    return { branch, status: 'not-verified', url: null, detail: error.message };
  if (error instanceof GitError)
    return { branch, status: 'failed', url: null, detail: `${error.message}:\n${lastLines(error.stderr)}` };
  if (error instanceof HostError || error instanceof CommitRefused)
    return { branch, status: 'failed', url: null, detail: error.message };
  throw error;
}

/** Branches as they are where they go to, by name. */
async function tipsOf({ git, remote, prefix }: RunOptions): Promise<ReadonlyMap<string, string>> {
  const listed =
    remote === null
      ? await git.text(['for-each-ref', '--format=%(objectname)\t%(refname)', `refs/heads/${prefix}**`])
      : await git.text(['ls-remote', '--refs', remote, `refs/heads/${prefix}*`]);
  const rows = listed.split('\n').map((line) => line.split('\t'));
  return new Map(rows.flatMap(([tip, ref]) => (tip && ref ? [[ref.replace('refs/heads/', ''), tip]] : [])));
}

async function bringUp(prepared: Prepared, tip: string | null, options: RunOptions): Promise<BranchResult> {
  const { host } = options;
  const { branch } = prepared.plan;
  const requests = host === null ? [] : await host.requestsFrom(branch);
  const open = requests.find(({ state }) => state === 'open') ?? null;
  const [last] = requests;
  const whose = tip === null ? null : await whoseIs(tip, options);
  const left = (detail: string): BranchResult => ({
    branch,
    status: 'left',
    url: (open ?? last)?.url ?? null,
    detail,
  });
  if (whose?.kind === 'foreign')
    return {
      ...left(
        'a branch of this name exists that edge-sunset did not create. It was not changed; use another --prefix',
      ),
      status: 'failed',
    };
  const isClosed = open === null && last?.state === 'closed';
  if (isClosed && readDescription(last.body)?.footer.done !== true)
    return left(`its ${host?.noun} was closed without a merge, and stays closed. Reopen it to continue`);
  const isMerged = open === null && last?.state === 'merged';
  const isTaken = async (at: string) => (isMerged && last?.head === at) || (await isIn(at, options));
  if (tip !== null && whose?.kind === 'edited' && !(await isTaken(tip)))
    return left(
      'somebody else committed to it, so it was not changed. Delete the branch to have it recreated',
    );
  const isCurrent = whose?.kind === 'ours' && whose.plan === prepared.digest && !isMerged;
  if (tip !== null && !isCurrent) await refuseCheckedOut(branch, options);
  const description = open === null ? null : readDescription(open.body);
  const commit =
    isCurrent && tip !== null
      ? tip
      : await commitAll(
          options.git,
          await options.tree.get(),
          options.base.commit,
          prepared.commits,
          prepared.digest,
          options,
        );
  const known = description?.footer.verify;
  const wasVerified = known?.commit === commit ? known.command : null;
  const isFresh = options.verify !== null && options.verify !== wasVerified && (!isCurrent || host !== null);
  if (isFresh) await verify(branch, commit, options);
  const verified = isFresh ? options.verify : wasVerified;
  if (!isCurrent) await publish(branch, commit, tip, options);
  const requested = await bringUpRequest(prepared, open, description, verified, commit, options);
  const changed = tip === null ? 'created' : 'updated';
  return {
    branch,
    status: isCurrent ? requested.status : changed,
    url: requested.url,
    detail: null,
  };
}

async function whoseIs(tip: string, { git, remote }: RunOptions): Promise<BranchOwnership> {
  if (remote !== null) await git.fetchCommit(remote, tip, 50);
  return ownershipOf(git, tip);
}

/** Whether the base has everything of a branch, so that nothing is lost when the branch is made anew. */
async function isIn(tip: string, { git, base }: RunOptions): Promise<boolean> {
  return (await git.run(['merge-base', '--is-ancestor', tip, base.commit])).status === 0;
}

/** A branch that is checked out somewhere would look changed there. */
async function refuseCheckedOut(branch: string, { git, remote }: RunOptions): Promise<void> {
  if (remote !== null) return;
  const trees = await git.text(['worktree', 'list', '--porcelain']);
  if (trees.split('\n').includes(`branch refs/heads/${branch}`))
    throw new CommitRefused(
      'the branch is checked out in a work tree. Check out another one there, then run the command again',
    );
}

async function verify(branch: string, commit: string, options: RunOptions): Promise<void> {
  const { environment, signal, progress } = options;
  const tree = await options.tree.get();
  const command = options.verify ?? '';
  await tree.reset(commit);
  progress(`${branch}: running ${command}`);
  const result = await runProgram(command, [], {
    cwd: tree.folder,
    env: without(environment, TOKENS),
    input: '',
    signal,
    shell: true,
  });
  if (result.status === 0) return;
  const how = result.status === null ? 'could not be run' : `ended with exit code ${result.status}`;
  const said = lastLines(withoutCredentials(`${result.stdout}\n${result.stderr}`));
  throw new NotVerified(`'${command}' ${how}, so nothing was pushed:\n${said}`);
}

/** Moves the branch, if it is still where it was seen. */
async function publish(
  branch: string,
  commit: string,
  tip: string | null,
  { git, remote, hooks, tree }: RunOptions,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  if (remote === null) {
    await git.text(['update-ref', '-m', 'edge-sunset pr', ref, commit, tip ?? '0'.repeat(commit.length)]);
    return;
  }
  const lease = `--force-with-lease=${ref}:${tip ?? ''}`;
  const skipped = hooks ? [] : ['--no-verify'];
  const pushed = await git.run(
    [
      'push',
      '--porcelain',
      '--no-follow-tags',
      '--recurse-submodules=no',
      ...skipped,
      lease,
      remote,
      `${commit}:${ref}`,
    ],
    { cwd: (await tree.get()).folder, hooks },
  );
  if (pushed.status === 0) return;
  const said = withoutCredentials(`${pushed.stdout}\n${pushed.stderr}`);
  const why = /stale info|fetch first|non-fast-forward/.test(said)
    ? 'the branch changed in the meantime. Run the command again'
    : /protected branch|GH006|GH013|rule violations|pre-receive hook declined|not allowed to push/i.test(said)
      ? 'the remote does not allow this push (a protected branch or a hook of the remote)'
      : /Permission|denied|403|Authentication failed|could not read (?:Username|Password)/i.test(said)
        ? 'the remote did not accept the login for a push'
        : 'the push failed';
  throw new CommitRefused(`${why}. Nothing was changed there:\n${lastLines(said)}`);
}

async function bringUpRequest(
  { plan, title, body }: Prepared,
  open: HostedRequest | null,
  description: Description | null,
  verified: string | null,
  commit: string,
  { host, place, base, draft, remote, selection }: RunOptions,
): Promise<{ readonly status: 'created' | 'updated' | 'unchanged'; readonly url: string | null }> {
  const { branch } = plan;
  if (host === null) {
    const url = place === null || remote === null ? null : compareUrl(place, base.name, branch);
    return { status: 'unchanged', url };
  }
  const footer = {
    branch,
    ...(verified === null ? {} : { verify: { command: verified, commit } }),
    ...(selection === null ? {} : { selection }),
  };
  if (open === null) {
    const text = withFooter(body(verified), footer);
    const opened = await host
      .open({ branch, base: base.name, title, body: text, draft })
      .catch((error: unknown) => {
        if (error instanceof HostError)
          throw new HostError(`${error.message}. The branch is pushed; the next run opens the ${host.noun}`);
        throw error;
      });
    return { status: 'created', url: opened.url };
  }
  // A text that somebody else wrote stays as it is.
  if (description === null || description.isEdited) return { status: 'unchanged', url: open.url };
  const text = withFooter(keepTicks(body(verified), description.text), footer);
  if (
    readDescription(text)?.text === description.text &&
    text.trim() === open.body.replaceAll('\r\n', '\n').trim()
  )
    return { status: 'unchanged', url: open.url };
  await host.update(open.number, text);
  return { status: 'updated', url: open.url };
}

/** A request whose area has nothing left that could be rewritten. */
async function closeDone(
  host: Host,
  request: HostedRequest,
  tip: string | null,
  options: RunOptions,
): Promise<BranchResult> {
  const { branch, url } = request;
  const description = readDescription(request.body);
  const whose = tip === null ? null : await whoseIs(tip, options);
  if (description === null || description.footer.branch !== branch || whose?.kind === 'foreign')
    return { branch, status: 'left', url, detail: 'it was not opened by edge-sunset' };
  if (whose?.kind === 'edited')
    return {
      branch,
      status: 'left',
      url,
      detail: 'nothing is left to do for it, but somebody else committed to it: close it manually',
    };
  await host.comment(
    request.number,
    `Nothing is left to do here: ${options.base.name} has no more retired calls for this ${host.noun}. Closed by edge-sunset.`,
  );
  const { text, ...footer } = description.footer;
  await host.close(request.number, withFooter(description.text, { ...footer, done: true }));
  return { branch, status: 'closed', url, detail: 'nothing is left to do for it' };
}
