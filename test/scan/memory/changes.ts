/** What may be done to a tree between two scans, and the findings it then has. */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DEAD_CALL } from '../../cli/command-line.js';
import { git, write } from '../walk/trees.js';

/** Names so long that the index of a few hundred files is as large as that of a large tree. */
const LONG = 'x'.repeat(245);
export const FILES = 830;
export const SILENT = '// nothing of the API\n'.padEnd(DEAD_CALL.length, ' ');

export function fileAt(number: number): string {
  return `part-${number % 40}/${LONG}-${number}.ts`;
}

export interface Change {
  readonly name: string;
  readonly make: (root: string) => void;
  /** Files with findings afterwards, beside `calls.ts`. */
  readonly found: readonly string[];
  readonly walk?: object;
}

export const [ONE, TWO] = [fileAt(1), fileAt(2)];

function gitWith(root: string, input: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: root, input, stdio: ['pipe', 'ignore', 'inherit'] });
}

/** Writes a call into a file, and gives it back its time and length. */
export function editUnseen(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, DEAD_CALL);
  utimesSync(file, atime, mtime);
}

export const CHANGES: readonly Change[] = [
  {
    name: 'a call written into a file',
    make: (root) => appendFileSync(join(root, ONE), DEAD_CALL),
    found: [ONE],
  },
  {
    name: 'a call of the same length, the time of the write set back',
    make: (root) => editUnseen(join(root, ONE)),
    found: [ONE],
  },
  {
    name: 'the same, and committed',
    make: (root) => {
      editUnseen(join(root, ONE));
      git(root, 'commit', '-qam', 'edit');
    },
    found: [ONE],
  },
  {
    name: 'a file that came in the place of another',
    make: (root) => {
      editUnseen(join(root, TWO));
      renameSync(join(root, TWO), join(root, ONE));
    },
    found: [ONE],
  },
  {
    name: 'a folder that came in the place of another',
    make: (root) => {
      write(root, { 'aside/part-1': '' });
      rmSync(join(root, 'aside/part-1'));
      renameSync(join(root, dirname(ONE)), join(root, 'aside/before'));
      write(root, { [ONE]: DEAD_CALL });
      rmSync(join(root, 'aside'), { recursive: true });
    },
    found: [ONE],
  },
  {
    name: 'a link in the place of a file',
    make: (root) => {
      rmSync(join(root, ONE));
      symlinkSync('../calls.ts', join(root, ONE));
    },
    found: [],
  },
  {
    name: 'a link in the place of a folder',
    make: (root) => {
      renameSync(join(root, dirname(ONE)), join(root, '..', 'moved-away'));
      symlinkSync('part-2', join(root, dirname(ONE)));
      rmSync(join(root, '..', 'moved-away'), { recursive: true });
    },
    found: [],
  },
  {
    name: 'a second name of a file, through which it is written to',
    make: (root) => {
      linkSync(join(root, ONE), join(root, '.git', 'other-name'));
      writeFileSync(join(root, '.git', 'other-name'), DEAD_CALL);
    },
    found: [ONE],
  },
  { name: 'a deleted file', make: (root) => rmSync(join(root, ONE)), found: [] },
  {
    name: 'a deleted folder',
    make: (root) => rmSync(join(root, dirname(ONE)), { recursive: true }),
    found: [],
  },
  {
    name: 'an untracked file in a folder that had none',
    make: (root) => write(root, { 'part-5/new.ts': DEAD_CALL }),
    found: ['part-5/new.ts'],
  },
  {
    name: 'an untracked folder',
    make: (root) => write(root, { 'part-5/new/deep/er.ts': DEAD_CALL }),
    found: ['part-5/new/deep/er.ts'],
  },
  {
    name: 'an untracked file that is ignored',
    make: (root) => write(root, { 'part-5/new.skip.ts': DEAD_CALL }),
    found: [],
  },
  {
    name: 'an untracked file in an untracked folder, once that is known',
    make: (root) => {
      write(root, { 'new/a.ts': SILENT });
      write(root, { 'new/b.ts': DEAD_CALL });
    },
    found: ['new/b.ts'],
  },
  {
    name: 'a rule that no longer ignores',
    make: (root) => {
      write(root, { 'part-5/new.skip.ts': DEAD_CALL, 'part-5/.gitignore': '!*.skip.ts\n' });
    },
    found: ['part-5/new.skip.ts'],
  },
  {
    name: 'a file that git no longer tracks',
    make: (root) => {
      git(root, 'rm', '-q', '--cached', ONE);
      appendFileSync(join(root, ONE), DEAD_CALL);
    },
    found: [ONE],
  },
  {
    name: 'a file that git no longer tracks and that is ignored now',
    make: (root) => {
      git(root, 'rm', '-q', '--cached', ONE);
      appendFileSync(join(root, '.gitignore'), '/part-1/\n');
      appendFileSync(join(root, ONE), DEAD_CALL);
    },
    found: [],
  },
  {
    name: 'a file that git was told to take for unchanged',
    make: (root) => {
      git(root, 'update-index', '--assume-unchanged', ONE);
      editUnseen(join(root, ONE));
    },
    found: [ONE],
  },
  {
    name: 'a file left out of the checkout that is there all the same',
    make: (root) => {
      git(root, 'update-index', '--skip-worktree', ONE);
      editUnseen(join(root, ONE));
    },
    found: [ONE],
  },
  {
    name: 'settings by which git overlooks changes',
    make: (root) => {
      git(root, 'config', 'core.trustctime', 'false');
      git(root, 'config', 'core.checkStat', 'minimal');
      editUnseen(join(root, ONE));
    },
    found: [ONE],
  },
  {
    name: 'a file in conflict',
    make: (root) => {
      const blob = git(root, 'hash-object', '-w', 'calls.ts').trim();
      const sides = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\t${ONE}\n`).join('');
      gitWith(root, `0 ${'0'.repeat(40)}\t${ONE}\n${sides}`, 'update-index', '--index-info');
      editUnseen(join(root, ONE));
    },
    found: [ONE],
  },
  {
    name: 'other bits of a file, and nothing else',
    make: (root) => chmodSync(join(root, ONE), 0o755),
    found: [],
  },
  {
    name: 'only files that git tracks',
    make: (root) => {
      appendFileSync(join(root, ONE), DEAD_CALL);
      write(root, { 'new.ts': DEAD_CALL });
    },
    found: [ONE],
    walk: { trackedOnly: true },
  },
  {
    name: 'some folders only',
    make: (root) => {
      appendFileSync(join(root, ONE), DEAD_CALL);
      appendFileSync(join(root, TWO), DEAD_CALL);
    },
    found: [TWO],
    walk: { include: ['part-2', 'calls.ts'] },
  },
];
