import { CODEMODS } from '../../codemods/index.js';
import { endsWithin, type Finding } from '../../src/analysis/index.js';
import { editsOnTheSpot, type SpotEdit } from '../../src/migrate/index.js';
import type { Program } from '../../src/read/index.js';
import type { RuleEngine } from './engine.js';

/** Milliseconds for all findings of a file: without its edits a finding is still worth reporting. */
const LONGEST = 2_000;

/** What `migrate` writes at the findings of a script, where it needs nothing else. */
export function migrationsOf(
  findings: readonly Finding[],
  engine: RuleEngine,
  program: Program,
): ReadonlyMap<Finding, SpotEdit> {
  let edits: ReadonlyMap<Finding, SpotEdit> = new Map();
  if (findings.length === 0) return edits;
  const ended = endsWithin(LONGEST, () => {
    edits = editsOnTheSpot(findings, program, engine.scripts, CODEMODS, engine.catalogue);
  });
  // What was stopped midway leaves its caches half filled.
  if (!ended) engine.renew();
  return edits;
}
