import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';
import {
  BINDINGS,
  COMMAND_LINE,
  CONFIGURATION,
  EVIDENCE,
  JAVASCRIPT,
  OTHER_LANGUAGES,
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
  'calls in other languages': OTHER_LANGUAGES,
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

const R2_HOST = "endpoint: 'https://example.r2.cloudflarestorage.com'";
const client = (options: string, rest = '') =>
  `import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${options}, ${R2_HOST} });\n${rest}`;
const cors = (origin: string) =>
  client(
    "region: 'auto'",
    `await s3.send(new PutBucketCorsCommand({ CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['${origin}'] }] } }));\n`,
  );
const header = (name: string) =>
  `export async function run(bucket: R2Bucket) {\n  const one = await bucket.head('a');\n  if (one) headers.set('etag', one.${name});\n}\n`;
const listing = (given: string) =>
  `export async function names(bucket: R2Bucket) {\n  const page = await bucket.list${given};\n  return page.objects.map((one) => one.customMetadata);\n}\n`;
const wrangler = (flags: string) => `compatibility_date = "2024-01-01"\ncompatibility_flags = ${flags}\n`;

describe('fixes', () => {
  it('add nothing where options are no plain object', async () => {
    const { findings } = await analyze(listing('(/* all (of them) */)'), { path: 'a.ts' });
    expect(findings.map(({ entry, fix }) => [entry, fix])).toEqual([['r2-list-metadata', undefined]]);
  });

  it.each([
    ['a region', 'a.ts', 'safe', client("region: 'eu-west-1'"), client("region: 'auto'")],
    ['a trailing slash', 'a.ts', 'safe', cors('https://example.com/'), cors('https://example.com')],
    ['metadata of a listing', 'a.ts', 'review', listing('()'), listing("({ include: ['customMetadata'] })")],
    [
      'metadata of a listing with options',
      'a.ts',
      'review',
      listing("({ prefix: 'a/' })"),
      listing("({ prefix: 'a/', include: ['customMetadata'] })"),
    ],
    ['the ETag of a header', 'a.ts', 'review', header('etag'), header('httpEtag')],
    [
      'the last of two flags',
      'wrangler.toml',
      'review',
      wrangler('["nodejs_compat", "r2_list_honor_include"]'),
      wrangler('["nodejs_compat"]'),
    ],
    [
      'the first of two flags',
      'wrangler.toml',
      'review',
      wrangler('["r2_list_honor_include", "nodejs_compat"]'),
      wrangler('["nodejs_compat"]'),
    ],
  ])('%s', async (_, path, level, before, after) => {
    const { findings } = await analyze(before, { path });
    const fixes = findings.flatMap(({ fix }) => fix ?? []);
    expect(fixes.map((fix) => fix.level)).toEqual([level]);
    const [edit] = fixes[0]?.edits ?? [];
    expect(before.slice(0, edit?.start) + edit?.text + before.slice(edit?.end)).toBe(after);
    const again = await analyze(after, { path });
    expect(again.findings).toEqual([]);
  });

  it('none where a person has to decide', async () => {
    const { findings } = await analyze(cors('example.com'), { path: 'a.ts' });
    expect(findings.map(({ entry, fix }) => [entry, fix])).toEqual([['r2-cors-origin', undefined]]);
  });
});

it('has enough cases of both kinds', () => {
  const all = Object.values(GROUPS).flat();
  expect(all.length).toBeGreaterThan(110);
  expect(all.filter(({ reports }) => reports.length === 0).length).toBeGreaterThan(50);
});
