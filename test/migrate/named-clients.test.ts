/** Clients that the configuration names: what goes through them is proven, and an entry that changes nothing says why. */
import { describe, expect, it } from 'vitest';
import { projectOf } from './project.js';

const TS = '`/zones/${zone}/script_monitor/scripts`';
const PY = 'f"/zones/{zone}/script_monitor/scripts"';

interface Shape {
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
}

const SHAPES: readonly (readonly [string, Shape])[] = [
  [
    'a factory',
    {
      entry: '{ module: ./src/edge.js, export: createClient }',
      files: {
        'src/edge.js': 'export const createClient = (get) => ({ get });\n',
        'src/a.js': `import { createClient } from './edge.js';\nexport const run = (zone, get) => {\n  const api = createClient(get);\n  return api.get(${TS});\n};\n`,
      },
    },
  ],
  [
    'a member of a class',
    {
      entry: '{ module: ./src/a.ts, export: Scripts, member: http }',
      files: {
        'src/a.ts': `import type { Http } from './types.js';\nexport class Scripts {\n  constructor(private http: Http) {}\n  all(zone: string) {\n    return this.http.get(${TS});\n  }\n}\n`,
      },
    },
  ],
  [
    'a parameter',
    {
      entry: '{ module: ./src/a.js, export: scripts, parameter: api }',
      files: { 'src/a.js': `export const scripts = (api, zone) => api.get(${TS});\n` },
    },
  ],
  [
    'a class of Python',
    {
      entry: '{ module: ./edge.py, export: Edge }',
      files: {
        'edge.py': 'class Edge:\n    def __init__(self, send):\n        self.get = send\n',
        'a.py': `from edge import Edge\n\n\ndef scripts(edge: Edge, zone):\n    return edge.get(${PY})\n`,
      },
    },
  ],
  [
    'a class of PHP',
    {
      entry: '{ module: ./src/Edge.php, export: Edge }',
      files: {
        'src/Edge.php':
          '<?php\nclass Edge {\n    public function get($path) { return $this->send($path); }\n}\n',
        'src/Scripts.php':
          '<?php\nclass Scripts {\n    public function all(Edge $edge, $zone) {\n        return $edge->get("/zones/$zone/script_monitor/scripts");\n    }\n}\n',
      },
    },
  ],
];

async function migrated(files: Readonly<Record<string, string>>, entry: string | null) {
  const config = entry === null ? {} : { 'edge-sunset.config.yaml': `clients:\n  - ${entry}\n` };
  const { stdout } = await projectOf({ ...files, ...config }).run(
    'migrate',
    '--level',
    'review',
    '--format',
    'json',
  );
  const { sites, warnings } = JSON.parse(stdout) as {
    readonly sites: readonly { readonly evidence: { readonly grade: string } }[];
    readonly warnings: readonly string[];
  };
  return { grades: sites.map(({ evidence }) => evidence.grade), warnings };
}

describe.each(SHAPES)('%s that is named', (_, { entry, files }) => {
  it('turns what is assumed into proof', async () => {
    expect(await migrated(files, null)).toEqual({ grades: ['assumed'], warnings: [] });
    expect(await migrated(files, entry)).toEqual({ grades: ['proven'], warnings: [] });
  });
});

describe('an entry that changes nothing', () => {
  const files = { 'src/a.js': `export const scripts = (api, zone) => api.get(${TS});\n` };

  it.each([
    ['{ module: ./src/b.js, export: make }', 'make of ./src/b.js changes nothing: there is no file src/b.js'],
    ['{ module: ./src/a.js, export: make }', 'src/a.js has no make'],
    ['{ module: ./src/a.js, export: scripts, parameter: http }', 'src/a.js has no http'],
    [
      '{ module: "@acme/http", export: http }',
      'http of @acme/http changes nothing: no retired call goes through it',
    ],
  ])('%s says why', async (entry, why) => {
    const { warnings } = await migrated(files, entry);
    expect(warnings).toEqual([expect.stringContaining(why)]);
  });

  it('is told to a person, too', async () => {
    const config = 'clients:\n  - { module: ./src/b.js, export: make }\n';
    const { stdout } = await projectOf({ ...files, 'edge-sunset.config.yaml': config }).run('migrate');
    expect(stdout).toContain('clients: make of ./src/b.js changes nothing');
  });
});
