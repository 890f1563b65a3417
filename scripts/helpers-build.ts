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
  readonly heading: string;
  readonly platform: Readonly<Record<string, string>>;
  /** Declarations alone. */
  readonly text: string;
}

/** The declarations of all files that the index reaches, those that programs import first. */
function partsOf(folder: string): readonly Part[] {
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  const offered = new Set(
    [...index.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  const sources = new Map<string, Source>();
  const pending = [...index.matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, name = '']) => name);
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (sources.has(name)) continue;
    const source = readSource(join(folder, `${name}.ts`), name);
    sources.set(name, source);
    pending.push(...source.needs);
  }
  const parts = [...sources.values()].flatMap(({ heading, platform, text }) => {
    const all = alternatives(text);
    const typed = declarationsIn(formatted(all, 'part.ts'));
    const plain = new Map(declarationsIn(formatted(withoutTypes(all), 'part.js')));
    return typed.map(([name, typescript]): Part => {
      const modules = Object.keys(platform).length === 0 ? {} : { platform };
      const said = heading === '' ? {} : { heading };
      const isOffered = offered.has(name);
      return { name, isOffered, ...said, ...modules, typescript, plain: plain.get(name) ?? '' };
    });
  });
  const names = parts.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`${folder} declares more than once: ${twice.join(', ')}`);
  return parts;
}

function readSource(path: string, name: string): Source {
  const source = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const sources = imports
    .filter(({ importClause }) => importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
    .map((one) => ({ one, from: one.moduleSpecifier.getText(file).slice(1, -1) }));
  const needs = imports.flatMap(
    ({ moduleSpecifier }) => /^'\.\/([\w-]+)\.js'$/.exec(moduleSpecifier.getText(file))?.[1] ?? [],
  );
  const platform = Object.fromEntries(
    sources
      .filter(({ from }) => from.startsWith('node:'))
      .map(({ one, from }) => [from, namesIn(one.importClause)]),
  );
  const [first] = imports;
  const heading = first === undefined ? '' : source.slice(first.pos, first.getStart(file)).trim();
  const text = source.slice(imports.at(-1)?.end ?? 0).trim();
  return { name, needs, heading: heading.includes('\n') ? heading : '', platform, text };
}

/** What is imported, as it stands behind `import`. */
function namesIn(clause: ts.ImportClause | undefined): string {
  return clause?.namedBindings?.getText() ?? '';
}

/** Lines for the lack of a feature become lines among the others, which say so behind them. */
function alternatives(text: string): string {
  return text.replace(/^(\s*)\/\/! (\S+) (.*)$/gm, '$1$3 //! $2');
}

/** Each with what is said of it; parts see each other in one module, so nothing is exported yet. */
function declarationsIn(text: string): readonly (readonly [name: string, text: string])[] {
  const file = ts.createSourceFile('part.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.map((statement) => {
    const name =
      ts.isVariableStatement(statement) && statement.declarationList.declarations.length === 1
        ? statement.declarationList.declarations[0]?.name
        : ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
          ? statement.name
          : ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
            ? statement.name
            : undefined;
    if (name === undefined) throw new Error(`a part of a helper has no name: ${statement.getText(file)}`);
    const own = text.slice(statement.pos, statement.end).trim();
    return [name.getText(file), own.replace(/^export (?=(?:async )?\w)/m, '')];
  });
}

function formatted(script: string, name: string): string {
  const options = { cwd: root, input: `${script}\n`, encoding: 'utf8' as const };
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${name}`], options).trim();
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
