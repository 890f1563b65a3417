import { readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * Removes the declarations that nobody who imports a face of the package can come to. The compiler writes all that is
 * exported anywhere, most of it about the inside of functions: with the types of Node, which users may not have.
 */
export function dropUnreachable(folder: string, faces: readonly string[]): void {
  const entries = faces.map((face) => resolve(folder, face));
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
    skipLibCheck: true,
  });
  const files = program.getSourceFiles().filter(({ fileName }) => isIn(fileName, folder));
  const kept = reachable(program, entries);
  keepStars(files, kept, program.getTypeChecker());
  const texts = new Map(files.map((file) => [resolve(file.fileName), keptText(file, kept)]));
  for (const [path, text] of texts) if (text !== '') writeFileSync(path, text);
  removeOthers(resolve(folder), new Set([...texts].flatMap(([path, text]) => (text === '' ? [] : [path]))));
}

function isIn(file: string, folder: string): boolean {
  return resolve(file).startsWith(resolve(folder) + sep);
}

/** Statements and export specifiers that the exports of the faces lead to. */
function reachable(program: ts.Program, faces: readonly string[]): Set<ts.Node> {
  const checker = program.getTypeChecker();
  const kept = new Set<ts.Node>();
  const seen = new Set<ts.Symbol>();
  const pending: (ts.Symbol | undefined)[] = faces.map((face) => {
    const file = program.getSourceFile(face);
    return file && checker.getSymbolAtLocation(file);
  });
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) pending.push(checker.getSymbolAtLocation(node));
    if (ts.isImportTypeNode(node)) pending.push(checker.getSymbolAtLocation(node.argument));
    node.forEachChild(walk);
  };
  while (pending.length > 0) {
    const symbol = pending.pop();
    if (symbol === undefined || seen.has(symbol)) continue;
    seen.add(symbol);
    const isFace = symbol.declarations?.some((one) => ts.isSourceFile(one)) === true;
    if (isFace && symbol.declarations?.some((one) => faces.includes(resolve(one.getSourceFile().fileName))))
      pending.push(...checker.getExportsOfModule(symbol));
    if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) pending.push(checker.getImmediateAliasedSymbol(symbol));
    for (const declaration of symbol.declarations ?? []) {
      if (ts.isSourceFile(declaration)) continue;
      const part = isSpecifier(declaration) ? declaration : statementOf(declaration);
      if (kept.has(part)) continue;
      kept.add(part);
      if (!isSpecifier(part)) walk(part);
    }
  }
  return kept;
}

/** `export *` names nothing: it is kept where something is kept of what it exports. */
function keepStars(files: readonly ts.SourceFile[], kept: Set<ts.Node>, checker: ts.TypeChecker): void {
  const stars = files.flatMap(({ statements }) =>
    statements.filter((one) => ts.isExportDeclaration(one)).filter((one) => one.exportClause === undefined),
  );
  const isLeading = ({ moduleSpecifier: from }: ts.ExportDeclaration) =>
    from !== undefined &&
    checker
      .getSymbolAtLocation(from)
      ?.declarations?.some((file) => ts.isSourceFile(file) && keptText(file, kept) !== '');
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    for (const star of stars) if (isLeading(star)) kept.add(star);
  }
}

function isSpecifier(node: ts.Node): boolean {
  return ts.isImportSpecifier(node) || ts.isExportSpecifier(node);
}

function statementOf(node: ts.Node): ts.Node {
  return ts.isSourceFile(node.parent) ? node : statementOf(node.parent);
}

/** What is kept of a file; empty if that is nothing. */
function keptText(file: ts.SourceFile, kept: ReadonlySet<ts.Node>): string {
  const parts = file.statements.flatMap((statement) => {
    const specifiers = specifiersOf(statement);
    if (specifiers === null) return kept.has(statement) ? [statement.getFullText()] : [];
    const names = specifiers.elements.filter((one) => kept.has(one)).map((one) => one.getText());
    if (names.length === 0) return [];
    const text = statement.getText();
    const at = specifiers.getStart() - statement.getStart();
    return [`\n${text.slice(0, at)}{ ${names.join(', ')} }${text.slice(at + specifiers.getWidth())}`];
  });
  return parts.length === 0 ? '' : `${parts.join('').trim()}\n`;
}

function specifiersOf(statement: ts.Statement): ts.NamedImports | ts.NamedExports | null {
  const named = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  return named !== undefined && (ts.isNamedImports(named) || ts.isNamedExports(named)) ? named : null;
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOthers(path, kept);
    else if (!kept.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
