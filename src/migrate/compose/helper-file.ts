/**
 * The new module of a codemod in a package: where it lies, what it is called, and how files name it.
 */
import { posix } from 'node:path';
import type { ModuleSystem } from '../model.js';
import { parentOf } from '../packages.js';

export type Flavour = { readonly extension: string; readonly text: 'typescript' | ModuleSystem };

/** Named like the file that imports it: `customRules`, `custom-rules`, `custom_rules`. */
export function moduleName(name: string, importer: string): string {
  const own = importer.slice(importer.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const mark = /[a-z0-9]-[a-z]/.test(own) ? '-' : /[a-z0-9]_[a-z]/.test(own) ? '_' : null;
  return mark === null ? name : name.replace(/[A-Z]/g, (letter) => mark + letter.toLowerCase());
}

/** Of a second module in the folder of another: `workerCustomRules`, after the file that imports it. */
export function nameBeside(name: string, importer: string): string {
  const parts = importer.replace(/\.\w+$/, '').split('/');
  const own = parts.at(-1) === 'index' ? (parts.at(-2) ?? 'index') : (parts.at(-1) ?? '');
  const words = own.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const camel = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return camel.join('') + name.charAt(0).toUpperCase() + name.slice(1);
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
  const isOfDeno = neighbours.some((source) => /^(?:https?|npm|jsr):/.test(source));
  if (isOfDeno || written.some((source) => /\.[cm]?tsx?$/.test(source))) return path;
  const compiled = stem + own.replace('t', 'j');
  if (own === '.mjs' || own === '.mts' || own === '.cjs' || own === '.cts') return compiled;
  const withOne = written.filter((source) => /\.[cm]?jsx?$/.test(source)).length;
  const decided = written.filter((source) => !/\.(?!(?:[cm]?jsx?)$)\w+$/.test(source)).length;
  if (decided > 0) return withOne * 2 >= decided ? compiled : stem;
  return needsExtension && system === 'esm' ? compiled : stem;
}
