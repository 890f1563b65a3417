/** Scans of real work trees, one after the other: what is kept of earlier ones never changes the report. */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { jsonReport } from '../../../src/report/index.js';
import { DEFAULT_SETTINGS, type MemoryPlace, runScan, targetsOf } from '../../../src/scan/index.js';
import { tellsChanges } from '../../../src/scan/memory/index.js';
import { random } from '../../analysis/prefilter/naive.js';
import { DEAD_CALL } from '../../cli/command-line.js';
import { emptyFolder, git, repository, write } from '../walk/trees.js';

/** Names so long that the index of a few hundred files is as large as that of a large tree. */
const LONG = 'x'.repeat(245);
const FILES = 830;
const SILENT = '// nothing of the API\n'.padEnd(DEAD_CALL.length, ' ');

function fileAt(number: number): string {
  return `part-${number % 40}/${LONG}-${number}.ts`;
}

/** Made beforehand. */
const trees: string[] = [];

function makeTree(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'second-scan-')));
  const files = Object.fromEntries(Array.from({ length: FILES }, (_, number) => [fileAt(number), SILENT]));
  git(folder, 'init', '-q');
  write(folder, { ...files, '.gitignore': '*.skip.ts\n', 'calls.ts': DEAD_CALL });
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'tree');
  return folder;
}

/** git tells seconds apart: what is done to a tree must not fall into the one in which it was made. */
const NEXT_SECOND = 1100;

function largeTree(): string {
  const tree = trees.shift();
  if (tree === undefined) throw new Error('More trees are used than were made.');
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  return tree;
}

function memory(): MemoryPlace {
  return { folder: emptyFolder(), build: 'test' };
}

interface Scanned {
  readonly report: object;
  readonly paths: readonly string[];
  /** Files that were not read. */
  readonly unread: number;
}

async function scanned(root: string, place: MemoryPlace | null, walk: object = {}): Promise<Scanned> {
  const found = targetsOf([root], root);
  if (!found.ok) throw new Error(`${found.missing} is missing`);
  const settings = { ...DEFAULT_SETTINGS, walk: { ...DEFAULT_SETTINGS.walk, ...walk } };
  let unread = 0;
  const report = await runScan(
    {
      targets: found.targets.map((target) => ({ target, settings, catalogue: builtinCatalogue() })),
      now: '2026-11-21',
      ...(place === null ? {} : { memory: place }),
    },
    {
      unread: (files) => {
        unread += files;
      },
    },
  );
  return { report: jsonReport(report), paths: report.findings.map(({ path }) => path), unread };
}

/** A tree of which all that can be is known: the first scan leaves word of itself, the second learns. */
async function knownTree() {
  const root = largeTree();
  const place = memory();
  await learn(root, place);
  return { root, place };
}

/** Seconds later, for what changed just now is not kept. */
async function learn(root: string, place: MemoryPlace): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  for (let scan = 0; scan < 2; scan++) await scanned(root, place);
  vi.useRealTimers();
}

/** Whether the file system of the tests is one of those whose statuses are believed. */
const believed = tellsChanges(tmpdir());
/** The ignore file holds no trigger either. */
const KNOWN = believed ? FILES + 1 : 0;

beforeAll(async () => {
  const used = 16 + CHANGES.length + SEEDS.length;
  for (let tree = 0; tree < used; tree++) trees.push(makeTree());
  await sleep(NEXT_SECOND);
  // git compares the text of a file as well if the index was not written after it.
  for (const tree of trees) utimesSync(join(tree, '.git', 'index'), new Date(), new Date());
}, 120_000);

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

describe('an unchanged tree', () => {
  it('is not read again, and reported as before', async () => {
    const { root, place } = await knownTree();
    const whole = await scanned(root, null);
    for (let again = 0; again < 2; again++) {
      const later = await scanned(root, place);
      expect(later.report).toEqual(whole.report);
      expect(later.unread).toBe(KNOWN);
    }
    expect(whole.unread).toBe(0);
    expect(whole.paths).toEqual(['calls.ts']);
  });

  it('is read whole by the first two scans', async () => {
    const root = largeTree();
    const place = memory();
    for (let scan = 0; scan < 2; scan++) {
      expect((await scanned(root, place)).unread).toBe(0);
      expect(readdirSync(place.folder)).toHaveLength(believed ? 1 : 0);
    }
  });

  it('is read again where other files are too large', async () => {
    const { root, place } = await knownTree();
    const small = { maxFileSize: SILENT.length - 1 };
    const later = await scanned(root, place, small);
    expect(later.report).toEqual((await scanned(root, null, small)).report);
    expect(later.unread).toBe(0);
  });

  it('keeps its untracked files', async () => {
    const root = largeTree();
    const place = memory();
    write(root, { 'part-5/new.ts': DEAD_CALL });
    await learn(root, place);
    const later = await scanned(root, place);
    expect(later.paths).toEqual(['calls.ts', 'part-5/new.ts']);
    expect(later.unread).toBe(KNOWN);
  });

  it('is read whole without a git to compare with', async () => {
    const { root, place } = await knownTree();
    vi.stubEnv('PATH', '/nonexistent');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    write(root, { 'part-5/new.ts': DEAD_CALL, 'node_modules/a.js': DEAD_CALL });
    const later = await scanned(root, place);
    expect(later.report).toEqual((await scanned(root, null)).report);
    expect(later.paths).toEqual(['calls.ts', 'part-5/new.ts']);
    expect(later.unread).toBe(0);
  });

  it('is read again where nothing is kept, or only for another catalogue, build or tree', async () => {
    const { root, place } = await knownTree();
    expect((await scanned(root, null)).unread).toBe(0);
    expect((await scanned(root, { ...place, build: 'other' })).unread).toBe(0);
    expect((await scanned(largeTree(), place)).unread).toBe(0);
  });

  it('is read again as another checkout at the same place', async () => {
    const { root, place } = await knownTree();
    const before = join(emptyFolder(), 'before');
    renameSync(join(root, '.git'), before);
    cpSync(before, join(root, '.git'), { recursive: true });
    const later = await scanned(root, place);
    expect(later.paths).toEqual(['calls.ts']);
    expect(later.unread).toBe(0);
  });

  it('is read again where git tells nothing of it', async () => {
    const { root, place } = await knownTree();
    expect((await scanned(root, place, { gitignore: false })).unread).toBe(0);
    rmSync(join(root, '.git'), { recursive: true });
    expect((await scanned(root, place)).unread).toBe(0);
  });

  it('leaves a small tree alone', async () => {
    const root = repository({ 'a.ts': SILENT, 'calls.ts': DEAD_CALL });
    const place = memory();
    for (let again = 0; again < 2; again++) expect((await scanned(root, place)).unread).toBe(0);
    expect(readdirSync(place.folder)).toEqual([]);
  });
});

const SEEDS = [11, 12, 13, 14];
/** Scans with and without memory of one seed of changes. */
const TURNS = 10;

interface Change {
  readonly name: string;
  readonly make: (root: string) => void;
  /** Files with findings afterwards, beside `calls.ts`. */
  readonly found: readonly string[];
  readonly walk?: object;
}

const [ONE, TWO] = [fileAt(1), fileAt(2)];

function gitWith(root: string, input: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: root, input, stdio: ['pipe', 'ignore', 'inherit'] });
}

/** Writes a call into a file, and gives it back its time and length. */
function editUnseen(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, DEAD_CALL);
  utimesSync(file, atime, mtime);
}

const CHANGES: readonly Change[] = [
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

describe('a tree that changed', () => {
  it.each(CHANGES)('$name', async ({ make, found, walk }) => {
    const { root, place } = await knownTree();
    make(root);
    const fresh = await scanned(root, null, walk);
    for (let again = 0; again < 2; again++) {
      const later = await scanned(root, place, walk);
      expect(later.paths).toEqual([...found, 'calls.ts'].sort());
      expect(later.report).toEqual(fresh.report);
      if (believed) expect(later.unread).toBeGreaterThan(0);
    }
  });

  it('was edited when it was read, and is as committed again', async () => {
    const root = largeTree();
    writeFileSync(join(root, 'calls.ts'), SILENT);
    await sleep(NEXT_SECOND);
    const place = memory();
    await learn(root, place);
    expect((await scanned(root, place)).paths).toEqual([]);
    // By hand: the index is not told, and git would find no difference in the text.
    writeFileSync(join(root, 'calls.ts'), DEAD_CALL);
    expect((await scanned(root, place)).paths).toEqual(['calls.ts']);
    git(root, 'update-index', '--refresh');
    expect((await scanned(root, place)).paths).toEqual(['calls.ts']);
  });

  it('was another one when it was read, and comes back as it was', async () => {
    const root = largeTree();
    const place = memory();
    renameSync(root, `${root}-aside`);
    cpSync(`${root}-aside`, root, { recursive: true });
    writeFileSync(join(root, 'calls.ts'), SILENT);
    await learn(root, place);
    expect((await scanned(root, place)).paths).toEqual([]);
    rmSync(root, { recursive: true });
    renameSync(`${root}-aside`, root);
    for (let again = 0; again < 2; again++) expect((await scanned(root, place)).paths).toEqual(['calls.ts']);
  });

  it('is read whole where git cannot compare', async () => {
    const { root, place } = await knownTree();
    appendFileSync(join(root, ONE), DEAD_CALL);
    writeFileSync(join(root, '.git', 'config'), '[core\n');
    const later = await scanned(root, place);
    expect(later.paths).toEqual([ONE, 'calls.ts'].sort());
    expect(later.unread).toBe(0);
  });

  it('is read whole where what was kept is damaged', async () => {
    const { root, place } = await knownTree();
    const kept = readdirSync(place.folder).map((name) => join(place.folder, name));
    expect(kept).toHaveLength(believed ? 1 : 0);
    for (const file of kept) writeFileSync(file, readFileSync(file).fill(0xff, 100));
    expect((await scanned(root, place)).unread).toBe(0);
  });
});

/** Changes by chance, one after the other; what a scan says with and without memory is compared after each few. */
describe('changes by chance', () => {
  it.each(SEEDS)('seed %i', async (seed) => {
    const { root, place } = await knownTree();
    const next = random(seed);
    const any = () => join(root, fileAt(next(FILES)));
    const text = () => (next(2) === 0 ? DEAD_CALL : SILENT);
    const steps: readonly (() => void)[] = [
      () => existsSync(dirname(any())) && write(root, { [fileAt(next(FILES))]: text() }),
      () => write(root, { [`part-${next(40)}/new-${next(5)}/${next(5)}.ts`]: text() }),
      () => write(root, { [`part-${next(40)}/new-${next(5)}.skip.ts`]: text() }),
      () => rmSync(any(), { force: true }),
      () => rmSync(join(root, `part-${next(40)}`), { recursive: true, force: true }),
      () => {
        const [from, to] = [any(), any()];
        if (existsSync(from) && existsSync(dirname(to))) renameSync(from, to);
      },
      () => {
        const [from, to] = [join(root, `part-${next(40)}`), join(root, `part-${next(40)}`)];
        if (existsSync(from) && !existsSync(to)) renameSync(from, to);
      },
      () => git(root, 'add', '-A'),
      () => git(root, 'checkout', '-q', '-f', 'HEAD'),
      () => git(root, 'reset', '-q'),
      () => mkdirSync(join(root, `part-${next(40)}/empty`), { recursive: true }),
    ];
    for (let turn = 0; turn < TURNS; turn++) {
      for (let step = 0; step < 4; step++) steps[next(steps.length)]?.();
      const withMemory = await scanned(root, place);
      expect({ seed, turn, ...withMemory.report }).toEqual({
        seed,
        turn,
        ...(await scanned(root, null)).report,
      });
    }
  });
});
