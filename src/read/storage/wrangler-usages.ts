import type { Origin } from '../../value/index.js';
import type { SourceFile } from '../reader.js';
import type { StorageUsage } from '../usage.js';
import {
  honoursInclude,
  INCLUDE_DAY,
  INCLUDE_FLAG,
  isWranglerFile,
  type Placed,
  type WorkerEnvironment,
  wranglerConfig,
} from './wrangler.js';

/** What a wrangler file itself says of buckets that does not hold. */
export function wranglerUsages(file: SourceFile): StorageUsage[] {
  if (!isWranglerFile(file.path)) return [];
  const config = wranglerConfig(file);
  if (config === null) return [];
  const usages = config.environments.flatMap((environment) => [
    ...environment.flags
      .filter(({ text }) => isRedundant(text, environment))
      .map((flag) => redundant(flag, file)),
    ...environment.bindings
      .filter(({ text }) => !/^[A-Za-z_$][\w$]*$/.test(text))
      .map(({ at }) => usage('wrangler.binding-is-no-identifier', at)),
    ...undated(environment),
  ]);
  // What environments inherit is written once.
  return [...new Map(usages.map((one) => [`${one.operation} ${one.at.start}`, one])).values()];
}

function isRedundant(flag: string, { date }: WorkerEnvironment): boolean {
  return flag === INCLUDE_FLAG && date !== null && date.text >= INCLUDE_DAY;
}

function undated(environment: WorkerEnvironment): StorageUsage[] {
  const [first] = environment.bindings;
  if (first === undefined) return [];
  if (environment.date === null) return [usage('wrangler.no-compatibility-date', first.at)];
  return honoursInclude(environment) === 'between'
    ? [usage('wrangler.date-between-sources', environment.date.at)]
    : [];
}

/** The flag goes with its quotes and one comma. */
function redundant({ at }: Placed, { text }: SourceFile): StorageUsage {
  const start = /["']/.test(text.charAt(at.start - 1)) ? at.start - 1 : at.start;
  const end = /["']/.test(text.charAt(at.end)) ? at.end + 1 : at.end;
  const after = /^[ \t]*,[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  const before =
    after > 0 ? 0 : (/,[ \t]*$/.exec(text.slice(Math.max(0, start - 20), start))?.[0].length ?? 0);
  const gone: Origin = { ...at, start: start - before, end: end + after };
  return { ...usage('wrangler.flag-already-default', at), correction: { at: gone, text: '' } };
}

function usage(operation: string, at: Origin): StorageUsage {
  return {
    kind: 'storage',
    operation,
    site: at,
    at,
    parameters: { kind: 'unknown', why: 'configuration', origin: null },
    sure: 'exact',
    evidence: [],
    context: 'code',
  };
}
