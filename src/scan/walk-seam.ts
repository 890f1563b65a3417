import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WalkSettings } from './settings.js';

export async function walk(root: string, _settings: WalkSettings): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string) => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== '.git' && entry.name !== 'node_modules') await visit(path);
      } else if (entry.isFile()) found.push(path);
    }
  };
  await visit('');
  return found;
}
