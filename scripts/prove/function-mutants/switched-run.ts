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

const wanted = JSON.parse(process.argv[2] ?? '[]') as readonly number[];
const known: { readonly one: Case; readonly said: string; readonly asked: ReadonlySet<number> }[] = [];
for (const one of loadCases()) {
  state.asked = new Set();
  const said = await told(one);
  known.push({ one, said, asked: state.asked });
}
for (const id of wanted) {
  process.stdout.write(`${JSON.stringify({ id })}\n`);
  process.stdout.write(`${JSON.stringify({ id, killedBy: await noticing(id) })}\n`);
}

async function noticing(id: number): Promise<string | null> {
  for (const { one, said } of known.filter(({ asked }) => asked.has(id))) {
    state.turn = id;
    const mistaken = await told(one);
    state.turn = -1;
    // What a case says must hang on nothing else, or nothing was noticed.
    if (mistaken !== said && (await told(one)) === said) return `fixture ${one.codemod}/${one.name}`;
  }
  return null;
}

/** All that a case looks at; a crash is noticed too. */
async function told({ input, meta }: Case): Promise<string> {
  try {
    const { exitCode, sites, files, gates }: Migrated = await migrated(input, meta);
    return JSON.stringify([exitCode, sites, files, gates]);
  } catch (error) {
    return String(error);
  }
}
