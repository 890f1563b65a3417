/**
 * `settings.edgeSunset`: what all rules share. It is read and checked once for each object that ESLint hands
 * out; what is wrong stops the run, as any error of a configuration does, and names the key.
 */

import type { Confidence } from '../../src/analysis/index.js';
import {
  builtinCatalogue,
  type Catalogue,
  catalogueFromValue,
  mergeCatalogues,
  nearest,
  problemText,
} from '../../src/catalogue/index.js';
import { located, type Shape } from '../../src/catalogue/schema/index.js';
import { isDay } from '../../src/report/index.js';
import {
  clientsShape,
  hostsOfClients,
  methodsShape,
  type OwnSettings,
  ownCalls,
  withHosts,
} from '../../src/scan/config/index.js';
import { RuleEngine } from '../analysis/engine.js';

/** What a configuration may hold under `settings.edgeSunset`. */
export interface EdgeSunsetSettings {
  /** The UTC day to count from, `YYYY-MM-DD`; today by default. */
  readonly today?: string;
  /** False leaves the days out of messages, so that they are the same tomorrow. */
  readonly relativeDates?: boolean;
  /** Clients of the API that packages of yours export. */
  readonly clients?: readonly {
    /** As imports write it. */
    readonly module: string;
    /** `default` for the default export. */
    readonly export: string;
    /** What comes before the paths it is given; the API itself by default. */
    readonly baseUrl?: string;
  }[];
  /** Methods of functions whose names do not tell: `{ 'api.fetchJson': 'GET' }`. */
  readonly methods?: Readonly<
    Record<string, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'>
  >;
  /** True asks the type checker of `@typescript-eslint/parser` where a file does not tell what something is. */
  readonly types?: boolean;
  /** Addresses in front of the API: proxies, mocks. */
  readonly baseUrls?: readonly string[];
  /** The least sure findings to report; `likely` by default. */
  readonly minConfidence?: Confidence;
  /** Deprecations of your own, as in a catalogue file. `no-custom-deprecations` reports them. */
  readonly entries?: readonly object[];
}

export interface PluginSettings {
  readonly today: string;
  readonly relativeDates: boolean;
  readonly minConfidence: Confidence;
  readonly types: boolean;
  readonly engine: RuleEngine;
}

/** The key of our settings among those of a configuration. */
export const SETTINGS = 'edgeSunset';
const NO_SETTINGS = {};
const checked = new WeakMap<object, PluginSettings>();
const engines = new Map<string, RuleEngine>();

export function settingsOf(all: Readonly<Record<string, unknown>>): PluginSettings {
  const given = all[SETTINGS] ?? NO_SETTINGS;
  if (typeof given !== 'object') throw invalid('', 'expected an object', 'write { today: "2026-01-31" }');
  let settings = checked.get(given);
  if (settings === undefined) {
    settings = read(given as Given);
    checked.set(given, settings);
  }
  return settings;
}

/** A configuration error names the key, what is wrong and what to write. */
function invalid(key: string, wrong: string, remedy: string): Error {
  return new Error(`settings.${SETTINGS}${key === '' ? '' : `.${key}`}: ${wrong}; ${remedy}`);
}

const KEYS = [
  'today',
  'relativeDates',
  'minConfidence',
  'baseUrls',
  'clients',
  'methods',
  'types',
  'entries',
];
const CONFIDENCES: readonly Confidence[] = ['exact', 'likely', 'possible'];
/** Read once: a run that goes on over midnight counts from the day it began. */
const TODAY = new Date().toISOString().slice(0, 10);

type Given = Readonly<Record<string, unknown>>;

function read(given: Given): PluginSettings {
  for (const key of Object.keys(given)) {
    if (KEYS.includes(key)) continue;
    const near = nearest(key, KEYS);
    const remedy = near === undefined ? `there are ${KEYS.join(', ')}` : `did you mean "${near}"?`;
    throw invalid(key, 'there is no such setting', remedy);
  }
  const { today = TODAY, relativeDates = true, minConfidence = 'likely', types = false } = given;
  if (typeof today !== 'string' || !isDay(today)) {
    throw invalid('today', `${JSON.stringify(today)} is not a date`, 'write "2026-01-31"');
  }
  if (typeof relativeDates !== 'boolean') {
    throw invalid('relativeDates', `${JSON.stringify(relativeDates)} is neither`, 'write true or false');
  }
  if (typeof types !== 'boolean') {
    throw invalid('types', `${JSON.stringify(types)} is neither`, 'write true or false');
  }
  const confidence = CONFIDENCES.find((one) => one === minConfidence);
  if (confidence === undefined) {
    const wrong = `${JSON.stringify(minConfidence)} is not a confidence`;
    throw invalid('minConfidence', wrong, `write one of ${CONFIDENCES.join(', ')}`);
  }
  return { today, relativeDates, minConfidence: confidence, types, engine: engineFor(given) };
}

function hostsOf(baseUrls: unknown): readonly string[] {
  if (!Array.isArray(baseUrls)) {
    throw invalid('baseUrls', 'expected a list of URLs', 'write ["https://proxy.example.com/client/v4"]');
  }
  return baseUrls.map((url: unknown, index) => {
    const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      const wrong = `${JSON.stringify(url)} is not a URL`;
      throw invalid(`baseUrls[${index}]`, wrong, 'write a full URL such as https://proxy.example.com');
    }
    return parsed.hostname;
  });
}

/** Configurations that say the same share what is worked out for them. */
function engineFor({ baseUrls = [], clients = [], methods = {}, entries = [] }: Given): RuleEngine {
  const key = JSON.stringify([baseUrls, clients, methods, entries]);
  let engine = engines.get(key);
  if (engine === undefined) {
    const own: OwnSettings = {
      clients: shaped('clients', clientsShape, clients),
      methods: shaped('methods', methodsShape, methods),
    };
    const hosts = [...hostsOf(baseUrls), ...hostsOfClients(own)];
    const catalogue = withHosts(withEntries(entries), hosts);
    engine = new RuleEngine(catalogue, ownCalls(own, catalogue.profiles));
    engines.set(key, engine);
  }
  return engine;
}

function shaped<T>(key: string, shape: Shape<T>, value: unknown): T {
  const problems: string[] = [];
  const read = shape.read(located(value), key, {
    add: (_at, where, wrong, remedy) => problems.push(`settings.${SETTINGS}.${where}: ${wrong}; ${remedy}`),
  });
  if (read === undefined || problems.length > 0) throw new Error(problems.join('\n'));
  return read;
}

function withEntries(entries: unknown): Catalogue {
  const builtin = builtinCatalogue();
  if (!Array.isArray(entries))
    throw invalid('entries', 'expected a list of entries', 'write [{ id: "own" }]');
  if (entries.length === 0) return builtin;
  const loaded = catalogueFromValue({ entries });
  if (!loaded.ok) throw new Error(loaded.problems.map((text) => `settings.${SETTINGS}.${text}`).join('\n'));
  const merged = mergeCatalogues(builtin, [{ file: `settings.${SETTINGS}`, part: loaded.part }]);
  if (!merged.ok) throw new Error(merged.problems.map(problemText).join('\n'));
  return merged.catalogue;
}
