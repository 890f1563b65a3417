/** Resources and rules of which nothing is left go as a whole. */
import type { Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Block } from '../../src/read/terraform/index.js';
import {
  addressOf,
  blankTail,
  commentsAbove,
  type HclFile,
  isResource,
  linesOf,
  moduleFiles,
  withGap,
} from '../places/hcl.js';
import { knowsRemoved, removedBlocks } from '../places/hcl-state.js';
import { forgotten } from '../places/rulesets/differences.js';
import { referenceEdits } from '../places/rulesets/references.js';
import { Refusal } from '../places/rulesets/resources.js';
import { deletion, marker } from '../places/verdicts.js';

export const STEPS = 'Remove this setting. There is no replacement.';

export const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'Terraform no longer manages the setting, which has no effect any more',
};

const DELETED: Difference = {
  name: 'rule-deleted',
  what: 'Terraform deletes the rule, which set nothing else and has no effect any more',
};

/** The rule around settings of which none is left, or the resource if it has no other; null where it cannot be empty. */
export function withoutRule(
  site: Site,
  file: HclFile,
  resource: Block,
  around: Surroundings,
): Verdict | null {
  if (isResource(resource, 'cloudflare_page_rule')) return deletedResource(site, file, resource, around);
  const { start } = site.finding.at;
  const rules = resource.body.blocks.filter(({ type }) => type === 'rules');
  const rule = rules.find(({ origin }) => origin.start <= start && start < origin.end);
  if (!isResource(resource, 'cloudflare_ruleset') || rule === undefined) return null;
  if (rules.length === 1) return deletedResource(site, file, resource, around);
  const lines = linesOf(file, rule);
  if (lines === null) return null;
  const stretch = withGap(file.text, { start: commentsAbove(file, lines.start).start, end: lines.end });
  const isLast = rules.at(-1) === rule;
  const from = isLast ? file.text.slice(0, stretch.start).trimEnd().length + 1 : stretch.start;
  const edit = { file: file.path, start: from, end: isLast ? lines.end : stretch.end, text: '' };
  return deletion(`${site.entry.title} is gone without a replacement`, [edit], [DELETED]);
}

/** A resource that the API still knows: Terraform may delete it. */
function deletedResource(site: Site, file: HclFile, block: Block, around: Surroundings): Verdict {
  return withoutBlock(site, file, block, around, false, [DELETED]);
}

/** A resource that must not be deleted, for its API is gone. */
export function withoutResource(site: Site, file: HclFile, block: Block, around: Surroundings): Verdict {
  const hasRemoved = knowsRemoved(file.path, around);
  const address = addressOf(block);
  return withoutBlock(site, file, block, around, hasRemoved, [
    LEFT_OUT,
    ...forgotten([{ address }], hasRemoved),
  ]);
}

function withoutBlock(
  site: Site,
  file: HclFile,
  block: Block,
  around: Surroundings,
  isForgotten: boolean,
  differences: readonly Difference[],
): Verdict {
  const lines = linesOf(file, block);
  if (lines === null) return marker('something else stands on the same line', STEPS);
  const { start } = commentsAbove(file, lines.start);
  const address = addressOf(block);
  const stretch = withGap(file.text, { start, end: lines.end });
  const tail = isForgotten ? null : blankTail(file.text, [stretch]);
  const [state = []] = isForgotten ? removedBlocks([address]) : [];
  const gap = file.text.slice(lines.end, stretch.end);
  try {
    const references = referenceEdits([{ file, block, address }], null, moduleFiles(file.path, around));
    const edits: FileEdit[] = [
      ...(isForgotten ? [{ file: file.path, start, end: start, text: `${state.join('\n')}\n${gap}` }] : []),
      { file: file.path, ...stretch, start: tail?.start ?? stretch.start, text: '' },
      ...references,
    ];
    return deletion(`${site.entry.title} is gone without a replacement`, edits, differences);
  } catch (error) {
    if (error instanceof Refusal)
      return marker(
        error.message,
        'Remove this resource, in which no setting has an effect any more, and what uses it.',
        'Remove this resource, in which no setting has an effect, and what uses it.',
      );
    throw error;
  }
}
