/**
 * Makes a TypeScript monorepo that is hard on whoever follows imports: a registry of thousands of modules behind one
 * barrel and in one table, packages whose barrels lead to barrels of other packages, and cycles of imports between
 * packages. One file in fifty calls the API through a client of another package; everyday words that may mean the API
 * stand in every third. The same count of files gives the same tree on every machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of all files: modules of the registry, and files that call the API. */
const REGISTRY_SHARE = 5000 / 18_000;
const CALLING_SHARE = 0.02;
const PER_PACKAGE = 90;
const PER_FOLDER = 12;

/** Writes the tree and returns how many files it has. */
export function writeMonorepo(root: string, count: number): number {
  let written = 0;
  const write = (path: string, text: string): void => {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    written++;
  };
  const modules = Math.round(count * REGISTRY_SHARE);
  const packages = Math.max(3, Math.round((count - modules) / (PER_PACKAGE + 12)));
  write('package.json', json({ name: 'monorepo', private: true, workspaces: ['packages/*'] }));
  write(
    'tsconfig.json',
    json({ compilerOptions: { baseUrl: '.', paths: { '@mono/*': ['packages/*/src'] } } }),
  );
  writeRegistry(write, modules);
  write('packages/http/package.json', manifest('http', []));
  write('packages/http/src/index.ts', `export * from './client';\nexport * from '@mono/registry';\n`);
  write('packages/http/src/client.ts', CLIENT);
  let calling = Math.round(count * CALLING_SHARE);
  const callingPerPackage = Math.ceil(calling / packages);
  for (let index = 0; index < packages; index++) {
    const calls = Math.min(calling, callingPerPackage);
    writePackage(write, index, packages, modules, calls);
    calling -= calls;
  }
  return written;
}

type Write = (path: string, text: string) => void;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function manifest(name: string, dependencies: readonly string[]): string {
  const entries = dependencies.map((dependency) => [`@mono/${dependency}`, 'workspace:*']);
  return json({
    name: `@mono/${name}`,
    version: '1.0.0',
    main: './src/index.ts',
    dependencies: Object.fromEntries(entries),
  });
}

function writeRegistry(write: Write, modules: number): void {
  const names = Array.from({ length: modules }, (_, index) => index);
  const folder = (index: number) => `modules/${Math.floor(index / 100)}`;
  write('packages/registry/package.json', manifest('registry', ['http']));
  write(
    'packages/registry/src/index.ts',
    `${names.map((index) => `export * from './${folder(index)}/node-${index}';`).join('\n')}\nexport * from './table';\n`,
  );
  write(
    'packages/registry/src/table.ts',
    [
      ...names.map((index) => `import { node${index} } from './${folder(index)}/node-${index}';`),
      'export const registry = {',
      ...names.map((index) => `  'node-${index}': node${index},`),
      '};',
      'export type NodeName = keyof typeof registry;',
      'export function nodeNamed(name: NodeName) {\n  return registry[name];\n}\n',
    ].join('\n'),
  );
  for (const index of names) {
    const other = (index * 7 + 1) % modules;
    write(
      `packages/registry/src/${folder(index)}/node-${index}.ts`,
      `import { describe${other} } from '../../${folder(other)}/node-${other}';
import { nodeNamed, type NodeName } from '../../table';
${filler(index, 2)}
export const node${index} = {
  name: 'node-${index}' as const,
  version: ${index % 9},
  rules: [{ service: 'svc-${index}', locked: ${index % 2 === 0} }],
  run: (input: string) => describe${index}(input),
};
export function describe${index}(input: string): string {
  return input === 'next' ? describe${other}(input) : \`\${nodeNamed('node-${other}' as NodeName).name}/\${input}\`;
}
`,
    );
  }
}

function writePackage(write: Write, index: number, packages: number, modules: number, calling: number): void {
  const home = `packages/part-${index}`;
  const next = (index + 1) % packages;
  const far = (index * 5 + 3) % packages;
  write(
    `${home}/package.json`,
    manifest(`part-${index}`, ['http', 'registry', `part-${next}`, `part-${far}`]),
  );
  const folders = Math.ceil(PER_PACKAGE / PER_FOLDER);
  const barrel = Array.from({ length: folders }, (_, folder) => `export * from './area-${folder}';`);
  write(
    `${home}/src/index.ts`,
    `${barrel.join('\n')}\nexport * from '@mono/part-${next}';\nexport * as far from '@mono/part-${far}';\n`,
  );
  for (let folder = 0; folder < folders; folder++) {
    const files = Array.from({ length: PER_FOLDER }, (_, file) => folder * PER_FOLDER + file);
    write(
      `${home}/src/area-${folder}/index.ts`,
      files.map((file) => `export * from './unit-${file}';`).join('\n'),
    );
    for (const file of files) {
      const id = index * 1000 + file;
      const calls = file < calling;
      write(
        `${home}/src/area-${folder}/unit-${file}.ts`,
        `${unit(id, file, next, (id * 31) % modules)}${calls ? callingUnit(id, file) : ''}`,
      );
    }
  }
}

function unit(id: number, file: number, next: number, module: number): string {
  return `import { api } from '@mono/http';
import { describe${module}, node${module} } from '@mono/registry';
import { make${next * 1000 + ((file + 1) % PER_PACKAGE)} } from '@mono/part-${next}';
import * as near from '..';
${filler(id, 3)}
export interface Options${id} {
  readonly name: string;
  readonly depth: number;
}

export function make${id}(options: Options${id}): string {
  if (options.depth <= 0) return describe${module}(options.name);
  const inner = make${next * 1000 + ((file + 1) % PER_PACKAGE)}({ ...options, depth: options.depth - 1 });
  return \`\${node${module}.name}:\${inner}:\${Object.keys(near).length}\`;
}

export class Service${id} {
  readonly #base: string;
  constructor(base: string) {
    this.#base = base;
  }
  async load(zone: string): Promise<unknown> {
    ${id % 3 === 0 ? "const settings = { rules: ['members', 'locked'], service: zone };" : 'const settings = { zone };'}
    return api.get(\`/accounts/\${zone}/\${this.#base}\`, settings);
  }
}
`;
}

const RESOURCES = ['rate_limits', 'firewall/rules', 'settings/minify', 'rulesets', 'dns_records', 'filters'];

function callingUnit(id: number, file: number): string {
  const resource = RESOURCES[file % RESOURCES.length];
  return `
export async function list${id}(zone: string) {
  const rows = await api.get<{ id: string; name: string }[]>(\`/zones/\${zone}/${resource}\`);
  return rows.map((row) => make${id}({ name: row.name, depth: 2 }));
}
export const save${id} = (zone: string, row: { id: string }) =>
  api.send('PUT', \`/zones/\${zone}/${resource}/\${row.id}\`, row);
`;
}

const CLIENT = `import axios from 'axios';
import { nodeNamed } from '@mono/registry';

const http = axios.create({ baseURL: 'https://api.cloudflare.com/client/v4' });

class Api {
  readonly #name = nodeNamed('node-1').name;
  get<T>(path: string, params: Record<string, unknown> = {}): Promise<T> {
    return this.send<T>('GET', path, undefined, params);
  }
  async send<T>(method: string, path: string, data?: unknown, params?: Record<string, unknown>): Promise<T> {
    const answer = await http.request({ method, url: path, data, params, headers: { 'x-source': this.#name } });
    return answer.data.result as T;
  }
}

export const api = new Api();
`;

/** Code that has nothing to do with requests, as most code. */
function filler(seed: number, functions: number): string {
  return Array.from({ length: functions }, (_, index) => {
    const name = `step${seed}x${index}`;
    return `
const limits${name} = { low: ${seed % 17}, high: ${(seed % 13) + 20}, label: 'limit ${seed}' };

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
}`;
  }).join('\n');
}
