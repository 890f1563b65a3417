/** Tests that answer a call are listed with it, in every form of the plan. */
import { expect, it } from 'vitest';
import { projectOf } from './project.js';

const CALL = `const API = 'https://api.cloudflare.com/client/v4';

export async function actions(zone, token) {
  const response = await fetch(\`\${API}/zones/\${zone}/firewall/rules\`, { headers: { Authorization: token } });
  const answer = await response.json();
  return answer.result.map((rule) => rule.action);
}
`;
const NOCK = `import nock from 'nock';

nock('https://api.cloudflare.com')
  .get('/client/v4/zones/z1/firewall/rules')
  .reply(200, { success: true, result: [{ action: 'block' }] });
`;
const MSW = `import { http, HttpResponse } from 'msw';

export const handlers = [
  http.get('https://api.cloudflare.com/client/v4/zones/:zone/firewall/rules', () =>
    HttpResponse.json({ success: true, result: [] })),
];
`;
const OTHERS = `import nock from 'nock';

nock('https://api.cloudflare.com').delete('/client/v4/zones/z1/firewall/rules/r1').reply(200, {});
nock('https://api.cloudflare.com').post('/client/v4/zones/z1/firewall/rules').reply(200, {});
`;
const MANIFEST =
  '{ "name": "guard", "type": "module", "devDependencies": { "nock": "14.0.0", "msw": "2.0.0" } }';

const FILES = {
  'package.json': MANIFEST,
  'src/actions.js': CALL,
  'test/actions.test.js': NOCK,
  'test/handlers.js': MSW,
  'test/others.test.js': OTHERS,
  'tools/package.json': MANIFEST,
  'tools/test/own.test.js': NOCK,
};

async function planned(files: Readonly<Record<string, string>>, format: string): Promise<string> {
  return (await projectOf(files).run('migrate', '--level', 'review', '--format', format)).stdout;
}

it('in JSON: those of the same package, endpoint and method', async () => {
  const { sites } = JSON.parse(await planned(FILES, 'json'));
  const call = sites.find(({ path }: { path: string }) => path === 'src/actions.js');
  expect(call).toMatchObject({ outcome: 'migrated' });
  expect(call.tests).toEqual([
    { path: 'test/actions.test.js', line: 4, client: 'nock' },
    { path: 'test/handlers.js', line: 4, client: 'msw' },
  ]);
  const ofTests = sites.filter(({ path }: { path: string }) => /test\//.test(path));
  expect(ofTests).toHaveLength(5);
  expect(ofTests.flatMap(({ tests = [] }: { tests?: unknown[] }) => tests)).toEqual([]);
});

it('in text and Markdown', async () => {
  const named = 'test/actions.test.js:4 (nock), test/handlers.js:4 (msw)';
  expect(await planned(FILES, 'text')).toContain(`tests that answer this call: ${named}\n`);
  expect(await planned(FILES, 'markdown')).toContain(
    '### Tests that answer rewritten calls\n\n- [ ] `test/actions.test.js:4 (nock)`\n- [ ] `test/handlers.js:4 (msw)`\n\n',
  );
});

it('nothing where no test answers the call', async () => {
  const { 'test/actions.test.js': _, 'test/handlers.js': __, ...others } = FILES;
  expect(await planned(others, 'text')).not.toContain('that answer this call');
  expect(await planned(others, 'markdown')).not.toContain('### Tests');
});

const CLIENT = `export class Client {
  async get(path) {
    const response = await fetch('https://api.cloudflare.com/client/v4' + path, { headers: this.headers });
    return (await response.json()).result;
  }
}
`;
const TOOL = `import { Client } from './client.js';

export const actions = async (client = new Client(), zone) =>
  (await client.get(\`/zones/\${zone}/firewall/rules\`)).map((rule) => rule.action);
`;
const MOCKED = `import { actions } from '../src/tool.js';

it('lists', async () => {
  const client = { get: vi.fn().mockResolvedValue([]) };
  await actions(client, ZONE);
  expect(client.get).toHaveBeenCalledWith(\`/zones/\${ZONE}/firewall/rules\`);
  expect(client.delete).not.toHaveBeenCalledWith(\`/zones/\${ZONE}/firewall/rules\`);
  expect(client.get).not.toHaveBeenCalledWith(\`/zones/\${ZONE}/firewall/rules/1\`);
  expect(client.get).not.toHaveBeenCalledWith('/zones/z1/firewall/rules-of-mine');
});
`;

it('those of the same name that only name the path', async () => {
  const files = {
    'package.json': MANIFEST,
    'src/client.js': CLIENT,
    'src/tool.js': TOOL,
    'test/tool.test.js': MOCKED,
    'test/other.test.js': MOCKED,
  };
  const { sites } = JSON.parse(await planned(files, 'json'));
  const call = sites.find(({ path }: { path: string }) => path === 'src/tool.js');
  expect(call).toMatchObject({ outcome: 'migrated' });
  expect(call.tests).toEqual([{ path: 'test/tool.test.js', line: 6, client: null }]);
});
