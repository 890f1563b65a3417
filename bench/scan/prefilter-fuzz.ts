/**
 * Compares both engines of the prefilter with a naive search for as long as asked:
 *
 *   npm run prefilter:fuzz -- [seconds] [first seed]
 *
 * The tests do the same for a few hundred seeds.
 */

import { fuzzRound } from '../../test/analysis/prefilter/fuzz.js';

const seconds = Number(process.argv[2] ?? 60);
const first = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const end = Date.now() + seconds * 1000;
let seed = first;
for (; Date.now() < end; seed++) {
  const mismatch = fuzzRound(seed);
  if (mismatch === undefined) continue;
  process.stdout.write(`${JSON.stringify(mismatch, null, 1)}\n`);
  process.exit(1);
}
process.stdout.write(`${seed - first} rounds from seed ${first}: both engines equal the naive search.\n`);
