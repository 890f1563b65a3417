import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith } from './project.js';

const MANIFEST = '{"name":"a","type":"module","dependencies":{"axios":"1.7.0","cloudflare":"4.0.0"}}';
const CLIENT = `import axios from 'axios';\nconst http = axios.create({ baseURL: '${HOST}' });\nconst zone = process.env.ZONE;\n`;
const LIST = 'const { data } = await http.get(`/zones/${zone}/firewall/rules`);\n';

async function differencesOf(path: string, text: string): Promise<readonly string[]> {
  const plan = await planWith({ [path]: text, 'package.json': MANIFEST }, CODEMODS);
  const changed = plan.sites.filter(({ found }) => !/^(?:GET|POST)$/.test(found.finding.method ?? ''));
  expect(changed.map(({ outcome }) => outcome)).toEqual(['migrated']);
  return changed.flatMap(({ differences }) => differences.map(({ name }) => name));
}

const WORD = /edge-sunset-todo firewall-rules [0-9a-f]{8}: Ids kept from before/;

async function commentsOf(path: string, text: string): Promise<readonly string[]> {
  const state =
    "import { readFileSync } from 'node:fs';\nexport const load = () => JSON.parse(readFileSync('ids.json', 'utf8'));\n";
  const plan = await planWith({ [path]: text, 'state.js': state, 'package.json': MANIFEST }, CODEMODS);
  expect(plan.sites.every(({ outcome }) => outcome === 'migrated')).toBe(true);
  const [file] = plan.files.filter((one) => one.path === path);
  return (file?.after ?? '').split('\n').filter((line) => line.includes('edge-sunset-todo'));
}

describe('a call that is migrated with an id of the old API', () => {
  it.each([
    [
      'of the arguments',
      `${CLIENT}await http.delete(\`/zones/\${zone}/firewall/rules/\${process.argv[2]}\`);\n`,
    ],
    [
      'of the arguments, beside a list',
      `${CLIENT}const [, , id] = process.argv;\n${LIST}console.log(data.result.length);\nawait http.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\n`,
    ],
    [
      'of a file',
      `import { readFileSync } from 'node:fs';\n${CLIENT}const state = JSON.parse(readFileSync('state.json', 'utf8'));\n${LIST}console.log(data.result.length);\nawait http.delete(\`/zones/\${zone}/firewall/rules/\${state.id}\`);\n`,
    ],
    [
      'of whoever calls the function',
      `${CLIENT}export async function pause(id) {\n  await http.patch(\`/zones/\${zone}/firewall/rules/\${id}\`, { paused: true });\n}\n`,
    ],
    [
      'in a method of the SDK',
      "import Cloudflare from 'cloudflare';\nconst client = new Cloudflare();\nawait client.firewall.rules.delete(process.argv[2], { zone_id: process.env.ZONE });\n",
    ],
  ])('%s has the difference', async (_, text) => {
    expect(await differencesOf('a.js', text)).toContain('ids-of-old-rules');
  });

  it('in Python has the difference', async () => {
    const text = `import os\nimport sys\nimport requests\n\nAPI = "${HOST}"\nH = {"Authorization": "Bearer " + os.environ["CLOUDFLARE_API_TOKEN"]}\n\n\ndef delete_rule(zone, rule_id):\n    r = requests.delete(f"{API}/zones/{zone}/firewall/rules/{rule_id}", headers=H)\n    r.raise_for_status()\n\n\ndelete_rule(os.environ["ZONE"], sys.argv[1])\n`;
    expect(await differencesOf('a.py', text)).toContain('ids-of-old-rules');
  });

  it.each([
    [
      'of a file, in another module',
      `${CLIENT}import { load } from './state.js';\nconst ids = load();\nawait http.delete(\`/zones/\${zone}/firewall/rules/\${ids.maintenance}\`);\n`,
    ],
    [
      'of the arguments',
      `${CLIENT}await http.delete(\`/zones/\${zone}/firewall/rules/\${process.argv[2]}\`);\n`,
    ],
    [
      'of a file, in a loop',
      `import { readFileSync } from 'node:fs';\n${CLIENT}for (const id of JSON.parse(readFileSync('ids.json', 'utf8'))) {\n  await http.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\n}\n`,
    ],
    [
      'of a part of a file, in a loop',
      `${CLIENT}import { load } from './state.js';\nfor (const { id } of load().rules) await http.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\n`,
    ],
  ])('and deletes by one %s has a comment that says so', async (_, text) => {
    expect(await commentsOf('a.js', text)).toEqual([expect.stringMatching(WORD)]);
  });

  it('and deletes by one of a file in Python has a comment that says so', async () => {
    const text = `import json\nimport os\nimport requests\n\nAPI = "${HOST}"\nH = {"Authorization": "Bearer " + os.environ["CLOUDFLARE_API_TOKEN"]}\n\n\ndef remove(zone):\n    with open("ids.json") as file:\n        ids = json.load(file)\n    requests.delete(f"{API}/zones/{zone}/firewall/rules/{ids['old']}", headers=H).raise_for_status()\n\n\nremove(os.environ["ZONE"])\n`;
    expect(await commentsOf('a.py', text)).toEqual([expect.stringMatching(WORD)]);
  });

  it('and deletes by one of the command line of a shell script has a comment that says so', async () => {
    const text = `#!/bin/bash\nset -e\ncurl -fsS -X DELETE "${HOST}/zones/$ZONE/firewall/rules/$1" -H "Authorization: Bearer $CF_API_TOKEN" >/dev/null\necho done\n`;
    expect(await commentsOf('a.sh', text)).toEqual([expect.stringMatching(WORD)]);
  });

  it.each([
    [
      'changes it',
      `${CLIENT}await http.patch(\`/zones/\${zone}/firewall/rules/\${process.argv[2]}\`, { paused: true });\n`,
    ],
    [
      'is in a function that others call',
      `${CLIENT}export async function drop(id) {\n  await http.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\n}\n`,
    ],
    [
      'is in a loop over what others hand over',
      `${CLIENT}export async function dropAll(ids) {\n  for (const id of ids) await http.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\n}\n`,
    ],
    [
      'looks the rule up by a name of the command line',
      `${CLIENT}${LIST}const rule = data.result.find((one) => one.description === process.argv[2]);\nawait http.delete(\`/zones/\${zone}/firewall/rules/\${rule.id}\`);\n`,
    ],
  ])('and %s has no comment', async (_, text) => {
    expect(await commentsOf('a.js', text)).toEqual([]);
  });

  it.each([
    `${CLIENT}${LIST}for (const rule of data.result) await http.delete(\`/zones/\${zone}/firewall/rules/\${rule.id}\`);\n`,
    `${CLIENT}async function drop(id) {\n  await http.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\n}\n${LIST}for (const rule of data.result) if (rule.paused) await drop(rule.id);\n`,
  ])('from the list of the program has none', async (text) => {
    expect(await differencesOf('a.js', text)).not.toContain('ids-of-old-rules');
  });
});
