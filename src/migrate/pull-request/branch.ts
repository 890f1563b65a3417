/** Makes the commits of a branch in the clean work tree, and tells of an existing branch whose it is. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { PlannedFile } from '../plan.js';
import { decodeExactly } from '../write/encoding.js';
import { type CommitPlan, checkOf, markOf, withMark } from './commits.js';
import { type Git, GitError } from './git.js';
import { fileIn, type WorkTree } from './work-tree.js';

/** A hook or the signing program said no, or changed more than it should. */
export class CommitRefused extends Error {
  override readonly name = 'CommitRefused';
}

export interface CommitOptions {
  readonly hooks: boolean;
}

/** Commits on top of a base, and gives the last one. No branch is moved. */
export async function commitAll(
  git: Git,
  tree: WorkTree,
  base: string,
  commits: readonly CommitPlan[],
  plan: string,
  { hooks }: CommitOptions,
): Promise<string> {
  await tree.reset(base);
  const cwd = tree.folder;
  refuseChanged(cwd, commits);
  const allowed = new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)));
  let parent = base;
  for (const [index, { message, files }] of commits.entries()) {
    for (const file of files) writeInto(tree.folder, file);
    await git.text(['add', '--force', '--', ...files.map(({ path }) => `:(top,literal)${path}`)], { cwd });
    // Signed once, when all is known that is signed.
    const made = await git.run(
      ['commit', '--quiet', '--no-gpg-sign', ...(hooks ? [] : ['--no-verify']), '--file=-'],
      { cwd, hooks, input: message },
    );
    if (made.status !== 0)
      throw new CommitRefused(refusal(hooks ? HOOKS_RAN : 'git rejected the commit', made));
    await onlyTouches(git, cwd, parent, allowed);
    const [treeId = '', ...words] = (await git.text(['log', '-1', '--format=%T%n%B'], { cwd })).split('\n');
    const written = words.join('\n').trimEnd();
    const mark = {
      step: index + 1,
      steps: commits.length,
      plan,
      check: checkOf(parent, treeId, written),
    };
    const signed = await git.run(['commit', '--quiet', '--amend', '--no-verify', '--file=-'], {
      cwd,
      input: withMark(written, mark),
    });
    if (signed.status !== 0) throw new CommitRefused(refusal('git rejected the commit', signed));
    parent = await git.text(['rev-parse', 'HEAD'], { cwd });
  }
  return parent;
}

/** A hook that needs `node_modules` finds none in the clean work tree, and says so in words of its own. */
const HOOKS_RAN =
  'git or a hook rejected the commit. Hooks run in a fresh checkout without installed packages; --no-hooks skips them';

function refusal(what: string, result: { readonly stdout: string; readonly stderr: string }): string {
  const said = new GitError('commit', {
    status: 1,
    stdout: '',
    stderr: `${result.stdout}\n${result.stderr}`,
  }).stderr;
  return `${what}${said === '' ? '' : `:\n${lastLines(said)}`}`;
}

export function lastLines(text: string, count = 20): string {
  return text.trim().split('\n').slice(-count).join('\n');
}

/** What was planned in the clone of the user is not the base where somebody saved a file meanwhile. */
function refuseChanged(folder: string, commits: readonly CommitPlan[]): void {
  const planned = new Map(commits.flatMap(({ files }) => files.map((file) => [file.path, file.before])));
  for (const [path, before] of planned) {
    const file = fileIn(folder, path);
    const found = existsSync(file) ? decodeExactly(readFileSync(file))?.text : null;
    if (found !== before)
      throw new CommitRefused(`${path} is not as it was when it was planned. Run the command again`);
  }
}

function writeInto(folder: string, { path, before, after }: PlannedFile): void {
  const file = fileIn(folder, path);
  if (before === null) {
    writeFileSync(file, after);
    return;
  }
  const bytes = readFileSync(file);
  const encoded = decodeExactly(bytes);
  if (encoded === null) throw new CommitRefused(`${path} is not valid text in its encoding`);
  writeFileSync(file, encoded.encode(after));
}

/** A hook may format what is committed; other files are not its business here. */
async function onlyTouches(
  git: Git,
  cwd: string,
  parent: string,
  allowed: ReadonlySet<string>,
): Promise<void> {
  const listed = await git.text(
    ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff', parent, 'HEAD'],
    { cwd },
  );
  const others = listed.split('\0').filter((path) => path !== '' && !allowed.has(path));
  if (others.length > 0)
    throw new CommitRefused(
      `a hook added files to the commit that are not part of the change: ${others.join(', ')}`,
    );
}

/** Whose an existing branch is. */
export type BranchOwnership =
  | { readonly kind: 'ours'; readonly plan: string; readonly base: string }
  | { readonly kind: 'edited' }
  | { readonly kind: 'foreign' };

const MOST_COMMITS = 40;

/** A branch is ours while every commit is as it was made, from the tip down to where the branch began. */
export async function ownershipOf(git: Git, tip: string): Promise<BranchOwnership> {
  const log = await git.text(['log', '-z', `-${MOST_COMMITS}`, '--format=%P%n%T%n%B', tip]);
  const commits = log.split('\0').map((record) => {
    const [parents = '', tree = '', ...words] = record.split('\n');
    const message = words.join('\n').trimEnd();
    return { parents: parents.split(' '), tree, message, mark: markOf(message) };
  });
  const isOurs = commits.some(({ mark }) => mark !== null);
  const not = { kind: isOurs ? 'edited' : 'foreign' } as const;
  const first = commits[0]?.mark;
  if (first === null || first === undefined || first.step !== first.steps) return not;
  for (let index = 0; index < first.steps; index++) {
    const commit = commits[index];
    const [parent = ''] = commit?.parents ?? [];
    if (commit === undefined || commit.mark === null || commit.parents.length !== 1) return not;
    const { step, check, plan } = commit.mark;
    const isAsMade = check === checkOf(parent, commit.tree, commit.message);
    if (!isAsMade || step !== first.steps - index || plan !== first.plan) return not;
    if (index === first.steps - 1) return { kind: 'ours', plan, base: parent };
  }
  return not;
}
