import * as tsParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from '../../rules/index.js';

/** A day after every end of life of the published schedule but one. */
export const TODAY = '2026-11-21';

export interface LintOptions {
  readonly filename?: string;
  readonly cwd?: string;
  readonly settings?: object;
  readonly rules?: Linter.RulesRecord;
  /** The ESLint to run: the newest by default. */
  readonly Linter?: new (options: {
    readonly cwd: string;
  }) => Pick<Linter, 'verify' | 'verifyAndFix'>;
}

function configOf({ settings, rules }: LintOptions): Linter.Config[] {
  return [
    ...plugin.configs.all,
    {
      files: ['**/*'],
      languageOptions: { parser: tsParser },
      settings: { edgeSunset: { today: TODAY, ...settings } },
      ...(rules === undefined ? {} : { rules }),
    },
  ];
}

/** What the rules say of a text, in the way a user's configuration would have it. */
export function lint(code: string, options: LintOptions = {}): readonly Linter.LintMessage[] {
  const linter = new (options.Linter ?? Linter)({ cwd: options.cwd ?? process.cwd() });
  return linter.verify(code, configOf(options), { filename: options.filename ?? 'example.ts' });
}

export function fixed(code: string, options: LintOptions = {}): string {
  const linter = new (options.Linter ?? Linter)({ cwd: options.cwd ?? process.cwd() });
  return linter.verifyAndFix(code, configOf(options), { filename: options.filename ?? 'example.ts' }).output;
}

/** The text that a message points at. */
export function textAt(code: string, { line, column, endLine, endColumn }: Linter.LintMessage): string {
  const lines = code.split('\n');
  const offset = (row: number, col: number) =>
    lines.slice(0, row - 1).reduce((sum, text) => sum + text.length + 1, 0) + col - 1;
  return code.slice(offset(line, column), offset(endLine ?? line, endColumn ?? column));
}
