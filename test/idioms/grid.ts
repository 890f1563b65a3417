/**
 * Every way to put an address together, with every way to send it. A cell of the grid is a program of its own:
 * the imports of the sink, then what the way of building needs, then one function that builds and sends.
 */
import { type ProgramCase, parsePrograms } from './program-format.js';

interface Building {
  readonly name: string;
  /** Stands before the function. */
  readonly before?: string;
  /** Stands in the function, before the call. */
  readonly within?: string;
  /** The address as an expression; its dead part is marked. */
  readonly address: string;
  /** Other files of the program. */
  readonly files?: string;
  /** The address is an object, not a text. */
  readonly object?: true;
}

interface Sending {
  readonly name: string;
  readonly before?: string;
  readonly method: 'GET' | 'POST';
  readonly call: (address: string) => string;
  /** Takes texts only. */
  readonly textOnly?: true;
}

const API = 'https://api.cloudflare.com/client/v4';

export const BUILDINGS: readonly Building[] = [
  { name: 'a template', address: `\`${API}/zones/\${zone}/⟦rate_limits⟧\`` },
  { name: 'additions', address: `'${API}/zones/' + zone + '/⟦rate_limits⟧'` },
  {
    name: 'a base constant',
    before: `const API = '${API}';`,
    address: '`${API}/zones/${zone}/⟦rate_limits⟧`',
  },
  {
    name: 'a variable grown step by step',
    within: `let address = '${API}/zones/';\n  address += zone;\n  address += '/⟦rate_limits⟧';`,
    address: 'address',
  },
  {
    name: 'a joined list',
    address: `['${API}', 'zones', zone, '⟦rate_limits⟧'].join('/')`,
  },
  {
    name: 'concat',
    address: `'${API}/zones/'.concat(zone, '/⟦rate_limits⟧')`,
  },
  {
    name: 'a replaced placeholder',
    before: `const LIMITS = '${API}/zones/{zone}/⟦rate_limits⟧';`,
    address: `LIMITS.replace('{zone}', zone)`,
  },
  {
    name: 'a function',
    before: `function at(zone: string, tail: string) {\n  return \`${API}/zones/\${zone}/\${tail}\`;\n}`,
    address: `at(zone, '⟦rate_limits⟧')`,
  },
  {
    name: 'an arrow in an object',
    before: `const paths = { limits: (zone: string) => \`${API}/zones/\${zone}/⟦rate_limits⟧\` };`,
    address: 'paths.limits(zone)',
  },
  {
    name: 'a table of tails',
    before: `const TAILS = { limits: '⟦rate_limits⟧', sets: 'rulesets' } as const;`,
    address: `\`${API}/zones/\${zone}/\${TAILS.limits}\``,
  },
  {
    name: 'an enum',
    before: `enum Tail {\n  Limits = '⟦rate_limits⟧',\n  Sets = 'rulesets',\n}`,
    address: `\`${API}/zones/\${zone}/\${Tail.Limits}\``,
  },
  {
    name: 'a map',
    before: `const tails = new Map([['limits', '⟦rate_limits⟧']]);`,
    address: `\`${API}/zones/\${zone}/\${tails.get('limits')}\``,
  },
  {
    name: 'a static field',
    before: `class Paths {\n  static readonly base = '${API}';\n  static readonly limits = '⟦rate_limits⟧';\n}`,
    address: '`${Paths.base}/zones/${zone}/${Paths.limits}`',
  },
  {
    name: 'a condition',
    address: `\`${API}/zones/\${zone}/\${process.env.OLD ? '⟦rate_limits⟧' : 'rulesets'}\``,
  },
  {
    name: 'a destructured constant',
    before: `const { base, tail } = { base: '${API}', tail: '⟦rate_limits⟧' };`,
    address: '`${base}/zones/${zone}/${tail}`',
  },
  {
    name: 'an address object made text',
    within: `const address = new URL('${API}');\n  address.pathname += \`/zones/\${zone}/⟦rate_limits⟧\`;`,
    address: 'address.toString()',
  },
  {
    name: 'an address object',
    address: `new URL(\`/client/v4/zones/\${zone}/⟦rate_limits⟧\`, 'https://api.cloudflare.com')`,
    object: true,
  },
  {
    name: 'a constant of another module',
    before: `import { LIMITS, ROOT } from './paths.js';`,
    address: '`${ROOT}/zones/${zone}/${LIMITS}`',
    files: `--- paths.ts\nexport const ROOT = '${API}';\nexport const LIMITS = '⟦rate_limits⟧';\n`,
  },
  {
    name: 'a function of another module, through a barrel',
    before: `import { limitsOf } from './index.js';`,
    address: 'limitsOf(zone)',
    files: `--- index.ts\nexport * from './paths.js';\n--- paths.ts\nexport const limitsOf = (zone: string) => \`${API}/zones/\${zone}/⟦rate_limits⟧\`;\n`,
  },
];

const GET_JSON = `{ headers: { Authorization: 'Bearer ' + process.env.TOKEN } }`;
const POST_JSON = `{ method: 'POST', body: '{}' }`;

export const SENDINGS: readonly Sending[] = [
  { name: 'fetch', method: 'GET', call: (address) => `fetch(${address}, ${GET_JSON})` },
  { name: 'fetch with a verb', method: 'POST', call: (address) => `fetch(${address}, ${POST_JSON})` },
  {
    name: 'fetch of a request',
    method: 'POST',
    call: (address) => `fetch(new Request(${address}, ${POST_JSON}))`,
  },
  {
    name: 'undici',
    method: 'POST',
    before: `import { request } from 'undici';`,
    call: (address) => `request(${address}, ${POST_JSON})`,
  },
  {
    name: 'node-fetch',
    method: 'GET',
    before: `import load from 'node-fetch';`,
    call: (address) => `load(${address})`,
  },
  {
    name: 'axios by verb',
    method: 'POST',
    before: `import axios from 'axios';`,
    call: (address) => `axios.post(${address}, {})`,
    textOnly: true,
  },
  {
    name: 'axios by object',
    method: 'POST',
    before: `import axios from 'axios';`,
    call: (address) => `axios({ method: 'post', url: ${address}, data: {} })`,
    textOnly: true,
  },
  {
    name: 'an axios instance',
    method: 'GET',
    before: `import axios from 'axios';\nconst http = axios.create({ timeout: 1000 });`,
    call: (address) => `http.get(${address})`,
    textOnly: true,
  },
  {
    name: 'got',
    method: 'POST',
    before: `import got from 'got';`,
    call: (address) => `got.post(${address}, { json: {} }).json()`,
  },
  {
    name: 'ky',
    method: 'GET',
    before: `import ky from 'ky';`,
    call: (address) => `ky.get(${address}).json()`,
  },
  {
    name: 'ofetch',
    method: 'POST',
    before: `import { ofetch } from 'ofetch';`,
    call: (address) => `ofetch(${address}, { method: 'POST', body: {} })`,
    textOnly: true,
  },
  {
    name: 'superagent',
    method: 'POST',
    before: `import superagent from 'superagent';`,
    call: (address) => `superagent.post(${address}).send({})`,
    textOnly: true,
  },
  {
    name: 'request',
    method: 'GET',
    before: `import request from 'request';`,
    call: (address) => `request({ url: ${address}, json: true }, () => {})`,
  },
  {
    name: 'needle',
    method: 'POST',
    before: `import needle from 'needle';`,
    call: (address) => `needle('post', ${address}, {})`,
    textOnly: true,
  },
  {
    name: 'wretch',
    method: 'GET',
    before: `import wretch from 'wretch';`,
    call: (address) => `wretch(${address}).get().json()`,
    textOnly: true,
  },
  {
    name: 'https.request',
    method: 'POST',
    before: `import https from 'node:https';`,
    call: (address) => `https.request(${address}, { method: 'POST' }).end('{}')`,
  },
  {
    name: 'jQuery',
    method: 'POST',
    call: (address) => `$.ajax({ url: ${address}, type: 'POST', data: '{}' })`,
    textOnly: true,
  },
  {
    name: 'a wrapper',
    method: 'POST',
    before: `const send = (verb: string, where: string | URL, body?: unknown) =>\n  fetch(where, { method: verb, body: JSON.stringify(body) });`,
    call: (address) => `send('POST', ${address}, {})`,
  },
  {
    name: 'a method of a class',
    method: 'GET',
    before: `class Http {\n  async load(where: string | URL) {\n    return (await fetch(where)).json();\n  }\n}\nconst http = new Http();`,
    call: (address) => `http.load(${address})`,
  },
  {
    name: 'a curried wrapper',
    method: 'POST',
    before: `const send = (method: string) => (where: string | URL) => fetch(where, { method });`,
    call: (address) => `send('POST')(${address})`,
  },
];

export function grid(): ProgramCase[] {
  const cells = BUILDINGS.flatMap((building) =>
    SENDINGS.filter((sending) => !(building.object === true && sending.textOnly === true)).map((sending) =>
      cell(building, sending),
    ),
  );
  return parsePrograms(cells.join('\n'), 'the grid');
}

function cell(building: Building, sending: Sending): string {
  const body = [building.within, `return ${sending.call(building.address)};`].filter(Boolean).join('\n  ');
  const lines = [sending.before, building.before, `export async function run(zone: string) {\n  ${body}\n}`];
  return [
    `=== ${building.name}, sent by ${sending.name}`,
    `expect: rate-limits ${sending.method} exact`,
    // Marks are counted through the files in their order, and there is one only: any order will do.
    '--- run.ts',
    lines.filter(Boolean).join('\n'),
    building.files ?? '',
  ].join('\n');
}
