import { expect, it, onTestFinished } from 'vitest';
import { builtBin } from '../cli/bin.js';
import { LIVE_CALL } from '../cli/command-line.js';
import { SAFE_CALL } from '../migrate/project.js';
import { startFleet } from './fleet.js';
import { runKilled } from './killed.js';

const bin = builtBin();

/** More of it: `npm run bench:campaign`. */
it('comes from a list to merged requests however often it is killed, and makes nothing twice', async () => {
  const projects = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
      `acme/${name}`,
      { 'a.js': name === 'c' ? LIVE_CALL : SAFE_CALL },
    ]),
  );
  const fleet = await startFleet('github', projects);
  onTestFinished(fleet.close);
  fleet.write(
    'campaign.yaml',
    `repositories: [{ host: github.example.com, match: acme/* }]\nwaves: [1, 2]\nreviewers: [kim]\nlimits: { open: 3 }\n`,
  );
  // A branch without a request, a request without a reviewer, a visit that nobody remembers, and commits without a branch.
  const moments = [
    'before POST pulls',
    'after POST pulls',
    'before POST requested_reviewers',
    'before a line of the journal',
    'before git push',
  ];
  const { runs, faults } = await runKilled(fleet, {
    bin: bin(),
    nextKill: (kills) => moments[kills] ?? null,
    merges: ({ asked }) => asked.length > 0,
    limit: 3,
    during: false,
  });
  expect(faults).toEqual([]);
  expect(runs.filter(({ code }) => code !== 0).map(({ killedAt }) => killedAt)).toEqual(moments);
  expect(fleet.requests().toSorted()).toEqual(
    ['a', 'b', 'd', 'e', 'f'].map((name) => `acme/${name} edge-sunset/page-shield merged`),
  );
  expect(fleet.server.requests.every(({ asked }) => asked.join() === 'kim')).toBe(true);
});
