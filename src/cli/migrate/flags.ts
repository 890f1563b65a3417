import type { Catalogue } from '../../catalogue/index.js';
import type { PlanOptions, Strategy } from '../../migrate/index.js';
import { type Arguments, type Flags, UsageError } from '../base/arguments.js';
import { entryNamed } from '../base/entries.js';
import { ROOT_FLAGS } from '../roots/flags.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { AGENT_FLAGS } from './agent-flags.js';

const DO = 'What is done';
const REPORT = 'Report';

/** Every option of `migrate`, as data. Those that choose files and entries are the ones of `scan`. */
export const MIGRATE_FLAGS = {
  write: { kind: 'switch', short: 'w', summary: 'write the changes (default: only show them)', group: DO },
  interactive: {
    kind: 'switch',
    short: 'i',
    summary: 'ask for each change, and write the accepted ones',
    group: DO,
  },
  level: {
    kind: 'value',
    value: 'LEVEL',
    short: 'l',
    choices: ['safe', 'review'],
    summary: 'highest level of change: safe (default of --write) or review (default of a preview\nas text)',
    group: DO,
  },
  strategy: {
    kind: 'list',
    value: 'ENTRY=NAME',
    summary: 'limit an entry to a strategy: in-place, delete, deprecate or marker; may be repeated',
    group: DO,
  },
  'no-markers': { kind: 'switch', summary: 'write no comments above calls that need manual work', group: DO },
  'no-crawler-condition': {
    kind: 'switch',
    summary: 'rate limits: do not exempt known crawlers, as the old API did (not cf.client.bot)',
    group: DO,
  },
  types: {
    kind: 'switch',
    summary:
      "also check types in a preview, with the project's own TypeScript:\nthis executes node_modules/typescript of the tree, as --write does",
    group: DO,
  },
  'no-types': {
    kind: 'switch',
    summary: 'do not check types and execute nothing from the tree, even with --write',
    group: DO,
  },
  'allow-dirty': { kind: 'switch', summary: 'also change files with uncommitted changes', group: DO },
  ...AGENT_FLAGS,
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json', 'markdown', 'patch', 'sarif'],
    summary: 'report on standard output: text (default), json, markdown, patch or sarif',
    group: REPORT,
  },
  now: SCAN_FLAGS.now,
  only: { ...SCAN_FLAGS.only, summary: 'migrate only this entry; may be repeated, or given as a,b' },
  skip: SCAN_FLAGS.skip,
  'min-confidence': SCAN_FLAGS['min-confidence'],
  'allow-incomplete': SCAN_FLAGS['allow-incomplete'],
  include: SCAN_FLAGS.include,
  exclude: SCAN_FLAGS.exclude,
  since: SCAN_FLAGS.since,
  staged: SCAN_FLAGS.staged,
  'tracked-only': SCAN_FLAGS['tracked-only'],
  'no-gitignore': SCAN_FLAGS['no-gitignore'],
  vendored: SCAN_FLAGS.vendored,
  'max-file-size': SCAN_FLAGS['max-file-size'],
  'time-limit': SCAN_FLAGS['time-limit'],
  config: SCAN_FLAGS.config,
  'no-config': SCAN_FLAGS['no-config'],
  catalogue: SCAN_FLAGS.catalogue,
  schedule: SCAN_FLAGS.schedule,
  ...ROOT_FLAGS,
} as const satisfies Flags;

export type MigrateValues = Arguments<typeof MIGRATE_FLAGS>['values'];

/** A preview runs nothing of the tree, unless that is asked for. */
export function typesOf(values: MigrateValues): PlanOptions['types'] {
  if (values.types && values['no-types']) throw new UsageError('--types and --no-types exclude each other.');
  if (values['no-types']) return 'off';
  return values.types || values.write || values.interactive ? 'run' : 'tell';
}

const STRATEGIES: readonly Strategy[] = ['in-place', 'delete', 'deprecate', 'marker'];

/** Reads `--strategy firewall-rules=marker`. */
export function strategiesOf(
  values: Pick<MigrateValues, 'strategy'>,
  catalogue: Catalogue,
): ReadonlyMap<string, Strategy> {
  return new Map(
    values.strategy.map((written) => {
      const equals = written.indexOf('=');
      const name = written.slice(equals + 1);
      const strategy = STRATEGIES.find((candidate) => candidate === name);
      if (equals < 0 || strategy === undefined) {
        throw new UsageError(
          `--strategy must be <entry>=<strategy> with one of ${STRATEGIES.join(', ')}, not ${JSON.stringify(written)}.`,
        );
      }
      return [entryNamed(written.slice(0, equals), catalogue).id, strategy];
    }),
  );
}
