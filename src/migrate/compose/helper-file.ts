/**
 * The helper file of a codemod in a package: where it lies, what it is called, what it says, and whether one that
 * is there already may be replaced. The header carries the hash of what follows it, so that an edit is seen.
 */
import { posix } from 'node:path';
import { sealOf } from '../../scan/index.js';
import { VERSION } from '../../version.js';
import type { Codemod, Helper, ModuleSystem } from '../model.js';
import { parentOf } from '../packages.js';
import { inStyle, type Style } from './style.js';

export type Flavour = { readonly extension: string; readonly text: 'typescript' | ModuleSystem };

/** The whole text of a helper file in the style of the files around it. */
export function helperText(
  codemod: Codemod,
  helper: Helper,
  flavour: Flavour,
  style: Style,
  { names, features }: { readonly names: readonly string[]; readonly features: readonly string[] | null },
): string {
  const wanted = { names, features: features ?? undefined };
  const source =
    flavour.text === 'typescript'
      ? helper.source(wanted)
      : (helper.plain?.(flavour.text, wanted) ?? helper.source(wanted));
  // Linters of the project speak of the project's code.
  const body = `/* eslint-disable */\n\n${inStyle(source.trim(), style)}`;
  const header = [
    '/**',
    ` * Brought in by edge-sunset (codemod ${codemod.id}): keeps the shapes of a retired API on top of its successor.`,
    ' * As long as nobody edits this file, `edge-sunset migrate` keeps it up to date; edited, it is never touched.',
    ...(features === null ? [] : [`${HOLDS}${features.join(', ')}`]),
    sealOf(codemod.id, VERSION, `${body}\n`),
    ' */',
  ].join('\n');
  return `${header}\n\n${body}\n`.replaceAll('\n', style.eol);
}

/** Begins the line of the header that says what the file can do, if that is not everything. */
const HOLDS = ' * Holds: ';

/** What a helper file was written to do, beside its names; null for everything. */
export function featuresHeld(text: string): readonly string[] | null {
  const line = text.split(/\r\n?|\n/, HEADER_LINES).find((one) => one.startsWith(HOLDS));
  return line === undefined ? null : line.slice(HOLDS.length).split(/,\s*/);
}

const HEADER_LINES = 10;

/** The names that a helper file offers. */
export function namesOffered(text: string): readonly string[] {
  const declared = [...text.matchAll(DECLARED)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = '']) =>
    list.split(',').map((item) =>
      item
        .replace(/^.*\bas\s/s, '')
        .replace(/:.*$/s, '')
        .trim(),
    ),
  );
  return [...new Set([...declared, ...listed])].filter((name) => /^[\w$]+$/.test(name)).sort();
}

const DECLARED = /^export\s+(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\w$]+)/gm;
const LISTED = /^(?:export\s*|module\.exports\s*=\s*)\{([^}]*)\}/gm;

/** Path of the helper among the files of a package, if it is there already. */
export function existingHelper(helper: Helper, scripts: readonly string[]): string | null {
  const named = new RegExp(`(?:^|/)${helper.name}\\.[cm]?[jt]s$`);
  const names = scripts.filter((path) => named.test(path));
  return names.sort((a, b) => a.length - b.length)[0] ?? null;
}

/** The folder nearest to all files that import the helper. */
export function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((path) => parentOf(path).split('/'));
  const parts = [...first];
  for (const other of others) {
    let same = 0;
    while (same < parts.length && parts[same] === other[same]) same++;
    parts.length = same;
  }
  // There a framework takes every file for a page, a route, a function or a plugin.
  const routed = parts.findIndex((part) => ROUTED.has(part));
  return parts.slice(0, routed < 0 ? parts.length : routed).join('/');
}

const ROUTED: ReadonlySet<string> = new Set([
  'pages',
  'api',
  'routes',
  'functions',
  'plugins',
  'middleware',
  'commands',
  'events',
]);

/** TypeScript if one of the importing files is; else JavaScript of the package's module system. */
export function flavourFor(
  importers: readonly { readonly path: string; readonly system: ModuleSystem; readonly isTyped: boolean }[],
  packageType: unknown,
): Flavour {
  if (importers.some(({ isTyped }) => isTyped)) {
    const all = (extension: string) => importers.every(({ path }) => path.endsWith(extension));
    return { extension: all('.mts') ? 'mts' : all('.cts') ? 'cts' : 'ts', text: 'typescript' };
  }
  const system = importers.some((one) => one.system === 'esm') ? 'esm' : 'commonjs';
  const natural = packageType === 'module' ? 'esm' : 'commonjs';
  if (system === natural)
    return { extension: importers.every(({ path }) => path.endsWith('.mjs')) ? 'mjs' : 'js', text: system };
  // In a package whose own files import although it says otherwise, a bundler or compiler is at work.
  const isBuilt = importers.some(({ path, system: one }) => one === 'esm' && !path.endsWith('.mjs'));
  if (system === 'esm') return { extension: isBuilt ? 'js' : 'mjs', text: system };
  return { extension: 'cjs', text: system };
}

/**
 * How a file names the helper: with its extension where the relative imports around it have theirs, or where the
 * module system asks for it.
 */
export function specifierOf(
  from: string,
  helper: string,
  system: ModuleSystem,
  neighbours: readonly string[],
  needsExtension: boolean,
): string {
  const relative = posix.relative(parentOf(from) || '.', helper);
  const path = relative.startsWith('.') ? relative : `./${relative}`;
  const own = /\.[cm]?[jt]s$/.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - own.length);
  const written = neighbours.filter((source) => source.startsWith('.'));
  if (written.some((source) => /\.[cm]?tsx?$/.test(source))) return path;
  const compiled = stem + own.replace('t', 'j');
  if (own === '.mjs' || own === '.mts' || own === '.cjs' || own === '.cts') return compiled;
  const withOne = written.filter((source) => /\.[cm]?jsx?$/.test(source)).length;
  const decided = written.filter((source) => !/\.(?!(?:[cm]?jsx?)$)\w+$/.test(source)).length;
  if (decided > 0) return withOne * 2 >= decided ? compiled : stem;
  return needsExtension && system === 'esm' ? compiled : stem;
}
