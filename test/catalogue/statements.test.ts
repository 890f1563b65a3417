import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { EdgeResponse } from '../../src/edge/index.js';
import { Api } from '../edge/api.js';
import { DNS } from './statements/dns.js';
import { FIREWALL } from './statements/firewall.js';
import { GENERAL } from './statements/general.js';
import { OBJECT_STORAGE } from './statements/object-storage.js';
import { RULESETS } from './statements/rulesets.js';
import { SCHEDULE } from './statements/schedule.js';
import type { Proof } from './statements/statement.js';

/** Every section of the specification, and how many rows of tables, rules and paragraphs it has. */
const LINES: Readonly<Record<string, number>> = {
  '1': 6,
  '2.1': 4,
  '2.2': 9,
  '2.3': 13,
  '2.4': 8,
  '2.5': 4,
  '2.6': 6,
  '3': 8,
  '4.1': 9,
  '4.1 procedures': 4,
  '4.2': 1,
  '4.2 rules': 5,
  '4.3 routing': 1,
  '4.3 operations': 3,
  '4.3 rules': 16,
  '4.4': 6,
  '4.5': 6,
  '4.5 text': 2,
  '4.6': 4,
  '5': 3,
  '5 rules': 3,
  '6': 1,
  '7.1': 3,
  '7.1 text': 2,
  '7.2': 16,
  '7.2 codes': 1,
  '8': 5,
  '9': 2,
  '9 schedule': 23,
  '9 object storage': 13,
};

const STATEMENTS = [...GENERAL, ...RULESETS, ...FIREWALL, ...DNS, ...OBJECT_STORAGE, ...SCHEDULE];
const ENTRIES = new Set(builtinCatalogue().entries.map(({ id }) => id));
const BELOW = join(import.meta.dirname, '..');

/** What is wrong with a proof, or null. */
async function faultOf(proof: Proof): Promise<string | null> {
  if ('reason' in proof) return proof.reason.length > 20 ? null : 'give a reason that a reader understands';
  if ('test' in proof) {
    return readFileSync(join(BELOW, proof.test), 'utf8').includes(`'${proof.title}`)
      ? null
      : `${proof.test} has no test named ${proof.title}`;
  }
  if ('entry' in proof) {
    if (!ENTRIES.has(proof.entry)) return `the catalogue lacks ${proof.entry}`;
    if (proof.code === undefined) return null;
    const { findings } = await analyze(proof.code, { path: proof.file ?? 'a.ts' });
    const isReported = findings.some((one) => one.entry === proof.entry && one.confidence !== 'possible');
    return isReported ? null : `${proof.entry} is not reported in ${proof.code}`;
  }
  const api = new Api(proof.day);
  let last: EdgeResponse | undefined;
  for (const [request, body] of proof.asked) {
    const [method = '', path = ''] = request.split(' ');
    last = api.ask(method, path, body);
  }
  const text = JSON.stringify(last?.body ?? null);
  const isKept = last?.status === proof.status && text.includes(proof.holds ?? '');
  return isKept ? null : `answered ${last?.status} ${text.slice(0, 300)}`;
}

describe('statements of the specification', () => {
  it('have a row each, section by section', () => {
    const lines = new Map<string, Set<number>>();
    for (const { section, line } of STATEMENTS) {
      lines.set(section, (lines.get(section) ?? new Set()).add(line));
    }
    const found = [...lines].map(([section, numbers]) => [section, [...numbers].sort((a, b) => a - b)]);
    const wanted = Object.entries(LINES).map(([section, count]) => [
      section,
      Array.from({ length: count }, (_, index) => index + 1),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });

  it.each(STATEMENTS.map((one) => [one.section, one.line, one.says, one.by] as const))(
    '%s, %i: %s',
    async (_, __, ___, by) => {
      expect(by.length).toBeGreaterThan(0);
      const faults = await Promise.all(by.map(faultOf));
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    },
  );
});
