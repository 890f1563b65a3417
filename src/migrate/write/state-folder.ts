/**
 * Where the undo records of a tree are: in the user's own folder for state, never in the tree, because whoever made
 * the tree could have made the records as well.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isInside } from '../../scan/index.js';
import { findRepository } from '../../scan/walk/index.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A work tree, or a folder outside of git, and where its state is. */
export interface Tree {
  /** Its real path. Paths in records are relative to it. */
  readonly root: string;
  /** The folder that was asked for, relative to the root with `/`; empty for the root itself. */
  readonly above: string;
  /** Absolute; null where the user has no folder for state. */
  readonly state: string | null;
}

/** The state folder cannot be used. */
export class BadState extends Error {}

export function treeOf(
  folder: string,
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Tree {
  const real = realpathSync.native(folder);
  const root = findRepository(real)?.top ?? real;
  const home = stateHome(platform, environment);
  const above = relative(root, real).split(sep).join('/');
  return { root, above, state: home === null ? null : join(home, folderName(root)) };
}

/** The user's own folder for what has to be kept; null where none is known. */
export function stateHome(platform: NodeJS.Platform, environment: Environment): string | null {
  const { EDGE_SUNSET_STATE, HOME, LOCALAPPDATA, XDG_STATE_HOME } = environment;
  // One that depends on the current folder does not count: that is the tree.
  const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : null);
  if (absolute(EDGE_SUNSET_STATE) !== null) return absolute(EDGE_SUNSET_STATE);
  const home = absolute(HOME);
  const base =
    platform === 'win32'
      ? absolute(LOCALAPPDATA)
      : platform === 'darwin'
        ? home && join(home, 'Library', 'Application Support')
        : (absolute(XDG_STATE_HOME) ?? (home && join(home, '.local', 'state')));
  return base === null ? null : join(base, 'edge-sunset', ...(platform === 'win32' ? ['state'] : []));
}

/** Makes the state folder of a tree and gives it. Throws `BadState` where it cannot be trusted. */
export function stateFolderOf(tree: Tree): string {
  if (tree.state === null)
    throw new BadState('there is no folder for undo records. Set EDGE_SUNSET_STATE to an absolute path');
  for (const folder of [dirname(tree.state), tree.state]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new BadState(`the folder for undo records cannot be created: ${what}. ${CURE}`);
    }
    const fault = faultOf(folder);
    if (fault !== null) throw new BadState(fault);
  }
  const fault = faultInTree(tree, tree.state);
  if (fault !== null) throw new BadState(fault);
  return tree.state;
}

/** The state folder of a tree if it exists and can be trusted. */
export function existingStateOf(tree: Tree): string | null {
  const { state } = tree;
  if (state === null || !existsSync(state)) return null;
  return (faultOf(dirname(state)) ?? faultOf(state) ?? faultInTree(tree, state)) ? null : state;
}

/** Whether there may be records: the folder of the user exists, or is not known. */
export function hasState({ state }: Tree): boolean {
  try {
    return state === null || lstatSync(dirname(state), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // What cannot be looked at is told of by who uses it.
    return true;
  }
}

function faultOf(folder: string): string | null {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  const what =
    status?.isDirectory() !== true
      ? 'is a link or not a folder'
      : process.geteuid !== undefined && status.uid !== process.geteuid()
        ? 'belongs to another user'
        : process.platform !== 'win32' && (status.mode & OTHERS_WRITE) !== 0
          ? 'is writable by other users'
          : null;
  return what === null ? null : `the folder for undo records ${folder} ${what}. ${CURE}`;
}

function faultInTree({ root }: Tree, state: string): string | null {
  return isInside(realpathSync.native(state), root)
    ? `the folder for undo records ${state} is inside the changed tree. ${CURE}`
    : null;
}

const OTHERS_WRITE = 0o022;
const CURE = 'Set EDGE_SUNSET_STATE to a folder of your own';

/** Tells trees apart, and a person which one it is. */
function folderName(root: string): string {
  const name = basename(root)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40);
  return `${name}-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
}
