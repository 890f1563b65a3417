/**
 * Ids that a program has from outside: from its arguments, a file, a data store, or whoever calls it. A rule has another
 * id once it is migrated, so a call that takes such an id finds nothing. It is migrated, and the plan says so.
 */
import type { Finding } from '../analysis/index.js';
import { literally } from '../value/index.js';
import { givesIds, groupsByCalls, takesId } from './id-ties.js';
import type { Difference } from './model.js';
import type { MigratedPackages } from './packages.js';
import type { JudgedSite } from './plan.js';
import type { Sources } from './sites.js';

const OLD_IDS: Difference = {
  name: 'ids-of-old-rules',
  what: 'ids of old rules: an id that was stored or handed over before the migration names no rule any more, because rules have new ids; look the rule up in the list by its description or expression',
};

export function withOldIds(
  members: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
): readonly JudgedSite[] {
  if (!members.some(isTaker)) return members;
  const listed = new Set(
    groupsByCalls(members, packages, sources)
      .filter((group) => group.some(isLister))
      .flat(),
  );
  return members.map((one) => {
    const { verdict } = one;
    const isFromOutside = !listed.has(one) || isGivenFromOutside(one);
    if (!isTaker(one) || verdict.strategy === 'marker' || !isFromOutside) return one;
    return {
      ...one,
      verdict: { ...verdict, level: 'review', differences: [...verdict.differences, OLD_IDS] },
    };
  });
}

function isTaker({ codemod, site: { finding }, verdict }: JudgedSite): boolean {
  if (codemod?.ties !== 'ids' || verdict.strategy !== 'in-place') return false;
  return takesId(finding) || takesIdInSdk(finding);
}

/** `rules.delete`, `rules.get`, `UpdateFirewallRule`: all methods but those that list and create. */
function takesIdInSdk({ kind, method, endpoint }: Finding): boolean {
  if (kind !== 'sdk') return false;
  return method === 'GET'
    ? /(?:^|\.)(?:get|FirewallRule|RateLimit|Filter)$/.test(endpoint ?? '')
    : method !== 'POST';
}

function isLister({ site: { finding } }: JudgedSite): boolean {
  return givesIds(finding) && !takesIdInSdk(finding) && (finding.method ?? 'GET') === 'GET';
}

/** The id is written as something from outside, or was given a value of there. */
function isGivenFromOutside({ site: { file, finding } }: JudgedSite): boolean {
  return finding.usages.some((usage) => {
    const value = usage.kind === 'http' ? usage.url : usage.kind === 'sdk' ? usage.args[0] : undefined;
    const hole = value?.kind === 'text' ? value.pieces.findLast(({ kind }) => kind === 'hole') : value;
    const origin = hole?.origin?.file === file.path ? hole.origin : null;
    const name = hole?.kind === 'hole' ? hole.name : undefined;
    const written = name ?? (origin === null ? '' : file.text.slice(origin.start, origin.end));
    if (OUTSIDE.test(written)) return true;
    const [root] = /[A-Za-z_]\w*/.exec(written) ?? [];
    return root !== undefined && isFilledFromOutside(file.text, root);
  });
}

/** `const [zone, id] = process.argv`, `state = json.load(file)`, `remove(zone, sys.argv[1])` of `def remove(zone, id):` */
function isFilledFromOutside(text: string, name: string): boolean {
  const assigned = new RegExp(`\\b${literally(name)}\\b[^=\\n(]{0,60}(?<![=!<>])=(?![=>])(.*)`, 'g');
  if ([...text.matchAll(assigned)].some(([, value = '']) => OUTSIDE.test(value))) return true;
  const taking = new RegExp(`\\b(\\w+)\\s*\\([^()\\n]{0,100}\\b${literally(name)}\\b`, 'g');
  const functions = new Set([...text.matchAll(taking)].map(([, called = '']) => called));
  return [...functions].some((called) =>
    [...text.matchAll(new RegExp(`\\b${literally(called)}\\(([^\\n]*)`, 'g'))].some(([, given = '']) =>
      ARGUMENTS.test(given),
    ),
  );
}

const ARGUMENTS =
  /\bargv\b|\bARGV\b|\bos\.Args\b|\bflag\.Arg\b|\breq(?:uest)?\.(?:params|query|body)\b|\bsearchParams\b/;
const OUTSIDE = new RegExp(
  `${ARGUMENTS.source}|\\bprocess\\.env\\b|\\benviron\\b|\\bgetenv\\b|\\bGetenv\\b|\\bENV\\b|\\bJSON\\.parse\\b|\\bjson\\.loads?\\b|\\breadFile|\\bread_text\\b|\\blocalStorage\\b`,
);
