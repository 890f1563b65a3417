/**
 * Somebody else puts a link where a folder was while a migration writes: at every single step of it, in turn. Nothing
 * may be read, written or removed behind the link. Only Linux lets us hold on to a folder that was checked.
 */
import { readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undo } from '../../src/migrate/undo.js';
import type { Disk } from '../../src/migrate/write/disk.js';
import {
  Records,
  ReplaceError,
  realDisk,
  stateFolderOf,
  treeOf,
  Unfinished,
  writePlan,
} from '../../src/migrate/write/index.js';
import { folderOf, stateHome } from '../cli/command-line.js';
import { planWith } from '../migrate/project.js';

const FILES = [
  { path: 'lib/a.js', before: 'old a\n', after: 'new a\n', edits: [], clusters: [1] },
  { path: 'lib/new.js', before: null, after: 'new\n', edits: [], clusters: [1] },
];

/** Calls `meanwhile` right before the step of the given number. */
function disturbed(at: number, meanwhile: () => void): { readonly disk: Disk; readonly steps: () => number } {
  let steps = 0;
  const disk = { ...realDisk };
  for (const name of Object.keys(realDisk) as (keyof Disk)[]) {
    const act = realDisk[name] as (...given: readonly unknown[]) => unknown;
    Object.assign(disk, {
      [name]: (...given: readonly unknown[]) => {
        if (steps++ === at) meanwhile();
        return act(...given);
      },
    });
  }
  return { disk, steps: () => steps };
}

interface Scene {
  readonly above: string;
  readonly tree: string;
  readonly state: string;
}

/** A tree, and a folder outside that looks as the tree does before or after the change. */
function scene(outside: Readonly<Record<string, string>>): Scene {
  const others = Object.entries(outside).map(([name, text]) => [`other/lib/${name}`, text]);
  const above = folderOf({ 'tree/lib/a.js': 'old a\n', ...Object.fromEntries(others) });
  const tree = join(above, 'tree');
  return { above, tree, state: stateFolderOf(treeOf(tree, { EDGE_SUNSET_STATE: stateHome() })) };
}

function contentsOf({ above }: Scene): Readonly<Record<string, string>> {
  const folder = join(above, 'other/lib');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

async function write({ tree, state }: Scene, disk: Disk) {
  const plan = { ...(await planWith({}, [])), root: tree, files: FILES };
  return writePlan(plan, { disk, tree, above: '', records: new Records(disk, state) });
}

function takeBack({ tree, state }: Scene, disk: Disk) {
  return undo({ disk, tree, records: new Records(disk, state) });
}

const SWAPS: readonly (readonly [string, (scene: Scene) => void])[] = [
  [
    'a folder',
    ({ above, tree }) => {
      renameSync(join(tree, 'lib'), join(tree, 'moved'));
      symlinkSync(join(above, 'other/lib'), join(tree, 'lib'));
    },
  ],
  [
    'the tree',
    ({ above, tree }) => {
      renameSync(tree, join(above, 'moved'));
      symlinkSync(join(above, 'other'), tree);
    },
  ],
];

describe.runIf(process.platform === 'linux').each(SWAPS)('%s that becomes a link', (_, swap) => {
  it('at any step of a migration leads it nowhere', async () => {
    const outside = { 'a.js': 'old a\n' };
    for (let at = 0, last = 1; at <= last; at++) {
      const place = scene(outside);
      const { disk, steps } = disturbed(at, () => swap(place));
      await write(place, disk);
      expect(contentsOf(place), `step ${at}`).toEqual(outside);
      last = Math.max(last, steps());
    }
  });

  it('at any step of an undo leads it nowhere', async () => {
    const outside = { 'a.js': 'new a\n', 'new.js': 'new\n' };
    for (let at = 0, last = 1; at <= last; at++) {
      const place = scene(outside);
      expect(await write(place, realDisk)).toMatchObject({ failures: [] });
      const { disk, steps } = disturbed(at, () => swap(place));
      try {
        takeBack(place, disk);
      } catch (error) {
        expect([ReplaceError, Unfinished], String(error)).toContain((error as Error).constructor);
      }
      expect(contentsOf(place), `step ${at}`).toEqual(outside);
      last = Math.max(last, steps());
    }
  });
});
