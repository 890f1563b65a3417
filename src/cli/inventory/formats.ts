import { EXEMPT_CRAWLERS } from '../../convert/index.js';
import {
  daysBetween,
  endText,
  instead,
  jsonLine,
  type Paint,
  plural,
  SCHEMA_VERSION,
  visible,
} from '../../report/index.js';
import { VERSION } from '../../version.js';
import type { ManagedBy } from './code.js';
import type { Inventory, InventoryObject, InventoryRuleset } from './made.js';

export function inventoryJson(inventory: Inventory): string {
  const tool = { name: 'edge-sunset', version: VERSION };
  return `${jsonLine({ schemaVersion: SCHEMA_VERSION, tool, ...inventory }, 1)}\n`;
}

export function* inventoryText(inventory: Inventory, paint: Paint): Iterable<string> {
  const { objects, missing } = inventory;
  const scopes = [...new Set(objects.map(({ scope }) => scope))];
  yield `${paint.bold(headline(inventory, scopes.length))}\n`;
  for (const one of missing) yield `  ${paint.dim('·')} not exported: ${visible(one)}\n`;
  for (const scope of scopes) {
    yield `\n${paint.bold(visible(scope))}\n`;
    const own = objects.filter((one) => one.scope === scope);
    for (const entry of new Set(own.map((one) => one.entry)))
      yield* entryText(
        own.filter((one) => one.entry === entry),
        inventory,
        paint,
      );
  }
}

function headline({ objects }: Inventory, scopes: number): string {
  if (objects.length === 0) return 'No retired objects in the export';
  return `${plural(objects.length, 'retired object')} in ${plural(scopes, 'zone or account', 'zones and accounts')}`;
}

function* entryText(own: readonly InventoryObject[], inventory: Inventory, paint: Paint): Iterable<string> {
  const [first] = own;
  if (first === undefined) return;
  const { entry, endOfLife, scope } = first;
  const ended =
    endOfLife === null ? '' : `, ${endText(daysBetween(endOfLife, inventory.now), {})} (${endOfLife})`;
  yield `  ${paint.underline(entry)}  ${plural(own.length, 'object')}${ended}\n`;
  for (const one of own) yield `    ${objectText(one)}\n`;
  const ruleset = inventory.rulesets.find((one) => one.scope === scope && one.entry === entry);
  if (ruleset === undefined) yield `    ${paint.dim(visible(instead(first.replacement)))}\n`;
  else yield* rulesetText(ruleset, paint);
}

function objectText({ id, name, managedBy, what }: InventoryObject): string {
  const called = [name === null ? null : JSON.stringify(name), id].filter((one) => one !== null).join(' ');
  const shown = called === '' ? what : called;
  return visible(managedBy === null ? shown : `${shown}: ${managersText(managedBy)}`);
}

const MOST_PLACES = 3;

function managersText(places: readonly ManagedBy[]): string {
  if (places.length === 0) return 'no code here manages it';
  const shown = places.slice(0, MOST_PLACES).map(({ path, line }) => `${path}:${line}`);
  const more = places.length > shown.length ? ` and ${places.length - shown.length} more` : '';
  const isNamed = places.some(({ by }) => by !== 'entry');
  return `${isNamed ? `by its ${places[0]?.by} in` : 'not named in code; the API is called in'} ${shown.join(', ')}${more}`;
}

function* rulesetText(
  { entry, rules, phase, path, differences, refused, existing }: InventoryRuleset,
  paint: Paint,
): Iterable<string> {
  if (refused !== null) {
    yield `    ${paint.red('not converted')}: ${visible(refused)}\n`;
    return;
  }
  yield `    ${paint.green('becomes')} ${plural(rules.length, 'rule')} of phase ${phase} (PUT ${visible(path)})\n`;
  if (existing !== null && existing > 0)
    yield `    ${paint.yellow('there already')}: ${plural(existing, 'rule')}; PUT replaces all of them, so put the new ones behind\n`;
  if (entry === 'rate-limits') yield `    ${paint.dim(visible(EXEMPT_CRAWLERS))}\n`;
  for (const { lost, path: at, message } of differences)
    yield `    ${lost ? paint.red('manual follow-up') : paint.yellow('behaviour change')}: ${visible(`${at}: ${message}`)}\n`;
}
