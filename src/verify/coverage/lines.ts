/** Which lines of a tree ran, as far as its programs can be asked: those of Node, Python and bash. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SITE_CUSTOMIZE } from './python.js';
import { scriptLines } from './script.js';
import { BASH_START, shellLines } from './shell.js';

/** Of one file, by its path below the tree: lines that could run, and those that did. */
export interface Noted {
  readonly path: string;
  readonly can: ReadonlySet<number>;
  readonly ran: ReadonlySet<number>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface Watch {
  /** For the program. */
  readonly env: Environment;
  /** What its processes noted; nothing where nothing can be read. */
  readonly end: () => readonly Noted[];
}

export function watchLines(root: string, env: Environment): Watch {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-lines-'));
  const [scripts, site, notes] = [join(folder, 'v8'), join(folder, 'site'), join(folder, 'notes')];
  for (const one of [scripts, site]) mkdirSync(one);
  const bash = join(folder, 'start.sh');
  writeFileSync(join(site, 'sitecustomize.py'), SITE_CUSTOMIZE);
  writeFileSync(bash, BASH_START);
  return {
    env: {
      ...env,
      NODE_V8_COVERAGE: scripts,
      PYTHONPATH: [site, ...(env.PYTHONPATH ? [env.PYTHONPATH] : [])].join(delimiter),
      ...(env.BASH_ENV ? {} : { BASH_ENV: bash }),
      EDGE_SUNSET_LINES_OF: root,
      EDGE_SUNSET_LINES_IN: notes,
    },
    end: () => {
      try {
        const noted = existsSync(notes) ? notedLines(readFileSync(notes, 'utf8')) : [];
        return [...scriptLines(scripts, root), ...noted, ...shellLines(`${notes}.trace`, root)];
      } catch {
        return [];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function notedLines(text: string): readonly Noted[] {
  const files = new Map<string, { can: Set<number>; ran: Set<number> }>();
  for (const [, kind, line = '', path = ''] of text.matchAll(/^(can|ran) (\d{1,7}) (.+)$/gm)) {
    const file = files.get(path) ?? { can: new Set(), ran: new Set() };
    files.set(path, file);
    file.can.add(Number(line));
    if (kind === 'ran') file.ran.add(Number(line));
  }
  return [...files].map(([path, lines]) => ({ path, ...lines }));
}
