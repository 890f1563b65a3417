/** Which instance of a filter belongs to an instance of a rule that is made for the same items. */
import { attributeNamed, attributeText, type HclFile, writtenValue } from '../places/hcl.js';
import { conditionOf, plain, type Repetition, type Resource } from '../places/rulesets/resources.js';

/** The filter that is named, and what picks one of its instances, as it is written. */
export interface FilterReference {
  readonly label: string;
  readonly index: string | undefined;
  /** The attribute by which a search finds the instance, with what it is compared to. */
  readonly search?: { readonly attribute: string; readonly wanted: string };
}

const REFERENCES: readonly RegExp[] = [
  /^(?:"\$\{ *)?cloudflare_filter\.([\w-]+)(?:\[([^\]]+(?:\["[^\]]*"\])?)\])?\.id(?: *\}")?$/,
  /^element\(cloudflare_filter\.([\w-]+)(?:\.\*|\[\*\])\.id, *(count\.index)\)$/,
  /^cloudflare_filter\.([\w-]+)(?:\.\*|\[\*\])\.id\[(count\.index|0)\]$/,
];

const SEARCH =
  /^\[\s*for (\w+) in (?:values\()?cloudflare_filter\.([\w-]+)\)?(?:\[\*\])? : \1\.id if \1\.(\w+) == (.+?)\s*\]\[0\]$/;

export function filterReference(written: string): FilterReference | null {
  const found = SEARCH.exec(plain(written));
  const [, , searched, attribute, wanted] = found ?? [];
  if (searched !== undefined && attribute !== undefined && wanted !== undefined)
    return { label: searched, index: undefined, search: { attribute, wanted } };
  const [, label, index] = REFERENCES.map((one) => one.exec(written)).find((one) => one !== null) ?? [];
  return label === undefined ? null : { label, index };
}

/** Whether the reference picks the filter that belongs to this instance of the rule. */
export function isOwnInstance(
  { index, search }: FilterReference,
  repetition: Repetition | null,
  filter: Resource,
  files: readonly HclFile[],
): boolean {
  if (repetition === null) return index === undefined && search === undefined;
  if (repetition.by === 'count')
    return index === 'count.index' || (index === '0' && conditionOf(repetition) !== null);
  const key = keyOf(repetition.value, files);
  if (search !== undefined) {
    const { attribute, wanted } = search;
    const own = attributeText(filter.file, filter.block, attribute) ?? '';
    return dotted(own) === dotted(wanted) && key !== null && dotted(wanted) === `each.value${key}`;
  }
  if (index === 'each.key' || index === 'each.value') return true;
  return key !== null && dotted(index ?? '') === `each.value${key}`;
}

const COMPREHENSION =
  /^\{ for (?:(\w+), )?(\w+) in ([\w.]+|(?:flatten|values|toset)\([\w.]+\)) : ([^=]+) => (.+) \}$/;

/**
 * The attribute of its item that a map has as the key: `.name` of `{ for rule in var.rules : rule.name => rule }`. Null
 * for other maps.
 */
function keyOf(forEach: string, files: readonly HclFile[]): string | null {
  const [, position, item, list = '', key = '', value = ''] =
    COMPREHENSION.exec(plain(resolved(forEach, files))) ?? [];
  if (item === undefined) return null;
  const own = dotted(key.replaceAll(`${list}[${position}]`, item));
  const path = own.startsWith(`${item}.`) ? own.slice(item.length) : '';
  if (!/^(?:\.\w+)+$/.test(path)) return null;
  const [, merged, added = ''] = /^merge\( ?(\w+), \{(.*)\} ?\)$/.exec(value) ?? [];
  const names = [...added.matchAll(/(\w+) ?=/g)].map(([, name]) => `.${name}`);
  return value === item || (merged === item && !names.includes(path)) ? path : null;
}

/** The value of a local name. */
function resolved(written: string, files: readonly HclFile[]): string {
  const name = /^local\.([\w-]+)$/.exec(written)?.[1];
  for (const file of name === undefined ? [] : files) {
    for (const block of file.blocks) {
      const attribute = block.type === 'locals' && attributeNamed(block, name ?? '');
      if (attribute) return writtenValue(file, attribute);
    }
  }
  return written;
}

/** `lookup(rule, "name")` and `rule["name"]` as `rule.name`. */
function dotted(written: string): string {
  return plain(written)
    .replace(/\blookup\(([\w.]+), "(\w+)"\)/g, '$1.$2')
    .replace(/\["(\w+)"\]/g, '.$1');
}
