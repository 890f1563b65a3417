import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';

/** Findings as `line entry confidence`, whatever their confidence. */
async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const cwd = folderOf({ 'package.json': '{"name":"app"}', ...files });
  const argv = ['scan', '-f', 'json', '--min-confidence', 'possible', '--fail-on', 'never'];
  const { stdout, stderr } = await edgeSunset(argv, { cwd });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).findings.map(
    (finding: { line: number; entry: string; confidence: string }) =>
      `${finding.line} ${finding.entry} ${finding.confidence}`,
  );
}

const ROLES = 'export const roles = (api: Api, id: string) => api.get(`organizations/${id}/roles`);\n';
const USES_API = "export const base = 'https://api.cloudflare.com/client/v4';\n";

describe("the words of another server's paths", () => {
  it('are not reported beside a changelog that names the vendor', async () => {
    const rows = await found({ 'src/a.ts': ROLES, 'CHANGELOG.md': '* Moved our pages to Cloudflare\n' });
    expect(rows).toEqual(['1 organizations possible']);
  });

  it('mean the API beside code that uses it', async () => {
    const rows = await found({ 'src/a.ts': ROLES, 'src/client.ts': USES_API });
    expect(rows).toEqual(['1 organizations likely']);
  });
});

const call = (base: string) =>
  `import axios from 'axios';\nconst api = axios.create({ baseURL: ${base} });\nexport const rules = (id: string) => api.get(\`/zones/\${id}/firewall/rules\`);\n`;

describe('a client', () => {
  it('with a base URL of the environment may ask any server', async () => {
    expect(await found({ 'src/a.ts': call('process.env.API_URL') })).toEqual(['3 firewall-rules possible']);
    expect(
      await found({ 'src/a.ts': call('import.meta.env.VITE_API_URL'), 'src/client.ts': USES_API }),
    ).toEqual(['3 firewall-rules possible']);
  });

  it('asks the API where the variable is named after the vendor, or the package uses the API', async () => {
    expect(await found({ 'src/a.ts': call('process.env.CLOUDFLARE_API_URL') })).toEqual([
      '3 firewall-rules likely',
    ]);
    expect(await found({ 'src/a.ts': call('process.env.API_URL'), 'src/client.ts': USES_API })).toEqual([
      '3 firewall-rules likely',
    ]);
    expect(
      await found({ 'src/a.ts': call("process.env.API_URL ?? 'https://api.cloudflare.com/client/v4'") }),
    ).toEqual(['3 firewall-rules exact']);
  });

  it('with a relative base URL asks its own server', async () => {
    expect(await found({ 'src/a.ts': call("'/api'"), 'src/client.ts': USES_API })).toEqual([
      '3 firewall-rules possible',
    ]);
  });
});

describe('a zone id that is awaited', () => {
  const helpers = `
const BASE = 'https://api.cloudflare.com/client/v4';
const get = async (path: string) => (await fetch(BASE + path)).json();
async function fetchAllPages(path: string) {
  const all = [];
  for (let page = 1; ; page++) {
    const answer = await get(\`\${path}?page=\${page}\`);
    all.push(...answer.result);
    if (page >= answer.result_info.total_pages) return all;
  }
}
`;
  const list = (path: string) =>
    `${helpers}export async function list(y: string) {\n  const z = await resolveZoneId(y);\n  return fetchAllPages(\`/zones/\${z}/${path}\`);\n}\n`;

  it('stands in the path of a helper that goes through pages', async () => {
    expect(await found({ 'a.ts': list('firewall/rules') })).toEqual(['14 firewall-rules exact']);
    expect(await found({ 'a.ts': list('rulesets/rate_limits') })).toEqual([]);
  });
});
