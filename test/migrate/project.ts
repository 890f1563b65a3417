import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Codemod, RootPlan } from '../../src/migrate/index.js';
import { type PlanOptions, planRoot } from '../../src/migrate/index.js';
import { DEFAULT_SETTINGS, type Material, runScan } from '../../src/scan/index.js';
import { edgeSunset, folderOf, type Outcome, TODAY } from '../cli/command-line.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder of files and the command line in it. */
export interface Project {
  readonly folder: string;
  run(...argv: readonly string[]): Promise<Outcome>;
  read(path: string): string;
  bytes(path: string): Buffer;
  write(path: string, text: string): void;
  has(path: string): boolean;
}

export function projectOf(files: Files): Project {
  const folder = folderOf(files);
  return {
    folder,
    run: (...argv) => edgeSunset(argv, { cwd: folder, env: { PATH: process.env.PATH ?? '' } }),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    bytes: (path) => readFileSync(join(folder, path)),
    write: (path, text) => writeFileSync(join(folder, path), text),
    has: (path) => existsSync(join(folder, path)),
  };
}

/** The plan for a folder by codemods of a test's own. */
export async function planWith(
  files: Files,
  codemods: readonly Codemod[],
  options: Partial<PlanOptions> = {},
  around: (material: Material) => Material = (material) => material,
): Promise<RootPlan> {
  const root = folderOf(files);
  const catalogue = builtinCatalogue();
  const plans: RootPlan[] = [];
  await runScan(
    {
      targets: [{ target: { root, label: '.', files: null }, settings: DEFAULT_SETTINGS, catalogue }],
      now: TODAY,
      cwd: root,
    },
    {
      material: async (material) => {
        const plan = await planRoot(around(material), {
          codemods,
          catalogue,
          now: TODAY,
          level: 'review',
          markers: true,
          types: 'off',
          strategies: new Map(),
          ...options,
        });
        plans.push(plan);
      },
    },
  );
  const [plan] = plans;
  if (plan === undefined) throw new Error('the scan handed over nothing');
  return plan;
}

/** What becomes of each site; `not proven` where it rests on an assumption, or on nothing. */
export function provenOutcomes({ sites }: RootPlan): readonly string[] {
  return sites.map(({ outcome, evidence }) => (evidence.grade === 'proven' ? outcome : 'not proven'));
}

export const HOST = 'https://api.cloudflare.com/client/v4';

/** `safe`: one segment has another name. */
export const SAFE_CALL = `await fetch(\`${HOST}/zones/\${zone}/script_monitor/scripts\`);\n`;
export const SAFE_CALL_AFTER = `await fetch(\`${HOST}/zones/\${zone}/page_shield/scripts\`);\n`;
/** `review`: the statement goes. */
export const REVIEW_CALL = `await fetch(\`${HOST}/zones/\${zone}/settings/minify\`, { method: 'PATCH', body: '{"value":{}}' });\n`;
/** By hand: another API with another language. */
export const HAND_CALL = `await fetch(\`${HOST}/zones/\${zone}/analytics/dashboard\`);\n`;
