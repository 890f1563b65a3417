/**
 * Keeps the texts of the helpers beside their codemods: `codemods/<id>/helper/*.ts` in, with and without types,
 * `codemods/<id>/generated/helper.ts` out. `--check` only tells whether they are up to date.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Part } from '../codemods/helpers/assemble.js';
import { withoutTypes } from './helpers/plain.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const codemods = join(root, 'codemods');
const biome = join(
  dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')),
  'bin/biome',
);
const isCheck = process.argv.includes('--check');

interface Source {
  readonly name: string;
  readonly needs: readonly string[];
  readonly platform: Readonly<Record<string, string>>;
  readonly text: string;
}

function partsOf(folder: string): readonly Part[] {
  const offers = offersOf(readFileSync(join(folder, 'index.ts'), 'utf8'));
  const sources = new Map<string, Source>();
  const add = (name: string): void => {
    if (sources.has(name)) return;
    const source = readSource(join(folder, `${name}.ts`), name);
    for (const need of source.needs) add(need);
    sources.set(name, source);
  };
  for (const name of offers.keys()) add(name);
  return [...sources.values()].map(({ name, needs, platform, text }): Part => {
    const own = offers.get(name) ?? [];
    const typescript = exporting(text, own);
    const modules = Object.keys(platform).length === 0 ? {} : { platform };
    return { name, needs, offers: own, ...modules, typescript, plain: formatted(withoutTypes(typescript)) };
  });
}

/** Public names by the part that has them. */
function offersOf(index: string): ReadonlyMap<string, readonly string[]> {
  const pattern = /export \{([^}]*)\} from '\.\/([\w-]+)\.js'/g;
  return new Map(
    [...index.matchAll(pattern)].map(([, names = '', part = '']) => [
      part,
      names.split(',').map((name) => name.trim()),
    ]),
  );
}

function readSource(path: string, name: string): Source {
  const source = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const sources = imports
    .filter(({ importClause }) => importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
    .filter(({ importClause }) => hasValues(importClause))
    .map((one) => ({ one, from: one.moduleSpecifier.getText(file).slice(1, -1) }));
  const needs = sources.flatMap(({ from }) => /^\.\/([\w-]+)\.js$/.exec(from)?.[1] ?? []);
  const platform = Object.fromEntries(
    sources
      .filter(({ from }) => from.startsWith('node:'))
      .map(({ one, from }) => [from, namesIn(one.importClause)]),
  );
  let text = source;
  for (const { pos, end } of imports.toReversed()) {
    const start = pos + (/^(?:\s*\/\*\*[\s\S]*?\*\/)?\s*/.exec(source.slice(pos, end))?.[0].length ?? 0);
    text = text.slice(0, start) + text.slice(end).replace(/^\r?\n/, '');
  }
  return { name, needs, platform, text: text.trim() };
}

function hasValues(clause: ts.ImportClause | undefined): boolean {
  const bindings = clause?.namedBindings;
  if (bindings === undefined || ts.isNamespaceImport(bindings)) return bindings !== undefined;
  return bindings.elements.some((one) => !one.isTypeOnly);
}

/** What is imported, as it stands behind `import`. */
function namesIn(clause: ts.ImportClause | undefined): string {
  return clause?.namedBindings?.getText() ?? '';
}

/** Parts see each other in one module: only the public names stay exported. */
function exporting(text: string, names: readonly string[]): string {
  return text.replace(
    /^export ((?:async )?(?:function|const|class|interface|type) ([\w$]+))/gm,
    (_, rest, name) => (names.includes(String(name)) ? `export ${String(rest)}` : String(rest)),
  );
}

function formatted(script: string): string {
  const options = { cwd: root, input: `${script}\n`, encoding: 'utf8' as const };
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=part.js'], options).trim();
}

const stale: string[] = [];
for (const id of readdirSync(codemods)) {
  const folder = join(codemods, id, 'helper');
  if (!existsSync(join(folder, 'index.ts'))) continue;
  const parts = partsOf(folder);
  const text = [
    '/** Made by `npm run helpers:build` of the parts in `../helper`; do not edit. */',
    "import type { Part } from '../../helpers/assemble.js';",
    '',
    `export const PARTS: readonly Part[] = ${JSON.stringify(parts, null, 2)};`,
    '',
  ].join('\n');
  const path = join(codemods, id, 'generated', 'helper.ts');
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(path);
  if (isCheck) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (isCheck && stale.length > 0) {
  console.error(`not up to date: ${stale.join(', ')}\nrun: npm run helpers:build`);
  process.exitCode = 1;
}
