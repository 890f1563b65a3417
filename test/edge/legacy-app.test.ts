/** The bundled example, run on two days: what the run shows and what the scan finds must agree. */
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { Edge } from '../../src/edge/index.js';
import {
  type RehearsalReport,
  rehearse,
  reportOf,
  reportText,
  type StaticPlace,
} from '../../src/edge/rehearse/index.js';
import { scan } from '../../src/index.js';
import { ZONE } from './api.js';

const APP = join(ROOT, 'examples/legacy-app');
// Node 20 does not read TypeScript; the loader stands in for the newer Node that the example asks for.
const MAIN = ['node', '--import', 'tsx', 'src/main.ts'];
const COMMANDS = [
  ['node', 'scripts/deploy.mjs'],
  [...MAIN, 'tune'],
  [...MAIN, 'raid', 'over'],
  [...MAIN, 'block', '192.0.2.44', 'T-1'],
  [...MAIN, 'figures'],
  [...MAIN, 'game-server', 'ann', '25565'],
  [...MAIN, 'records'],
];

async function rehearsed(now: string, places: readonly StaticPlace[]): Promise<readonly RehearsalReport[]> {
  const { entries, profiles } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('no profile');
  const edge = new Edge({ entries, now });
  const reports: RehearsalReport[] = [];
  for (const command of COMMANDS) {
    const rehearsal = await rehearse({
      edge,
      command,
      cwd: APP,
      env: { PATH: process.env.PATH, CLOUDFLARE_API_TOKEN: 'secret', CLOUDFLARE_ZONE_ID: ZONE },
      profile,
      passEnv: [],
      isolation: 'never',
      echo: () => {},
    });
    reports.push(reportOf(rehearsal, places, APP));
  }
  return reports;
}

/** The comparison is the same long list for every command; it is looked at by itself. */
function calls({ comparison: _comparison, ...report }: RehearsalReport): string {
  // Which programs of the system were seen running depends on the moment.
  return reportText(report).replace(/^ *Seen running without our hooks: .*\n/gm, '');
}

let places: readonly StaticPlace[];
beforeAll(async () => {
  const { findings } = await scan({ paths: ['.'], cwd: APP, now: '2026-11-21' });
  places = findings
    .filter(({ severity }) => severity !== 'hint')
    .map(({ entry, path, line }) => ({ entry, file: resolve(APP, path), line }));
});

describe('the example application', () => {
  it('works on a day when all of it lived', async () => {
    const reports = await rehearsed('2020-02-03', []);
    expect(reports.flatMap(({ calls }) => calls.filter(({ dead }) => dead))).toEqual([]);
    expect(reports.map(({ exitCode }) => exitCode)).toEqual(COMMANDS.map(() => 0));
    await expect(reports.map(calls).join('\n')).toMatchFileSnapshot('snapshots/legacy-app-2020-02-03.txt');
  });

  it('fails today where the scan says so', async () => {
    const reports = await rehearsed('2026-11-21', places);
    await expect(reports.map(calls).join('\n')).toMatchFileSnapshot('snapshots/legacy-app-2026-11-21.txt');
    const seen = new Set(reports.flatMap(({ comparison }) => comparison?.both ?? []));
    expect(reports.flatMap(({ comparison }) => comparison?.onlyRun ?? [])).toEqual([]);
    // What these commands do not run (another language, infrastructure), and what only shows in how an answer is read.
    const never = (comparison: RehearsalReport['comparison']) =>
      (comparison?.onlyStatic ?? []).filter((place) => !seen.has(place));
    const left = new Set(reports.flatMap(({ comparison }) => never(comparison)));
    const runs = [...left].filter((place) => /src\/|deploy\.mjs/.test(place));
    expect(runs.map((place) => place.split(' ')[0])).toEqual(
      runs.map(() => expect.stringMatching(/^(dns-error-chain|dns-locked)$/)),
    );
    expect(runs.length).toBeGreaterThan(0);
  });
});
