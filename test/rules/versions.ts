import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { Linter as OldestLinter } from 'eslint-9-38';
import { Linter as LastNineLinter } from 'eslint-9-39';

/** The versions of ESLint that the plugin promises to work with: the oldest, the last of 9, and the newest. */
export const ESLINT_VERSIONS = [
  { version: '9.38', folder: 'eslint-9-38', Linter: OldestLinter },
  { version: '9.39', folder: 'eslint-9-39', Linter: LastNineLinter },
  { version: '10', folder: 'eslint', Linter },
] as const;

const MODULES = join(import.meta.dirname, '../../node_modules');
/** What asks for ESLint: copied, since a linked package looks for its dependencies where it really stands. */
const COPIED = ['rule-tester', 'utils'];
const SCOPE = '@typescript-eslint';

type Tester = typeof import('@typescript-eslint/rule-tester');

interface TesterOfVersion extends Pick<Tester, 'RuleTester'> {
  /** Of the ESLint that it runs. */
  readonly version: string;
  remove(): void;
}

/**
 * The rule tester over another ESLint than the one it is installed with: a folder of packages in which `eslint` is
 * that version and everything else is linked. `remove` takes the folder away when the tests are done.
 */
export function ruleTesterOver(folder: string): TesterOfVersion {
  const root = mkdtempSync(join(tmpdir(), 'edge-sunset-eslint-'));
  const modules = join(root, 'node_modules');
  const link = (name: string, target = name) =>
    symlinkSync(join(MODULES, target), join(modules, name), 'junction');
  mkdirSync(join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(MODULES))
    if (name !== 'eslint' && name !== SCOPE && !name.startsWith('.')) link(name);
  link('eslint', folder);
  for (const name of readdirSync(join(MODULES, SCOPE))) {
    if (!COPIED.includes(name)) link(`${SCOPE}/${name}`);
    else cpSync(join(MODULES, SCOPE, name), join(modules, SCOPE, name), { recursive: true });
  }
  const load = createRequire(join(root, 'package.json'));
  const { RuleTester } = load(`${SCOPE}/rule-tester`) as Tester;
  // What the tester runs is asked of the package that it takes its linter from.
  const { Linter } = load(`${SCOPE}/utils/ts-eslint`) as typeof import('@typescript-eslint/utils/ts-eslint');
  return {
    RuleTester,
    version: Linter.version,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
