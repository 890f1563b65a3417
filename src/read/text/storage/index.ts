import type { Program, SourceFile } from '../../reader.js';
import { wranglerUsages } from '../../storage/wrangler-usages.js';
import type { StorageUsage } from '../../usage.js';
import { clientStorageUsages } from './clients.js';
import { pythonStorageUsages } from './python.js';
import { rcloneStorageUsages } from './rclone.js';
import { shellStorageUsages } from './shell.js';

/** Uses of the object storage in languages without a reader of their own. */
export function textStorageUsages(file: SourceFile, program: Program): readonly StorageUsage[] {
  switch (file.language) {
    case 'python':
      return pythonStorageUsages(file, program);
    case 'go':
    case 'php':
    case 'ruby':
      return clientStorageUsages(file, program);
    case 'shell':
    case 'dockerfile':
    case 'makefile':
    case 'just':
      return shellStorageUsages(file);
    case 'ini':
      return rcloneStorageUsages(file);
    case 'toml':
      return wranglerUsages(file);
    default:
      return [];
  }
}
