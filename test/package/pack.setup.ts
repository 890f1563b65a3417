import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../../scripts/build/bundle.js';
import { newFolder, output, removeFolders } from './packed.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly tarball: string;
  }
}

/** Builds everything and packs it as it would be published, once for all files of the second suite. */
export default function setup(project: TestProject): () => void {
  output(ROOT, 'npm', 'run', '--silent', 'build');
  const folder = newFolder('packed');
  const [{ filename }] = JSON.parse(output(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder)) as [
    { readonly filename: string },
  ];
  project.provide('tarball', join(folder, filename));
  return removeFolders;
}
