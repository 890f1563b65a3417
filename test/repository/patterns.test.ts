import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { repositoryFiles, textOf } from './sources.js';

/**
 * A repeated group of something repeated, with nothing in it that must stand between one round and the next: such
 * a pattern can divide a text in ever more ways, and tries them all before it refuses one.
 */
const AMBIGUOUS = /\((?:\?:)?(?:\[[^\]\n]+\]|\\\w)[+*](?:(?:\[[^\]\n]+\]|\\.|\w)[?*])*\)[+*]/;

describe('patterns', () => {
  const sources = repositoryFiles().filter(
    (path) => /^(?:src|rules|codemods)\//.test(path) && path.endsWith('.ts'),
  );

  it('never repeat what repeats itself', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((path) => AMBIGUOUS.test(textOf(path)))).toEqual([]);
  });

  it.each([
    ['(?:[a-z]+)+', true],
    [String.raw`^\/(?:[\w.-]+\/?)+$`, true],
    [String.raw`(\d*)*`, true],
    [String.raw`^\/[\w.-]+(?:\/[\w.-]+)*\/?$`, false],
    [String.raw`(?:[a-z]+\.)+`, false],
  ])('are looked through by one that judges %s rightly', (pattern, isAmbiguous) => {
    expect(AMBIGUOUS.test(pattern)).toBe(isAmbiguous);
  });

  it('are made of texts of ours, and of others only literally', () => {
    const others = sources.flatMap((path) => patternsFromElsewhere(path, textOf(path)));
    expect(others.filter((place) => !KNOWN.some(([file]) => place.startsWith(file)))).toEqual([]);
  });

  it.each([
    ['new RegExp(name)', false],
    ['new RegExp(`^${name}$`)', false],
    ['RegExp(a.b)', false],
    ['new RegExp(`^${literally(name)}$`)', true],
    ['new RegExp(`^${START}[a-z]`)', true],
    ["new RegExp('a')", true],
  ])('are judged rightly: %s', (code, isFine) => {
    expect(patternsFromElsewhere('a.ts', code).length === 0).toBe(isFine);
  });
});

describe('arguments', () => {
  it('are never as many as a list of a scanned file is long', () => {
    const spread = repositoryFiles()
      .filter((path) => SCANNING.test(path) && path.endsWith('.ts'))
      .filter((path) => spreadsList(textOf(path)));
    expect(spread).toEqual([]);
  });

  it.each([
    ['list.push(...found);', true],
    ['Math.max(0, ...sizes)', true],
    ['for (const one of found) list.push(one);', false],
    ['[...found]', false],
    ['new Pass(...options)', false],
  ])('are judged rightly: %s', (code, isSpread) => {
    expect(spreadsList(code)).toBe(isSpread);
  });
});

/** Folders whose lists are as long as what is scanned. */
const SCANNING = /^src\/(?:analysis|expression|read|report|scan|value)\//;

const SPREADING = /\.(?:push|unshift|concat|splice|fromCharCode|max|min)\(/;

/** A call with a hundred thousand arguments overflows the stack. */
function spreadsList(text: string): boolean {
  if (!SPREADING.test(text) || !text.includes('...')) return false;
  return callsIn(text).some(
    (call) =>
      SPREADING.test(`${call.expression.getText()}(`) &&
      call.arguments?.some((argument) => ts.isSpreadElement(argument)),
  );
}

/** Where a pattern is made of what no rule here can see to be ours, and why it is. */
const KNOWN: readonly (readonly [file: string, why: string])[] = [
  ['src/edge/compare/exemptions.ts', 'escaped around the stars of a list that the user of the command wrote'],
  ['src/expression/evaluate/functions.ts', 'one of two patterns written there'],
  ['src/expression/regex/parse.ts', 'a number of digits'],
  ['src/expression/regex/classes.ts', 'one character, or a class by its name'],
  ['src/migrate/compose/helper-file.ts', 'the name of a helper file of ours'],
  ['src/migrate/compose/stretches.ts', 'a label of word characters'],
  ['src/analysis/roots.ts', 'escaped beginnings of triggers'],
  ['src/scan/walk/', 'globs that were translated'],
  ['codemods/planner/old-objects.ts', 'fields and values of a mapping of ours'],
  ['codemods/python/old-shape.ts', 'a name of word characters'],
  ['src/report/secrets/source.ts', 'one of two lists of operators written there'],
  ['src/verify/brief/brief.ts', 'names of fields of the guides'],
  ['src/verify/brief/conditions.ts', 'names of parameters of the guides'],
  ['src/verify/check/conserved.ts', 'a number of digits'],
  ['src/verify/check/expected.ts', 'paths written there'],
  ['codemods/languages/removal.ts', 'names of settings of the catalogue, of word characters'],
  ['codemods/shell/calls.ts', 'the source of a pattern of the codemod'],
  ['codemods/pulumi-rulesets/yaml.ts', 'the blanks at the beginning of a line'],
  ['codemods/php-ruby/call.ts', 'names of collections of the codemod'],
  ['codemods/go/call.ts', 'names of collections of the codemod'],
  ['codemods/places/reports.ts', 'the escaped id of a setting, with its endings'],
  ['codemods/python/call.ts', 'names of collections of the codemod'],
  ['codemods/python/sender.ts', 'names of functions of the libraries'],
  ['codemods/python/write-use.ts', 'one of two patterns written there'],
  ['codemods/settings-batch/batch.ts', 'a number of blanks'],
];

/** Places where a pattern is made of something else than literals, constants in capitals and `literally(…)`. */
function patternsFromElsewhere(path: string, text: string): string[] {
  if (!text.includes('RegExp(')) return [];
  return callsIn(text).flatMap((call) => {
    const [argument] = call.arguments ?? [];
    const makesPattern = ts.isIdentifier(call.expression) && call.expression.text === 'RegExp';
    return makesPattern && argument !== undefined && !isOurs(argument)
      ? [`${path}: ${argument.getText()}`]
      : [];
  });
}

function callsIn(text: string): readonly (ts.CallExpression | ts.NewExpression)[] {
  const calls: (ts.CallExpression | ts.NewExpression)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true));
  return calls;
}

function isOurs(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.RegularExpressionLiteral) return true;
  if (ts.isIdentifier(node)) return /^[A-Z][A-Z\d_]*$/.test(node.text);
  if (ts.isPropertyAccessExpression(node)) return isOurs(node.expression) || isOurs(node.name);
  if (ts.isTaggedTemplateExpression(node)) return isOurs(node.template);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => isOurs(expression));
  if (ts.isBinaryExpression(node)) return isOurs(node.left) && isOurs(node.right);
  return ts.isCallExpression(node) && /\bliterally\b/.test(node.getText());
}
