import { execFileSync, spawn } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainTextIn } from '../../src/scan/candidates/plain-text.js';
import { RootProgram } from '../../src/scan/candidates/program.js';
import { builtBin, runBin } from '../cli/bin.js';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { HANGS } from '../processor-time.js';
import { asUnprivileged } from '../security/unprivileged.js';

/** What stands in the way of reading a tree: each case ends, and the file beside it is found. */

async function scanned(cwd: string) {
  const { code, stdout, stderr } = await edgeSunset(['scan', '--format', 'json'], { cwd });
  expect(stderr).not.toMatch(/^\s+at /m);
  const report = JSON.parse(stdout) as {
    findings: { path: string }[];
    skipped: { path: string; reason: string }[];
  };
  return { code, paths: report.findings.map(({ path }) => path), skipped: report.skipped };
}

const UNLIKE: readonly [string, (number: number) => string][] = [
  ['names', (number) => `name-${number}`],
  ['endings', (number) => `*.ending${number}`],
  ['paths', (number) => `/some/path/${number}`],
  ['paths with wildcards', (number) => `top${number}/*/x?`],
  ['wildcards of every kind', (number) => `a*[b-d]?${number}*`],
  ['wildcards in any folder', (number) => `**/${number}/*x`],
];

describe('an ignore file of 100,000 patterns', () => {
  it.each(UNLIKE)('of %s is obeyed in time, or not used', async (_, pattern) => {
    const patterns = Array.from({ length: 100_000 }, (_, number) => pattern(number)).join('\n');
    const files = Array.from(
      { length: 1000 },
      (_, number) => [`in/deep/file-${number}.sh`, 'true\n'] as const,
    );
    const cwd = folderOf({ ...Object.fromEntries(files), '.gitignore': `${patterns}\n`, 'a.mjs': DEAD_CALL });
    const started = Date.now();
    expect((await scanned(cwd)).paths).toEqual(['a.mjs']);
    expect(Date.now() - started).toBeLessThan(HANGS);
  });
});

describe('text in UTF-16 without a mark', () => {
  it.each([
    ['the low byte first', (bytes: Buffer) => bytes],
    ['the high byte first', (bytes: Buffer) => bytes.swap16()],
  ])('%s, is read', async (_, order) => {
    const cwd = folderOf({ 'a.mjs': order(Buffer.from(DEAD_CALL, 'utf16le')), 'b.mjs': Buffer.alloc(1000) });
    expect(await scanned(cwd)).toMatchObject({ code: 1, paths: ['a.mjs'], skipped: [] });
  });
});

describe.skipIf(process.platform === 'win32')('a file that is swapped after it was listed', () => {
  const programAt = (root: string) =>
    new RootProgram({
      root,
      profiles: [],
      own: undefined,
      maxFileSize: 1000,
      languageOf: () => 'text',
      importers: () => [],
      showing: () => [],
      contents: new Map(),
    });

  it.each([
    [
      'a link',
      (root: string, outside: string) => symlinkSync(join(outside, 'a.txt'), join(root, 'in/a.txt')),
    ],
    ['a pipe', (root: string) => void execFileSync('mkfifo', [join(root, 'in/a.txt')])],
    [
      'a file behind a link',
      (root: string, outside: string) => {
        renameSync(join(root, 'in'), join(root, 'aside'));
        symlinkSync(outside, join(root, 'in'));
      },
    ],
  ])('for %s is not read', (_, swap) => {
    const outside = folderOf({ 'a.txt': 'secret' });
    const root = folderOf({ 'in/a.txt': 'mine', 'in/b.txt': 'mine' });
    const program = programAt(root);
    const textOf = plainTextIn(root, 1000);
    expect(textOf(join(root, 'in/a.txt'))).toBe('mine');
    expect(program.file('in/b.txt')?.text).toBe('mine');
    rmSync(join(root, 'in/a.txt'));
    swap(root, outside);
    expect(textOf(join(root, 'in/a.txt'))).toBe('');
    expect(program.file('in/a.txt')).toBeNull();
    expect(program.whyUnread('in/a.txt')).toMatch(/regular file|scanned folder|ELOOP/);
  });
});

const bin = builtBin();

describe.skipIf(process.platform === 'win32')('a tree that changes while it is scanned', () => {
  it('is scanned to the end', async () => {
    const files = Array.from(
      { length: 300 },
      (_, number) => [`d${number % 10}/f${number}.mjs`, DEAD_CALL] as const,
    );
    const cwd = folderOf({ ...Object.fromEntries(files), 'good.mjs': DEAD_CALL });
    const script = `i=0; while [ $i -lt 4000 ] && [ ! -e stop ]; do i=$((i+1)); d=d$((i%10)); f=$d/f$((i%300)).mjs
case $((i%4)) in 0) rm -f $f;; 1) rm -f $f; mkfifo $f;; 2) rm -rf $d; mkdir $d;; 3) rm -f $f; ln -s /dev/zero $f;; esac; done 2>/dev/null`;
    const changing = spawn('sh', ['-c', script], { cwd, stdio: 'ignore' });
    const ended = new Promise((resolve) => changing.on('close', resolve));
    try {
      for (let round = 0; round < 3; round++) {
        const started = Date.now();
        const { code, stdout } = await runBin(bin(), ['scan', '--format', 'json'], { cwd });
        expect([1, 3]).toContain(code);
        expect(stdout).toContain('"good.mjs"');
        expect(Date.now() - started).toBeLessThan(HANGS);
      }
    } finally {
      // To end the shell alone would leave its last `rm` at work in a folder that is about to go.
      writeFileSync(join(cwd, 'stop'), '');
      await ended;
    }
  });

  it.skipIf(process.getuid?.() !== 0)(
    'special files are not waited for by a user without rights on them',
    async () => {
      const cwd = folderOf({ 'good.mjs': DEAD_CALL, 'x/y': '' });
      for (const name of ['pipe.mjs', 'x/.gitignore', '.gitignore', '.edgesunsetignore'])
        execFileSync('mkfifo', ['-m', '000', join(cwd, name)]);
      writeFileSync(join(cwd, 'closed.mjs'), DEAD_CALL, { mode: 0 });
      execFileSync('chmod', ['755', cwd]);
      const scan = () => edgeSunset(['scan', '.', 'pipe.mjs'], { cwd });
      // The parser is loaded while there are rights on its files.
      await edgeSunset(['scan'], { cwd: folderOf({ 'a.mjs': DEAD_CALL }) });
      const started = Date.now();
      const { code, stdout } = await asUnprivileged([], scan);
      expect(Date.now() - started).toBeLessThan(HANGS);
      expect(code).toBe(3);
      expect(stdout).toContain('good.mjs');
      expect(stdout).toContain('closed.mjs');
    },
  );
});
