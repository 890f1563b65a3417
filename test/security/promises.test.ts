import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { COMMANDS } from '../../src/cli/run/commands.js';
import { edgeSunset } from '../cli/command-line.js';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const cells = text('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|Protection|---) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const isProtection = (row: readonly string[]) => row.length === 5;

/** The rows of all tables of promises: the promise and the cell that names its tests. */
const rows = cells
  .filter((row) => !isProtection(row))
  .map(([, promise = '', tests = '', ...rest]) => ({ promise, tests, cells: rest.length }));

/** Words that make a sentence one about safety. */
const ABOUT_SAFETY =
  /\b(runs? none|never (run|used?s?|executed)|uses? the network|mask(s|ed)|listens? on loopback|leaves the machine|isolated|nothing goes through|runs nothing|executes? nothing|not (?:run|execute) (?:your )?code|no filter)\b/i;

describe('docs/security.md', () => {
  it('has promises', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ promise }) => promise)).size).toBe(rows.length);
  });

  it.each(rows)('$promise', ({ tests, cells }) => {
    expect(cells).toBe(1);
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(named).not.toEqual([]);
    for (const path of named) {
      expect(path).toMatch(/^test\/.*\.test\.ts$/);
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});

describe('protections that are taken out', () => {
  const list: readonly Readonly<Record<'protection' | 'file' | 'find' | 'test', string>>[] = JSON.parse(
    text('test/security/protections.json'),
  );

  it('stand in the page as in the list', () => {
    const listed = list.map((one) => [one.protection, `\`${one.file}\``, `\`${one.test}\``]);
    expect(cells.filter(isProtection).map((row) => row.slice(1, -1))).toEqual(listed);
  });

  it.each(list)('can be found: $protection', ({ file, find, test }) => {
    expect(text(file).split(find)).toHaveLength(2);
    expect(existsSync(join(ROOT, test))).toBe(true);
  });
});

/** Where users read of safety. The page of promises itself is checked above. */
const PAGES: readonly (readonly [string, string])[] = [
  ['README.md', '(docs/security.md)'],
  ['docs/scan.md', '(security.md)'],
  ['docs/emulator.md', '(security.md)'],
  ['docs/migrate.md', '(security.md)'],
  ['docs/pull-requests.md', '(security.md)'],
  ['docs/architecture.md', '(security.md)'],
];

describe.each(PAGES)('%s', (page, link) => {
  // One link holds for a section.
  const paragraphs = text(page)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(page === 'README.md' ? /\n{2,}/ : /^#+ /m)
    .filter((paragraph) => ABOUT_SAFETY.test(paragraph));

  it('speaks about safety', () => {
    expect(paragraphs.length).toBeGreaterThan(0);
  });

  it.each(paragraphs)('links a paragraph about safety to the promises: %s', (paragraph) => {
    expect(paragraph).toContain(link);
  });
});

/** Sentences about safety in the help texts, each with the test that holds it. */
const HELD: Readonly<Record<string, string>> = {
  'Without --write nothing is changed': 'test/security/writes.test.ts',
  'this executes node_modules/typescript of the tree': 'test/security/writes.test.ts',
  'do not check types and execute nothing from the tree': 'test/security/writes.test.ts',
  'What is likely a secret is masked in the formats text, markdown and sarif, except on a terminal':
    'test/report/quoted-source.test.ts',
  'json and patch contain the text of the files as it is': 'test/report/quoted-source.test.ts',
  'in this folder, byte for byte': 'test/security/writes.test.ts',
  'only listens on 127.0.0.1, only answers requests for loopback names, rejects web pages':
    'test/security/edge.test.ts',
  'the only network of the program is the emulated API': 'test/security/rehearse.test.ts',
  'proxies and hooks redirect it, and the report says so': 'test/security/rehearse.test.ts',
  'Credentials in its environment and in .env files are replaced': 'test/security/rehearse.test.ts',
  'calls may have been missed: the program was not isolated': 'test/security/rehearse.test.ts',
  'no network if the system allows it': 'test/security/rehearse.test.ts',
  'pass this credential on unchanged': 'test/security/rehearse.test.ts',
  'Programs are isolated as with rehearse': 'test/security/rehearse.test.ts',
  'check types with the TypeScript in node_modules of the base, if it is committed':
    'test/pull-request/git.test.ts',
  'run no git hooks for commit and push': 'test/pull-request/git.test.ts',
  'git runs with your configuration: name, signing program, filters, login and hooks':
    'test/pull-request/git.test.ts',
  'in a clone in which you would run': 'test/pull-request/git.test.ts',
  'Existing files are never changed': 'test/cli/init.test.ts',
};
const HELP_ABOUT_SAFETY =
  /isolated|\bnetwork|mask|\bhide\b|secret|credential|loopback|hooks|of the tree|web pages|executed|node_modules|byte for byte|trust|without --write\b|never changed|links?\b/i;

describe('help texts', () => {
  it.each(COMMANDS.map(({ name }) => name))('of %s say of safety what a test holds', async (name) => {
    const { stdout } = await edgeSunset([name, '--help'], { cwd: ROOT });
    const sentences = stdout.replace(/\s+/g, ' ').split(/(?<=[.;]) | (?=-[-\w,]+ )/);
    const unheld = sentences.filter(
      (sentence) =>
        HELP_ABOUT_SAFETY.test(sentence) && !Object.keys(HELD).some((held) => sentence.includes(held)),
    );
    expect(unheld).toEqual([]);
  });

  it('name tests that exist, for sentences that exist', async () => {
    const helps = await Promise.all(COMMANDS.map(({ name }) => edgeSunset([name, '--help'], { cwd: ROOT })));
    const all = helps.map(({ stdout }) => stdout.replace(/\s+/g, ' ')).join(' ');
    for (const [sentence, test] of Object.entries(HELD)) {
      expect(all).toContain(sentence);
      expect(existsSync(join(ROOT, test)), test).toBe(true);
    }
  });
});
