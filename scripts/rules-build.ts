/**
 * Writes what is derived from the rules: a page for each under `docs/rules`, the table of `docs/eslint.md` and the
 * preset for oxlint. With `--check` it only says whether they are up to date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import plugin from '../rules/index.js';
import { recommendedRules } from '../rules/presets.js';
import { builtinCatalogue, builtinSamples } from '../src/catalogue/index.js';
import { ownPage } from './rules/own-pages.js';
import { rulePage } from './rules/page.js';
import { ruleTable } from './rules/table.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGES = 'docs/rules';
const TABLE = /(<!-- rules:begin -->\n)[\s\S]*?(<!-- rules:end -->)/;

const { entries, profiles } = builtinCatalogue();
const samples = new Map((await builtinSamples()).map((sample) => [sample.id, sample]));
const outputs = new Map<string, string>();
for (const [name, rule] of Object.entries(plugin.rules)) {
  const [id] = rule.meta.docs.entries;
  const entry = entries.find((one) => one.id === id);
  const profile = profiles.find((one) => one.id === entry?.profile);
  const page =
    entry === undefined || profile === undefined
      ? ownPage(name, rule)
      : rulePage(name, rule, entry, profile, samples.get(entry.id));
  outputs.set(`${PAGES}/${name}.md`, page);
}
const overview = readFileSync(join(ROOT, 'docs/eslint.md'), 'utf8');
outputs.set(
  'docs/eslint.md',
  overview.replace(
    TABLE,
    (_, begin: string, end: string) => `${begin}\n${ruleTable(plugin.rules)}\n\n${end}`,
  ),
);
const preset = { jsPlugins: ['edge-sunset/eslint'], rules: recommendedRules() };
outputs.set('presets/oxlint.json', `${JSON.stringify(preset, null, 2)}\n`);

const check = process.argv.includes('--check');
let stale = 0;
mkdirSync(join(ROOT, PAGES), { recursive: true });
mkdirSync(join(ROOT, 'presets'), { recursive: true });
for (const [file, content] of outputs) {
  const place = join(ROOT, file);
  if (existsSync(place) && readFileSync(place, 'utf8') === content) continue;
  stale++;
  if (check) process.stderr.write(`${file} is out of date: run npm run rules:build\n`);
  else writeFileSync(place, content);
}
for (const name of readdirSync(join(ROOT, PAGES))) {
  if (outputs.has(`${PAGES}/${name}`)) continue;
  stale++;
  if (check) process.stderr.write(`${PAGES}/${name} belongs to no rule: run npm run rules:build\n`);
  else rmSync(join(ROOT, PAGES, name));
}
if (!check) process.stdout.write(`${outputs.size} documents, ${stale} changed\n`);
process.exitCode = check && stale > 0 ? 1 : 0;
