import { MAX_LENGTH, parseFilter, THREAT_SCORE, threatScoreSpans } from '../expression/index.js';
import type { Given } from './json.js';
import { FIREWALL_RULE } from './mapping/index.js';
import { type Conversion, Differences, type NewRule, type RuleFields } from './model.js';
import { OLD_ACTIONS, PRODUCTS, skippedBy } from './old-actions.js';

/** Products that a skip rule can still name. */

interface Ordered {
  readonly rule: NewRule;
  readonly priority: number;
  readonly precedence: number;
}

/** Objects of the Firewall Rules API as WAF custom rules, in the order in which they were evaluated. */
export function convertFirewallRules(items: readonly Given[]): Conversion {
  const differences = new Differences();
  const refs = distinctRefs(items, differences);
  const ordered = items.map((item) => orderedRule(item.record(), refs, differences));
  ordered.sort(
    (left, right) => compareNumbers(left.priority, right.priority) || left.precedence - right.precedence,
  );
  return {
    phase: 'http_request_firewall_custom',
    rules: ordered.map(({ rule }) => rule),
    differences: differences.list,
  };
}

/** Infinity minus itself is no order. */
function compareNumbers(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function orderedRule(item: Given, refs: ReadonlySet<string>, differences: Differences): Ordered {
  const filter = item.at('filter').record();
  const action = item.at('action').oneOf(OLD_ACTIONS);
  const description = item.at('description').optionalText() || filter.at('description').optionalText();
  const paused = item.at('paused').optionalFlag() || filter.at('paused').optionalFlag();
  const ref = item.at('ref').optionalText();
  return {
    priority: item.at('priority').optionalCount() ?? Number.POSITIVE_INFINITY,
    precedence: OLD_ACTIONS.indexOf(action),
    rule: {
      ...(ref !== undefined && refs.has(ref) ? { ref } : {}),
      ...(description ? { description } : {}),
      expression: expressionOf(filter.at('expression'), differences),
      ...newAction(action, item, differences),
      ...(paused ? { enabled: false } : {}),
    },
  };
}

/** `allow` and `bypass` are words of the old API alone. */
function newAction(
  action: (typeof OLD_ACTIONS)[number],
  item: Given,
  differences: Differences,
): RuleFields & { readonly action: string } {
  const meaning = FIREWALL_RULE.meanings.action?.[action];
  if (meaning !== undefined) {
    differences.changed(item.at('action').path, `"${action}" becomes a skip of the remaining custom rules`);
    return { ...meaning, action: String(meaning.action ?? action) };
  }
  if (action !== 'bypass') return { action };
  const products = item
    .at('products')
    .items()
    .map((product) => product.oneOf(PRODUCTS));
  if (products.length === 0) throw item.at('products').wrong('must name the products that the rule bypasses');
  const skipped = skippedBy(products);
  differences.changed(
    item.at('action').path,
    `"bypass" becomes a skip of ${Object.values(skipped).flat().join(', ')}`,
  );
  return { action: 'skip', action_parameters: skipped };
}

function expressionOf(given: Given, differences: Differences): string {
  const text = given.text();
  const parsed = parseFilter(text);
  if (text.length > MAX_LENGTH) {
    differences.lost(given.path, `has ${text.length} characters; a rule may have ${MAX_LENGTH}`);
  } else if (!parsed.ok) {
    differences.lost(given.path, `is not a valid expression: ${parsed.errors[0].message}`);
  } else if (threatScoreSpans(parsed.expression.root).length > 0) {
    differences.lost(
      given.path,
      `uses ${THREAT_SCORE}, which is always 0; 'edge-sunset expr fold' shows the simplified expression`,
    );
  }
  return text;
}

/** A ref identifies a rule of a ruleset, so only refs that occur once can stay. */
function distinctRefs(items: readonly Given[], differences: Differences): ReadonlySet<string> {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const item of items) {
    const ref = item.at('ref').optionalText();
    if (ref === undefined) continue;
    if (once.has(ref)) repeated.add(ref);
    once.add(ref);
  }
  for (const item of items) {
    const ref = item.at('ref').optionalText();
    if (ref === undefined || !repeated.has(ref)) continue;
    differences.lost(item.at('ref').path, `${JSON.stringify(ref)} is used by several rules and is omitted`);
  }
  return new Set([...once].filter((ref) => ref !== '' && !repeated.has(ref)));
}
