/** Runs mutants one after the other: says each case that it asks, and what notices the mutant. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { type Case, CODEMODS, loadCases } from './cases.js';
import type * as Checks from './checks.js';
import { modules } from './modules.js';
import type { WantedMutant } from './mutants.js';

const CHECKS = join(import.meta.dirname, 'checks.ts');
const [codemod = '', wanted = '[]'] = process.argv.slice(2);
const cases = loadCases([codemod]);
const { load, changed } = modules();
const { checkCase: checkUnchanged } = load(CHECKS) as typeof Checks;
const known = new Map<string, boolean>();
for (const mutant of JSON.parse(wanted) as readonly WantedMutant[]) {
  say({ asked: mutant.name });
  say({ name: mutant.name, killedBy: await noticed(mutant) });
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function noticed({ name, file, find, replace, first }: WantedMutant): Promise<string | null> {
  const rank = (one: string) => (first.includes(one) ? first.indexOf(one) : first.length);
  const ranked = [...cases].sort((a, b) => rank(a.name) - rank(b.name));
  // First without the mistake: what is loaded late has to be there once for both.
  if (ranked[0] !== undefined) await isRight(ranked[0]);
  const path = resolve(CODEMODS, codemod, file);
  const text = readFileSync(path, 'utf8').replace(find, () => replace);
  let checkCase: typeof Checks.checkCase;
  try {
    ({ checkCase } = changed(path, text)(CHECKS) as typeof Checks);
  } catch {
    return 'a crash of the program';
  }
  for (const one of ranked) {
    say({ asked: name });
    const faults = await checkCase(one).catch(() => ['a crash']);
    if (faults.length > 0 && (await isRight(one))) return `fixture ${one.name}`;
  }
  return null;
}

/** What is wrong without any mistake notices none. */
async function isRight(one: Case): Promise<boolean> {
  let right = known.get(one.name);
  if (right === undefined) {
    right = (await checkUnchanged(one)).length === 0;
    known.set(one.name, right);
  }
  return right;
}
