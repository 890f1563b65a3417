/** Whether imports of a file have to name the extension: Node's own rules do, a bundler's do not. */
import type { MigratedPackages } from '../packages.js';
import { inside, parentOf } from '../packages.js';
import type { Sources } from '../sites.js';

export function needsExtension(path: string, sources: Sources, packages: MigratedPackages): boolean {
  const isTyped = /\.[cm]?tsx?$/.test(path);
  if (!isTyped) return /\.[cm]?jsx?$/.test(path);
  const stop = packages.folderOf(path);
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    const text = sources.file(inside(folder, 'tsconfig.json'))?.text;
    if (text !== undefined) {
      const resolution = /"moduleResolution"\s*:\s*"(\w+)"/i.exec(text)?.[1];
      const module = /"module"\s*:\s*"(\w+)"/i.exec(text)?.[1];
      return /^node(?:next|16|18|20)$/i.test(resolution ?? module ?? '');
    }
    // Without a word of the compiler, Node's own rules for modules hold where the package has them.
    if (folder === stop || folder === '') return packages.manifestOf(path).type === 'module';
  }
}
