import type { Rule } from 'eslint';

/** What the rules of this plugin say of themselves beside what ESLint asks for. */
export interface RuleDocs extends Rule.RuleMetaData {
  readonly docs: NonNullable<Rule.RuleMetaData['docs']> & {
    readonly description: string;
    readonly url: string;
    readonly recommended: boolean;
    /** The entries of the catalogue it reports. */
    readonly entries: readonly string[];
    readonly endOfLife?: string;
    readonly replacement?: string;
    readonly codemod?: string;
  };
}

export interface EdgeSunsetRule extends Rule.RuleModule {
  readonly meta: RuleDocs;
}
