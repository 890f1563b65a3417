/** A declared package of the old WAF as a rule that executes the OWASP Core Ruleset. */
import type { HclItem } from '../hcl-layout.js';
import { OLD_ATTRIBUTES } from '../old-attributes.js';
import { Refusal } from '../rulesets/resources.js';
import { convertedPackage } from '../rulesets/waf.js';
import { requireOnly } from './fields.js';
import type { Texts } from './limits.js';
import type { Declared, NewRule } from './model.js';

/** Throws a `Refusal`. */
export function wafPackage(declared: Declared, texts: Texts): NewRule {
  const { address, fields } = declared;
  requireOnly(fields, OLD_ATTRIBUTES.wafPackage, address);
  const { items, differences } = convertedPackage(address, (name, fallback) => {
    const written = fields.get(name);
    if (written === undefined) return fallback;
    if (typeof written.json !== 'string') throw new Refusal(`${name} of ${address} is computed`);
    return written.json;
  });
  return { declared, parts: [declared], items: inWords(items(5), texts), differences };
}

/** Texts as the language writes them. */
function inWords(items: readonly HclItem[], texts: Texts): readonly HclItem[] {
  return items.map((item): HclItem => {
    const { name } = item;
    if ('object' in item) return { name, object: inWords(item.object, texts) };
    if ('list' in item)
      return { name, list: item.list.map((one) => ({ ...one, object: inWords(one.object, texts) })) };
    const value: unknown = 'value' in item ? JSON.parse(item.value) : null;
    return typeof value === 'string' ? { name, value: texts.quoted(value) } : item;
  });
}
