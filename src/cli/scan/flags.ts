import { FORMATS } from '../../report/index.js';
import type { Flags } from '../base/arguments.js';
import { ROOT_FLAGS } from '../roots/flags.js';

/** The baseline where neither --baseline nor a config names one. */
export const BASELINE_NAME = 'edge-sunset.baseline.json';

const REPORT = 'Report';
const SELECT = 'What counts';
const FILES = 'Which files';
const CONFIGURATION = 'Configuration';

/** Every option of `scan`, as data. */
export const SCAN_FLAGS = {
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: FORMATS.map((format) => format.name),
    summary: `report on standard output: ${FORMATS.map((format) => format.name).join(', ')}`,
    group: REPORT,
  },
  output: {
    kind: 'list',
    value: 'FORMAT=FILE',
    short: 'o',
    summary: 'also write a report to a file; may be repeated',
    group: REPORT,
  },
  'group-by': {
    kind: 'value',
    value: 'WHAT',
    choices: ['entry', 'file'],
    summary: 'group the text report by entry (default, most urgent first) or file',
    group: REPORT,
  },
  summary: { kind: 'switch', summary: 'print the totals of the text report only', group: REPORT },
  'fail-on': {
    kind: 'value',
    value: 'WHEN',
    summary: 'exit 1 on: any (default), ended, <n>d (ended or ending within n days), never',
    group: REPORT,
  },
  now: {
    kind: 'value',
    value: 'DATE',
    summary: 'evaluate as of this UTC day, YYYY-MM-DD (default: today)',
    group: REPORT,
  },
  undetermined: {
    kind: 'switch',
    summary: 'list API calls whose path could not be determined',
    group: REPORT,
  },
  hints: { kind: 'switch', summary: 'also list mentions in documentation, types and prose', group: REPORT },
  stats: { kind: 'switch', summary: 'print times and counts to standard error', group: REPORT },
  only: {
    kind: 'list',
    names: true,
    value: 'ENTRY',
    summary: 'report only this entry; may be repeated, or given as a,b',
    group: SELECT,
  },
  skip: {
    kind: 'list',
    names: true,
    value: 'ENTRY',
    summary: 'exclude this entry; may be repeated, or given as a,b',
    group: SELECT,
  },
  'min-confidence': {
    kind: 'value',
    value: 'LEVEL',
    choices: ['exact', 'likely', 'possible'],
    summary: 'exact, likely (default) or possible',
    group: SELECT,
  },
  'allow-incomplete': {
    kind: 'switch',
    summary: 'do not exit with 3 if a file could not be read or parsed',
    group: SELECT,
  },
  baseline: {
    kind: 'value',
    value: 'FILE',
    summary: 'do not report the findings in this file, which --update-baseline writes',
    group: SELECT,
  },
  'update-baseline': {
    kind: 'switch',
    summary: `write all findings to the baseline (default ${BASELINE_NAME}) and report nothing`,
    group: SELECT,
  },
  'prune-baseline': {
    kind: 'switch',
    summary: 'remove fixed findings from the baseline, and add none',
    group: SELECT,
  },
  include: { kind: 'list', value: 'GLOB', summary: 'only files that match; may be repeated', group: FILES },
  exclude: { kind: 'list', value: 'GLOB', summary: 'no files that match; may be repeated', group: FILES },
  since: { kind: 'value', value: 'REF', summary: 'only files changed since a git commit', group: FILES },
  staged: { kind: 'switch', summary: 'only files staged for the next commit', group: FILES },
  'tracked-only': { kind: 'switch', summary: 'only files that git tracks', group: FILES },
  'no-gitignore': { kind: 'switch', summary: 'also files that .gitignore excludes', group: FILES },
  vendored: { kind: 'switch', summary: 'also vendored and generated files', group: FILES },
  'max-file-size': {
    kind: 'value',
    value: 'BYTES',
    summary: 'larger files are only searched, not analysed (default 8M; suffixes K, M, G)',
    group: FILES,
  },
  'time-limit': {
    kind: 'value',
    value: 'SECONDS',
    summary:
      'CPU time per root, after which files are only read in part (default 120, plus 5 per 1,000 files)',
    group: FILES,
  },
  'stdin-filename': {
    kind: 'value',
    value: 'FILE',
    summary: 'name of the text given with `-`',
    group: FILES,
  },
  roots: {
    ...ROOT_FLAGS.roots,
    summary:
      'scan each folder of this list (one per line, or NUL-separated); with --format ndjson each\nstands alone, so that one that fails does not stop the others',
  },
  into: ROOT_FLAGS.into,
  config: { kind: 'value', value: 'FILE', summary: 'use this config file', group: CONFIGURATION },
  'no-config': { kind: 'switch', summary: 'use no config file', group: CONFIGURATION },
  catalogue: {
    kind: 'list',
    value: 'FILE',
    summary: 'add your own entries from a YAML file; may be repeated',
    group: CONFIGURATION,
  },
  schedule: {
    kind: 'list',
    names: true,
    value: 'NAME',
    summary: 'only entries of this schedule (spec, vendor-2026, …); may be repeated, or given as a,b',
    group: CONFIGURATION,
  },
  'no-prefilter': {
    kind: 'switch',
    summary: 'analyse every file, not only those with a trigger (slow; same findings)',
    group: CONFIGURATION,
  },
} as const satisfies Flags;
