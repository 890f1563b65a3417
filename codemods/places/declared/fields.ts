/** What is asked of the fields of a declared resource. Throws a `Refusal` where one is not as it has to be. */
import { Refusal } from '../rulesets/resources.js';
import type { Fields, Written } from './model.js';

export function requireOnly(fields: Fields, known: ReadonlySet<string>, address: string): void {
  for (const name of fields.keys())
    if (!known.has(name)) throw new Refusal(`${address} has the property ${name}`);
}

export function requiredField(fields: Fields, name: string, address: string): Written {
  const written = fields.get(name);
  if (written === undefined) throw new Refusal(`${address} has no ${name}`);
  return written;
}

/** `zoneId` as the documentation of Terraform spells it: `zone_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
