/**
 * What the codemods write at single places of a script, for an editor that sees one file at a time: edits of this file
 * alone that need no new module, no other place to be changed with them, and lose no comment.
 */
import { hasComment } from '../analysis/edits/index.js';
import type { Finding } from '../analysis/index.js';
import { type Catalogue, type Entry, rewriteLevel } from '../catalogue/index.js';
import type { Program, Reader } from '../read/index.js';
import { retiredResources } from './judge/evidence.js';
import { Judge } from './judge/index.js';
import type { Codemod, FileEdit } from './model.js';
import { Sources, siteAt } from './sites.js';

export interface SpotEdit {
  readonly level: 'safe' | 'review';
  readonly reason: string;
  readonly edits: readonly FileEdit[];
}

/** The levels of such edits that findings of an entry may ever bring, as a rule has to say beforehand. */
export function levelsOnTheSpot(entry: Entry, codemods: readonly Codemod[]): ReadonlySet<SpotEdit['level']> {
  const has = codemods.some((codemod) => isOnTheSpot(codemod) && codemod.entries.includes(entry.id));
  const highest = has ? rewriteLevel(entry) : null;
  if (highest === null) return new Set();
  return new Set(highest === 'safe' ? ['safe', 'review'] : ['review']);
}

/** Resources become others with the whole file in view. */
function isOnTheSpot({ ties, language }: Codemod): boolean {
  return ties === 'site' && language === undefined;
}

/** Where codemods write nothing on the spot, the finding is not in the result. */
export function editsOnTheSpot(
  findings: readonly Finding[],
  program: Program,
  readers: ReadonlyMap<string, Reader>,
  codemods: readonly Codemod[],
  catalogue: Catalogue,
): ReadonlyMap<Finding, SpotEdit> {
  const sources = Sources.read(program, readers);
  const entries = new Map(catalogue.entries.map((entry) => [entry.id, entry]));
  const entryOf = (id: string) => {
    const entry = entries.get(id);
    if (entry === undefined) throw new Error(`a finding names the unknown entry ${id}`);
    return entry;
  };
  const retired = retiredResources(catalogue);
  const options = { codemods, entry: entryOf, retired, strategies: new Map(), found: [] };
  const judge = new Judge(options, sources);
  const result = new Map<Finding, SpotEdit>();
  for (const finding of findings) {
    if (finding.advice !== undefined) continue;
    const site = siteAt(finding, '', entryOf(finding.entry), sources);
    if (site === null || site.script === null) continue;
    const { codemod, verdict, helper } = judge.judgeSite(site);
    if (
      codemod === null ||
      !isOnTheSpot(codemod) ||
      (verdict.strategy !== 'in-place' && verdict.strategy !== 'delete')
    )
      continue;
    const { edits, level, reason } = verdict;
    const { script } = site;
    const isHere = edits.every(
      ({ file, start, end }) => file === finding.at.file && !hasComment(script, start, end, script.program),
    );
    if (helper.length === 0 && isHere) result.set(finding, { level, reason, edits });
  }
  return result;
}
