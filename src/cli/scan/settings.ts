import { dirname, relative, resolve } from 'node:path';
import { type Catalogue, nearest } from '../../catalogue/index.js';
import { located } from '../../catalogue/schema/index.js';
import { isDay, visible } from '../../report/index.js';
import {
  type Config,
  configShape,
  findConfig,
  hostsOfClients,
  ownCalls,
  pathInConfig,
  readConfig,
  withHosts,
} from '../../scan/config/index.js';
import { DEFAULT_SETTINGS, type ScanSettings, type ScanTarget } from '../../scan/index.js';
import { type Arguments, parseArguments, UsageError } from '../base/arguments.js';
import { catalogueWith, readCatalogue } from '../base/catalogue-files.js';
import type { Io } from '../base/command.js';
import { type FailOn, parseFailOn } from './fail-on.js';
import { SCAN_FLAGS } from './flags.js';

export type ScanValues = Arguments<typeof SCAN_FLAGS>['values'];

/** Everything that flags and config say about one root. */
export interface RootSettings {
  readonly target: ScanTarget;
  readonly settings: ScanSettings;
  readonly catalogue: Catalogue;
  readonly failOn: FailOn;
  readonly allowIncomplete: boolean;
  /** Rules that are made of rate limits exempt known crawlers, as the old API did. */
  readonly exemptCrawlers: boolean;
  /** Absolute; null where none is named. */
  readonly baselineFile: string | null;
  /** Absolute. Catalogues spell the paths that they are about: findings in them would be of no use. */
  readonly catalogueFiles: readonly string[];
}

/** The day to judge by. */
export function dayOf(values: ScanValues, io: Io): string {
  const { now } = values;
  if (now === undefined) return io.today();
  if (!isDay(now))
    throw new UsageError(`--now must be a date such as 2026-01-31, not ${JSON.stringify(now)}.`);
  return now;
}

/** Puts config and flags together; a flag wins over the config, lists are added up. */
export async function planOf(target: ScanTarget, values: ScanValues, io: Io): Promise<RootSettings> {
  return planWith(target, values, await configOf(target, values, io), io);
}

/** The plan for a folder that an editor has opened: its settings have the keys of a configuration, and win over it. */
export async function planForEditor(folder: string, settings: unknown, io: Io): Promise<RootSettings> {
  const target: ScanTarget = { root: folder, label: '.', files: null };
  const { values } = parseArguments([], SCAN_FLAGS);
  const read = await configOf(target, values, io);
  const problems: string[] = [];
  const own = configShape.read(located(settings), '', {
    add: (_at, key, message, remedy) => problems.push(`edgeSunset.${key}: ${message}; ${remedy}.`),
  });
  if (problems.length > 0 || own === undefined) throw configError(problems);
  return planWith(target, values, { ...read, config: { ...read.config, ...own } }, { cwd: folder });
}

/** The same with a configuration that has been read. `folder`: what the paths in it are relative to. */
export async function planWith(
  target: ScanTarget,
  values: ScanValues,
  { config, folder }: { readonly config: Config; readonly folder: string },
  io: Pick<Io, 'cwd'>,
): Promise<RootSettings> {
  const fromConfig = (config.catalogues ?? []).map((file) =>
    relative(io.cwd, fileOf('catalogues', folder, file)),
  );
  const catalogueFiles = [...values.catalogue, ...fromConfig];
  const whole = scheduled(await catalogueShared(catalogueFiles, io.cwd), [
    ...values.schedule,
    ...(config.schedules ?? []),
  ]);
  const catalogue = withHosts(whole, hostsOfClients(config));
  const only = knownEntries([...values.only, ...(config.only ?? [])], catalogue);
  const skip = knownEntries([...values.skip, ...(config.skip ?? [])], catalogue);
  return {
    target,
    catalogue,
    catalogueFiles: catalogueFiles.map((file) => resolve(io.cwd, file)),
    settings: {
      minConfidence:
        confidenceOf(values['min-confidence']) ?? config.minConfidence ?? DEFAULT_SETTINGS.minConfidence,
      only: only.length === 0 ? null : new Set(only),
      skip: new Set(skip),
      hints: values.hints || config.hints === true,
      undetermined: values.undetermined || config.undetermined === true,
      prefilter: !values['no-prefilter'],
      timeLimit: secondsOf(values['time-limit']),
      own: ownCalls(config, catalogue.profiles),
      walk: {
        gitignore: !values['no-gitignore'] && config.gitignore !== false,
        trackedOnly: values['tracked-only'] || config.trackedOnly === true,
        include: [...values.include, ...(config.include ?? [])],
        exclude: [...values.exclude, ...(config.exclude ?? [])],
        vendored: values.vendored || config.vendored === true,
        maxFileSize:
          sizeOf(values['max-file-size'], '--max-file-size') ??
          sizeOf(config.maxFileSize, 'maxFileSize') ??
          DEFAULT_SETTINGS.walk.maxFileSize,
        since: values.since ?? null,
        staged: values.staged,
      },
    },
    failOn: failOnOf(values['fail-on'], '--fail-on') ?? failOnOf(config.failOn, 'failOn') ?? { when: 'any' },
    allowIncomplete: values['allow-incomplete'] || config.allowIncomplete === true,
    exemptCrawlers: config.crawlerCondition !== false,
    baselineFile: baselineOf(values.baseline, config.baseline, folder, io),
  };
}

function secondsOf(written: string | undefined): number | null {
  if (written === undefined) return null;
  if (!/^\d{1,6}$/.test(written) || Number(written) === 0)
    throw new UsageError(
      `--time-limit must be a number of seconds such as 60, not ${JSON.stringify(written)}.`,
    );
  return Number(written);
}

async function configOf(
  target: ScanTarget,
  values: ScanValues,
  io: Io,
): Promise<{ config: Config; folder: string }> {
  if (io.config !== undefined) return { config: io.config, folder: io.cwd };
  if (values['no-config']) return { config: {}, folder: target.root };
  const named = values.config === undefined ? null : resolve(io.cwd, values.config);
  const file = named ?? configFileOf(target.root, io);
  if (file === null) return { config: {}, folder: target.root };
  const shown = values.config ?? (relative(io.cwd, file) || file);
  const result = await readConfig(file, shown);
  if (!result.ok) throw configError(result.problems);
  return { config: result.config, folder: dirname(file) };
}

function configFileOf(root: string, io: Io): string | null {
  const found = findConfig(root);
  if (!found.ok) throw configError(found.problems);
  for (const notice of found.notices) io.stderr(`edge-sunset: ${visible(notice)}\n`);
  return found.file;
}

function baselineOf(
  flag: string | undefined,
  named: string | undefined,
  folder: string,
  io: Pick<Io, 'cwd'>,
): string | null {
  if (flag !== undefined) return resolve(io.cwd, flag);
  return named === undefined ? null : fileOf('baseline', folder, named, true);
}

/** A file that a config names. */
function fileOf(key: string, folder: string, named: string, isNew = false): string {
  const found = pathInConfig(folder, named, isNew);
  if ('wrong' in found) throw configError([`${key}: ${found.wrong}.`]);
  return found.file;
}

function configError(problems: readonly string[]): UsageError {
  return new UsageError(`the configuration cannot be used:\n${problems.join('\n')}`);
}

let latest: { readonly key: string; readonly catalogue: Catalogue } | undefined;

/** Roots that name the same files share their catalogue, and with it everything derived from it. */
async function catalogueShared(files: readonly string[], cwd: string): Promise<Catalogue> {
  // By what the files hold: a program that uses the library runs on while they are edited.
  const key = JSON.stringify(files.map((file) => [file, readCatalogue(file, cwd)]));
  if (latest?.key !== key) latest = { key, catalogue: await catalogueWith(files, cwd) };
  return latest.catalogue;
}

function scheduled(catalogue: Catalogue, schedules: readonly string[]): Catalogue {
  if (schedules.length === 0) return catalogue;
  const known = [...new Set(catalogue.entries.map((entry) => entry.schedule))];
  for (const name of schedules) if (!known.includes(name)) throw unknown('schedule', name, known);
  return { ...catalogue, entries: catalogue.entries.filter((entry) => schedules.includes(entry.schedule)) };
}

function knownEntries(ids: readonly string[], catalogue: Catalogue): readonly string[] {
  const known = catalogue.entries.map((entry) => entry.id);
  for (const id of ids) if (!known.includes(id)) throw unknown('entry', id, known);
  return ids;
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  // The name of an entry's lint rule is taken for the entry.
  const near = nearest(name.replace(/^(?:no|valid)-/, ''), known);
  const hint = near === undefined ? `'edge-sunset catalogue list' lists them.` : `Did you mean '${near}'?`;
  return new UsageError(`unknown ${what} ${JSON.stringify(name)}. ${hint}`);
}

function confidenceOf(text: string | undefined): ScanSettings['minConfidence'] | undefined {
  return text === 'exact' || text === 'likely' || text === 'possible' ? text : undefined;
}

function failOnOf(text: string | undefined, where: string): FailOn | undefined {
  if (text === undefined) return undefined;
  const failOn = parseFailOn(text);
  if (failOn === null) {
    throw new UsageError(
      `${where} must be any, ended, never or a number of days such as 30d, not ${JSON.stringify(text)}.`,
    );
  }
  return failOn;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function sizeOf(text: string | undefined, where: string): number | undefined {
  if (text === undefined) return undefined;
  const [, digits = '', unit = ''] = /^(\d{1,12})\s?([KMG]?)i?B?$/i.exec(text) ?? [];
  const size = Number(digits) * (UNITS[unit.toUpperCase()] ?? 0);
  if (digits === '' || size === 0) {
    throw new UsageError(`${where} must be a size such as 500000, 512K or 8M, not ${JSON.stringify(text)}.`);
  }
  return size;
}
