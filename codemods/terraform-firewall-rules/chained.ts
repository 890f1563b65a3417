/** Rules that are made for the instances of a filter: `for_each = cloudflare_filter.this`, `filter_id = each.value.id`. */
import { parseConfiguration } from '../../src/read/terraform/index.js';
import { literally } from '../../src/value/index.js';
import { attributeText, type HclFile } from '../places/hcl.js';
import type { Resource } from '../places/rulesets/resources.js';

/** A resource as it is read, and where it stands if it is written in another way. */
export interface ReadResource extends Resource {
  readonly written?: Resource;
}

/** The filter as a whole, what it does not have, or a part of a text, where quotes would stand in quotes. */
const OTHER_USE =
  /\beach\.value\b(?!\.(?:id|zone_id|expression|description|paused|ref)\b)|\{\s*each\.value\b/;

/** The rule as it is written when it goes through the items of its filter; itself where it is not chained. */
export function unchained(rule: Resource, filters: readonly Resource[]): ReadResource {
  const { file, block, address } = rule;
  const chain = attributeText(file, block, 'for_each') ?? '';
  const filter = filters.find((one) => one.address === chain);
  const items = filter && attributeText(filter.file, filter.block, 'for_each');
  if (filter === undefined || items == null) return rule;
  const written = file.text.slice(block.origin.start, block.origin.end);
  if (OTHER_USE.test(written)) return rule;
  const own = (name: string) =>
    name === 'id' ? `${chain}[each.key].id` : (attributeText(filter.file, filter.block, name) ?? 'null');
  const text = written
    .replace(/\beach\.value\.(\w+)/g, (_, name: string) => own(name))
    .replace(new RegExp(`(\\bfor_each\\s*=\\s*)${literally(chain)}`), (_, head: string) => head + items);
  const read: HclFile = { path: file.path, text, ...bodyOf(file.path, text) };
  const [only] = read.blocks;
  return only === undefined ? rule : { file: read, block: only, address, written: rule };
}

function bodyOf(path: string, text: string) {
  const { body, comments } = parseConfiguration(path, text);
  return { ...body, comments };
}
