/**
 * The same program gives the same findings from every parser that can read it. The product's own parser is the
 * measure; the trees of the others are handed in, the way the ESLint plugin does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Analyse, createAnalysis } from '../idioms/analyse.js';
import { grid } from '../idioms/grid.js';
import { type ProgramCase, parsePrograms } from '../idioms/program-format.js';
import { isScript, TREE_PARSERS, type TreeParser } from './parsers.js';

const FOLDER = join(import.meta.dirname, '../idioms/programs');
const programs: ProgramCase[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.idioms'))
  .flatMap((name) => parsePrograms(readFileSync(join(FOLDER, name), 'utf8'), name));
programs.push(...grid());

/** Trees of all scripts of a program, or null where the parser cannot read one of them. */
function treesOf(parser: TreeParser, program: ProgramCase): ReadonlyMap<string, unknown> | null {
  const scripts = program.files.filter(({ path }) => isScript(path));
  const trees = scripts.map(({ path, text }) => [path, parser.parse(path, text)] as const);
  return trees.length === 0 || trees.some(([, tree]) => tree === null) ? null : new Map(trees);
}

let analyse: Analyse;

beforeAll(async () => {
  analyse = await createAnalysis(false);
});

it('reads the tree that is handed in, not one of its own', async () => {
  const [program] = parsePrograms(
    '=== t\nexpect: rate-limits\n--- a.js\nfetch(`https://api.cloudflare.com/client/v4/zones/${z}/⟦rate_limits⟧`);\n',
    'here',
  );
  if (program === undefined) throw new Error('the program above is of the form');
  const empty = TREE_PARSERS[0]?.parse('a.js', ' '.repeat(program.files[0]?.text.length ?? 0));
  expect((await analyse(program)).findings).toHaveLength(1);
  expect((await analyse(program, new Map([['a.js', empty]]))).findings).toHaveLength(0);
});

describe.each(TREE_PARSERS.map((parser) => [parser.name, parser] as const))('%s', (_, parser) => {
  const read = programs.flatMap((program) => {
    const trees = treesOf(parser, program);
    return trees === null ? [] : [{ program, trees }];
  });

  it('reads a fair share of the programs', () => {
    expect(read.length).toBeGreaterThan(150);
  });

  it.each(read.map((one) => [one.program.name, one] as const))('%s', async (__, { program, trees }) => {
    const own = await analyse(program);
    const adopted = await analyse(program, trees);
    expect(adopted).toEqual(own);
  });
});
