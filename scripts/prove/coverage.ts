/** Which functions of the transformations and of the helper no mutant touches: a mistake in them might go unseen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { CODEMODS, codemodNames } from './cases.js';
import { MUTANTS } from './helper/mutants.js';
import { loadMutants } from './mutants.js';

export interface FunctionCover {
  /** From the folder of the codemods. */
  readonly file: string;
  readonly name: string;
  readonly mutants: number;
}

interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Every function at the top of a file of the transformations, with the number of mutants that change it. */
export function functionCover(): readonly FunctionCover[] {
  return sources().flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const changed = changesOf(path, text);
    return functionsOf(path, text).map(({ name, start, end }) => ({
      file: relative(CODEMODS, path).replaceAll(sep, '/'),
      name,
      mutants: changed.filter((at) => at >= start && at < end).length,
    }));
  });
}

/** What only lists, names or types is no transformation. */
function sources(): string[] {
  const shared = join(CODEMODS, 'places');
  return [shared, ...codemodNames().flatMap((name) => [join(CODEMODS, name), join(CODEMODS, name, 'helper')])]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => join(folder, name)),
    );
}

/** Where mutants of any codemod change the file. */
function changesOf(path: string, text: string): number[] {
  const own = codemodNames().flatMap((codemod) =>
    loadMutants(codemod)
      .filter(({ file }) => resolve(CODEMODS, codemod, file) === path)
      .map(({ find }) => text.indexOf(find)),
  );
  const ofHelper = path.includes(`${sep}helper${sep}`)
    ? MUTANTS.flatMap(({ from }) => [text.indexOf(from), indexOfStart(text, from)])
    : [];
  return [...own, ...ofHelper].filter((at) => at >= 0);
}

/** A mutant of the helper is written as the text without types: its first words have to do. */
function indexOfStart(text: string, from: string): number {
  const [line = ''] = from.split('\n');
  return line.length > 12 ? text.indexOf(line) : -1;
}

function functionsOf(path: string, text: string): Place[] {
  return parseSync(path, text).program.body.flatMap((statement): Place[] => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration !== null
        ? statement.declaration
        : statement;
    const { start, end } = statement;
    if (declaration.type === 'FunctionDeclaration')
      return [{ name: declaration.id?.name ?? 'default', start, end }];
    if (declaration.type === 'ClassDeclaration')
      return [{ name: declaration.id?.name ?? 'default', start, end }];
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
        ? [{ name: id.name, start, end }]
        : [],
    );
  });
}
