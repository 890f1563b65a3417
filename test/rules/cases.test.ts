import { join } from 'node:path';
import * as tsParser from '@typescript-eslint/parser';
import type { RuleTester } from '@typescript-eslint/rule-tester';
import type { TSESLint } from '@typescript-eslint/utils';
import type { Linter } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { ACCOUNT_CASES } from './cases/accounts.js';
import { CALL_CASES } from './cases/calls.js';
import { type RuleCases, unmarked } from './cases/case.js';
import { DNS_CASES } from './cases/dns.js';
import { ZONE_CASES } from './cases/zones.js';
import { fixed, type LintOptions, lint, TODAY } from './linter.js';
import { ESLINT_VERSIONS, ruleTesterOver } from './versions.js';

/** Every rule by its cases, in every version of ESLint that the plugin works with: all of them say the same. */

const settings = { edgeSunset: { today: TODAY } };
const filename = join(process.cwd(), 'src/example.ts');

/** What ESLint makes of an error, with the id and data that a message came from. */
function reported(
  rule: string,
  code: string,
  options: LintOptions = { filename },
): readonly Linter.LintMessage[] {
  return lint(code, options).filter(({ ruleId }) => ruleId === `edge-sunset/${rule}`);
}

function run({ rule, valid, invalid }: RuleCases, tester: RuleTester, options: LintOptions): void {
  const module = plugin.rules[rule];
  if (module === undefined) throw new Error(`there is no rule ${rule}`);
  const adapted = module as unknown as TSESLint.RuleModule<string, readonly unknown[]>;
  tester.run(rule, adapted, {
    valid: valid.map((one) => ({ ...one, filename })),
    invalid: invalid.map(({ name, code: marked, errors, output }) => {
      const { code, places } = unmarked(marked);
      const messages = reported(rule, code);
      return {
        name,
        code,
        filename,
        output: output === undefined ? null : passes(rule, code),
        errors: errors.map((error, index) => ({
          messageId: messages[index]?.messageId ?? 'not reported',
          ...places[index],
          suggestions:
            error.suggestions?.map((suggestion, at) => ({
              messageId: messages[index]?.suggestions?.[at]?.messageId ?? 'not suggested',
              data: dataOf(module.meta.messages, messages[index]?.suggestions?.[at]),
              output: suggestion.output,
            })) ?? [],
        })),
      };
    }),
  });

  describe(`${rule}, in words`, () => {
    for (const { name, code: marked, errors, output } of invalid) {
      it(name, () => {
        const { code, places } = unmarked(marked);
        const messages = reported(rule, code, options);
        expect(messages.map(({ message }) => message)).toEqual(
          errors.map(({ message }, index) => withCommand(message, rule, messages[index])),
        );
        expect(
          messages.map(({ line, column, endLine, endColumn }) => ({ line, column, endLine, endColumn })),
        ).toEqual(places);
        expect(messages.map((message) => message.suggestions?.map(({ desc }) => desc) ?? [])).toEqual(
          errors.map((error) => error.suggestions?.map(({ desc }) => desc) ?? []),
        );
        const once = fixed(code, options);
        expect(once).toBe(output ?? code);
        expect(fixed(once, options)).toBe(once);
        expect(lint(once, options).filter(({ fatal }) => fatal === true)).toEqual([]);
      });
    }
  });
}

/** A message names the command of a codemod exactly where ESLint has an edit as well, with the level that it needs. */
function withCommand(message: string, rule: string, reported: Linter.LintMessage | undefined): string {
  const entry = builtinCatalogue().entries.find(({ id }) => rule === `no-${id}`);
  const isSuggested = (reported?.suggestions ?? []).length > 0;
  if (entry?.codemod === undefined || (reported?.fix === undefined && !isSuggested)) return message;
  const level = isSuggested ? ' --level review' : '';
  // Which source names which date is said at the end.
  const [, dates = ''] = /( (?:The specification|Cloudflare) names .*)$/.exec(message) ?? [];
  const command = `; run 'npx edge-sunset migrate --only ${entry.id}${level} src/example.ts'.`;
  return message.slice(0, message.length - dates.length).replace(/\.$/, command) + dates;
}

/** The values in a suggestion's text, by the template it was made from. */
function dataOf(
  messages: Readonly<Record<string, string>> | undefined,
  suggestion: Linter.LintSuggestion | undefined,
) {
  const template = messages?.[suggestion?.messageId ?? ''] ?? '';
  const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '(.*)');
  const values = new RegExp(`^${pattern}$`, 's').exec(suggestion?.desc ?? '')?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** The text after each pass of fixes, as the tester wants them. */
function passes(rule: string, code: string): string[] {
  const texts: string[] = [];
  for (let text = code; texts.length < 10; ) {
    const edits = reported(rule, text).flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    let next = '';
    let from = 0;
    for (const { range, text: inserted } of edits.sort((a, b) => a.range[0] - b.range[0])) {
      if (range[0] < from || (from > 0 && range[0] === from)) continue;
      next += text.slice(from, range[0]) + inserted;
      from = range[1];
    }
    next += text.slice(from);
    if (next === text) break;
    texts.push(next);
    text = next;
  }
  return texts;
}

for (const { version, folder, Linter } of ESLINT_VERSIONS) {
  describe(`ESLint ${version}`, () => {
    const { RuleTester, version: own, remove } = ruleTesterOver(folder);
    RuleTester.afterAll = afterAll;
    RuleTester.describe = describe;
    RuleTester.it = it;
    const tester = new RuleTester({ languageOptions: { parser: tsParser }, settings });
    afterAll(remove);

    it('is what the cases run on', () => {
      expect([own, Linter.version]).toEqual([
        expect.stringMatching(`^${version}\\.`),
        expect.stringMatching(`^${version}\\.`),
      ]);
    });
    for (const cases of [...DNS_CASES, ...CALL_CASES, ...ZONE_CASES, ...ACCOUNT_CASES])
      run(cases, tester, { filename, Linter });
  });
}
