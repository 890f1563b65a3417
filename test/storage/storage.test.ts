import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';
import {
  BINDINGS,
  COMMAND_LINE,
  CONFIGURATION,
  EVIDENCE,
  JAVASCRIPT,
  PYTHON,
  type StorageCase,
  WRANGLER,
} from './cases.js';

/** Uses of the object storage by the way they are written; the samples of the catalogue go by what they do. */

const GROUPS: Readonly<Record<string, readonly StorageCase[]>> = {
  'what shows the service': EVIDENCE,
  'calls in JavaScript': JAVASCRIPT,
  'buckets of workers': BINDINGS,
  'wrangler files': WRANGLER,
  'calls in Python': PYTHON,
  'the command line': COMMAND_LINE,
  'configurations of other tools': CONFIGURATION,
};

async function reported({ path, code, files = {} }: StorageCase): Promise<readonly string[]> {
  const { findings, problems } = await analyze(code, { path, files });
  expect(problems).toEqual([]);
  const textAt = (file: string) => (file === path ? code : (files[file] ?? ''));
  return findings
    .filter(({ entry, confidence }) => entry.startsWith('r2-') && confidence !== 'possible')
    .map(({ entry, at }) => `${entry}: ${textAt(at.file).slice(at.start, at.end)}`)
    .sort();
}

for (const [group, cases] of Object.entries(GROUPS)) {
  describe(group, () => {
    it.each(cases)('$name', async (one) => {
      expect(await reported(one)).toEqual([...one.reports].sort());
    });
  });
}

it('has enough cases of both kinds', () => {
  const all = Object.values(GROUPS).flat();
  expect(all.length).toBeGreaterThan(110);
  expect(all.filter(({ reports }) => reports.length === 0).length).toBeGreaterThan(50);
});
