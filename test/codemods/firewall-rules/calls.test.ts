import { describe, expect, it } from 'vitest';
import * as helper from '../../../codemods/firewall-rules/helper/index.js';
import { differencesIn, mutated, runMutants } from '../../../scripts/prove/helper/run.js';
import { HELPER_SCENARIOS } from '../../../scripts/prove/helper/scenarios.js';
import type { HelperModule } from '../../../scripts/prove/helper/twins.js';

describe('calls of the old API and of the helper', () => {
  it.each(HELPER_SCENARIOS)('$name', async (scenario) => {
    expect(await differencesIn(helper as unknown as HelperModule, scenario)).toEqual([]);
  });
});

describe('mistakes', () => {
  it('are noticed by the scenario that is named with them', async () => {
    const alive = (await runMutants()).filter(({ isKilled }) => !isKilled);
    expect(alive.map(({ mutant }) => mutant.name)).toEqual([]);
  });

  it('must be in one place of the helper', () => {
    const nowhere = { name: 'nowhere', from: 'not in the helper', to: '', killedBy: 'paused' };
    expect(() => mutated(nowhere)).toThrow('changes 0 places');
  });
});
