import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly temporary: string;
  }
}

/** A folder that all tests of a run may fill, removed after the last of them, as is the bin that they built. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-tests-'));
  // Tests that give up the privileges of root go through it.
  chmodSync(folder, 0o711);
  project.provide('temporary', folder);
  const bin = join(import.meta.dirname, '../.tmp', basename(folder));
  return () => {
    for (const gone of [folder, bin, `${bin}.built`]) rmSync(gone, { recursive: true, force: true });
  };
}
