/** Runs inside a mutant: says what notices it, or that nothing does. */
import process from 'node:process';
import { type Case, loadCases } from './cases.js';
import { checkCase } from './checks.js';

const [codemod = '', ...first] = process.argv.slice(2);
const cases = loadCases([codemod]).sort((a, b) => rank(a) - rank(b));
process.stdout.write(`${await noticed()}\n`);

function rank({ name }: Case): number {
  const index = first.indexOf(name);
  return index < 0 ? first.length : index;
}

async function noticed(): Promise<string> {
  for (const one of cases) {
    process.stdout.write(`${one.name}\n`);
    const faults = await checkCase(one).catch(() => ['a crash']);
    if (faults.length > 0) return `fixture ${one.name}`;
  }
  return 'survived';
}
