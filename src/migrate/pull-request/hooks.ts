import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those of a commit and a push. */
export const RUN: readonly string[] = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-push',
];

/**
 * A folder of hooks of which each goes on with the user's own hook, without the given variables. git would run others
 * too, such as `reference-transaction`, and hand them all that a push needs to log in.
 */
export class Hooks {
  readonly folder: string;

  /** `own` is the folder of git for this work tree: what is left there by a run that was killed goes with it. */
  constructor(own: string, hooks: string, dropped: readonly string[]) {
    mkdirSync(own, { recursive: true });
    this.folder = mkdtempSync(join(own, 'edge-sunset-hooks-'));
    for (const name of RUN) {
      const hook = join(hooks, name);
      if (!isExecutable(hook)) continue;
      const script = `#!/bin/sh\nunset ${dropped.join(' ')}\nexec ${quoted(hook)} "$@"\n`;
      writeFileSync(join(this.folder, name), script, { mode: 0o755 });
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
