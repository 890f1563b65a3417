import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';
import { builtinSamples, type Sample } from '../../src/catalogue/index.js';

/** Each entry's own samples through the whole pipeline, at the confidence a default report has. */

const NAMES: Readonly<Record<string, string>> = {
  typescript: 'sample.ts',
  javascript: 'sample.js',
  python: 'sample.py',
  shell: 'sample.sh',
  hcl: 'sample.tf',
  go: 'sample.go',
  php: 'sample.php',
  ruby: 'sample.rb',
};

function pathOf(sample: Sample): string {
  const path = sample.path ?? NAMES[sample.language];
  if (path === undefined) throw new Error(`name a file for samples in ${sample.language}`);
  return path;
}

/** What is reported of one entry: the texts pointed at. */
async function reported(id: string, sample: Sample): Promise<readonly string[]> {
  const { findings, problems } = await analyze(sample.code, { path: pathOf(sample) });
  expect(problems).toEqual([]);
  return findings
    .filter((finding) => finding.entry === id && finding.confidence !== 'possible')
    .map((finding) => sample.code.slice(finding.at.start, finding.at.end));
}

for (const { id, match, noMatch } of await builtinSamples()) {
  describe(id, () => {
    for (const [index, sample] of match.entries()) {
      it(`is found in ${sample.language}, sample ${index + 1}`, async () => {
        const texts = await reported(id, sample);
        expect(texts.length, sample.code).toBeGreaterThan(0);
        if (sample.at !== undefined) expect(texts, sample.code).toContain(sample.at);
      });
    }
    for (const sample of noMatch) {
      it(`is not found in ${sample.language}: ${sample.why ?? ''}`, async () => {
        expect(await reported(id, sample), sample.code).toEqual([]);
      });
    }
  });
}
