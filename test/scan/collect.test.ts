import { describe, expect, it } from 'vitest';
import { type FileScan, type Prefilter, TIER_BITS } from '../../src/analysis/prefilter/index.js';
import { collect, collectWeak } from '../../src/scan/candidates/collect.js';
import { listingOf } from '../../src/scan/candidates/files.js';
import { FileContext } from '../../src/scan/candidates/surroundings.js';
import { DEFAULT_SETTINGS } from '../../src/scan/request/settings.js';
import { isIncomplete } from '../../src/scan/results/incomplete.js';
import { folderOf } from '../cli/command-line.js';

const { strong, weak, context } = TIER_BITS;

/** A prefilter that answers from a table instead of reading files. */
function prefilterOf(answers: Readonly<Record<string, FileScan | number>>, root: string): Prefilter {
  return {
    engine: 'javascript',
    scan: () => 0,
    scanText: () => 0,
    scanAgain: () => 0,
    scanFile: (path, _maxBytes, wanted = 7) => {
      const name = String(path)
        .replaceAll('\\', '/')
        .replace(`${root.replaceAll('\\', '/')}/`, '');
      const answer = answers[name] ?? 0;
      if (typeof answer === 'number') return { status: 'scanned', tiers: answer & wanted, encoding: 'utf-8' };
      return 'tiers' in answer ? { ...answer, tiers: answer.tiers & wanted } : answer;
    },
    hits: () => [],
    content: () => new Uint8Array(),
  };
}

async function collected(
  answers: Readonly<Record<string, FileScan | number>>,
  everything = false,
  isNamed = false,
  root = '/tree',
) {
  const listed = listingOf(root, Object.keys(answers), DEFAULT_SETTINGS);
  if (!listed.ok) throw new Error(listed.failure);
  const options = {
    listing: { ...listed.listing, isNamed },
    prefilter: prefilterOf(answers, root),
    maxFileSize: 1000,
    timeLimit: null,
    everything,
    generated: false,
    leaveOut: new Set(['/tree/left-out.ts']),
    breathe: async () => {},
  };
  const result = await collect(options);
  const around = new FileContext({
    ...result,
    root,
    prefilter: null,
    maxFileSize: 1000,
    groups: () => [['minify'], ['filters', 'create']],
    signs: () => /./,
  });
  const second = await collectWeak(options, result, (path) => around.usesApi(path), around.packagesWithApi());
  const weak = second.weak.filter((candidate) => around.weakCounts(candidate));
  return {
    ...result,
    skipped: [...result.skipped, ...second.skipped],
    generated: result.generated + second.generated,
    candidates: [...result.strong, ...weak].map(({ path }) => path).sort(),
  };
}

describe('candidates', () => {
  it('a strong trigger makes one anywhere, a weak one does not by itself', async () => {
    const { candidates } = await collected({
      'b.ts': strong,
      'a.ts': weak,
      'c.ts': 0,
      'd/package.json': 0,
      'd/d.ts': context,
    });
    expect(candidates).toEqual(['b.ts']);
  });

  it('a weak trigger does where another file of the package shows the API', async () => {
    const { candidates } = await collected({
      'app/package.json': 0,
      'app/src/client.ts': context,
      'app/src/z.ts': weak,
      'app/src/a.ts': weak,
      'other/go.mod': 0,
      'other/a.go': weak,
      'top.ts': weak,
    });
    expect(candidates).toEqual(['app/src/a.ts', 'app/src/z.ts']);
  });

  it('a nested package is a package of its own', async () => {
    const { candidates } = await collected({
      'package.json': 0,
      'client.ts': context,
      'deep/nested/pyproject.toml': 0,
      'deep/nested/a.py': weak,
      'deep/a.py': weak,
    });
    expect(candidates).toEqual(['deep/a.py']);
  });

  it('a report that is being written is none', async () => {
    expect(await collected({ 'left-out.ts': strong })).toMatchObject({ candidates: [], seen: 0 });
  });

  it('context and weak in one file are enough', async () => {
    expect((await collected({ 'a.ts': weak | context })).candidates).toEqual(['a.ts']);
  });

  it('in a large package a file that is no script has to show the API or to hold words that belong together', async () => {
    const texts = {
      'client.py': 'API = "https://api.example.com"',
      'settings.py': "send('minify')",
      'rules.yml': 'filters: []\ncreate: true',
      'pages.py': "filters = ['red']",
      'both.py': 'filters = []',
    };
    const answers = { 'client.py': context, 'settings.py': weak, 'rules.yml': weak, 'pages.py': weak };
    const candidatesAmong = async (others: number) => {
      const fillers = Object.fromEntries(Array.from({ length: others }, (_, at) => [`notes/${at}.md`, 0]));
      const root = folderOf(texts);
      return (await collected({ ...answers, 'both.py': weak | context, ...fillers }, false, false, root))
        .candidates;
    };
    const small = ['both.py', 'pages.py', 'rules.yml', 'settings.py'];
    expect(await candidatesAmong(295)).toEqual(small);
    expect(await candidatesAmong(296)).toEqual(small.filter((path) => path !== 'pages.py'));
  });

  it('without the prefilter every readable file is one', async () => {
    expect((await collected({ 'b.ts': 0, 'a.ts': weak }, true)).candidates).toEqual(['a.ts', 'b.ts']);
  });
});

describe('files that cannot be read', () => {
  it('are listed and leave the scan incomplete', async () => {
    const { skipped, read, seen } = await collected({
      'locked.ts': { status: 'unreadable', code: 'EACCES' },
      'good.ts': strong,
    });
    expect(skipped).toEqual([{ path: 'locked.ts', reason: 'unreadable', detail: 'EACCES' }]);
    expect(skipped.every(isIncomplete)).toBe(true);
    expect({ seen, read }).toEqual({ seen: 2, read: 1 });
  });

  it('are no loss where they are large and hold no trigger', async () => {
    const { skipped } = await collected({
      'large.ts': { status: 'too-large', tiers: 0, size: 5000 },
      'worse.ts': { status: 'too-large', tiers: strong, size: 5000 },
      'word.json': { status: 'too-large', tiers: weak, size: 5000 },
      'app/package.json': 0,
      'app/client.ts': context,
      'app/word.json': { status: 'too-large', tiers: weak, size: 5000 },
    });
    expect(skipped.map((row) => [row.path, isIncomplete(row)])).toEqual([
      ['worse.ts', true],
      ['app/word.json', true],
    ]);
  });

  it('are none when they went away or are pipes and links, but those that were named', async () => {
    const answers: Readonly<Record<string, FileScan>> = {
      gone: { status: 'missing' },
      pipe: { status: 'not-a-file' },
    };
    const { skipped, candidates } = await collected(answers);
    expect({ skipped, candidates }).toEqual({ skipped: [], candidates: [] });
    expect((await collected(answers, false, true)).skipped).toMatchObject([
      { path: 'pipe', reason: 'unreadable' },
    ]);
  });
});
