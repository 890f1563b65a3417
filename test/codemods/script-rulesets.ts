/** The rulesets that a script makes, read by the compiler of TypeScript. */
import ts from 'typescript';
import type { Json } from '../../src/edge/core/json.js';

export function rulesetsOf(text: string): readonly Readonly<Record<string, Json>>[] {
  const file = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest, true);
  const found: Readonly<Record<string, Json>>[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && /(?:^|\.)Ruleset$/.test(node.expression.getText())) {
      const object = node.arguments?.find(ts.isObjectLiteralExpression);
      if (object !== undefined) found.push(jsonOf(object) as Readonly<Record<string, Json>>);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Names in the spelling of Terraform; what is computed is an interpolation. */
function jsonOf(node: ts.Expression): Json {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(jsonOf);
  const item = itemOfMap(node);
  if (item !== null) return [jsonOf(item)];
  if (!ts.isObjectLiteralExpression(node)) return `\${${node.getText()}}`;
  return Object.fromEntries(
    node.properties.map((property) => {
      const name = (property.name?.getText() ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [name, ts.isPropertyAssignment(property) ? jsonOf(property.initializer) : `\${${name}}`];
    }),
  );
}

/** What `list.map((one) => ({ … }))` makes of each item. */
function itemOfMap(node: ts.Expression): ts.Expression | null {
  const [made] = ts.isCallExpression(node) && /\.map$/.test(node.expression.getText()) ? node.arguments : [];
  if (made === undefined || !ts.isArrowFunction(made) || !ts.isParenthesizedExpression(made.body))
    return null;
  return made.body.expression;
}
