/** Trees that are hostile by their size alone. */
import type { BatteryCase } from './cases.js';
import { DEAD_URL } from './dead-url.js';

const API = 'https://api.cloudflare.com/client/v4';
/** Dead calls in the ways that are judged at different cost: rewritten, taken out, left to a person. */
const FUNCTIONS: readonly ((name: string) => string)[] = [
  (name) =>
    `export async function ${name}(zone) {\n  const r = await fetch(\`${API}/zones/\${zone}/firewall/rules\`);\n  return r.json();\n}\n`,
  (name) =>
    `export async function ${name}(zone) {\n  await fetch(\`${API}/zones/\${zone}/settings/minify\`, { method: 'PATCH', body: '{}' });\n}\n`,
  (name) =>
    `export async function ${name}(zone) {\n  return fetch(\`${API}/zones/\${zone}/analytics/dashboard\`);\n}\n`,
];

/** Files in 4,000 folders; every `one`th calls the API. */
function* files(count: number, one: number): Iterable<readonly [string, string]> {
  for (let at = 0; at < count; at++) {
    const path = `p${at % 200}/d${Math.floor(at / 200) % 20}/f${at}.${['ts', 'py', 'sh', 'mjs'][at % 4]}`;
    yield [path, at % one === 0 ? callIn(path) : `value_${at} = ${at}\n`];
  }
}

function callIn(path: string): string {
  if (path.endsWith('.sh')) return `curl -X POST ${DEAD_URL}\n`;
  return path.endsWith('.py')
    ? `requests.post("${DEAD_URL}")\n`
    : `fetch("${DEAD_URL}", { method: "POST" });\n`;
}

function* scripts(count: number, functions: number): Iterable<readonly [string, string]> {
  for (let at = 0; at < count; at++) {
    const own = Array.from({ length: functions }, (_, index) => FUNCTIONS[index % 3]?.(`f${index}`));
    yield [`d${at % 100}/f${at}.mjs`, own.join('')];
  }
}

function tree(name: string, content: NonNullable<BatteryCase['tree']>, ...command: string[]): BatteryCase {
  const run = command.length === 0 ? {} : { command };
  return { name, group: 'trees', file: 'last.txt', content: () => '', tree: content, ...run };
}

export const TREES: readonly BatteryCase[] = [
  tree('200,000 files, one of 50 with a call', () => files(200_000, 50)),
  tree('200,000 files, each with a call', () => files(200_000, 1)),
  tree('migrate, 200,000 files, one of 50 with a call', () => files(200_000, 50), 'migrate'),
  tree('migrate, 160,000 findings', () => scripts(8_000, 20), 'migrate'),
];
