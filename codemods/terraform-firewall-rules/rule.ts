/** One old rule with its filter as a rule of a ruleset. */
import { PHASE_OF_PRODUCT } from '../../src/convert/index.js';
import { foldThreatScore, parseFilter, renamedField, THREAT_SCORE } from '../../src/expression/index.js';
import { attributeText } from '../places/hcl.js';
import type { HclItem } from '../places/hcl-layout.js';
import {
  enabledBy,
  operand,
  type ProviderMajor,
  Refusal,
  type Resource,
  textOf,
} from '../places/rulesets/resources.js';
import type { Action, OldRule } from './resources.js';

/** Attributes of the rule in the order in which people write them. */
export function ruleItems(rule: OldRule, provider: ProviderMajor): readonly HclItem[] {
  const enabled = enabledOf(rule);
  const description = textOf(rule, 'description') ?? textOf(rule.filter, 'description');
  return [
    ...(description === null ? [] : [{ name: 'description', value: description }]),
    { name: 'expression', value: expressionOf(rule.filter) },
    ...actionItems(rule.action, rule.address, provider),
    ...(enabled === null ? [] : [{ name: 'enabled', value: enabled }]),
  ].sort((left, right) => Number(!('value' in left)) - Number(!('value' in right)));
}

/** The condition is carried as it is written, but for fields that have new names or are retired. */
function expressionOf({ file, block, address }: Resource): string {
  const written = (attributeText(file, block, 'expression') ?? '""').replace(
    /\b[a-z_]+(?:\.[a-z0-9_]+)+\b/g,
    (name) => renamedField(name) ?? name,
  );
  return written.includes(THREAT_SCORE) ? withoutThreatScore(written, address) : written;
}

export function usesThreatScore({ filter }: OldRule): boolean {
  return (attributeText(filter.file, filter.block, 'expression') ?? '').includes(THREAT_SCORE);
}

/** The score is always 0, so comparisons with it can be folded away where the whole condition is in sight. */
function withoutThreatScore(written: string, address: string): string {
  const inner = /^"((?:[^"\\$%]|\\["\\])*)"$/.exec(written)?.[1];
  const parsed = inner === undefined ? null : parseFilter(inner.replace(/\\(["\\])/g, '$1'));
  if (parsed?.ok !== true)
    throw new Refusal(`the expression of ${address} uses ${THREAT_SCORE}, which is always 0`);
  const { outcome } = foldThreatScore(parsed.expression);
  if (outcome.verdict !== 'rewritten')
    throw new Refusal(`the expression of ${address} is ${outcome.verdict} since ${THREAT_SCORE} is always 0`);
  return `"${outcome.text.replace(/["\\]/g, '\\$&')}"`;
}

/** `enabled` says the opposite of `paused`, of the rule or of its filter. */
function enabledOf(rule: OldRule): string | null {
  return enabledBy(
    [rule, rule.filter].flatMap(({ file, block }) => attributeText(file, block, 'paused') ?? []),
  );
}

function actionItems(action: Action, address: string, provider: ProviderMajor): readonly HclItem[] {
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
  if (names === undefined || names.length === 0 || !names.every((name) => /^"\w+"$/.test(name)))
    throw new Refusal(`the products of ${address} are not a list of names`);
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
          { name: 'products', value: bypassOnly(products, written) },
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

/** Most configurations choose already: `var.action == "bypass" ? var.products : null`. */
function bypassOnly(products: string, action: string): string {
  const isChosen = products.startsWith(`${action} == "bypass"`);
  return isChosen ? products : `${action} == "bypass" ? ${operand(products)} : null`;
}

function inline(items: readonly HclItem[]): string {
  return items.map((item) => ('value' in item ? `${item.name} = ${item.value}` : '')).join(', ');
}

function parameters(items: readonly HclItem[], provider: ProviderMajor): HclItem {
  return provider === 5
    ? { name: 'action_parameters', object: items }
    : { name: 'action_parameters', block: items };
}
