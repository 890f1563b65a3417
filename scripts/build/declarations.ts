import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a declaration names another one by: `from './x.js'`, `import('./x.js')`. */
const SPECIFIER = /\b(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g;

/**
 * Removes the declarations that nobody who imports a face of the package can come to. The compiler writes one for each
 * source it reads, most of them about the inside of functions.
 */
export function dropUnreachable(folder: string, faces: readonly string[]): void {
  const reached = new Set<string>();
  const pending = faces.map((face) => join(folder, face));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(SPECIFIER))
      pending.push(join(dirname(file), `${specifier}.d.ts`));
  }
  removeOthers(folder, reached);
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOthers(path, kept);
    else if (!kept.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
