import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import ts from 'typescript';
import { textOf } from './sources.js';

/** A constant pattern of the sources. */
export interface Pattern {
  /** `file:line`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Parts of texts: each text is `before`, then `pump` repeated up to the wanted length, then what matches nothing. */
export type Hostile = readonly [before: string, pump: string];

/** Every pattern of the files that is a literal, or is made of nothing but constants. */
export function constantPatterns(paths: readonly string[]): readonly Pattern[] {
  const files = paths.map((path) => ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  const constants = new Map<string, Set<ts.Expression>>();
  for (const file of files) {
    for (const [name, value] of constantsOf(file)) {
      constants.set(name, (constants.get(name) ?? new Set()).add(value));
    }
  }
  return files.flatMap((file) => {
    const own = constantsOf(file);
    const found: Pattern[] = [];
    const constant = (name: string): ts.Expression | undefined => {
      const [only, another] = constants.get(name) ?? [];
      return own.get(name) ?? (another === undefined ? only : undefined);
    };
    const visit = (node: ts.Node): void => {
      const pattern = patternOf(node, constant);
      if (pattern !== undefined) {
        const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({ place: `${file.fileName}:${line}`, ...pattern });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

/** Constants at the top of a module whose name is in capitals. */
function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const declarations = file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer !== undefined && /^[A-Z][A-Z\d_]*$/.test(name.text)
        ? [[name.text, initializer] as const]
        : [],
    ),
  );
}

type Constants = (name: string) => ts.Expression | undefined;

function patternOf(node: ts.Node, constant: Constants): { source: string; flags: string } | undefined {
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
    const text = node.getText();
    const end = text.lastIndexOf('/');
    return { source: text.slice(1, end), flags: text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined;
  const [source, flags] = (node.arguments ?? []).map((argument) => textOfConstant(argument, constant));
  return source === undefined ? undefined : { source, flags: flags ?? '' };
}

function textOfConstant(node: ts.Expression, constant: Constants): string | undefined {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constant(node.text);
    return value === undefined ? undefined : textOfConstant(value, constant);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') {
    const of = ts.isIdentifier(node.expression) ? constant(node.expression.text) : node.expression;
    return of === undefined ? undefined : patternOf(of, constant)?.source;
  }
  if (ts.isTaggedTemplateExpression(node)) {
    return node.tag.getText() === 'String.raw' ? textOfTemplate(node.template, true, constant) : undefined;
  }
  return ts.isTemplateLiteral(node) ? textOfTemplate(node, false, constant) : undefined;
}

function textOfTemplate(node: ts.TemplateLiteral, isRaw: boolean, constant: Constants): string | undefined {
  const written = (part: ts.TemplateLiteralLikeNode) => (isRaw ? (part.rawText ?? part.text) : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(node)) return written(node);
  let text = written(node.head);
  for (const span of node.templateSpans) {
    const value = textOfConstant(span.expression, constant);
    if (value === undefined) return undefined;
    text += value + written(span.literal);
  }
  return text;
}

/** Characters of all the kinds that patterns tell apart. */
const ALPHABET = [' ', '\n', '\t', 'a', 'A', '0', '_', '-', '.', '/', '"', '#', '\\', '(', '日'];

/**
 * Texts that make a pattern try as much as it can: for each quantifier without an upper bound what must stand in
 * front of it, and then again and again what it repeats, or all of what stands in front.
 */
export function hostileTexts({ source, flags }: Pattern): readonly Hostile[] {
  const tree = new RegExpParser({ ecmaVersion: 2025 }).parseLiteral(`/${source}/${flags}`);
  const quantifiers: AST.Quantifier[] = [];
  const written = new Set<string>();
  visitRegExpAST(tree, {
    onQuantifierEnter: (node) => {
      if (node.max > 50) quantifiers.push(node);
    },
    onCharacterEnter: (node) => written.add(String.fromCodePoint(node.value)),
  });
  const characters = [...new Set([...ALPHABET, ...written])];
  const samples = new Samples(characters, flags);
  const found = new Map<string, Hostile>();
  for (const quantifier of quantifiers) {
    const before = samples.before(quantifier);
    for (const pump of samples.all(quantifier.element)) {
      for (const text of [
        [before, pump],
        ['', before + pump],
        ['', before],
      ] as const) {
        if (text[1] !== '') found.set(text.join('\0'), text);
      }
    }
  }
  return [...found.values()];
}

class Samples {
  constructor(
    private readonly characters: readonly string[],
    private readonly flags: string,
  ) {}

  /** A text for all that must match in front of a node. */
  before(node: AST.Node): string {
    const parent = node.parent;
    if (parent === null) return '';
    if (parent.type !== 'Alternative') return this.before(parent);
    const at = parent.elements.indexOf(node as AST.Element);
    return (
      this.before(parent) +
      parent.elements
        .slice(0, at)
        .map((one) => this.one(one))
        .join('')
    );
  }

  /** The texts worth repeating that an element matches. */
  all(node: AST.Element): readonly string[] {
    if (
      node.type === 'CharacterSet' ||
      node.type === 'CharacterClass' ||
      node.type === 'ExpressionCharacterClass'
    ) {
      const pattern = new RegExp(`^${node.raw}$`, this.flags.replace(/[gy]/g, ''));
      return this.characters.filter((character) => pattern.test(character));
    }
    if (node.type === 'CapturingGroup' || node.type === 'Group') {
      return node.alternatives.flatMap((alternative) => {
        const [only, another] = alternative.elements;
        if (only !== undefined && another === undefined) return this.all(only);
        return [alternative.elements.map((element) => this.one(element)).join('')];
      });
    }
    if (node.type === 'Quantifier') return this.all(node.element);
    return [this.one(node)];
  }

  private one(node: AST.Element): string {
    if (node.type === 'Character') return String.fromCodePoint(node.value);
    if (node.type === 'Quantifier') return this.one(node.element).repeat(node.min);
    if (node.type === 'Assertion' || node.type === 'Backreference') return '';
    return this.all(node).at(node.type === 'CharacterClass' || node.type === 'CharacterSet' ? -1 : 0) ?? '';
  }
}
