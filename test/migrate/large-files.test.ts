import { expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { processorTime } from '../processor-time.js';
import { HOST, planWith } from './project.js';

const CALL = `curl -X GET "${HOST}/zones/$ZONE/analytics/dashboard`;

/** Milliseconds of the processor that it takes to mark some calls of one script. */
async function costOf(count: number): Promise<number> {
  const calls = Array.from({ length: count }, (_, index) => `${CALL}?page=${index}"\n`).join('');
  const before = processorTime();
  const { files } = await planWith({ 'a.sh': calls }, []);
  expect(files[0]?.after.match(/^# edge-sunset-todo/gm)).toHaveLength(count);
  return processorTime() - before;
}

it('marks four times the calls of a script at less than ten times the cost', async () => {
  await costOf(10);
  const few = await costOf(100);
  expect(await costOf(400)).toBeLessThan(10 * few);
});

it('judges 16 times the calls of a script at less than 80 times the cost', async () => {
  const cost = async (count: number) => {
    const calls = Array.from(
      { length: count },
      (_, index) =>
        `export async function f${index}(zone) {\n  const r = await fetch(\`${HOST}/zones/\${zone}/firewall/rules\`);\n  return r.json();\n}\n`,
    );
    const before = processorTime();
    expect((await planWith({ 'a.mjs': calls.join('') }, CODEMODS)).sites).toHaveLength(count);
    return processorTime() - before;
  };
  await cost(10);
  const few = await cost(50);
  expect(await cost(800)).toBeLessThan(80 * few);
});

it.each([
  ['apostrophes', "it's\n"],
  ['here-documents', 'cat <<EOF\n'],
])('marks a call beside thousands of %s that nothing closes', async (_, piece) => {
  const { files } = await planWith({ 'a.sh': `${CALL}"\n${piece.repeat(2000)}\n` }, []);
  expect(files[0]?.after.match(/^# edge-sunset-todo/gm)).toHaveLength(1);
});

it('changes nothing in a script whose commands in quotes are not read to their end', async () => {
  const { files, sites } = await planWith({ 'a.sh': `${CALL}"\n${'"$('.repeat(2000)}\n` }, []);
  expect(sites.map(({ outcome }) => outcome)).toEqual(['listed']);
  expect(files).toEqual([]);
});

it('rewrites a call of a client with hundreds of methods', async () => {
  const methods = Array.from(
    { length: 400 },
    (_, index) => `  m${index}(id) {\n    return this.request('GET', \`/zones/\${id}/m${index}\`);\n  }\n`,
  );
  const text = `export class Client {
  async request(method, path, params) {
    const url = new URL(\`${HOST}\${path}\`);
    if (params) Object.entries(params).forEach(([key, value]) => url.searchParams.append(key, value));
    const response = await fetch(url.toString(), { method });
    return response.json();
  }
${methods.join('')}  limits(id) {
    return this.request('GET', \`/zones/\${id}/rate_limits\`);
  }
}
`;
  const { sites } = await planWith({ 'client.mjs': text }, CODEMODS);
  expect(sites.map(({ outcome }) => outcome)).toEqual(['migrated']);
});
