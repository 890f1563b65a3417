/** Settings that are gone, in tasks of Ansible that set them: an item of the task's loop, or the task. */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Codemod, Difference, Site, Verdict } from '../../src/migrate/index.js';
import { GOES } from '../places/gone-settings.js';
import { deletion, editsHere, marker } from '../places/verdicts.js';
import { holdsOffset, itemAt, keysOf, withoutItem, type YamlItem } from '../places/yaml-items.js';

export const ansibleSettings: Codemod = {
  id: 'ansible-settings',
  entries: ['brotli', 'minify', 'server-side-excludes', 'privacy-pass', 'mirage'],
  language: 'yaml',
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS = 'Remove the setting from the task. There is no replacement.';

const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'the playbook no longer sets the setting, which has no effect any more',
};

function classify(site: Site): Verdict | null {
  const { finding, entry, file } = site;
  if (finding.kind !== 'endpoint') return null;
  const { start } = finding.at;
  const task = itemAt(file, start, isTask);
  if (task === null) return null;
  const kept = keptBy(task.map);
  if (kept !== null) return marker(kept, STEPS);
  const loop = loopOf(task.map);
  const inLoop = loop?.items.find((item) => holdsOffset(item as Node, start)) as Node | undefined;
  const place = loop !== null && inLoop !== undefined ? (placeInLoop(loop, inLoop) ?? task) : task;
  const edit = withoutItem(file.text, place, place === task);
  if (edit === null) return marker('nothing else would be left there, or it shares a line', STEPS);
  return deletion(`${entry.title} is gone without a replacement`, editsHere(site, [edit]), [LEFT_OUT]);
}

const URI: ReadonlySet<string> = new Set(['uri', 'ansible.builtin.uri', 'ansible.legacy.uri']);
const LOOPS: ReadonlySet<string> = new Set(['loop', 'with_items', 'with_list']);

function isTask(keys: readonly string[]): boolean {
  return keys.some((key) => URI.has(key));
}

/** The items that a task goes through, if it has a loop. */
function loopOf(task: YAMLMap): YAMLSeq | null {
  const loop = (task.items as Pair<Node, Node | null>[]).find(
    ({ key, value }) => isScalar(key) && LOOPS.has(String(key.value)) && isSeq(value),
  )?.value;
  return isSeq(loop) ? loop : null;
}

/** Why the task has to stay as it is; null where nothing speaks against an edit. */
function keptBy(task: YAMLMap): string | null {
  const keys = keysOf(task);
  if (keys.includes('register')) return 'what the task gets is registered and may be used';
  if (keys.includes('notify')) return 'the task notifies a handler';
  const method = keysOf(task).flatMap((key) => {
    const given = URI.has(key) ? task.get(key, true) : null;
    return isMap(given) ? [String(given.get('method') ?? 'GET')] : [];
  });
  return method.some((one) => /^(?:PATCH|PUT|POST)$/i.test(one)) ? null : 'the task may read the setting';
}

/** The item; null where no item of the loop would be left. */
function placeInLoop(seq: YAMLSeq, item: Node): YamlItem | null {
  const isLeft = seq.items.some((one) => !isRetired(one as Node));
  return isLeft ? { seq, item } : null;
}

/** `brotli`, or an object that names it. */
function isRetired(item: Node): boolean {
  if (isScalar(item)) return GOES.has(String(item.value));
  return isMap(item) && item.items.some(({ value }) => isScalar(value) && GOES.has(String(value.value)));
}
