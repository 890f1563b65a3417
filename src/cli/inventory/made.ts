/** The inventory as data: what still exists, what becomes of it, and which code manages it. */
import { BadInput, type Conversion, convert, OLD_LISTS, type OldList } from '../../convert/index.js';
import type { Code, ManagedBy } from './code.js';
import { type Exported, type ExportedList, type Fields, listIn } from './exported.js';
import type { RetiredObject } from './retired.js';

export interface Inventory {
  readonly now: string;
  readonly objects: readonly InventoryObject[];
  readonly rulesets: readonly InventoryRuleset[];
  /** What the export does not hold. */
  readonly missing: readonly string[];
}

export interface InventoryObject {
  /** Name of the zone, else its id; `account …`. */
  readonly scope: string;
  readonly path: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly entry: string;
  readonly endOfLife: string | null;
  readonly what: string;
  readonly replacement: string;
  /** Null where no code was looked at. */
  readonly managedBy: readonly ManagedBy[] | null;
}

/** One list of a retired API as the ruleset that takes its place. */
export interface InventoryRuleset {
  readonly scope: string;
  readonly entry: OldList;
  /** Of the request that writes it: `PUT` with the rules. */
  readonly path: string;
  readonly phase: string;
  readonly rules: Conversion['rules'];
  readonly differences: Conversion['differences'];
  /** Rules that are there now, which the request would replace; null where the export does not tell. */
  readonly existing: number | null;
  /** Why nothing was converted. */
  readonly refused: string | null;
}

export function inventoryOf(
  exported: Exported,
  retired: readonly RetiredObject[],
  code: Code | null,
  now: string,
): Inventory {
  return {
    now,
    objects: retired.map((one) => ({
      scope: scopeOf(one.path, exported),
      path: one.path,
      id: textOf(one.object.id),
      name: nameOf(one.object),
      entry: one.entry,
      endOfLife: one.endOfLife,
      what: one.subject,
      replacement: one.replacement,
      managedBy: code === null ? null : code.managing(one.entry, one.object),
    })),
    rulesets: exported.lists.flatMap((list) => rulesetOf(list, exported) ?? []),
    missing: exported.missing,
  };
}

const LISTS: Readonly<Record<OldList, RegExp>> = {
  'firewall-rules': /^\/zones\/[^/]+\/firewall\/rules$/,
  'rate-limits': /^\/zones\/[^/]+\/rate_limits$/,
  'waf-packages': /^\/zones\/[^/]+\/firewall\/waf\/packages$/,
};

function rulesetOf(list: ExportedList, exported: Exported): InventoryRuleset | null {
  const entry = OLD_LISTS.find((kind) => LISTS[kind].test(list.path));
  if (entry === undefined || list.items.length === 0) return null;
  const scope = scopeOf(list.path, exported);
  const zone = list.path.split('/')[2] ?? '';
  const pathOf = (phase: string) => `/zones/${zone}/rulesets/phases/${phase}/entrypoint`;
  try {
    const made = convert(entry, JSON.stringify(list.items));
    const path = pathOf(made.phase);
    const now = exported.lists.find((one) => one.path === path);
    const existing = now === undefined ? null : now.items.flatMap(({ rules }) => listIn(rules)).length;
    return { scope, entry, path, existing, ...made, refused: null };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return {
      scope,
      entry,
      path: '',
      phase: '',
      existing: null,
      rules: [],
      differences: [],
      refused: error.message,
    };
  }
}

function scopeOf(path: string, { zones }: Exported): string {
  const [, kind = '', id = ''] = path.split('/');
  return kind === 'zones' ? (zones.get(id) ?? id) : `${kind.replace(/s$/, '')} ${id}`.trim();
}

/** What people call it. */
function nameOf(object: Fields): string | null {
  return textOf(object.description) ?? textOf(object.name) ?? textOf(object.ref) ?? null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
