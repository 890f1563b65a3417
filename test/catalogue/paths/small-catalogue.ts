import type { Catalogue, Endpoint, Entry, Profile } from '../../../src/catalogue/index.js';

/** A catalogue of an invented API, so that these tests do not move when the real one grows. */
export const PROFILE: Profile = {
  id: 'example',
  title: 'Example API',
  hosts: ['api.example.com'],
  basePath: '/client/v4',
  scopes: ['zones', 'accounts', 'organizations'],
  authHeaders: ['X-Example-Key'],
  environment: ['EXAMPLE_TOKEN'],
  expressionPrefixes: ['ex'],
  packages: ['npm:example'],
  weakWords: [],
  commonWords: [],
  doors: [],
  foreignSegments: ['{crn}'],
  foreignHosts: ['api.other.example', 'other-cloud.example'],
  storageWords: [],
  sdk: [],
};

export function entry(id: string, parts: Partial<Entry>): Entry {
  return {
    id,
    title: id,
    area: 'test',
    schedule: 'spec',
    profile: PROFILE.id,
    endOfLife: '2024-01-01',
    summary: 'It is gone.',
    replacement: 'none',
    symptoms: [],
    endpoints: [],
    settings: [],
    fields: [],
    values: [],
    headers: [],
    queries: [],
    bodies: [],
    expressions: [],
    resources: [],
    storage: [],
    ciphers: [],
    automation: 'manual',
    lookAlikes: [],
    sources: [],
    match: [],
    noMatch: [],
    ...parts,
  };
}

export function endpoint(path: string, parts: Partial<Endpoint> = {}): Endpoint {
  return { path, methods: ['GET'], ...parts };
}

export function catalogueOf(...entries: Entry[]): Catalogue {
  return { profiles: [PROFILE], entries };
}
