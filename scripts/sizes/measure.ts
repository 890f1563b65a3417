/** What the size rules of the repository look at, measured in one source file. */
import ts from 'typescript';

export interface SizedFunction {
  /** As it is called in the file; functions without a name have that of what holds them. */
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  readonly parameters: number;
}

export const MAX_FILE_LINES = 400;
export const MAX_FUNCTION_LINES = 80;
export const MAX_PARAMETERS = 5;

/** Texts that mark a place in other texts: they should be values with a type. */
const SENTINEL = /['"`][^'"`\n]{0,20}(?:\\0|\\u0000|\\ue0[0-9a-f]{2}|[\ue000-\ue0ff])/gi;

export function functionsIn(path: string, text: string): readonly SizedFunction[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: SizedFunction[] = [];
  const visit = (node: ts.Node, outer: string): void => {
    const name = nameOf(node) ?? outer;
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [node.getStart(file), node.end].map(
        (at) => file.getLineAndCharacterOfPosition(at).line,
      );
      found.push({
        name,
        line: (first ?? 0) + 1,
        lines: (last ?? 0) - (first ?? 0) + 1,
        parameters: node.parameters.length,
      });
    }
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(file, '(file)');
  return found;
}

function nameOf(node: ts.Node): string | null {
  const { name } = node as { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) && !ts.isParameter(node) ? name.text : null;
}

/** Lines with a text that marks a place. */
export function sentinelsIn(text: string): readonly number[] {
  return [...text.matchAll(SENTINEL)].map(({ index }) => text.slice(0, index).split('\n').length);
}

export function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
