/** The folder for clones, below that for temporary files. What a run that was killed left behind goes with the next one. */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, removeAbandonedTrees } from '../../migrate/index.js';

const NAME = /^edge-sunset-campaign-(\d+)-\w{6}$/;

export interface Workspace {
  readonly folder: string;
  readonly remove: () => void;
}

export function openWorkspace(): Workspace {
  const top = realpathSync.native(tmpdir());
  for (const name of readdirSync(top)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)) && isOwn(join(top, name))) removeWith(join(top, name));
  }
  const folder = mkdtempSync(join(top, `edge-sunset-campaign-${process.pid}-`));
  return { folder, remove: () => removeWith(folder) };
}

/** Also the work trees that `pr` made beside it. */
function removeWith(folder: string): void {
  removeAbandonedTrees(join(folder, 'clone', '.git'));
  rmSync(folder, { recursive: true, force: true });
}

function isOwn(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  const isOurs = process.geteuid === undefined || status?.uid === process.geteuid();
  return status?.isDirectory() === true && isOurs;
}
