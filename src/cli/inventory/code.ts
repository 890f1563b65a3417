/** Which code manages an object: calls of the same retired API, and texts of the object that stand in their files. */
import { type Material, runScan, targetsOf } from '../../scan/index.js';
import { parseArguments, UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { planOf } from '../scan/settings.js';
import { type Fields, fieldsIn } from './exported.js';

export interface ManagedBy {
  readonly path: string;
  readonly line: number;
  /** What of the object stands there; `entry`: nothing, but its calls are of the same API. */
  readonly by: 'id' | 'name' | 'expression' | 'entry';
}

export interface Code {
  /** Places that name the object, else those that may manage it. */
  managing(entry: string, object: Fields): readonly ManagedBy[];
}

interface File {
  readonly path: string;
  readonly text: string;
  readonly lines: ReadonlyMap<string, number>;
}

export async function codeIn(folders: readonly string[], now: string, io: Io): Promise<Code> {
  const targets = targetsOf(folders, io.cwd);
  if (!targets.ok) throw new UsageError(`--code: ${targets.problem}.`);
  const { values } = parseArguments([], SCAN_FLAGS);
  const plans = [];
  for (const target of targets.targets) plans.push(await planOf(target, values, io));
  const files: File[] = [];
  const material = async (one: Material) => void files.push(...filesOf(one));
  await runScan({ targets: plans, now, cwd: io.cwd }, { material });
  return { managing: (entry, object) => managing(files, entry, object) };
}

/** The files with calls of retired APIs, with the line of the first call of each entry. */
function filesOf({ found, program, shown }: Material): readonly File[] {
  const lines = new Map<string, Map<string, number>>();
  for (const { finding, row } of found) {
    const own = lines.get(finding.at.file) ?? new Map<string, number>();
    if (!own.has(row.entry)) own.set(row.entry, row.line);
    lines.set(finding.at.file, own);
  }
  return [...lines].flatMap(([file, own]) => {
    const source = program.file(file);
    return source === null ? [] : [{ path: shown(file), text: source.text, lines: own }];
  });
}

function managing(files: readonly File[], entry: string, object: Fields): readonly ManagedBy[] {
  const named = files.flatMap((file) => namedIn(file, object) ?? []);
  if (named.length > 0) return named;
  return files.flatMap(({ path, lines }) => {
    const line = lines.get(entry);
    return line === undefined ? [] : [{ path, line, by: 'entry' as const }];
  });
}

/** Shorter texts stand anywhere. */
const SHORTEST = { id: 8, name: 5, expression: 10 } as const;

function namedIn({ path, text }: File, object: Fields): ManagedBy | null {
  const { expression } = { ...fieldsIn(object.filter), ...object };
  const texts = { id: object.id, name: object.description ?? object.name ?? object.ref, expression };
  for (const by of ['id', 'name', 'expression'] as const) {
    const wanted = texts[by];
    if (typeof wanted !== 'string' || wanted.length < SHORTEST[by]) continue;
    const at = text.indexOf(wanted);
    if (at >= 0) return { path, line: text.slice(0, at).split('\n').length, by };
  }
  return null;
}
