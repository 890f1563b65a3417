/**
 * Makes a TypeScript monorepo like the public ones that `shape.ts` counted (shapes.json): each figure is the median of
 * theirs. Few packages hold most scripts, a few scripts are barrels or generated declarations, two of five hold an
 * everyday word of the API, and one package in thirteen calls it through a client of its own. The same count of files
 * gives the same tree on every machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { median } from '../measure.js';
import { AT, knownShapes, type Shape } from './shape.js';
import { type Random, seeded } from './texts.js';

/** Callers in a package that uses the API. */
const CALLERS = 4;

/** Each number the median of the counted trees. */
function typicalShape(): Shape {
  const shapes = knownShapes();
  const of = (pick: (shape: Shape) => number): number => median(shapes.map(pick));
  const each = (pick: (shape: Shape) => readonly number[]): readonly number[] =>
    AT.map((_, index) => of((shape) => pick(shape)[index] ?? 0));
  return {
    name: 'typical',
    scripts: of(({ scripts }) => scripts),
    bytes: each(({ bytes }) => bytes),
    perPackage: each(({ perPackage }) => perPackage),
    perFolder: of(({ perFolder }) => perFolder),
    imports: each(({ imports }) => imports),
    own: of(({ own }) => own),
    workspace: of(({ workspace }) => workspace),
    barrels: of(({ barrels }) => barrels),
    exported: each(({ exported }) => exported),
    generated: of(({ generated }) => generated),
    generatedBytes: of(({ generatedBytes }) => generatedBytes),
    weak: of(({ weak }) => weak),
    strong: of(({ strong }) => strong),
    usesApi: of(({ usesApi }) => usesApi),
  };
}

/** A number of the distribution that the quantiles are of, in straight lines between them. */
function drawn(random: Random, quantiles: readonly number[]): number {
  const share = random();
  const above = Math.max(
    1,
    AT.findIndex((at) => at >= share),
  );
  const [from, to] = [AT[above - 1] ?? 0, AT[above] ?? 1];
  const [low, high] = [quantiles[above - 1] ?? 0, quantiles[above] ?? 0];
  return Math.round(low + ((share - from) / (to - from)) * (high - low));
}

interface Package {
  readonly index: number;
  readonly scripts: number;
  readonly callsApi: boolean;
  /** What its barrel exports, by the numbers of scripts. */
  readonly exported: readonly number[];
}

/** Writes the tree and returns how many files it has. */
export function writeMonorepo(root: string, count: number): number {
  const shape = typicalShape();
  const random = seeded(count);
  let written = 0;
  const write = (path: string, text: string): void => {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    written++;
  };
  write('package.json', json({ name: 'monorepo', private: true, workspaces: ['packages/*'] }));
  const packages: Package[] = [];
  for (let left = count - 1; left > 2; ) {
    const scripts = Math.min(left - 2, Math.max(1, drawn(random, shape.perPackage)));
    const exported = new Set(
      Array.from({ length: Math.max(1, drawn(random, shape.exported)) }, () =>
        Math.floor(random() * scripts),
      ),
    );
    const index = packages.length;
    const callsApi = index % Math.round(1 / shape.usesApi) === 3;
    packages.push({ index, scripts, callsApi, exported: [...exported] });
    // Its manifest and its barrel.
    left -= scripts + 2;
  }
  for (const own of packages) writePackage(write, own, packages, shape, random);
  return written;
}

type Write = (path: string, text: string) => void;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function pathIn(shape: Shape, script: number): string {
  return `area-${Math.floor(script / shape.perFolder)}/unit-${script}`;
}

function writePackage(
  write: Write,
  own: Package,
  packages: readonly Package[],
  shape: Shape,
  random: Random,
): void {
  const home = `packages/part-${own.index}`;
  write(`${home}/package.json`, json({ name: `@mono/part-${own.index}`, main: './src/index.ts' }));
  const reexports = own.exported.map((script) => `export * from './${pathIn(shape, script)}';\n`);
  write(`${home}/src/index.ts`, reexports.join(''));
  for (let script = 0; script < own.scripts; script++) {
    const path = `${home}/src/${pathIn(shape, script)}`;
    const bytes = drawn(random, shape.bytes);
    if (random() < shape.generated) {
      const factor = shape.generatedBytes / shape.generated;
      write(`${path}.d.ts`, declarations(random, bytes * factor));
    } else if (random() < shape.barrels) {
      const names = Array.from({ length: drawn(random, shape.exported) }, () =>
        Math.floor(random() * own.scripts),
      );
      write(`${path}.ts`, names.map((name) => `export * from '../${pathIn(shape, name)}';\n`).join(''));
    } else {
      const calls = own.callsApi && script < CALLERS ? caller(own.index, script) : '';
      write(`${path}.ts`, calls + unit(own, script, packages, shape, random, bytes));
    }
  }
}

const PACKAGES = ['react', 'zod', 'node:path', 'lodash', 'express', 'drizzle-orm', 'date-fns', '@sample/ui'];

function unit(
  own: Package,
  script: number,
  packages: readonly Package[],
  shape: Shape,
  random: Random,
  bytes: number,
): string {
  const lines: string[] = [];
  const used: string[] = [];
  const count = drawn(random, shape.imports);
  for (let index = 0; index < count; index++) {
    const kind = random();
    if (kind < shape.own) {
      // Most scripts import what is near.
      const near = Math.floor(script + (random() - 0.5) ** 3 * 8 * Math.min(own.scripts, 400));
      const other = ((near % own.scripts) + own.scripts) % own.scripts;
      used.push(`make${own.index}x${other}`);
      lines.push(`import { ${used.at(-1)} } from '../${pathIn(shape, other)}';`);
    } else if (kind < shape.own + shape.workspace) {
      const other = packages[Math.floor(random() ** 2 * packages.length)] ?? own;
      used.push(`make${other.index}x${other.exported[Math.floor(random() * other.exported.length)] ?? 0}`);
      lines.push(`import { ${used.at(-1)} } from '@mono/part-${other.index}';`);
    } else {
      const from = PACKAGES[Math.floor(random() * PACKAGES.length)] ?? '';
      lines.push(`import * as library${index} from '${from}';`);
    }
  }
  const id = `${own.index}x${script}`;
  const calls = [...new Set(used)].map((name) => `  if (depth > 0) parts.push(${name}(name, depth - 1));`);
  const body = `
export function make${id}(name: string, depth = 1): string {
  const parts: string[] = [name];
${calls.join('\n')}
  return parts.join('/');
}
${random() < shape.weak ? everyday(id, random) : ''}`;
  const text = [...new Set(lines)].join('\n') + body;
  return text + filler(id, Math.ceil((bytes - text.length) / FILLER_BYTES));
}

/** Words that paths and fields of the API are made of, as every other program uses them. */
const EVERYDAY: readonly ((id: string) => string)[] = [
  (id) => `export const options${id} = { service: 'queue', action: 'create', records: [] as string[] };`,
  (id) =>
    `export interface Row${id} {\n  settings: Record<string, string>;\n  email: string;\n  groups: string[];\n}`,
  (id) => `export const path${id} = (organization: string) => \`/api/\${organization}/members/roles\`;`,
  (id) =>
    `export const list${id} = (store: Store) => store.rules.filter((rule) => rule.action !== 'report');`,
  (id) =>
    `export async function load${id}(client: Client) {\n  const { profile } = await client.get('/user/profile');\n  return profile.domains;\n}`,
  (id) =>
    `export const enabled${id} = (user: User) => user.access.history.filter(({ dashboard }) => dashboard);`,
];

function everyday(id: string, random: Random): string {
  return `${EVERYDAY[Math.floor(random() * EVERYDAY.length)]?.(id) ?? ''}\n`;
}

function declarations(random: Random, bytes: number): string {
  const parts: string[] = ['// This file is generated.\n'];
  for (let index = 0; index * 120 < bytes; index++)
    parts.push(
      `export interface Generated${index} {\n  name: string;\n  settings?: Generated${Math.floor(random() * (index + 1))};\n  values: readonly number[];\n}\n`,
    );
  return parts.join('');
}

const RESOURCES = ['rate_limits', 'firewall/rules', 'rulesets', 'dns_records', 'settings/minify', 'filters'];

/** The first is the client of the package; the others use it. */
function caller(index: number, script: number): string {
  if (script === 0)
    return `import axios from 'axios';

const http = axios.create({ baseURL: 'https://api.cloudflare.com/client/v4' });

export async function send${index}<T>(method: string, path: string, data?: unknown): Promise<T> {
  const answer = await http.request({ method, url: path, data });
  return answer.data.result as T;
}
`;
  const resource = RESOURCES[(index + script) % RESOURCES.length] ?? '';
  return `import { send${index} } from '../area-0/unit-0';

export const list${index}x${script} = (zone: string) =>
  send${index}<{ id: string; name: string }[]>('GET', \`/zones/\${zone}/${resource}\`);
export const save${index}x${script} = (zone: string, row: { id: string }) =>
  send${index}('PUT', \`/zones/\${zone}/${resource}/\${row.id}\`, row);
`;
}

const FILLER_BYTES = 880;

/** Code that has nothing to do with requests, as most code. */
function filler(id: string, functions: number): string {
  return Array.from({ length: Math.max(0, functions) }, (_, index) => {
    const name = `step${id}x${index}`;
    return `
const limits${name} = { low: ${index % 17}, high: ${(index % 13) + 20}, label: 'limit ${index}' };

export function ${name}(values: readonly number[], label = limits${name}.label): string {
  const totals = new Map<string, number>();
  for (const [position, value] of values.entries()) {
    const key = value > limits${name}.high ? \`high-\${position}\` : value < limits${name}.low ? 'low' : label;
    totals.set(key, (totals.get(key) ?? 0) + value);
  }
  const parts = [...totals].sort(([a], [b]) => a.localeCompare(b)).map(([key, total]) => \`\${key}=\${total}\`);
  switch (parts.length % 3) {
    case 0:
      return parts.join(',');
    case 1:
      return parts.map((part) => part.toUpperCase()).join(';');
    default:
      return parts.length > 10 ? \`\${parts.length} parts of \${label}\` : parts.slice(0, 3).join(' ');
  }
}
`;
  }).join('');
}
