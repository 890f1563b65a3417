import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../src/read/javascript/reading/places/responses.js';
import type { ResponseRead } from '../../../src/read/usage.js';
import { isHttp, print, read } from './support.js';

const GET = 'const res = await fetch(`https://h/zones/${zone}/dns_records`);';

/** What a function reads of the answer of its one call. */
function readsOf(body: string, words: readonly string[]): ResponseRead[] {
  const reading = read({ 'a.ts': `export async function run(zone: string) { ${body} }` }, 'a.ts', words);
  return reading.usages.filter(isHttp).flatMap((usage) => usage.reads);
}

describe('reads of answers', () => {
  it.each([
    [
      'a member of the result',
      `${GET} const json = await res.json(); return json.result.locked;`,
      'result.locked',
    ],
    ['a member of each', `${GET} return (await res.json()).result.map((r) => r.locked);`, 'result[].locked'],
    [
      'in a loop',
      `${GET} for (const r of (await res.json()).result) if (r.locked) stop();`,
      'result[].locked',
    ],
    ['by a pattern', `${GET} const { result: [{ locked }] } = await res.json();`, 'result[].locked'],
    [
      'by a pattern of a callback',
      `${GET} (await res.json()).result.filter(({ locked }) => locked);`,
      'result[].locked',
    ],
    [
      'after then',
      'fetch(`https://h/zones/${zone}/dns_records`).then((r) => r.json()).then((j) => j.result.locked)',
      'result.locked',
    ],
    [
      'through a client that opens it',
      'const { data } = await axios.get(`https://h/zones/${zone}/dns_records`); data.result.locked',
      'result.locked',
    ],
    [
      'through a variable',
      `${GET} const json = await res.json(); const rows = json.result; rows[0].locked`,
      'result[].locked',
    ],
  ])('%s', (_, body, at) => {
    expect(readsOf(body, ['locked']).map((found) => found.at)).toEqual([at]);
  });

  it('with what they are compared', () => {
    const body = `${GET} const json = await res.json(); if (json.errors.some((e) => e.code === 1004)) retry();`;
    expect(readsOf(body, ['1004'])).toMatchObject([{ at: 'errors[].code', comparedWith: { value: 1004 } }]);
  });

  it('not of other objects', () => {
    expect(readsOf(`${GET} const row = cache.find(zone); return row.locked;`, ['locked'])).toEqual([]);
    expect(readsOf(`${GET} const json = await res.json(); json.result.locked = true;`, ['locked'])).toEqual(
      [],
    );
  });

  it.each([
    [['json()', 'result', '0', 'locked'], 'result[].locked'],
    [['data', 'result', '[]', 'data', 'service'], 'result[].data.service'],
    [['[]', 'locked'], 'result[].locked'],
    [['locked'], 'result.locked'],
    [['errors', '[]', 'error_chain', '[]', 'code'], 'errors[].error_chain[].code'],
  ])('%j is %s', (steps, place) => {
    expect(placeOf(steps)).toBe(place);
  });
});

describe('records', () => {
  const records = (text: string, words: readonly string[]) =>
    read({ 'a.ts': text }, 'a.ts', words).usages.flatMap((usage) => (usage.kind === 'record' ? [usage] : []));

  it('of services, by their type and data', () => {
    const [record] = records(
      `export const row = { type: 'SRV', name: 'a', data: { service: '_sip', proto: '_tcp', port: 1, weight: 1 } };`,
      ['service'],
    );
    expect(record?.path).toBe('/zones/{zone_id}/dns_records');
    expect(record === undefined ? '' : print(record.body)).toContain('service:_sip');
  });

  it.each([
    ['another type', `export const row = { type: 'NAPTR', data: { service: 'a', port: 1, weight: 1 } };`],
    ['another thing', `export const app = { type: 'web', data: { service: 'a', port: 1 } };`],
    ['no data', `export const app = { type: 'SRV', service: 'a', port: 1 };`],
  ])('not of %s', (_, text) => {
    expect(records(text, ['service'])).toEqual([]);
  });

  it('in schemas, as far as they demand it', () => {
    const schema = (field: string) =>
      `import { z } from 'zod'; export const DnsRecord = z.object({ content: z.string(), ttl: z.number(), locked: ${field} });`;
    expect(records(schema('z.boolean()'), ['locked'])[0]?.reads[0]?.by).toBe('schema');
    expect(records(schema('z.boolean().optional()'), ['locked'])[0]?.reads[0]?.by).toBe('type');
    expect(records(`z.object({ door: z.string(), locked: z.boolean() })`, ['locked'])).toEqual([]);
  });

  it('in types', () => {
    expect(
      records('interface DnsRecord { content: string; ttl: number; locked: boolean }', ['locked'])[0],
    ).toMatchObject({ context: 'types', reads: [{ by: 'type' }] });
    expect(records('interface Door { width: number; locked: boolean }', ['locked'])).toEqual([]);
  });
});
