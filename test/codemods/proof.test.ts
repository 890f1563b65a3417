/** The machinery of the proof: states, samples, twins that differ, mutants that are noticed. */
import { describe, expect, it } from 'vitest';
import { codemodNames, expectedFiles, loadCases } from '../../scripts/prove/cases.js';
import { loadMutants, runMutant } from '../../scripts/prove/mutants.js';
import { sampleOf } from '../../scripts/prove/sample.js';
import { scenarioOf } from '../../scripts/prove/scenarios.js';
import { runTwins } from '../../scripts/prove/twins.js';

const cases = loadCases();
const caseNamed = (codemod: string, name: string) => {
  const found = cases.find((one) => one.codemod === codemod && one.name === name);
  if (found === undefined) throw new Error(`there is no case ${codemod}/${name}`);
  return found;
};

describe('scenarios', () => {
  it('that chance makes are the same for the same seed, and others for another', () => {
    expect(scenarioOf('generated:7')).toEqual(scenarioOf('generated:7'));
    expect(scenarioOf('generated:7')).not.toEqual(scenarioOf('generated:8'));
  });

  it('have names that exist', () => {
    expect(() => scenarioOf('nowhere')).toThrow('no scenario named nowhere');
    for (const { meta } of cases)
      for (const given of meta.run?.scenarios ?? []) expect(scenarioOf(given).name).toBeTruthy();
  });

  it('of a case say what cannot be read', () => {
    expect(() => scenarioOf({ name: 'odd', state: { zones: { short: {} } } })).toThrow('the state of odd');
  });
});

describe('twins', () => {
  it('are equal where the migration is right', async () => {
    const [result] = await runTwins(caseNamed('script-monitor', 'dashboard-fetch'), { scenarios: ['full'] });
    expect(result).toMatchObject({ equal: true, faults: [] });
  });

  it('differ where nothing was migrated', async () => {
    const one = caseNamed('script-monitor', 'dashboard-fetch');
    const [result] = await runTwins(one, { scenarios: ['full'], after: one.input });
    expect(result?.faults.join('\n')).toContain('dead');
  });

  it('differ where the migration forgot something', async () => {
    const one = caseNamed('dns-settings', 'multi-provider-fetch');
    const after = new Map(
      [...expectedFiles(one)].map(([path, content]) => [
        path,
        Buffer.from(content.toString().replace('multi_provider: true', 'multi_provider: false')),
      ]),
    );
    const [result] = await runTwins(one, { scenarios: ['fresh'], after });
    expect(result?.equal).toBe(false);
  });

  it('do not accept an announced difference that never shows', async () => {
    const one = caseNamed('script-monitor', 'dashboard-fetch');
    const { run } = one.meta;
    if (run === undefined) throw new Error('the case cannot run');
    const exempt = [{ name: 'imagined', reason: 'nothing', kind: 'state', where: 'zones.nothing' }] as const;
    const results = await runTwins({
      ...one,
      meta: { ...one.meta, run: { ...run, scenarios: ['full'], exempt } },
    });
    expect(results.at(-1)?.faults.join()).toContain('imagined');
  });
});

describe('mutants', () => {
  it('are noticed, and what changes nothing is not', async () => {
    const [mutant] = loadMutants('kv-namespaces');
    if (mutant === undefined) throw new Error('no mutant');
    expect((await runMutant('kv-namespaces', mutant)).killedBy).not.toBeNull();
    const harmless = { ...mutant, name: 'harmless', replace: `/* harmless */ ${mutant.find}` };
    expect((await runMutant('kv-namespaces', harmless)).killedBy).toBeNull();
  }, 120_000);
});

describe('a sample', () => {
  it('is the same for the same seed, and small', () => {
    const names = codemodNames();
    const one = sampleOf('one', cases, names);
    expect(sampleOf('one', cases, names)).toEqual(one);
    expect(sampleOf('two', cases, names)).not.toEqual(one);
    expect(one.cases.length).toBeLessThan(cases.length);
    expect(one.mutants.size).toBeGreaterThan(0);
    expect(one.twins.every(({ scenarios }) => scenarios.length === 1)).toBe(true);
  });
});
