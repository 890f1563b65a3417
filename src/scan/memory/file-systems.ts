import { statfsSync } from 'node:fs';

/**
 * File systems of Linux that keep the time of every change themselves: btrfs, ext2 to ext4, f2fs, overlay, tmpfs, xfs,
 * zfs. Of others, above all those over a network or from outside a virtual machine, a status may be old or made up.
 */
const TRUSTED: ReadonlySet<number> = new Set([
  0x9123683e, 0xef53, 0xf2f52010, 0x794c7630, 0x01021994, 0x58465342, 0x2fc12fc1,
]);

/** Whether the statuses of files below a folder can be believed. */
export function tellsChanges(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return TRUSTED.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
