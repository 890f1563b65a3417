import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { plannedUnits } from '../../src/cli/verify/planned-units.js';
import type { Material } from '../../src/scan/index.js';
import { type Unit, unitAt, unitsAt, unitsOf } from '../../src/verify/index.js';
import { folderOf } from '../cli/command-line.js';
import { HOST, planWith } from '../migrate/project.js';
import { answerCases, ioTo } from './answers.js';

async function unitsIn(files: Readonly<Record<string, string>>): Promise<readonly Unit[]> {
  let material: Material | undefined;
  const plan = await planWith(files, CODEMODS, {}, (one) => {
    material = one;
    return one;
  });
  if (material === undefined) throw new Error('nothing was scanned');
  return unitsOf({ plan, program: material.program, codemods: CODEMODS });
}

const shape = (units: readonly Unit[]) =>
  units.map(
    ({ entries, sites }) =>
      `${entries.join('+')} ${sites.map(({ found }) => `${found.row.path}:${found.row.line}`).join(' ')}`,
  );

/** A form that no codemod rewrites: the method is only known when the program runs. */
const PYTHON_CLIENT = `import requests

BASE = "${HOST}"


def call(path, **options):
    return requests.request(options.pop("method"), BASE + path, **options).json()
`;
const PYTHON_RULES = `from client import call


def clear(zone):
    for rule in call(f"/zones/{zone}/firewall/rules", method="GET")["result"]:
        call(f"/zones/{zone}/firewall/rules/{rule['id']}", method="DELETE")
`;

describe('units', () => {
  it('hold what no codemod rewrites, tied where calls hand ids on', async () => {
    const units = await unitsIn({ 'client.py': PYTHON_CLIENT, 'rules.py': PYTHON_RULES });
    expect(shape(units)).toEqual(['firewall-rules rules.py:5 rules.py:6']);
  });

  it('do not tie programs that share nothing', async () => {
    const script = `curl -X DELETE -H "Authorization: Bearer $TOKEN" "${HOST}/zones/$ZONE/firewall/rules/$1"\n`;
    const units = await unitsIn({ 'a/one.sh': script, 'b/two.sh': `echo\n${script}` });
    expect(shape(units)).toEqual(['firewall-rules a/one.sh:1', 'firewall-rules b/two.sh:2']);
  });

  it('tie the files of one Terraform module', async () => {
    const filter = 'resource "cloudflare_filter" "a" {\n  zone_id = var.zone\n  expression = var.text\n}\n';
    const rule =
      'resource "cloudflare_firewall_rule" "a" {\n  zone_id = var.zone\n  filter_id = cloudflare_filter.a.id\n  action = var.action\n}\n';
    const units = await unitsIn({ 'one/filter.tf': filter, 'one/rule.tf': rule, 'two/filter.tf': filter });
    expect(shape(units)).toEqual([
      'firewall-rules one/filter.tf:1 one/rule.tf:1',
      'firewall-rules two/filter.tf:1',
    ]);
  });

  it('are found by any id of a site, by a line and by a path', async () => {
    const units = await unitsIn({ 'client.py': PYTHON_CLIENT, 'rules.py': PYTHON_RULES });
    const [unit] = units;
    const ids = unit?.sites.map(({ found }) => found.row.fingerprint.slice(0, 8)) ?? [];
    expect(ids).toHaveLength(2);
    expect(unit?.id).toBe(ids[0]);
    for (const id of ids) expect(unitAt(units, { kind: 'id', id })).toBe(unit);
    expect(unitAt(units, { kind: 'line', path: 'rules.py', line: 6 })).toBe(unit);
    expect(unitsAt(units, { kind: 'path', path: '' })).toEqual(units);
    expect(unitAt(units, { kind: 'line', path: 'rules.py', line: 1 })).toBeNull();
    expect(unitAt(units, { kind: 'id', id: '0' })).toBeNull();
  });

  it('put the tests of a package with its only unit', async () => {
    const units = await unitsIn({
      'package.json': '{}',
      'src/a.js': `export const scores = (zone) => fetch(\`${HOST}/zones/\${zone}/analytics/dashboard\`);\n`,
      'test/a.test.js': `import nock from 'nock';\nnock('https://api.cloudflare.com').get('/client/v4/zones/z/analytics/dashboard').reply(200, {});\n`,
    });
    expect(shape(units)).toEqual(['zone-analytics src/a.js:1 test/a.test.js:2']);
  });

  it.each([
    ['the example', () => fileURLToPath(new URL('../../examples/legacy-app', import.meta.url))],
    ...answerCases()
      .filter((_, index) => index % 12 === 0)
      .map(({ name, before }): [string, () => string] => [name, () => folderOf(Object.fromEntries(before))]),
  ])('of %s are the same without texts and gates', async (_, folderWith) => {
    const folder = folderWith();
    const told = async (sitesOnly: { readonly sitesOnly?: true }) =>
      (await plannedUnits(folder, { now: '2026-07-01', ...sitesOnly }, ioTo(folder))).units.map((unit) => ({
        ...unit,
        sites: unit.sites.map(({ found, strategy, cluster }) => [found.row.fingerprint, strategy, cluster]),
      }));
    const whole = await told({});
    expect(whole).not.toHaveLength(0);
    expect(await told({ sitesOnly: true })).toEqual(whole);
  });
});
