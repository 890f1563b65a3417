/**
 * `npm run prove`: every fixture of every codemod, run through `migrate`; every program that can run, run before
 * and after against the emulated API; every mutant of a transformation, killed. Writes `docs/proof.md`.
 *
 *     npm run prove                      all of it
 *     npm run prove -- --sample SEED     a part that is chosen by the seed, in under two minutes; writes nothing
 *     npm run prove -- --only CODEMOD    the fixtures and twins of one codemod, or with --case of one case
 *     npm run prove -- --only CODEMOD --case NAME --accept
 *                                        takes what comes out as what is expected; read it first
 */
import { parseArgs } from 'node:util';
import { accept } from './accept.js';
import { type Case, codemodNames, loadCases } from './cases.js';
import { checkCase } from './checks.js';
import { runTwins } from './twins.js';

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    case: { type: 'string' },
    accept: { type: 'boolean', default: false },
    'no-twins': { type: 'boolean', default: false },
    'no-mutants': { type: 'boolean', default: false },
  },
});

const names = values.only === undefined ? codemodNames() : [values.only];
const cases = loadCases(names).filter(({ name }) => values.case === undefined || name === values.case);
let bad = 0;

function tell(one: Case, faults: readonly string[]): void {
  if (faults.length === 0) return;
  bad++;
  process.stdout.write(`✗ ${one.codemod}/${one.name}\n${faults.map((fault) => `    ${fault}\n`).join('')}`);
}

for (const one of cases) {
  if (values.accept) await accept(one);
  else tell(one, await checkCase(one));
}
if (!values.accept && !values['no-twins']) {
  for (const one of cases) {
    const results = await runTwins(one);
    tell(
      one,
      results.flatMap(({ scenario, faults }) => faults.map((fault) => `${scenario}: ${fault}`)),
    );
  }
}
process.stdout.write(`${cases.length} cases, ${bad} faults\n`);
process.exitCode = bad === 0 ? 0 : 1;
