import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf, TODAY } from '../cli/command-line.js';

const API = 'https://api.cloudflare.com/client/v4';
const HEAD = `const get = async (path) => (await fetch('${API}' + path, { headers: { authorization: process.env.TOKEN } })).json();
`;
const LIMITS = `
export async function limits(zone) {
  return (await get(\`/zones/\${zone}/rate_limits\`)).result.length;
}
`;
const RULES = `
export async function drop(zone, id) {
  await fetch(\`${API}/zones/\${zone}/firewall/rules/\${id}\`, { method: 'DELETE', headers: { authorization: process.env.TOKEN } });
}
`;
const BEFORE = { 'package.json': '{"type":"module"}', 'zone.js': HEAD + LIMITS + RULES };

interface Unit {
  readonly verdict: string;
  readonly refutations: readonly { readonly what: string }[];
  readonly gaps: readonly { readonly what: string }[];
}

/** The tree after with some files in the place of the old ones. */
async function judged(after: Readonly<Record<string, string>>, ...argv: string[]) {
  return judgedFrom(BEFORE, after, ...argv);
}

async function judgedFrom(
  old: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  ...argv: string[]
) {
  const before = folderOf(old);
  const {
    code: exitCode,
    stdout,
    stderr,
  } = await edgeSunset(
    ['verify', '--before', before, '--after', '.', '--format', 'json', '--now', TODAY, ...argv],
    { cwd: folderOf({ ...old, ...after }) },
  );
  const units: readonly Unit[] = stdout === '' ? [] : JSON.parse(stdout).units;
  return { exitCode, stderr, units, said: JSON.stringify(units) };
}

const MARKED = RULES.replace(
  '  await',
  '  // edge-sunset-todo: which rule the id of a caller means now\n  await',
);

describe('edge-sunset verify', () => {
  it('does not refute a call that is left for a person with a marker, and accepts it neither', async () => {
    const { exitCode, units, said } = await judged(
      { 'zone.js': HEAD + LIMITS + MARKED },
      '--unit',
      'zone.js:8',
    );
    expect(exitCode).toBe(3);
    expect(said).toContain('left for a person');
    expect(units.flatMap(({ refutations }) => refutations)).toEqual([]);
  });

  it('refutes a call that is left without a word', async () => {
    const { exitCode, said } = await judged(
      { 'zone.js': `${HEAD}${LIMITS}${RULES}// nothing\n` },
      '--unit',
      'zone.js:8',
    );
    expect(exitCode).toBe(1);
    expect(said).toContain('is still there');
  });

  it('judges the unit of a line by its own calls, not by others of the file that nobody changed', async () => {
    const migrated = LIMITS.replace(
      '/rate_limits`)).result.length',
      '/rulesets/phases/http_ratelimit/entrypoint`)).result?.rules?.length ?? 0',
    );
    const { units, said } = await judged({ 'zone.js': HEAD + migrated + RULES }, '--unit', 'zone.js:4');
    expect(units).toHaveLength(1);
    expect(said).not.toContain('firewall');
    expect(units[0]?.refutations).toEqual([]);
  });

  it('knows the calls of others where one function sends all', async () => {
    const send = `const send = async (path, options = {}) => (await fetch(\`${API}\${path}\`, { headers: { authorization: process.env.TOKEN }, ...options })).json();
`;
    const add = `
export const add = (zone, rule) =>
  send(\`/zones/\${zone}/firewall/rules\`, { method: 'POST', body: JSON.stringify([rule]) });
`;
    const list = (path: string) => `
export const list = async (zone) => (await send(\`/zones/\${zone}${path}\`)).result;
`;
    const before = { 'package.json': '{"type":"module"}', 'zone.js': send + add + list('/rate_limits') };
    const after = send + add + list('/rulesets/phases/http_ratelimit/entrypoint');
    const { units, said } = await judgedFrom(before, { 'zone.js': after }, '--unit', 'zone.js:6');
    expect(units).toHaveLength(1);
    expect(said).not.toContain('firewall');
  });

  it('takes no place without a unit', async () => {
    expect(await judged({}, '--unit', 'zone.js:1')).toMatchObject({ exitCode: 2, units: [] });
    expect((await judged({}, '--unit', 'the first')).stderr).toContain('file:line');
  });
});
