/** Runs inside a mutant: says what notices it, or that nothing does. */
import process from 'node:process';
import { type Case, loadCases } from './cases.js';
import { checkCase } from './checks.js';
import { migrated, written } from './migrated.js';
import { runTwins } from './twins.js';

const [codemod = '', ...first] = process.argv.slice(2);
const cases = loadCases([codemod]).sort((a, b) => rank(a) - rank(b));
process.stdout.write(`${await noticed()}\n`);

function rank({ name }: Case): number {
  const index = first.indexOf(name);
  return index < 0 ? first.length : index;
}

async function noticed(): Promise<string> {
  for (const one of cases) {
    const faults = await checkCase(one);
    if (faults.length > 0) return `fixture ${one.name}`;
  }
  for (const one of cases) {
    if (one.meta.run === undefined) continue;
    const after = written(one.input, await migrated(one.input, one.meta));
    const results = await runTwins(one, { after, scenarios: one.meta.run.scenarios });
    const bad = results.find(({ equal }) => !equal);
    if (bad !== undefined) return `twin ${one.name}, ${bad.scenario}`;
  }
  return 'survived';
}
