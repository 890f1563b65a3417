/** A project of ordinary size in which every file talks to the API, through a client of its own. */

const RESOURCES = [
  'firewall/rules',
  'rate_limits',
  'rulesets',
  'dns_records',
  'filters',
  'page_shield',
  'settings/brotli',
  'pagerules',
];

function apiModule(index: number): string {
  const functions = RESOURCES.map((resource, at) => {
    const name = `r${index}${resource.replace(/\W+/g, '_')}`;
    return `
/** Everything about ${name}. */
export async function list_${name}(zone: string, page = 1): Promise<Row[]> {
  const answer = await client.get<Row[]>(\`/zones/\${zone}/${resource}?page=\${page}\`);
  if (!answer.success) throw new ApiError(answer.errors.map((error) => error.message).join(', '));
  return answer.result.filter((row) => row.enabled !== false).map((row) => ({ ...row, seen: Date.now() }));
}

export const save_${name} = async (zone: string, rows: readonly Row[]): Promise<void> => {
  for (const row of rows) {
    const path = row.id === undefined ? \`/zones/\${zone}/${resource}\` : \`/zones/\${zone}/${resource}/\${row.id}\`;
    await client.request(row.id === undefined ? 'POST' : 'PUT', path, { ...row, tag: tagOf(row, ${at}) });
  }
};`;
  });
  return `import { ApiError, client } from '../client';
import { describe as label } from '../labels';

export interface Row {
  readonly id?: string;
  readonly name: string;
  readonly enabled?: boolean;
  readonly items: readonly { readonly key: string; readonly weight: number }[];
}

function tagOf(row: Row, kind: number): string {
  const weights = row.items.reduce((sum, item) => sum + item.weight, 0);
  switch (kind % 3) {
    case 0:
      return weights > 10 ? \`heavy-\${row.name}\` : \`light-\${row.name}\`;
    case 1:
      return row.items.map((item) => item.key.toUpperCase()).join('-');
    default:
      return label(row.name, weights);
  }
}
${functions.join('\n')}
`;
}

const CLIENT = `const BASE = process.env.API_URL ?? 'https://api.cloudflare.com/client/v4';

export class ApiError extends Error {}

interface Answer<T> {
  readonly success: boolean;
  readonly result: T;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
}

class Client {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.request('GET', path);
  }

  async request<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const headers: Record<string, string> = { Authorization: \`Bearer \${this.#token}\` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const response = await fetch(\`\${BASE}\${path}\`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 429) throw new ApiError('slow down');
    return (await response.json()) as Answer<T>;
  }
}

export const client = new Client(process.env.API_TOKEN ?? '');
`;

const LABELS = `export function describe(name: string, weight: number): string {
  return \`\${name} (\${weight.toFixed(1)})\`;
}
`;

export function sourceFiles(count: number): ReadonlyMap<string, string> {
  const files = new Map([
    ['src/client.ts', CLIENT],
    ['src/labels.ts', LABELS],
  ]);
  for (let index = 0; index < count; index++) files.set(`src/api/module${index}.ts`, apiModule(index));
  return files;
}
