/**
 * Keeps the templates of new modules beside their codemods: `codemods/<id>/templates/*.ts` in, with and without types,
 * `codemods/<id>/generated/templates.ts` out. `--check` only tells whether they are up to date.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Part } from '../codemods/direct/assemble.js';
import { withoutTypes } from './helpers/plain.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const codemods = join(root, 'codemods');
const biome = join(
  dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')),
  'bin/biome',
);
const isCheck = process.argv.includes('--check');

/** The declarations of a template. */
function partsOf(path: string): readonly Part[] {
  const source = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const text = alternatives(source.slice(imports.at(-1)?.end ?? 0).trim());
  const plain = new Map(
    declarationsIn(formatted(withoutTypes(text), 'part.js')).map((one) => [one.name, one]),
  );
  return declarationsIn(formatted(text, 'part.ts')).map(({ name, isOffered, text: typescript }) => {
    return { name, isOffered, typescript, plain: plain.get(name)?.text ?? '' };
  });
}

/** Lines for the lack of a feature become lines among the others, which say so behind them. */
function alternatives(text: string): string {
  const moved = text.replace(/^(\s*)\/\/! (\S+) (.*)$/gm, '$1$3 //! $2');
  return moved === text ? text : alternatives(moved);
}

/** Each with what is said of it; what is exported is for the program to say. */
function declarationsIn(text: string): readonly (Pick<Part, 'name' | 'isOffered'> & { text: string })[] {
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
    if (name === undefined) throw new Error(`a part of a template has no name: ${statement.getText(file)}`);
    const own = text.slice(statement.pos, statement.end).trim();
    const plain = own.replace(/^export (?=(?:async )?\w)/m, '');
    return { name: name.getText(file), isOffered: plain !== own, text: plain };
  });
}

function formatted(script: string, name: string): string {
  const options = { cwd: root, input: `${script}\n`, encoding: 'utf8' as const };
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${name}`], options).trim();
}

const stale: string[] = [];
for (const id of readdirSync(codemods)) {
  const folder = join(codemods, id, 'templates');
  if (!existsSync(folder)) continue;
  const templates = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => [name.slice(0, -3), partsOf(join(folder, name))]),
  );
  const text = [
    '/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */',
    `import type { Part } from '${id === 'direct' ? '..' : '../../direct'}/assemble.js';`,
    '',
    `export const TEMPLATES = ${JSON.stringify(templates, null, 2)} satisfies Record<string, readonly Part[]>;`,
    '',
  ].join('\n');
  const path = join(codemods, id, 'generated', 'templates.ts');
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(path);
  if (isCheck) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (isCheck && stale.length > 0) {
  console.error(`not up to date: ${stale.join(', ')}\nrun: npm run templates:build`);
  process.exitCode = 1;
}
