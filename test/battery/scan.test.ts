import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { HOSTILE_NAMES } from './names.js';
import { DEAD_URL, HOSTILE_TEXTS, type HostileText, largeTexts, nestedTexts } from './texts.js';

/**
 * The battery through the scanner: whatever stands beside it, the good file is found, every file that was not read
 * is named once with its reason, and the report stays one.
 */

const GOOD = 'good/good.sh';
const SENTINEL = `curl -X POST ${DEAD_URL}\n`;
/** A name for each text, with the ending of the file it is at home in. */
function treeOf(texts: readonly HostileText[]): Record<string, string | Uint8Array> {
  const files = texts.map(({ file, bytes }, index) => [`bad/${index}/${file}`, bytes] as const);
  return { [GOOD]: SENTINEL, ...Object.fromEntries(files) };
}

interface Report {
  readonly findings: readonly { readonly path: string; readonly entry: string; readonly message: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

async function scanned(
  cwd: string,
  ...argv: string[]
): Promise<{ readonly code: number; readonly report: Report }> {
  const { code, stdout, stderr } = await edgeSunset(['scan', '--format', 'json', ...argv], { cwd });
  expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  return { code, report: JSON.parse(stdout) as Report };
}

function expectWhole(report: Report): void {
  expect(report.findings.filter(({ path }) => path === GOOD)).toHaveLength(1);
  expect(report.skipped.filter(({ reason }) => reason === 'internal' || reason === 'timeout')).toEqual([]);
  const skipped = report.skipped.map(({ path, reason }) => `${path} ${reason}`);
  expect(new Set(skipped).size).toBe(skipped.length);
}

describe('a tree of hostile files', () => {
  it('of broken and strange texts', async () => {
    const { code, report } = await scanned(folderOf(treeOf(HOSTILE_TEXTS)));
    expect([1, 3]).toContain(code);
    expectWhole(report);
  });

  it('of large and deep texts', async () => {
    const { code, report } = await scanned(folderOf(treeOf([...largeTexts(4), ...nestedTexts(5_000)])));
    expect([1, 3]).toContain(code);
    expectWhole(report);
  });

  it('finds in UTF-16 and behind a mark what stands there, at its place', async () => {
    const texts = HOSTILE_TEXTS.filter(({ what }) => /^(?:UTF-16|a mark of UTF-8)/.test(what));
    const { report } = await scanned(folderOf(treeOf(texts)));
    expect(report.findings.filter(({ path }) => path !== GOOD)).toHaveLength(texts.length);
    expect(texts).toHaveLength(3);
  });
});

describe('hostile names', () => {
  it('are found, and break no report', async () => {
    const cwd = folderOf(Object.fromEntries(HOSTILE_NAMES.map((name) => [`x/${name}`, SENTINEL])));
    const { report } = await scanned(cwd);
    const wanted = HOSTILE_NAMES.filter((name) => name.endsWith('.sh'));
    const found = new Set(report.findings.map(({ path }) => path));
    expect(wanted.filter((name) => !found.has(`x/${name}`))).toEqual([]);
    for (const format of ['text', 'json', 'ndjson', 'sarif']) {
      const { stdout } = await edgeSunset(['scan', '--format', format], { cwd });
      expect(stdout.length, format).toBeGreaterThan(100);
      expect(stdout, format).not.toMatch(/(?!\s)\p{Cc}/u);
      // Programs are given the name as it is, people are not.
      if (format === 'text') expect(stdout).not.toMatch(/\p{Bidi_Control}/u);
    }
  });
});

describe.skipIf(process.platform === 'win32')('what is no file', () => {
  it('is not followed, read or waited for', async () => {
    const cwd = folderOf({ [GOOD]: SENTINEL, 'closed.sh': SENTINEL, 'closed/in.sh': SENTINEL });
    symlinkSync('/dev/zero', join(cwd, 'zero.sh'));
    symlinkSync('nowhere', join(cwd, 'dangling.sh'));
    symlinkSync('self.sh', join(cwd, 'self.sh'));
    symlinkSync('..', join(cwd, 'good/up'));
    execFileSync('mkfifo', [join(cwd, 'pipe.sh')]);
    mkdirSync(join(cwd, 'folder.sh'));
    chmodSync(join(cwd, 'closed.sh'), 0);
    chmodSync(join(cwd, 'closed'), 0);
    try {
      const { report } = await scanned(cwd);
      expectWhole(report);
    } finally {
      chmodSync(join(cwd, 'closed'), 0o755);
    }
  });
});
