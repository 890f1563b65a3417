import type { Arguments, Flags } from '../base/arguments.js';
import { AGENT_FLAGS } from '../migrate/agent-flags.js';
import { MIGRATE_FLAGS } from '../migrate/flags.js';
import { ROOT_FLAGS } from '../roots/flags.js';

const DO = 'What is done';
const REQUEST = 'The request';
const SELECT = 'What counts';

/** Every option of `pr`, as data. */
export const PR_FLAGS = {
  'dry-run': {
    kind: 'switch',
    short: 'n',
    summary: 'print descriptions, commits and changes; create nothing',
    group: DO,
  },
  push: {
    kind: 'switch',
    summary: 'push the branches and open requests (default: only create local branches)',
    group: DO,
  },
  remote: { kind: 'value', value: 'NAME', summary: 'remote to push to (default: origin)', group: DO },
  base: {
    kind: 'value',
    value: 'BRANCH',
    short: 'b',
    summary: 'base branch (default: the default branch of the remote, else the current one)',
    group: DO,
  },
  verify: {
    kind: 'value',
    value: 'COMMAND',
    summary: 'run this shell command on each branch before it is pushed; a failure stops the branch',
    group: DO,
  },
  'no-hooks': { kind: 'switch', summary: 'run no git hooks for commit and push', group: DO },
  level: { ...MIGRATE_FLAGS.level, summary: 'highest level of change: safe or review (default)', group: DO },
  strategy: MIGRATE_FLAGS.strategy,
  'no-markers': MIGRATE_FLAGS['no-markers'],
  'no-crawler-condition': MIGRATE_FLAGS['no-crawler-condition'],
  types: {
    kind: 'switch',
    summary: 'check types with the TypeScript in node_modules of the base, if it is committed',
    group: DO,
  },
  ...AGENT_FLAGS,
  prefix: {
    kind: 'value',
    value: 'TEXT',
    summary: 'prefix of branch names (default: edge-sunset/)',
    group: REQUEST,
  },
  title: {
    kind: 'value',
    value: 'TEXT',
    summary: "prefix for the titles of commits and requests, such as 'fix: '",
    group: REQUEST,
  },
  draft: { kind: 'switch', summary: 'open requests as drafts', group: REQUEST },
  host: {
    kind: 'value',
    value: 'KIND',
    choices: ['github', 'gitlab', 'none'],
    summary: 'code host of the remote (default: by its URL); none only pushes',
    group: REQUEST,
  },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'what is printed: text (default) or json',
    group: REQUEST,
  },
  only: { ...MIGRATE_FLAGS.only, group: SELECT },
  skip: MIGRATE_FLAGS.skip,
  'min-confidence': MIGRATE_FLAGS['min-confidence'],
  'allow-incomplete': MIGRATE_FLAGS['allow-incomplete'],
  now: { ...MIGRATE_FLAGS.now, group: SELECT },
  include: MIGRATE_FLAGS.include,
  exclude: MIGRATE_FLAGS.exclude,
  config: MIGRATE_FLAGS.config,
  'no-config': MIGRATE_FLAGS['no-config'],
  catalogue: MIGRATE_FLAGS.catalogue,
  schedule: MIGRATE_FLAGS.schedule,
  ...ROOT_FLAGS,
} as const satisfies Flags;

export type PrValues = Arguments<typeof PR_FLAGS>['values'];

export function prefixOf({ prefix }: PrValues): string {
  return prefix ?? 'edge-sunset/';
}
