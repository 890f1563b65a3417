/** Data sources that list packages, groups and rules of the old WAF: they go where nothing asks for them. */
import type { FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Block } from '../../src/read/terraform/index.js';
import { literally } from '../../src/value/index.js';
import {
  addressOf,
  blankTail,
  commentsAbove,
  type HclFile,
  hclFile,
  type Lines,
  linesOf,
  moduleFiles,
  withGap,
} from '../places/hcl.js';
import type { Outcome } from '../places/rulesets/plan.js';
import { deletion, marker } from '../places/verdicts.js';

const TYPES: ReadonlySet<string> = new Set([
  'cloudflare_waf_packages',
  'cloudflare_waf_groups',
  'cloudflare_waf_rules',
]);

const STEPS =
  'The managed rulesets have other ids for groups and rules, so nothing takes the place of this data source: rewrite what uses it, then remove it.';

interface Source {
  readonly file: HclFile;
  readonly block: Block;
  readonly address: string;
}

/** Null for what is no such data source. `migrated` gives what becomes of the packages of the module. */
export function unusedDataSource(
  site: Site,
  around: Surroundings,
  migrated: () => ReadonlyMap<string, Outcome>,
): Verdict | null {
  const { start } = site.finding.at;
  const own = hclFile(site.file);
  const sources = moduleFiles(site.file.path, around).flatMap((file) =>
    file.blocks
      .filter(({ type, labels }) => type === 'data' && TYPES.has(labels[0]?.text ?? ''))
      .map((block): Source => ({ file, block, address: `data.${addressOf(block)}` })),
  );
  const source = sources.find(({ file, block }) => file === own && isInside(block, start));
  if (source === undefined) return null;
  const files = moduleFiles(site.file.path, around);
  const packages = new Map(
    [...migrated()].flatMap(([address, one]) => ('edits' in one ? [[address, one]] : [])),
  );
  const goes = (block: Block) => block.type === 'resource' && packages.has(addressOf(block));
  const unused = unusedOf(sources, files, goes);
  if (!unused.includes(source)) return marker(useOf(source, files, unused, goes) ?? '', STEPS);
  const gone = unused.filter(({ file }) => file === own);
  if (gone.some(({ block }) => linesOf(own, block) === null))
    return marker('something else stands on the same line', STEPS);
  const stretches = gone.map(({ block }) => stretchOf(own, block));
  const used = files.flatMap((file) =>
    file.blocks.filter(goes).filter((block) => gone.some((one) => names(file, block, one))),
  );
  const tail = packages.size > 0 ? null : blankTail(own.text, stretches);
  const edits: readonly FileEdit[] = [
    ...[...stretches, ...(tail === null ? [] : [tail])].map((one) => ({ file: own.path, ...one, text: '' })),
    ...used.flatMap((block) => packages.get(addressOf(block))?.edits ?? []),
  ];
  return deletion('the list is gone, and nothing asks for it', edits);
}

/** With its comment and the empty lines behind it. */
function stretchOf(file: HclFile, block: Block): Lines {
  const { start, end } = linesOf(file, block) ?? block.origin;
  return withGap(file.text, { start: commentsAbove(file, start).start, end });
}

function isInside({ origin }: Block, offset: number): boolean {
  return origin.start <= offset && offset < origin.end;
}

/** Those that nothing names but each other and what goes. */
function unusedOf(
  sources: readonly Source[],
  files: readonly HclFile[],
  goes: (block: Block) => boolean,
): readonly Source[] {
  for (let left = sources; ; ) {
    const next = left.filter((one) => useOf(one, files, left, goes) === null);
    if (next.length === left.length) return left;
    left = next;
  }
}

/** Who names a data source; null for nobody but those that go. */
function useOf(
  source: Source,
  files: readonly HclFile[],
  gone: readonly Source[],
  goes: (block: Block) => boolean,
): string | null {
  for (const file of files) {
    for (const at of placesOf(source, file)) {
      const block = file.blocks.find((one) => isInside(one, at));
      const isGone = block !== undefined && (goes(block) || gone.some((one) => one.block === block));
      if (!isGone) return `${file.path}:${file.text.slice(0, at).split('\n').length} uses ${source.address}`;
    }
  }
  return null;
}

function names(file: HclFile, block: Block, source: Source): boolean {
  return placesOf(source, file).some((at) => isInside(block, at));
}

/** Where a file names a data source, but for comments and itself. */
function placesOf({ address, block }: Source, { text, comments, blocks }: HclFile): readonly number[] {
  return [...text.matchAll(new RegExp(`\\b${literally(address)}(?![\\w-])`, 'g'))]
    .map(({ index }) => index)
    .filter(
      (at) =>
        !(blocks.includes(block) && isInside(block, at)) &&
        !comments.some(({ start, end }) => start <= at && at < end),
    );
}
