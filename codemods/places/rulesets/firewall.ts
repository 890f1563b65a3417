/** Actions and expressions of firewall rules, in whatever language they are declared. */
import { OLD_ACTIONS, PHASE_OF_PRODUCT } from '../../../src/convert/index.js';
import { foldThreatScore, parseFilter, renamedField, THREAT_SCORE } from '../../../src/expression/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import type { HclItem } from '../hcl-layout.js';
import { type ProviderMajor, Refusal } from './resources.js';

/** An action that is written as a text, or an expression that gives one. */
export type Action =
  | { readonly known: true; readonly name: (typeof OLD_ACTIONS)[number]; readonly products: string | null }
  | { readonly known: false; readonly written: string; readonly products: string | null };

/** The action of a text in quotes; anything else is only known when the program runs. */
export function actionOf(written: string, products: string | null, address: string): Action {
  const name = OLD_ACTIONS.find((action) => `"${action}"` === written);
  if (name !== undefined) return { known: true, name, products };
  if (/^"[^$%]*"$/.test(written))
    throw new Refusal(`${address} has the action ${written}, which never existed`);
  return { known: false, written, products };
}

/** An expression as it is written, but for fields that have new names. */
export function withNewFields(written: string): string {
  return written.replace(/\b[a-z_]+(?:\.[a-z0-9_]+)+\b/g, (name) => renamedField(name) ?? name);
}

/** A condition without the threat score, which is always 0; null stands for one that is computed. Throws a `Refusal`. */
export function foldedScore(expression: string | null, address: string): string {
  const parsed = expression === null ? null : parseFilter(expression);
  if (parsed?.ok !== true)
    throw new Refusal(`the expression of ${address} uses ${THREAT_SCORE}, which is always 0`);
  const { outcome } = foldThreatScore(parsed.expression);
  if (outcome.verdict !== 'rewritten')
    throw new Refusal(`the expression of ${address} is ${outcome.verdict} since ${THREAT_SCORE} is always 0`);
  return outcome.text;
}

/** Whether a condition that is written out never holds, since the score is always 0. */
export function neverHolds(expression: string | null): boolean {
  const parsed = expression?.includes(THREAT_SCORE) === true ? parseFilter(expression) : null;
  return parsed?.ok === true && foldThreatScore(parsed.expression).outcome.verdict === 'always false';
}

/** What a rule does, in the words of the Rulesets API. `products` are a list as it is written. */
export function actionItems(action: Action, address: string, provider: ProviderMajor): readonly HclItem[] {
  if (!action.known) return computedAction(action, provider);
  if (action.name === 'allow') {
    return [
      { name: 'action', value: '"skip"' },
      parameters([{ name: 'ruleset', value: '"current"' }], provider),
    ];
  }
  if (action.name !== 'bypass') return [{ name: 'action', value: `"${action.name}"` }];
  return [{ name: 'action', value: '"skip"' }, parameters(skippedItems(action.products, address), provider)];
}

/** Products that still exist by name, the two others by the phase that does their work. */
function skippedItems(products: string | null, address: string): readonly HclItem[] {
  const list = /^\[([\s\S]*)\]$/.exec(products ?? '')?.[1];
  const names = list?.split(',').flatMap((item) => (item.trim() === '' ? [] : item.trim()));
  if (products === null || names?.length === 0)
    throw new Refusal(`the products of ${address} are not a list of names`);
  if (names?.every((name) => /^"\w+"$/.test(name)) !== true) return computedSkips(products);
  const phases = names.flatMap((name) => PHASE_OF_PRODUCT[name.slice(1, -1)] ?? []);
  const living = names.filter((name) => PHASE_OF_PRODUCT[name.slice(1, -1)] === undefined);
  return [
    ...(living.length > 0 ? [{ name: 'products', value: `[${living.join(', ')}]` }] : []),
    ...(phases.length > 0
      ? [{ name: 'phases', value: `[${phases.map((phase) => `"${phase}"`).join(', ')}]` }]
      : []),
  ];
}

/** The action is only known when Terraform runs, so the choice is left to it. */
function computedAction(
  action: Action & { readonly known: false },
  provider: ProviderMajor,
): readonly HclItem[] {
  const { written } = action;
  const products = action.products === null || action.products === 'null' ? null : action.products;
  const isSkip = products === null ? `${written} == "allow"` : `contains(["allow", "bypass"], ${written})`;
  const content: readonly HclItem[] =
    products === null
      ? [{ name: 'ruleset', value: '"current"' }]
      : [
          { name: 'ruleset', value: `${written} == "allow" ? "current" : null` },
          ...computedSkips(bypassed(products, written), `${written} == "bypass"`),
        ];
  const choice: HclItem =
    provider === 5
      ? { name: 'action_parameters', value: `${isSkip} ? { ${inline(content)} } : null` }
      : {
          name: 'dynamic',
          labels: ['action_parameters'],
          block: [
            { name: 'for_each', value: `${isSkip} ? [1] : []` },
            { name: 'content', block: content },
          ],
        };
  return [{ name: 'action', value: `${isSkip} ? "skip" : ${written}` }, choice];
}

/** Which products a bypass skips is only known when Terraform runs; for two of them there are phases now. */
function computedSkips(products: string, condition = ''): readonly HclItem[] {
  const gone = Object.keys(PHASE_OF_PRODUCT);
  const names = gone.map((name) => `"${name}"`).join(', ');
  const phases = gone.map((name) => `${name} = "${PHASE_OF_PRODUCT[name]}"`).join(', ');
  const ifSo = (value: string) => (condition === '' ? value : `${condition} ? ${value} : null`);
  return [
    { name: 'products', value: ifSo(`setsubtract(${products}, [${names}])`) },
    {
      name: 'phases',
      value: ifSo(`[for product, phase in { ${phases} } : phase if contains(${products}, product)]`),
    },
  ];
}

/** Most configurations choose already: `var.action == "bypass" ? var.products : null`. */
function bypassed(products: string, action: string): string {
  const start = `${action} == "bypass" ? `;
  return products.startsWith(start) && products.endsWith(' : null')
    ? products.slice(start.length, -' : null'.length)
    : products;
}

function inline(items: readonly HclItem[]): string {
  return items.map((item) => ('value' in item ? `${item.name} = ${item.value}` : '')).join(', ');
}

function parameters(items: readonly HclItem[], provider: ProviderMajor): HclItem {
  return provider === 5
    ? { name: 'action_parameters', object: items }
    : { name: 'action_parameters', block: items };
}

const SKIPS: readonly string[] = ['allow', 'bypass'];

const SKIP: Difference = {
  name: 'allow-is-skip',
  what: 'allow and bypass are a skip: it skips the rules behind it, and what it names',
};
const POSITION: Difference = {
  name: 'order-by-position',
  what: 'rules are evaluated in the order in which they are written, not by priority',
};
export function leftOut(address: string): Difference {
  return {
    name: 'rule-left-out',
    what: `${address} is left out: it only held for a cf.threat_score above 0, and the score is always 0`,
  };
}
const FOLDED: Difference = {
  name: 'threat-score-folded',
  what: 'comparisons with cf.threat_score, which is always 0, are left out of the expression',
};

/** What is different about a rule afterwards. */
export function differencesOf(
  action: Action,
  { hasPriority, usesScore }: { readonly hasPriority: boolean; readonly usesScore: boolean },
): readonly Difference[] {
  return [
    ...(isSkip(action) ? [SKIP] : []),
    ...(hasPriority ? [POSITION] : []),
    ...(usesScore ? [FOLDED] : []),
  ];
}

/** It is a skip, or may be one. */
export function isSkip(action: Action): boolean {
  return !action.known || SKIPS.includes(action.name);
}

/** The order in which rules of one priority were evaluated. */
export function precedence(action: Action): number {
  return action.known ? OLD_ACTIONS.indexOf(action.name) : OLD_ACTIONS.length;
}
