/** All new functions of a package of Go, behind the function that sends its requests. */
import type { GoPackage } from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { DIFFERENT } from '../planner/index.js';
import { adapter } from './adapter.js';
import type { Done, Followed } from './followed.js';
import { ruleFunction, rulesetIdFunction } from './functions.js';
import type { NamedRules } from './kind.js';
import { oldListFunctions } from './old-shape.js';
import { needsAdapter } from './writing.js';

/** Or why they cannot be written. */
export function newFunctions(
  of: GoPackage,
  kind: NamedRules,
  all: readonly Pick<Followed, 'handed'>[],
  ways: readonly NonNullable<Done['wanted']>[],
): readonly FileEdit[] | string {
  const [first] = all;
  if (first === undefined) return [];
  const isMixed = [/\/rate_limits\b/, /\/firewall\/rules\b|\/filters\b/].every((paths) =>
    of.files.some(({ tree }) => paths.test(tree.text)),
  );
  const writing = { ...first.handed.writing, isMixed };
  const { core } = writing.sender;
  const roles = ['list', 'get', 'add', 'update', 'remove', 'listOld'] as const;
  const texts: string[] = [];
  for (const role of roles) {
    const wanted = ways.filter((one) => one.role === role);
    const [head] = wanted;
    if (head === undefined) continue;
    const kinds = new Set(wanted.map(({ type }) => type));
    const type = kinds.size === 1 ? head.type : writing.any;
    if (kinds.size > 1 && role !== 'update') return DIFFERENT;
    const features = new Set(wanted.flatMap((one) => one.features));
    const { result } = head;
    if (!wanted.every((one) => one.result === result)) return DIFFERENT;
    const names = [kind.names[role], ...(role === 'listOld' ? [kind.names.toOld] : [])];
    const isTaken = (name: string) =>
      of.files.some(({ tree }) => new RegExp(`\\b${literally(name)}\\b`).test(tree.text));
    if (names.some(isTaken)) return 'a name of the new functions is taken';
    texts.push(
      ...(role === 'listOld'
        ? oldListFunctions(writing)
        : [ruleFunction(writing, { role, features, type, result })]),
    );
  }
  if (texts.length === 0) return [];
  const isShared = ways.some(({ role }) => /^(?:list|listOld|add)$/.test(role));
  const inline = all.flatMap(({ handed }) => handed.writing.sender.inline ?? []);
  const functions = [
    ...(needsAdapter(writing) ? [adapter(writing, inline)] : []),
    ...(isShared ? [rulesetIdFunction(writing)] : []),
    ...texts,
  ];
  // Behind the last function that sends requests itself.
  const ends = all.flatMap(({ handed }) => {
    const { inline, core: own } = handed.writing.sender;
    return inline !== undefined && own.path === core.path ? [own.node.end] : [];
  });
  const at = Math.max(core.node.end, ...ends);
  return functions.map((text) => ({
    file: core.path,
    start: at,
    end: at,
    text: `\n\n${text}`,
    isDefinition: true as const,
  }));
}
