import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { unescaped, visible } from '../../report/index.js';
import {
  type Brief,
  briefMarkdown,
  briefOf,
  type Unit,
  type UnitPlace,
  unitsAt,
} from '../../verify/index.js';
import { type Arguments, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { MIGRATE_FLAGS } from '../migrate/flags.js';
import { ROOT_FLAGS } from '../roots/flags.js';
import { asksForRoots, overRoots } from '../roots/over-roots.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { dayOf } from '../scan/settings.js';
import { type PlannedUnits, plannedUnits } from './planned-units.js';

const FLAGS = {
  entry: { ...SCAN_FLAGS.only, summary: 'only this entry; may be repeated, or given as a,b' },
  full: { kind: 'switch', summary: 'tell everything, however long it gets' },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['markdown', 'json'],
    summary: 'markdown (default) or json',
  },
  'no-crawler-condition': MIGRATE_FLAGS['no-crawler-condition'],
  now: SCAN_FLAGS.now,
  config: SCAN_FLAGS.config,
  'no-config': SCAN_FLAGS['no-config'],
  catalogue: SCAN_FLAGS.catalogue,
  ...ROOT_FLAGS,
} as const;

type Values = Arguments<typeof FLAGS>['values'];

export const briefCommand: Command = {
  name: 'brief',
  summary: 'tell all that is needed to migrate some calls by hand',
  flags: FLAGS,
  help: `Tell a person or a coding agent all that is needed to migrate one unit: calls that have to be migrated together.
Without an argument, or for several units, list them.

Usage: edge-sunset brief [options] [path|file:line|id]

  edge-sunset brief                      list the units of this folder
  edge-sunset brief src/deploy.ts:14     the unit of this line
  edge-sunset brief 03b1f2c4             the unit with this id, or with a marker that has it
  edge-sunset brief src --full           all units below a folder, in full length

${flagHelp(FLAGS)}

Exit codes:
  0  nothing is left to migrate
  1  the units that were told are left to migrate
  2  usage or configuration error
`,
  run: brief,
  perRoot: {
    argv: (root) => ['--full', '--format=json', '--', root],
    rows: (stdout) => {
      const told: Brief | readonly Brief[] = JSON.parse(stdout);
      const briefs = [told].flat();
      return { rows: briefs.map((one) => ({ type: 'unit', ...one })), summary: { units: briefs.length } };
    },
  },
};

async function brief(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (asksForRoots(values)) return overRoots(briefCommand, { values, positionals }, io);
  const [asked, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`brief takes one path, place or id, not ${positionals.length}.`);
  const { folder, place } = placeAsked(asked, io.cwd);
  const scan = { ...values, only: values.entry, 'allow-incomplete': true };
  const { entry: _entry, full: _full, format: _format, 'no-crawler-condition': _crawlers, ...options } = scan;
  const now = dayOf({ now: values.now } as Parameters<typeof dayOf>[0], io);
  const planned = await io.readingOnly(() =>
    plannedUnits(folder, { now, values: options, exemptCrawlers: !values['no-crawler-condition'] }, io),
  );
  const units = place === null ? planned.units : unitsAt(planned.units, place);
  if (units.length === 0 && place !== null && place.kind !== 'path')
    throw notFound(asked ?? '', planned, place);
  const isWanted = units.length === 1 || (place?.kind === 'line' && units.length > 0) || values.full;
  io.stdout(isWanted ? briefs(units, planned, values) : list(units, planned, values));
  return units.length === 0 ? EXIT.clean : EXIT.findings;
}

interface Asked {
  readonly folder: string;
  readonly place: UnitPlace | null;
}

/** Units span files, so that the folder below which they are looked for is the current one if it can be. */
function placeAsked(asked: string | undefined, cwd: string): Asked {
  if (asked === undefined) return { folder: '.', place: null };
  if (/^[0-9a-f]{8,}$/.test(asked) && !existsSync(resolve(cwd, asked)))
    return { folder: '.', place: { kind: 'id', id: asked } };
  const [, written = '', line = ''] = /^(.+?):(\d+)(?::\d+)?$/s.exec(asked) ?? [];
  const named = [written, unescaped(written)].find((name) => name !== '' && existsSync(resolve(cwd, name)));
  const path = existsSync(resolve(cwd, asked)) ? asked : named;
  if (path === undefined)
    throw new UsageError(
      `${JSON.stringify(asked)} is no path, no file:line and no id of a unit. 'edge-sunset brief' lists the units.`,
    );
  const absolute = resolve(cwd, path);
  const isFolder = statSync(absolute).isDirectory();
  if (isFolder) return { folder: path, place: null };
  const inside = relative(cwd, absolute);
  const isBelow = !inside.startsWith('..');
  const folder = isBelow ? '.' : dirname(path);
  const file = (isBelow ? inside : relative(dirname(absolute), absolute)).split(sep).join('/');
  if (path === asked) return { folder, place: { kind: 'path', path: file } };
  return { folder, place: { kind: 'line', path: file, line: Number(line) } };
}

function notFound(asked: string, { units }: PlannedUnits, place: UnitPlace): UsageError {
  const lines =
    place.kind === 'line'
      ? units.flatMap(({ sites }) =>
          sites.flatMap(({ found }) => (found.finding.at.file === place.path ? [found.row.line] : [])),
        )
      : [];
  const others = [...new Set(lines)].join(', ');
  return new UsageError(
    others === ''
      ? `there is no unit at ${visible(asked)}. 'edge-sunset brief' lists the units.`
      : `there is no unit at ${visible(asked)}, but on ${others}.`,
  );
}

/** A name for the command line that means this unit only: equal lines in several files have equal ids. */
function nameOf(unit: Unit, { units, material }: PlannedUnits): string {
  const [first] = unit.sites;
  const isUnique = unitsAt(units, { kind: 'id', id: unit.id }).length === 1;
  if (isUnique || first === undefined) return unit.id;
  return `${material.shown(first.found.finding.at.file)}:${first.found.row.line}`;
}

function briefs(units: readonly Unit[], planned: PlannedUnits, values: Values): string {
  const made = units.map((unit) =>
    briefOf({
      unit,
      program: planned.material.program,
      catalogue: planned.catalogue,
      named: nameOf(unit, planned),
      exemptCrawlers: planned.exemptCrawlers,
    }),
  );
  if (values.format === 'json') return `${JSON.stringify(made.length === 1 ? made[0] : made, null, 2)}\n`;
  return made.map((one) => briefMarkdown(one, planned.material.shown, values.full)).join('\n');
}

/** One row for each unit. */
export interface UnitRow {
  readonly id: string;
  readonly entries: readonly string[];
  readonly sites: number;
  /** The first site, as reports show it. */
  readonly at: string;
  readonly migrate: Brief['migrate']['outcome'];
  readonly level: Brief['migrate']['level'];
}

export function unitRows(units: readonly Unit[], planned: PlannedUnits): readonly UnitRow[] {
  return units.map((unit) => {
    const { sites, entries } = unit;
    const [first] = sites;
    const levels = new Set(sites.map(({ level }) => level));
    return {
      id: nameOf(unit, planned),
      entries,
      sites: sites.length,
      at: first === undefined ? '' : `${first.found.row.path}:${first.found.row.line}`,
      migrate: sites.every(({ strategy }) => strategy !== 'marker') ? 'rewrites' : 'marks',
      level: levels.has('manual') ? 'manual' : levels.has('review') ? 'review' : 'safe',
    };
  });
}

function list(units: readonly Unit[], planned: PlannedUnits, values: Values): string {
  const rows = unitRows(units, planned);
  if (values.format === 'json') return `${JSON.stringify({ units: rows }, null, 2)}\n`;
  if (rows.length === 0) return 'Nothing is left to migrate.\n';
  const lines = rows.map(
    ({ id, entries, sites, at, migrate, level }) =>
      `- ${visible(id)} ${entries.join(', ')}: ${visible(at)}${sites === 1 ? '' : ` and ${sites - 1} more`}${migrate === 'rewrites' ? `; migrate writes it (${level})` : ''}`,
  );
  const next = rows.find(({ migrate }) => migrate === 'marks') ?? rows[0];
  const count = rows.length === 1 ? '1 unit' : `${rows.length} units`;
  return `${count} to migrate, each as a whole:\n${lines.join('\n')}\nNext: npx edge-sunset brief ${visible(next?.id ?? '')}\n`;
}
