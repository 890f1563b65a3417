import type { AST, Rule } from 'eslint';

/** What a rule listens to in a file that is none of its business: one object for all of them. */
export const NOTHING: Rule.RuleListener = Object.freeze({});

/** Listeners that run once for a file, whatever its language calls the root of its tree. */
export function oncePerFile(context: Rule.RuleContext, run: () => void): Rule.RuleListener {
  return { [context.sourceCode.ast.type]: run };
}

/** Every language answers this; some of their trees have no `loc`, or count columns differently. */
export function locOf({ sourceCode }: Rule.RuleContext, start: number, end: number): AST.SourceLocation {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}
