import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { builtinCatalogue, wordGroups } from '../../src/catalogue/index.js';
import { Nearness } from '../../src/scan/candidates/nearness.js';
import { plainTextIn } from '../../src/scan/candidates/plain-text.js';
import { WordsHeld } from '../../src/scan/candidates/words-held.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Which of some files count, when those that end in `api.ts` show the API. */
function counting(files: Readonly<Record<string, string>>, groups: readonly (readonly string[])[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'nearness-'));
  folders.push(root);
  const scripts = Object.entries(files).map(([path, text]) => {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
    return { path, systemPath: Buffer.from(absolute) };
  });
  const nearness = new Nearness(
    scripts.filter(({ path }) => path.endsWith('api.ts')),
    new WordsHeld(groups),
    plainTextIn(root, 1_000_000),
  );
  return scripts.filter((script) => nearness.counts(script)).map(({ path }) => path);
}

describe('scripts of a large package', () => {
  const groups = [['minify'], ['firewall', 'rules']];

  it('count near the API, by an import in either direction', () => {
    expect(
      counting(
        {
          'src/api.ts': "import { IDS } from './ids'; // minify",
          'src/ids.ts': "export const IDS = ['minify'];",
          'src/user.ts': "import { send } from './api.js'; send('minify');",
          'src/common.ts': "const { send } = require('./api'); send('minify');",
          'src/alias.ts': "import { send } from '@/lib/api'; send('minify');",
          'src/far.ts': "import { build } from './bundler'; build({ minify: true });",
          'src/alone.ts': 'export const minify = true;',
        },
        groups,
      ),
    ).toEqual(['src/api.ts', 'src/ids.ts', 'src/user.ts', 'src/common.ts', 'src/alias.ts']);
  });

  it('an index file is named by its folder', () => {
    const files = { 'cf/index.api.ts': '', 'cf/api.ts': '', 'a.ts': "import './cf/api'; 'minify'" };
    expect(counting(files, groups)).toEqual(['a.ts']);
  });

  it('need every word of a group, as whole words', () => {
    const near = "import './api';";
    expect(
      counting(
        {
          'api.ts': '',
          'both.ts': `${near} join('firewall', 'rules')`,
          'one.ts': `${near} rules()`,
          'part.ts': `${near} minifyAll()`,
        },
        groups,
      ),
    ).toEqual(['both.ts']);
  });
});

describe('groups of words', () => {
  const groups = wordGroups(builtinCatalogue()).map((group) => group.join(' '));

  it('are the segments of a path, a field with its record type, a setting', () => {
    expect(groups).toEqual(
      expect.arrayContaining(['firewall rules', 'SRV service', 'minify', 'filters zones']),
    );
  });

  it('never consist of what every program says', () => {
    for (const word of ['rules', 'service', 'name', 'type', 'value', 'get', 'user', 'filters', 'members']) {
      expect(groups).not.toContain(word);
    }
  });

  it('leave out what holds a smaller group', () => {
    for (const group of groups) {
      const words = group.split(' ');
      const smaller = groups.filter(
        (other) => other !== group && other.split(' ').every((word) => words.includes(word)),
      );
      expect(smaller, group).toEqual([]);
    }
  });
});
