import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Analyzer, createAnalyzer } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import {
  loadReader,
  loadTextReader,
  type Program,
  type Reader,
  type SourceFile,
} from '../../src/read/index.js';
import { grid } from '../idioms/grid.js';
import { parsePrograms } from '../idioms/program-format.js';

const FOLDER = join(import.meta.dirname, '../idioms/programs');
const programs = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.idioms'))
  .flatMap((name) => parsePrograms(readFileSync(join(FOLDER, name), 'utf8'), name))
  .concat(grid());

let analyzer: Analyzer;
let textReader: Reader;

beforeAll(async () => {
  // Every text is a root: nothing is left out for what it lacks.
  analyzer = await createAnalyzer({ catalogue: builtinCatalogue(), everything: true });
  textReader = await loadTextReader();
});

function programOf(files: readonly { readonly path: string; readonly text: string }[]): {
  readonly program: Program;
  readonly sources: ReadonlyMap<string, SourceFile>;
} {
  const sources = new Map(
    files.map(({ path, text }) => [path, { path, text, language: analyzer.languageOf(path, text) }]),
  );
  const program: Program = {
    profiles: builtinCatalogue().profiles,
    file: (path) => sources.get(path) ?? null,
    importers: () => [],
    siblings: (path) => [...sources.keys()].filter((other) => posix.dirname(other) === posix.dirname(path)),
  };
  return { program, sources };
}

async function mayTell(file: SourceFile, program: Program): Promise<boolean> {
  const reader = (await loadReader(file.language)) ?? textReader;
  return reader.mayTell?.(file, program) ?? true;
}

describe('a file that usages may come of', () => {
  it('is each that findings were made of', async () => {
    const lost: string[] = [];
    let told = 0;
    for (const { name, files } of programs) {
      const { program, sources } = programOf(files);
      for (const file of sources.values()) {
        const reader = (await loadReader(file.language)) ?? textReader;
        if (reader.mayTell === undefined) continue;
        await analyzer.load([file.language]);
        if (analyzer.analyze(file, program).findings.length === 0) continue;
        told++;
        if (!reader.mayTell(file, program)) lost.push(`${name}: ${file.path}`);
      }
    }
    expect(told).toBeGreaterThan(250);
    expect(lost).toEqual([]);
  });

  const first = async (files: Readonly<Record<string, string>>): Promise<boolean> => {
    const { program, sources } = programOf(Object.entries(files).map(([path, text]) => ({ path, text })));
    const [file] = sources.values();
    return file !== undefined && mayTell(file, program);
  };

  it.each([
    ['an address', 'a/a.go', 'get("/zones/" + id + "/filters")'],
    ['a scope in a list of texts', 'a/a.py', `get("/".join(["zones", zone, "filters"]))`],
    ['a scope in a list of words', 'a/a.rb', 'get(%w[zones x filters].join("/"))'],
    ['a scope behind a place', 'a/a.go', 'fmt.Sprintf("%szones/%s/filters", base, id)'],
    ['the vendor', 'a/a.py', 'import cloudflare\nclient.filters.list()'],
    ['the field of a record of the vendor', 'cloudflare/a.rb', 'record.data.weight = 1'],
    ['a path of the user', 'a/a.py', '# of Cloudflare\nget(base + "user/billing/profile")'],
    ['the name of an error', 'cloudflare/a.py', 'raise Failed(error["error_chain"])'],
    ['a scope behind a method', 'a/a.py', 'send("GET zones/1/filters")'],
    ['an expression', 'a/a.py', 'rule = "ip.src eq 192.0.2.1 and http.host eq x"'],
    [
      'the fields of a record',
      'a/a.py',
      'class Dns(Model):\n  ttl: int\n  proxied: bool\n  content: str\n  locked: bool',
    ],
    ['a scope in data', 'a/a.yaml', 'path:\n  - zones\n  - filters\n'],
    ['records in data', 'a/a.json', '{"type": "SRV", "data": {"service": "_sip"}}'],
    ['a ruleset in data', 'a/a.yaml', 'phase: http_ratelimit\nrules: []\n'],
    ['a scope in a document', 'a/a.md', 'Call `/zones/:id/filters`.'],
  ])('holds %s', async (_, path, text) => {
    expect(await first({ [path]: text })).toBe(true);
  });

  it.each([
    ['one beside it', { 'a/a.go': 'send(Filters)', 'a/b.go': 'const Zone = "/zones/"' }],
    [
      'one that it imports',
      {
        'a/a.py': 'from lib.paths import ZONE\nget(ZONE + "/filters")',
        'a/lib/paths.py': 'ZONE = "zones/1"',
      },
    ],
    [
      'one that is imported beside it',
      {
        'a/a.py': 'def run(client):\n  client.get("/filters")',
        'a/main.py': 'from .a import run\nfrom .lib.client import make\nrun(make())',
        'a/lib/client.py': 'def make():\n  return Client(f"{API}/zones/{ZONE}")',
      },
    ],
  ])('is read with %s that holds a scope', async (_, files) => {
    expect(await first(files as Readonly<Record<string, string>>)).toBe(true);
  });

  it.each([
    ['words alone', { 'a/a.go': 'records, filters := service.Settings("firewall/rules")' }],
    ['zones that are no path', { 'a/a.go': 'zones, err := list.Filters() // all zones of accounts' }],
    ['zones in a message', { 'a/a.go': 'say("manages all dns zones", records)' }],
    ['the vendor in a comment', { 'a/a.go': '// as Cloudflare does\nrecords := list.Filters()' }],
    ['a longer word', { 'a/a.py': 'get("/service-zones/x/filters", "timezones/filters")' }],
    ['a scope in another folder', { 'a/a.go': 'send(Filters)', 'b/b.go': 'const Zone = "/zones/"' }],
    ['a scope in a file of another kind', { 'a/a.go': 'send(Filters)', 'a/b.md': 'See /zones/1.' }],
    ['a workflow', { '.github/workflows/ci.yml': 'permissions:\n  packages: write\non: [push]\n' }],
    ['a document', { 'README.md': '# Filters\n\nAll settings of the service in all zones.' }],
    ['data', { 'a/a.json': '{"filters": [{"action": "block"}]}' }],
  ])('is none with %s', async (_, files) => {
    expect(await first(files as Readonly<Record<string, string>>)).toBe(false);
  });
});
