/** What migrations make of programs of Pulumi and CDKTF, read by another parser and compared with the provider's schema. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { expectedFiles, loadCases } from '../../scripts/prove/cases.js';
import type { Json } from '../../src/edge/core/json.js';
import { parseFilter } from '../../src/expression/index.js';
import { rulesetsOf } from './script-rulesets.js';
import { argumentsOf, PHASES, schemaFaults } from './terraform-schema.js';

const cases = loadCases().filter(({ codemod }) => codemod === 'pulumi-rulesets');

describe('every ruleset of a migrated program', () => {
  it('has what the schema of the provider takes, and all that it requires', () => {
    const faults: string[] = [];
    let checked = 0;
    for (const one of cases) {
      const manifest = String(one.input.get('package.json') ?? '');
      const major = Number(/cloudflare": "\D*(\d+)/.exec(manifest)?.[1] ?? 0);
      const isCdktf = [...one.input.values()].some((text) => String(text).includes('@cdktf/'));
      const provider = major >= (isCdktf ? 12 : 6) ? 5 : 4;
      const known = argumentsOf('cloudflare_ruleset', provider);
      if (known === undefined) throw new Error('the schema has no rulesets');
      for (const [path, text] of expectedFiles(one)) {
        for (const ruleset of rulesetsIn(path, String(text))) {
          checked++;
          const body = provider === 4 ? inLists(ruleset) : ruleset;
          faults.push(...schemaFaults(body, known, `${one.name}/${path}`));
          if (!PHASES.includes(String(ruleset.phase))) faults.push(`${one.name}: phase ${ruleset.phase}`);
          for (const { expression } of (ruleset.rules ?? []) as { expression: string }[])
            if (!expression.includes('${') && !parseFilter(expression).ok)
              faults.push(`${one.name}: ${expression}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(15);
  });
});

type Ruleset = Readonly<Record<string, Json>>;

function rulesetsIn(path: string, text: string): readonly Ruleset[] {
  if (/\.[jt]s$/.test(path)) return rulesetsOf(text);
  if (!path.endsWith('Pulumi.yaml')) return [];
  const { resources } = parse(text) as { resources: Record<string, { type: string; properties: Json }> };
  return Object.values(resources)
    .filter(({ type }) => type === 'cloudflare:Ruleset')
    .map(({ properties }) => inSnakeCase(properties) as Ruleset);
}

function inSnakeCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(inner),
    ]),
  );
}

/** Blocks are lists for the provider; Pulumi writes those of which there is one as an object, and names lists in the plural. */
function inLists(value: Json): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>).map(([name, inner]) => {
      const known = name === 'responses' ? 'response' : name;
      const list = [inner].flat();
      const isObjects = list.every((one) => typeof one === 'object' && one !== null);
      return [known, isObjects && list.length > 0 ? list.map(inLists) : inner];
    }),
  );
}
