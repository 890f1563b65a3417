/**
 * Tokens of the briefs of all units of some trees: `npm run bench:briefs -- [--output FILE] <folder>…`; by default the
 * example. Folders that hold several programs are given one by one.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CODEMODS } from '../codemods/index.js';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { planRoot } from '../src/migrate/index.js';
import { DEFAULT_SETTINGS, runScan, targetsOf } from '../src/scan/index.js';
import { briefMarkdown, briefOf, MOST_TOKENS, tokensOf, unitsOf } from '../src/verify/index.js';

interface Measured {
  readonly tree: string;
  readonly id: string;
  readonly sites: number;
  readonly tokens: number;
}

const NOW = new Date().toISOString().slice(0, 10);

async function measured(tree: string): Promise<readonly Measured[]> {
  const catalogue = builtinCatalogue();
  const found = targetsOf([tree], process.cwd());
  if (!found.ok) throw new Error(found.problem);
  const rows: Measured[] = [];
  await runScan(
    {
      targets: found.targets.map((target) => ({ target, settings: DEFAULT_SETTINGS, catalogue })),
      now: NOW,
      cwd: process.cwd(),
    },
    {
      material: async (material) => {
        const { program, shown } = material;
        const plan = await planRoot(material, {
          codemods: CODEMODS,
          catalogue,
          now: NOW,
          level: 'review',
          markers: true,
          types: 'off',
          strategies: new Map(),
        });
        for (const unit of unitsOf({ plan, program, codemods: CODEMODS })) {
          const text = briefMarkdown(briefOf({ unit, program, catalogue }), shown);
          rows.push({ tree, id: unit.id, sites: unit.sites.length, tokens: tokensOf(text) });
        }
      },
    },
  );
  return rows;
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}

function row(name: string, rows: readonly Measured[]): string {
  const tokens = rows.map((one) => one.tokens);
  const over = tokens.filter((one) => one > MOST_TOKENS).length;
  return `| ${[name, rows.length, median(tokens), Math.max(0, ...tokens), over].join(' | ')} |`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string' } },
});
const all: Measured[] = [];
for (const tree of positionals.length === 0 ? ['examples/legacy-app'] : positionals)
  all.push(...(await measured(tree)));
const page = `# Tokens of briefs

Written by \`npm run bench:briefs -- --output bench/briefs.md <folder>…\`. ${positionals.length || 1} trees, ${all.length} units. A brief should have at most
${MOST_TOKENS} tokens for up to five calls, as \`brief\` counts them.

| units | number | median | most | over ${MOST_TOKENS} |
| --- | --- | --- | --- | --- |
${[
  row(
    'of one site',
    all.filter(({ sites }) => sites === 1),
  ),
  row(
    'of two to five sites',
    all.filter(({ sites }) => sites > 1 && sites <= 5),
  ),
  row(
    'of more',
    all.filter(({ sites }) => sites > 5),
  ),
  row('**all**', all),
].join('\n')}
`;
process.stdout.write(page);
for (const { tree, id, sites, tokens } of [...all].sort((a, b) => b.tokens - a.tokens).slice(0, 10))
  process.stderr.write(`${tokens} tokens, ${sites} sites: ${tree} ${id}\n`);
if (values.output !== undefined) writeFileSync(values.output, page);
