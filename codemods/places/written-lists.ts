/**
 * Lists of rules that a file of requests or a collection asks for, and nothing but a person reads: the ruleset of the
 * phase holds them.
 */
import type { Difference, Site, Verdict } from '../../src/migrate/index.js';
import { alternatives, knownText, literally } from '../../src/value/index.js';
import { isTested, segmentEdits } from './collections.js';
import { isAnswerSeen } from './request-files.js';
import { editsHere, inPlace } from './verdicts.js';

/** What the old list was asked for besides its rules; other parameters chose some of them. */
const PAGES = /^\?(?:(?:page|per_page|order|direction)=[^&#\s"]*&?)*$/;

const SHOWN: Difference = {
  name: 'ruleset-shown',
  what: 'the answer is the ruleset, with its rules in result.rules; a zone that has never had one answers with 404',
};

export function writtenList(site: Site, list: string, phase: string): Verdict | null {
  const { finding, file } = site;
  const { at } = finding;
  const isList = finding.endpoint?.endsWith(`/${list}`) === true;
  const isRead = finding.usages.every(
    (usage) => usage.kind === 'http' && alternatives(usage.method).every((one) => knownText(one) === 'GET'),
  );
  if (!isList || !isRead || finding.usages.length === 0) return null;
  const used = file.language === 'json' ? isTested(file, at.start) : isAnswerSeen(file, at.start);
  if (used !== false) return null;
  const from = file.text.slice(at.start, at.start + 1000);
  const query = new RegExp(`^${literally(list)}(\\?[^\\s"]*)?(?=[\\s"]|$)`).exec(from);
  if (query === null || (query[1] !== undefined && !PAGES.test(query[1]))) return null;
  const edit = {
    start: at.start,
    end: at.start + query[0].length,
    text: `rulesets/phases/${phase}/entrypoint`,
  };
  const segments = segmentEdits(file, edit);
  if (segments === null) return null;
  return inPlace({
    level: 'review',
    reason: 'the ruleset of the phase holds the rules',
    edits: editsHere(site, [edit, ...segments]),
    differences: [SHOWN],
  });
}
