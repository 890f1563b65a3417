/**
 * Runs inside a bundle of the program in which every function can be wrong, one at a time: `isMistaken(id)` says
 * whether it is that one's turn, and remembers who asked. Cases that never ask for a mutant cannot notice it.
 */
import process from 'node:process';
import { type Case, loadCases } from '../cases.js';
import { type Migrated, migrated } from '../migrated.js';

interface Switch {
  turn: number;
  asked: Set<number>;
}

const state: Switch = { turn: -1, asked: new Set() };
Reflect.set(globalThis, 'isMistaken', (id: number) => {
  state.asked.add(id);
  return state.turn === id;
});

const count = Number(process.argv[2]);
const known: { readonly one: Case; readonly said: string; readonly asked: ReadonlySet<number> }[] = [];
for (const one of loadCases()) {
  state.asked = new Set();
  const said = await told(one);
  known.push({ one, said, asked: state.asked });
}
const killed: Record<number, string | null> = {};
const noticing = new Set<Case>();
for (let id = 0; id < count; id++) {
  const touched = known.filter(({ asked }) => asked.has(id));
  killed[id] = touched.length === 0 ? 'nobody asks' : null;
  state.turn = id;
  for (const { one, said } of touched) {
    if ((await told(one)) === said) continue;
    killed[id] = `fixture ${one.codemod}/${one.name}`;
    noticing.add(one);
    break;
  }
  state.turn = -1;
}
// What a case says must hang on nothing else, or nothing was noticed.
for (const { one, said } of known.filter((each) => noticing.has(each.one)))
  if ((await told(one)) !== said) throw new Error(`${one.codemod}/${one.name} says something else each time`);
process.stdout.write(`${JSON.stringify(killed)}\n`);

/** All that a case looks at; a crash is noticed too. */
async function told({ input, meta }: Case): Promise<string> {
  try {
    const { exitCode, sites, files, gates }: Migrated = await migrated(input, meta);
    return JSON.stringify([exitCode, sites, files, gates]);
  } catch (error) {
    return String(error);
  }
}
