import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
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
import { CHANGES, FILES, fileAt, ONE, SILENT } from './changes.js';

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
