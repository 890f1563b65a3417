import { posix } from 'node:path';
import { alternatives, knownText, type Value } from '../../../value/index.js';
import { syntaxOf } from '../../languages.js';
import type { Program, SourceFile } from '../../reader.js';
import { type Code, readCode } from '../lexing/code.js';
import { readScopes, type Scopes } from '../lexing/scopes.js';
import type { Syntax } from '../lexing/syntax.js';
import { wordsOf } from '../words/verbs.js';
import { Evaluator } from './evaluate.js';
import type { Outside } from './names.js';

/**
 * Constants that other files define: those the file imports, and those of its own folder where the language
 * makes a folder a package. Nothing is followed further than that.
 */
const MAX_FILES = 80;
const MAX_SIZE = 400_000;
/** A constant by its name: all capitals, or a capital behind a type name. */
const CONSTANT = /^(?:[A-Z][A-Z0-9_]+|[A-Z]\w*|k[A-Z]\w*|_[A-Z][A-Z0-9_]+)$/;
/** Words that the name of a part of an address is made of. */
const ADDRESS_WORD = /^(?:url|uri|base|host|endpoint|api|prefix|path)s?$/;

export function constantsAround(file: SourceFile, program: Program): Outside {
  const evaluators = new Map<string, Evaluator | null>();
  const known = new Map<string, Value | null>();
  let candidates: readonly string[] | null = null;
  return (name, qualifier) => {
    if (!CONSTANT.test(name) && !wordsOf(name).some((word) => ADDRESS_WORD.test(word))) return null;
    const key = `${qualifier ?? ''}.${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    candidates ??= definersOf(file, program);
    let found: Value | null = null;
    for (const path of candidates) {
      found = lookIn(path, name, qualifier, program, evaluators);
      if (found !== null) break;
    }
    known.set(key, found);
    return found;
  };
}

function lookIn(
  path: string,
  name: string,
  qualifier: string | null,
  program: Program,
  evaluators: Map<string, Evaluator | null>,
): Value | null {
  let evaluator = evaluators.get(path);
  if (evaluator === undefined) {
    const file = program.file(path);
    const syntax = file === null || file.text.length > MAX_SIZE ? null : syntaxOf(file.language);
    const holdsName = file?.text.includes(name) === true;
    if (file === null || syntax === null) evaluator = null;
    else if (!holdsName) return null;
    else {
      const { code, scopes } = takenApart(file, syntax, program);
      evaluator = new Evaluator(code, scopes);
    }
    evaluators.set(path, evaluator);
  }
  if (evaluator === null) return null;
  // `Endpoints.Base` is looked for where something is called `Endpoints`.
  if (qualifier !== null && /^[A-Z]/.test(qualifier) && !evaluator.code.file.text.includes(qualifier))
    return null;
  const assignments = evaluator.scopes.assignments.get(name) ?? [];
  const outer = assignments.filter((one) => (evaluator.scopes.owner[one.at] ?? -1) < 0);
  const [only] = outer;
  if (only === undefined || outer.length !== 1) return null;
  const { value } = evaluator.at(only.value);
  // A default is what the constant is as long as nobody sets it.
  return alternatives(value).find((one) => one.kind === 'text' && knownText(one) !== null) ?? null;
}

interface TakenApart {
  readonly code: Code;
  readonly scopes: Scopes;
}

/** Of texts of so many characters together what they were taken apart to is kept: it is many times as large. */
const KEPT_CHARACTERS = 3_000_000;

const taken = new WeakMap<Program, { readonly files: Map<string, TakenApart>; characters: number }>();

/** All files of a folder ask the same few for their constants. */
function takenApart(file: SourceFile, syntax: Syntax, program: Program): TakenApart {
  let kept = taken.get(program);
  if (kept === undefined) {
    kept = { files: new Map(), characters: 0 };
    taken.set(program, kept);
  }
  const known = kept.files.get(file.path);
  // An editor changes a text under the same path.
  if (known?.code.file.text === file.text) return known;
  const code = readCode(file, syntax);
  const found = { code, scopes: readScopes(code) };
  if (kept.characters + file.text.length > KEPT_CHARACTERS) {
    kept.files.clear();
    kept.characters = 0;
  }
  kept.files.set(file.path, found);
  kept.characters += file.text.length;
  return found;
}

/** A module of Python knows nothing of those beside it that it does not import. */
function definersOf(file: SourceFile, program: Program): readonly string[] {
  const folder = folderOf(file);
  return file.language === 'python'
    ? [...new Set(importedBy(file, folder, program))].filter((path) => path !== file.path).slice(0, MAX_FILES)
    : candidatesOf(file, program);
}

function folderOf(file: SourceFile): string {
  return posix.dirname(file.path) === '.' ? '' : posix.dirname(file.path);
}

/** The files that may define a constant of this one, nearest first. */
export function candidatesOf(file: SourceFile, program: Program): readonly string[] {
  const folder = folderOf(file);
  const found = new Set<string>();
  for (const path of importedBy(file, folder, program))
    if (found.size < MAX_FILES && path !== file.path) found.add(path);
  const ending = posix.extname(file.path);
  for (const path of program.siblings?.(file.path) ?? []) {
    if (found.size >= MAX_FILES) break;
    if (path !== file.path && posix.extname(path) === ending) found.add(path);
  }
  return [...found];
}

/** Files whose names belong to this one without an import: those of its package. */
const BY_PACKAGE: ReadonlySet<string> = new Set(['go', 'java', 'kotlin', 'scala', 'csharp', 'php', 'ruby']);

/** Files whose objects a file may be given: what it imports or its package has, and what those beside it import that import it. */
export function connectedTo(file: SourceFile, program: Program): readonly string[] {
  if (BY_PACKAGE.has(file.language)) return candidatesOf(file, program);
  const imports = (one: SourceFile) => importedBy(one, folderOf(one), program);
  const users = (program.siblings?.(file.path) ?? []).slice(0, MAX_FILES).flatMap((path) => {
    const beside = path.endsWith(posix.extname(file.path)) ? program.file(path) : null;
    const imported = beside === null ? [] : imports(beside);
    return imported.includes(file.path) ? [path, ...imported] : [];
  });
  const found = new Set([...imports(file), ...users]);
  return [...found].filter((path) => path !== file.path && program.file(path) !== null).slice(0, MAX_FILES);
}

/** Paths that the imports of a file may mean. */
function importedBy(file: SourceFile, folder: string, program: Program): readonly string[] {
  const join = (...parts: string[]): string => posix.normalize(posix.join(...parts));
  const paths: string[] = [];
  switch (file.language) {
    case 'python':
      for (const found of file.text.matchAll(
        /^[ \t]*from[ \t]+(?=\S)(\.*)((?:\w[\w.]*)?)[ \t]+import[ \t]+\(?([\w, \t]*)/gm,
      )) {
        const [, dots = '', name = '', names = ''] = found;
        const inner = name.replaceAll('.', '/');
        const bases = dots === '' ? ancestors(folder) : [join(folder, '../'.repeat(dots.length - 1))];
        for (const base of bases) {
          if (inner !== '') paths.push(join(base, `${inner}.py`), join(base, inner, '__init__.py'));
          for (const one of names.split(','))
            if (one.trim() !== '') paths.push(join(base, inner, `${one.trim()}.py`));
        }
      }
      for (const found of file.text.matchAll(/^[ \t]*import[ \t]+([\w.]+)/gm)) {
        for (const base of ancestors(folder))
          paths.push(join(base, `${(found[1] ?? '').replaceAll('.', '/')}.py`));
      }
      if (DJANGO_SETTINGS.test(file.text)) for (const one of djangoSettings(folder, program)) paths.push(one);
      break;
    case 'ruby':
      for (const found of file.text.matchAll(/\brequire_relative\s*\(?["']([^"'\n]+)["']/g))
        paths.push(join(folder, `${found[1] ?? ''}.rb`));
      break;
    case 'php':
      for (const found of file.text.matchAll(
        /\b(?:require|include)(?:_once)?\b[^;\n]{0,60}?["']\/?([^"'\n]+\.php)["']/g,
      ))
        paths.push(join(folder, found[1] ?? ''));
      // A namespace ends as the folders do, from the root of its sources on.
      for (const found of file.text.matchAll(/^[ \t]*use[ \t]+\\?([\w\\]+)/gm)) {
        const parts = (found[1] ?? '').split('\\');
        for (const base of ancestors(folder)) {
          for (let from = 1; from < Math.min(parts.length, 4); from++) {
            paths.push(join(base, `${parts.slice(from).join('/')}.php`));
          }
        }
      }
      break;
    case 'rust':
      for (const found of file.text.matchAll(/\b(?:use\s+(?:crate|super|self)::(\w+)|mod\s+(\w+);)/g)) {
        const name = found[1] ?? found[2] ?? '';
        for (const base of [folder, posix.dirname(folder)])
          paths.push(join(base, `${name}.rs`), join(base, name, 'mod.rs'));
      }
      break;
    case 'dart':
      for (const found of file.text.matchAll(/\bimport\s+["'](?!dart:|package:)([^"'\n]+)["']/g))
        paths.push(join(folder, found[1] ?? ''));
      break;
    case 'java':
    case 'kotlin':
    case 'scala':
    case 'groovy': {
      const root = sourceRoot(file, folder);
      const ending = posix.extname(file.path);
      for (const found of file.text.matchAll(/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)/gm)) {
        const parts = (found[1] ?? '').split('.');
        // The last part may be a member of the type.
        for (const length of [parts.length, parts.length - 1]) {
          paths.push(join(root, `${parts.slice(0, length).join('/')}${ending}`));
        }
      }
      break;
    }
    case 'csharp':
      for (const found of file.text.matchAll(/^[ \t]*using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm)) {
        const namespace = namespaceFolder(found[1] ?? '', folder);
        if (namespace !== null)
          for (const one of program.siblings?.(join(namespace, 'x.cs')) ?? []) paths.push(one);
      }
      break;
    default:
      break;
  }
  return paths.filter((path) => !path.startsWith('..'));
}

const DJANGO_SETTINGS = /^[ \t]*from[ \t]+django\.conf[ \t]+import[ \t][\w, \t]*\bsettings\b/m;
/** Where the scripts of a project say which module its settings are. */
const SETTINGS_MODULE = /DJANGO_SETTINGS_MODULE["'][\s,\])=]+["']([\w.]+)["']/;

/** The module that `django.conf.settings` stands for, and those beside it where settings are a folder. */
function djangoSettings(folder: string, program: Program): readonly string[] {
  for (const base of ancestors(folder)) {
    const module = SETTINGS_MODULE.exec(program.file(posix.join(base, 'manage.py'))?.text ?? '')?.[1];
    if (module === undefined) continue;
    const path = posix.join(base, ...module.split('.'));
    const named = [`${path}.py`, posix.join(path, '__init__.py')];
    // `config.settings.local` begins with what `config.settings.base` sets.
    return /\.settings\./.test(module) ? [...named, ...(program.siblings?.(`${path}.py`) ?? [])] : named;
  }
  return [];
}

function ancestors(folder: string): readonly string[] {
  const found: string[] = [];
  let at = folder;
  for (let guard = 0; guard < 6; guard++) {
    found.push(at);
    if (at === '' || at === '.') break;
    const up = posix.dirname(at);
    at = up === '.' ? '' : up;
  }
  return found;
}

/** The folder that packages begin in: the file's folder without what its `package` line says. */
function sourceRoot(file: SourceFile, folder: string): string {
  const name = /^[ \t]*package[ \t]+([\w.]+)/m.exec(file.text)?.[1]?.replaceAll('.', '/') ?? '';
  return name !== '' && (folder === name || folder.endsWith(`/${name}`))
    ? folder.slice(0, folder.length - name.length)
    : folder;
}

/** The folder of a namespace, below the folder that is named as the namespace begins. */
function namespaceFolder(namespace: string, folder: string): string | null {
  for (const base of ancestors(folder)) {
    const name = posix.basename(base);
    if (name !== '' && (namespace === name || namespace.startsWith(`${name}.`))) {
      return posix.join(base, namespace.slice(name.length + 1).replaceAll('.', '/'));
    }
  }
  return null;
}
