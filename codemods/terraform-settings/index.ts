/** Settings that are gone, as attributes and blocks of Terraform resources. */
import type { Codemod, Difference, FileEdit, Site, Verdict } from '../../src/migrate/model.js';
import type { Attribute, Block } from '../../src/read/terraform/parse.js';
import {
  attributeText,
  commentsAbove,
  type HclFile,
  hclFile,
  isResource,
  linesOf,
  withGap,
} from '../places/hcl.js';
import { realigned } from '../places/hcl-align.js';
import { deletion, marker } from '../places/verdicts.js';
import { removedBlocks } from '../terraform-firewall-rules/state.js';

export const terraformSettings: Codemod = {
  id: 'terraform-settings',
  entries: ['brotli', 'minify', 'server-side-excludes', 'privacy-pass', 'mirage', 'security-level'],
  language: 'terraform',
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS = 'Remove this setting. There is no replacement.';
/** Blocks that must not become empty: the provider or the API refuses them. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['actions', 'action_parameters', 'rules']);

const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'Terraform no longer manages the setting, which has no effect any more',
};

function classify(site: Site): Verdict | null {
  if (site.finding.kind !== 'resource' && site.finding.kind !== 'field') return null;
  const file = hclFile(site.file);
  const { start } = site.finding.at;
  const whole = file.blocks.find((block) => isSetting(file, block) && isInside(block, start));
  if (whole !== undefined) return withoutResource(site, file, whole);
  const found = itemAt(file.blocks, start);
  if (found === null) return null;
  if (site.entry.id === 'security-level' && !isRetiredLevel(file, found.item))
    return marker('the level is computed', 'Set only off or under_attack here; remove every other level.');
  const { holder, item } = found;
  const others = holder.body.attributes.length + holder.body.blocks.length - 1;
  if (others === 0 && NEVER_EMPTY.has(holder.type))
    return marker(
      'nothing else would be left of the block',
      `Remove the block ${holder.type} with this setting.`,
    );
  const lines = linesOf(file, item);
  if (lines === null) return marker('something else stands on the same line', STEPS);
  const edits: FileEdit[] = [
    { file: file.path, start: lines.start, end: lines.end, text: '' },
    ...realigned(file, holder, retiredItems(file, holder, item)).map((edit) => ({
      file: file.path,
      ...edit,
    })),
  ];
  return deletion(`${site.entry.title} is gone without a replacement`, edits, [LEFT_OUT]);
}

/** Provider 5 has a resource for each setting. */
function isSetting(file: HclFile, block: Block): boolean {
  return isResource(block, 'cloudflare_zone_setting') && attributeText(file, block, 'setting_id') !== null;
}

function withoutResource(site: Site, file: HclFile, block: Block): Verdict {
  const lines = linesOf(file, block);
  const value = attributeText(file, block, 'value') ?? '';
  if (site.entry.id === 'security-level' && !/^"(?:low|medium|high|essentially_off)"$/.test(value))
    return marker('the level is computed', 'Set only off or under_attack here; remove every other level.');
  if (lines === null) return marker('something else stands on the same line', STEPS);
  const { start } = commentsAbove(file, lines.start);
  const stretch = withGap(file.text, { start, end: lines.end });
  const address = block.labels.map(({ text }) => text).join('.');
  const [state = []] = removedBlocks([address]);
  const gap = file.text.slice(lines.end, stretch.end);
  return deletion(
    `${site.entry.title} is gone without a replacement`,
    [
      { file: file.path, start, end: start, text: `${state.join('\n')}\n${gap}` },
      { file: file.path, ...stretch, text: '' },
    ],
    [LEFT_OUT],
  );
}

/** Names of settings that go. All of a block are aligned anew together, whichever of them goes first. */
const RETIRED: ReadonlySet<string> = new Set([
  'brotli',
  'minify',
  'autominify',
  'mirage',
  'privacy_pass',
  'server_side_exclude',
  'server_side_excludes',
]);

function retiredItems(
  file: HclFile,
  { body }: Block,
  item: Attribute | Block,
): readonly (Attribute | Block)[] {
  const attributes = body.attributes.filter(
    (one) => RETIRED.has(one.name) || (one.name === 'security_level' && isRetiredLevel(file, one)),
  );
  return [...new Set([...attributes, ...body.blocks.filter(({ type }) => RETIRED.has(type)), item])];
}

function isRetiredLevel(file: HclFile, item: Attribute | Block): boolean {
  const written = file.text.slice(item.origin.start, item.origin.end);
  return /=\s*"(?:low|medium|high|essentially_off)"\s*$/.test(written);
}

function isInside({ origin }: Block | Attribute, offset: number): boolean {
  return origin.start <= offset && offset < origin.end;
}

/** The innermost attribute or block whose name stands at the offset, or whose value does, with the block around it. */
function itemAt(
  blocks: readonly Block[],
  offset: number,
): { readonly holder: Block; readonly item: Attribute | Block } | null {
  const holder = blocks.find((block) => isInside(block, offset));
  if (holder === undefined) return null;
  const inner = holder.body.blocks.find((block) => isInside(block, offset));
  if (inner !== undefined && inner.typeOrigin.start !== offset) return itemAt([inner], offset);
  const item = inner ?? holder.body.attributes.find((attribute) => isInside(attribute, offset));
  return item === undefined ? null : { holder, item };
}
