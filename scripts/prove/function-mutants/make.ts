/**
 * One mistake for every function of the transformations, made by rule: its first condition is turned
 * round, or, where it decides nothing, it gives nothing back. The mistakes of `mutants.json` are the ones that a person
 * would make; these show that no function is there without a case that would notice.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { CODEMODS, codemodNames } from '../cases.js';

export interface MadeMutant {
  /** From the folder of the codemods. */
  readonly file: string;
  readonly name: string;
  /** The condition that is turned round; null where nothing is given back. */
  readonly condition: string | null;
  readonly start: number;
  readonly end: number;
  /** The text in its place, where `isMistaken` says when to be wrong. */
  readonly put: (isMistaken: string) => string;
}

export interface FunctionMutant extends MadeMutant {
  readonly id: number;
}

/** Transformations, and what several of them share. */
export function transformationFiles(): readonly string[] {
  return ['direct', 'places', ...codemodNames()].flatMap((folder) => scriptsIn(folder));
}

function scriptsIn(folder: string): string[] {
  try {
    return readdirSync(join(CODEMODS, folder))
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** Ids are numbers from 0, the same for the same files. */
export function functionMutants(files: readonly string[]): readonly FunctionMutant[] {
  return files
    .flatMap((file) => mutantsOf(file, readFileSync(join(CODEMODS, file), 'utf8')))
    .map((mutant, id) => ({ ...mutant, id }));
}

/** A file of the codemods by its path on this machine. */
export function nameInCodemods(path: string): string {
  return relative(CODEMODS, path).replaceAll(sep, '/');
}

/** The text with these mistakes in it. */
export function withMistakes<T extends MadeMutant>(
  text: string,
  mutants: readonly T[],
  isMistaken: (mutant: T) => string,
): string {
  return [...mutants]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (made, mutant) => made.slice(0, mutant.start) + mutant.put(isMistaken(mutant)) + made.slice(mutant.end),
      text,
    );
}

export function mutantsOf(file: string, text: string): MadeMutant[] {
  return parseSync(file, text).program.body.flatMap((statement) =>
    functionsIn(statement).map(({ name, body }) => {
      const tested = firstCondition(body);
      if (tested !== null) {
        const { start, end } = tested;
        const condition = text.slice(start, end);
        const put = (isMistaken: string) => `(${isMistaken} ? !(${condition}) : (${condition}))`;
        return { file, name, condition, start, end, put };
      }
      const { start, end } = body;
      const nothing = { file, name, condition: null };
      if (body.type === 'BlockStatement') {
        const put = (isMistaken: string) => `if (${isMistaken}) return undefined;`;
        return { ...nothing, start: start + 1, end: start + 1, put };
      }
      const given = text.slice(start, end);
      const put = (isMistaken: string) => `(${isMistaken} ? undefined : (${given}))`;
      return { ...nothing, start, end, put };
    }),
  );
}

interface Named {
  readonly name: string;
  readonly body: Node;
}

/** Functions that stand at the top of a file, in an object or a class there, by their names. */
function functionsIn(statement: Node): Named[] {
  if (statement.type === 'ExportNamedDeclaration')
    return statement.declaration === null ? [] : functionsIn(statement.declaration);
  if (statement.type === 'FunctionDeclaration')
    return statement.body === null || statement.id === null
      ? []
      : [{ name: statement.id.name, body: statement.body }];
  if (statement.type === 'ClassDeclaration') {
    const owner = statement.id?.name ?? 'class';
    return statement.body.body.flatMap((member) =>
      member.type === 'MethodDefinition' && member.kind === 'method' && member.key.type === 'Identifier'
        ? ofValue(`${owner}.${member.key.name}`, member.value)
        : [],
    );
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init !== null ? ofValue(id.name, init) : [],
  );
}

function ofValue(name: string, value: Node): Named[] {
  if (value.type === 'ArrowFunctionExpression') return [{ name, body: value.body }];
  if (value.type === 'FunctionExpression') return value.body === null ? [] : [{ name, body: value.body }];
  if (value.type === 'TSSatisfiesExpression' || value.type === 'TSAsExpression')
    return ofValue(name, value.expression);
  if (value.type !== 'ObjectExpression') return [];
  return value.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? ofValue(`${name}.${property.key.name}`, property.value)
      : [],
  );
}

/** In the order of the text: what is tested by an if, a choice, a loop, or a part of a condition. */
function firstCondition(node: Node): Node | null {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return node.test;
  if (node.type === 'LogicalExpression' && node.operator !== '??') return node.left;
  for (const child of childrenOf(node)) {
    const found = firstCondition(child);
    if (found !== null) return found;
  }
  return null;
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]) as unknown[])
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
    .sort((a, b) => a.start - b.start);
}
