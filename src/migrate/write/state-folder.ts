/** Where journals and undo records of a tree lie: under its git directory, outside git in `.edge-sunset`. */
import { join } from 'node:path';
import { findRepository } from '../../scan/walk/index.js';

export function stateFolderOf(root: string): string {
  const repository = findRepository(root);
  return repository === undefined ? join(root, '.edge-sunset') : join(repository.gitDir, 'edge-sunset');
}
