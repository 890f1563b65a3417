/**
 * Tokens of the briefs of all units of some trees: `npm run bench:briefs -- <folder>…`; by default the example. Folders
 * that hold several programs are given one by one.
 */
import { CODEMODS } from '../codemods/index.js';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { planRoot } from '../src/migrate/index.js';
import { DEFAULT_SETTINGS, runScan, targetsOf } from '../src/scan/index.js';
import { briefMarkdown, briefOf, tokensOf, unitsOf } from '../src/verify/index.js';

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

function row(name: string, rows: readonly Measured[]): string {
  const tokens = rows.map((one) => one.tokens).sort((a, b) => a - b);
  const median = tokens[Math.floor(tokens.length / 2)] ?? 0;
  return `${name}: ${rows.length} units, median ${median} tokens, most ${tokens.at(-1) ?? 0}`;
}

const trees = process.argv.slice(2);
const all: Measured[] = [];
for (const tree of trees.length === 0 ? ['examples/legacy-app'] : trees) all.push(...(await measured(tree)));
console.log(row('all units', all));
console.log(
  row(
    'of up to five sites',
    all.filter(({ sites }) => sites <= 5),
  ),
);
for (const { tree, id, sites, tokens } of [...all].sort((a, b) => b.tokens - a.tokens).slice(0, 10))
  console.log(`  ${tokens} tokens, ${sites} sites: ${tree} ${id}`);
