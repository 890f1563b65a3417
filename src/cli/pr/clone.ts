/** The user's clone as `pr` needs it: git, where the branches go, the base branch, and a clean work tree. */
import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { Git, openWorkTree, withoutCredentials } from '../../migrate/index.js';
import {
  type Host,
  HostError,
  holdsCommit,
  hostOf,
  lineUrl,
  placeOf,
  type RemoteProject,
  removeAbandoned,
  WorkTreeOnDemand,
} from '../../migrate/pull-request/index.js';
import { visible } from '../../report/index.js';
import { isInside } from '../../scan/index.js';
import { findOutside, findRepository } from '../../scan/walk/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { foldersOutside } from '../base/search-path.js';
import type { PrValues } from './flags.js';

const TOKEN_NAMES = { github: 'GITHUB_TOKEN', gitlab: 'GITLAB_TOKEN' } as const;
const TOOLS = { github: 'gh', gitlab: 'glab' } as const;

type Environment = Readonly<Record<string, string | undefined>>;

export interface Clone {
  readonly git: Git;
  /** A folder with the files of the base. */
  readonly files: string;
  readonly tree: WorkTreeOnDemand;
  readonly environment: Environment;
  readonly remote: string;
  readonly place: RemoteProject | null;
  readonly host: Host | null;
  readonly base: {
    readonly name: string;
    readonly commit: string;
    /** How a person names it in a clone. */
    readonly shown: string;
  };
}

/** The caller removes the work tree. */
export async function openClone(values: PrValues, io: Io, signal: AbortSignal): Promise<Clone> {
  const repository = findRepository(io.cwd);
  if (repository === undefined) throw new UsageError('this is not a git repository.');
  const { top } = repository;
  const environment = { ...io.env, PATH: foldersOutside(top, io.env.PATH ?? '') };
  const program = findOutside('git', environment, top);
  if (program === undefined)
    throw new UsageError(
      'no git program was found on the search path outside the repository and node_modules.',
    );
  const git = new Git(program, top, environment, signal);
  const commonDir = await commonDirOf(git);
  await checkNames(git, values);
  if (!values['dry-run']) await checkIdentity(git);
  await refuseFetchProgram(git);
  const remote = values.remote ?? 'origin';
  const place = await remotePlace(git, remote, values, environment);
  if (values.push) await refuseOwnRemote(git, remote, [top, commonDir]);
  const host =
    values.push && place !== null && values.host !== 'none'
      ? await hostOf(place, {
          environment,
          signal,
          programNamed: (name) => findOutside(name, environment, top),
          cwd: top,
        })
      : null;
  const access = host === null ? null : await host.access();
  if (access?.parent)
    io.stderr(
      `edge-sunset pr: ${remote} is a fork of ${visible(access.parent)}. Requests are opened in the fork; docs/pull-requests.md describes how to propose them to the upstream repository\n`,
    );
  const base = await baseOf(git, remote, values, access?.defaultBranch ?? null);
  if (values.push && host === null && place !== null && values.host !== 'none')
    io.stderr(
      `edge-sunset pr: no token for ${place.host} (${TOKEN_NAMES[place.kind]}), and ${TOOLS[place.kind]} is not logged in there: branches are pushed, but you have to open the requests\n`,
    );
  const temporary = io.env.TMPDIR || undefined;
  removeAbandoned(commonDir, temporary);
  const tree = new WorkTreeOnDemand(() => openWorkTree(git, commonDir, base.commit, temporary));
  const files = (await holdsCommit(git, base.commit)) ? top : (await tree.get()).folder;
  return { git, files, tree, environment, remote, place, host, base };
}

async function commonDirOf(git: Git): Promise<string> {
  const result = await git.run(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  if (result.status === 0) return result.stdout.trim();
  if (/dubious ownership/.test(result.stderr))
    throw new UsageError(
      'this repository belongs to another user, and git would use its configuration and hooks. Run pr in your own clone; scan and migrate work here.',
    );
  throw new UsageError(`git cannot use this repository: ${visible(result.stderr.trim())}`);
}

async function checkNames(git: Git, values: PrValues): Promise<void> {
  const { prefix } = values;
  if (
    prefix !== undefined &&
    ((await git.maybe(['check-ref-format', `refs/heads/${prefix}x`])) === null || prefix.startsWith('-'))
  )
    throw new UsageError(`--prefix ${JSON.stringify(prefix)} is not a valid prefix of a branch name.`);
  for (const [flag, name] of [
    ['--base', values.base],
    ['--remote', values.remote],
  ])
    if (
      name !== undefined &&
      ((await git.maybe(['check-ref-format', `refs/heads/${name}`])) === null || name.startsWith('-'))
    )
      throw new UsageError(`${flag} ${JSON.stringify(name)} is not a valid name.`);
}

async function checkIdentity(git: Git): Promise<void> {
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'])
    if ((await git.maybe(['var', who])) === null)
      throw new UsageError(
        "git has no author for commits: git config user.name '…' and git config user.email '…'.",
      );
}

/** Aliases of the user (`insteadOf`) may hide the host, or name it. */
async function remotePlace(
  git: Git,
  remote: string,
  values: PrValues,
  environment: Environment,
): Promise<RemoteProject | null> {
  const kind = values.host === 'github' || values.host === 'gitlab' ? values.host : undefined;
  const settings = await git.settings();
  const written = settings.get(`remote.${remote}.url`)?.at(-1);
  const named = written === undefined ? null : placeOf(written, environment, kind);
  if (named !== null) return named;
  const isMeant = written !== undefined && ![...settings.keys()].some((key) => key.startsWith('url.'));
  const meant = isMeant ? written : await git.maybe(['remote', 'get-url', remote]);
  if (meant === null && values.push) {
    const known = (await git.text(['remote'])).split('\n').filter(Boolean);
    const which = known.length === 0 ? 'The repository has none' : `It has ${known.map(visible).join(', ')}`;
    throw new UsageError(
      `there is no remote named ${JSON.stringify(remote)}. ${which}; --remote chooses one.`,
    );
  }
  const place = meant === null ? null : placeOf(meant, environment, kind);
  if (place !== null) return place;
  if (kind !== undefined)
    throw new UsageError(
      `the address of ${remote} is not one of ${kind}: ${visible(withoutCredentials(meant ?? ''))}.`,
    );
  return null;
}

/** git itself fetches what a partial clone lacks, with the program that the configuration names: no option is stronger. */
async function refuseFetchProgram(git: Git): Promise<void> {
  const names = [...(await git.settings()).keys()].filter((name) =>
    /^(?:remote\..*\.(?:uploadpack|promisor)|extensions\.partialclone)$/s.test(name),
  );
  const program = names.find((name) => name.endsWith('.uploadpack'));
  if (program !== undefined && names.some((name) => !name.endsWith('.uploadpack')))
    throw new UsageError(
      `this clone is partial, and git would run the program of ${visible(program)} to complete it. Unset it, or use a whole clone.`,
    );
}

/** A push to the clone itself would run hooks and settings of it that are for the other end, also with --no-hooks. */
async function refuseOwnRemote(git: Git, remote: string, own: readonly string[]): Promise<void> {
  const asked = [['get-url'], ['get-url', '--push']].map((words) =>
    git.text(['remote', ...words, '--all', remote]),
  );
  for (const address of (await Promise.all(asked)).flatMap((urls) => urls.split('\n'))) {
    const folder = localFolder(address);
    if (folder === null) continue;
    const isOwn = own.some((top) => isInside(realPath(resolve(top, folder)), realPath(top)));
    if (isOwn || !isAbsolute(folder))
      throw new UsageError(
        `the address of ${remote} (${visible(address)}) is ${isOwn ? 'this clone itself' : 'a relative path'}. Set the URL or the absolute path of another repository.`,
      );
  }
}

/** The folder that git takes an address for; null for one of another machine. */
function localFolder(address: string): string | null {
  if (!/^file:\/\//i.test(address)) return /^[^/]*:/.test(address) && !isAbsolute(address) ? null : address;
  try {
    return resolve('/', decodeURIComponent(address.slice('file://'.length)));
  } catch {
    return address;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

async function baseOf(
  git: Git,
  remote: string,
  values: PrValues,
  hostDefault: string | null,
): Promise<Clone['base']> {
  const remoteBranch = async () =>
    (await git.maybe(['symbolic-ref', '--short', `refs/remotes/${remote}/HEAD`]))?.slice(remote.length + 1);
  const name =
    values.base ??
    hostDefault ??
    (await remoteBranch()) ??
    (values.push ? await remoteHead(git, remote) : null) ??
    (await git.maybe(['symbolic-ref', '--short', 'HEAD']));
  if (name === null) throw new UsageError('no branch is checked out here. Set the base branch with --base.');
  const tracking = `refs/remotes/${remote}/${name}`;
  if (values.push) {
    const fetched = await git.run([
      ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', remote],
      `+refs/heads/${name}:${tracking}`,
    ]);
    if (/couldn't find remote ref/.test(fetched.stderr))
      throw new UsageError(`${remote} has no branch ${JSON.stringify(name)}. Set another one with --base.`);
    if (fetched.status !== 0)
      throw new HostError(
        `the branch ${name} could not be fetched from ${remote}, and nothing was changed:\n${withoutCredentials(fetched.stderr).trim()}`,
      );
  }
  for (const ref of values.push ? [tracking] : [`refs/heads/${name}`, tracking]) {
    const commit = await git.maybe(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    if (commit !== null)
      return { name, commit, shown: ref.startsWith('refs/remotes/') ? `${remote}/${name}` : name };
  }
  throw new UsageError(
    `there is no branch ${JSON.stringify(name)}, or it has no commit. Set another one with --base.`,
  );
}

async function remoteHead(git: Git, remote: string): Promise<string | null> {
  const listed = await git.maybe(['ls-remote', '--symref', remote, 'HEAD']);
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listed ?? '')?.[1] ?? null;
}

export function lineUrlsOf(
  { place }: Clone,
  branch: string,
): ((path: string, line: number) => string) | null {
  return place === null ? null : (path, line) => lineUrl(place, branch, path, line);
}
