/** Runs inside a bundle in which every function of the transformations can be wrong, one at a time. */
import process from 'node:process';
import { type Case, loadCases } from '../cases.js';
import { migrated } from '../migrated.js';
import { notice, turns, type Wanted, type Witness } from './witness.js';

const { during } = turns();
/** What asks the compiler takes longest. */
const cases = loadCases().sort((a, b) => rank(a) - rank(b));

await notice(JSON.parse(process.argv[2] ?? '[]') as readonly Wanted[], cases.map(witnessOf), (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
});

function rank({ input }: Case): number {
  return input.has('tsconfig.json') ? 1 : 0;
}

function witnessOf(one: Case): Witness {
  return {
    name: `fixture ${one.codemod}/${one.name}`,
    async tell(mistake) {
      const [said, met] = await during(mistake, () => saidOf(one));
      return { said, met };
    },
  };
}

/** All that a case looks at; a crash is noticed too. */
async function saidOf({ input, meta }: Case): Promise<string> {
  try {
    const { exitCode, sites, files, gates } = await migrated(input, meta);
    return JSON.stringify([exitCode, sites, files, gates]);
  } catch (error) {
    return String(error);
  }
}
