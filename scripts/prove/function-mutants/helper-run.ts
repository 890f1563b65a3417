/**
 * Runs inside a bundle: every function of the helper can be wrong, one at a time. First come the scenarios in which it
 * is compared with the old API, in this process; then programs that bring it in, as processes. Such a program is
 * compared with itself, the helper as it is.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { PARTS } from '../../../codemods/firewall-rules/generated/helper.js';
import { assemble } from '../../../codemods/helpers/assemble.js';
import { type Case, type Files, isHelper, loadCases } from '../cases.js';
import { differencesIn, HELPER_CODEMOD } from '../helper/run.js';
import { HELPER_SCENARIOS } from '../helper/scenarios.js';
import type { HelperModule } from '../helper/twins.js';
import { scenarioOf } from '../scenarios.js';
import { runAfter, withHelpers } from '../twins.js';
import { helperMutants, mutantsOf, withMistakes } from './make.js';
import { notice, turns, type Wanted, type Witness } from './witness.js';

/** What the scenarios call; other clients are for programs. */
const IN_PROCESS = ['FILTERS', 'FIREWALL_RULES', 'fetchOverRulesets'];

const ids = new Map(helperMutants().map(({ name, id }) => [name, id]));
const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-mutants-'));
try {
  await notice(
    JSON.parse(process.argv[2] ?? '[]') as readonly Wanted[],
    [...(await scenarioWitnesses()), ...programWitnesses()],
    (line) => {
      process.stdout.write(`${JSON.stringify(line)}\n`);
    },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function scenarioWitnesses(): Promise<readonly Witness[]> {
  const { during } = turns();
  const text = assemble(PARTS, 'esm', { names: IN_PROCESS });
  const file = join(folder, 'helper.mjs');
  writeFileSync(file, mistakable('helper.js', text));
  const helper = (await import(pathToFileURL(file).href)) as HelperModule;
  return HELPER_SCENARIOS.map((scenario) => ({
    name: `the scenario "${scenario.name}"`,
    async tell(mistake) {
      const [found, met] = await during(mistake, () => differencesIn(helper, scenario).catch(String));
      return { said: JSON.stringify(found), met };
    },
  }));
}

function mistakable(path: string, text: string): string {
  return withMistakes(text, mutantsOf(path, text), ({ name }) => `isMistaken(${ids.get(name) ?? -1})`);
}

interface Program {
  readonly after: Files;
  readonly path: string;
  readonly helper: string;
}

/** Each program from each state that its case names; made ready when it is asked first. */
function programWitnesses(): readonly Witness[] {
  return loadCases([HELPER_CODEMOD]).flatMap((one) => {
    const { run } = one.meta;
    if (run === undefined) return [];
    let program: Promise<Program | null> | undefined;
    return run.scenarios.map(scenarioOf).map(
      (scenario): Witness => ({
        name: `twin ${one.codemod}/${one.name}, ${scenario.name}`,
        async tell(mistake) {
          program ??= programOf(one);
          const ready = await program;
          if (ready === null) return { said: '', met: new Set() };
          const seen = join(folder, 'met.json');
          rmSync(seen, { force: true });
          const { after, path, helper } = ready;
          const text = Buffer.from(`${mistakable(path, helper)}${switchOf(mistake, seen)}`);
          const said = await runAfter(one, new Map([...after, [path, text]]), scenario);
          return { said, met: new Set(idsIn(seen)) };
        },
      }),
    );
  });
}

async function programOf(one: Case): Promise<Program | null> {
  const after = await withHelpers(one);
  const path = [...after.keys()].find(isHelper);
  const helper = path === undefined ? undefined : after.get(path)?.toString();
  return path === undefined || helper === undefined ? null : { after, path, helper };
}

/** Stands in the helper itself: a program of its own process, it writes down what it came by when it ends. */
function switchOf(mistake: number | null, seen: string): string {
  return `
function isMistaken(id) {
  if (isMistaken.met === undefined) {
    isMistaken.met = new Set();
    const { writeFileSync } = process.getBuiltinModule('node:fs');
    process.on('exit', () => writeFileSync(${JSON.stringify(seen)}, JSON.stringify([...isMistaken.met])));
  }
  isMistaken.met.add(id);
  return id === ${mistake};
}
`;
}

function idsIn(file: string): readonly number[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly number[];
  } catch {
    return [];
  }
}
