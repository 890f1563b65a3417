/** Settings that are gone, in tasks of Ansible that set them: an item of the task's loop, or the task. */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  type Codemod,
  type Difference,
  documentsOf,
  type FileEdit,
  type Site,
  type Verdict,
} from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { GOES } from '../places/gone-settings.js';
import { deletion, editsHere, marker } from '../places/verdicts.js';

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
  const found = taskAt(file, start);
  if (found === null) return null;
  const { task, loop } = found;
  const kept = keptBy(task.map);
  if (kept !== null) return marker(kept, STEPS);
  const inLoop = loop?.seq.items.find((item) => holds(item as Node, start)) as Node | undefined;
  const place = loop !== null && inLoop !== undefined ? (placeInLoop(loop.seq, inLoop) ?? task) : task;
  const edit = withoutItem(file.text, place);
  if (edit === null) return marker('nothing else would be left there, or it shares a line', STEPS);
  return deletion(`${entry.title} is gone without a replacement`, editsHere(site, [edit]), [LEFT_OUT]);
}

interface Place {
  readonly seq: YAMLSeq;
  readonly item: Node;
}

interface Task extends Place {
  readonly map: YAMLMap;
}

const URI: ReadonlySet<string> = new Set(['uri', 'ansible.builtin.uri', 'ansible.legacy.uri']);
const LOOPS: ReadonlySet<string> = new Set(['loop', 'with_items', 'with_list']);

/** The task around an offset, with its loop if it has one. */
function taskAt(
  file: SourceFile,
  offset: number,
): { readonly task: Task; readonly loop: { readonly seq: YAMLSeq } | null } | null {
  const documents = documentsOf(file);
  if (documents.some(({ errors }) => errors.length > 0)) return null;
  const document = documents.find(({ contents }) => contents !== null && holds(contents, offset));
  let node: Node | null | undefined = document?.contents;
  let task: Task | null = null;
  while (node !== undefined && node !== null) {
    if (isSeq(node)) {
      const seq: YAMLSeq = node;
      const item = seq.items.find((one) => holds(one as Node, offset)) as Node | undefined;
      if (isMap(item) && keysOf(item).some((key) => URI.has(key))) task = { seq, item, map: item };
      node = item;
    } else if (isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).find(
        ({ key, value }) => holds(key, offset) || (value !== null && holds(value, offset)),
      );
      node = pair?.value;
    } else break;
  }
  if (task === null) return null;
  const loop = (task.map.items as Pair<Node, Node | null>[]).find(
    ({ key, value }) => isScalar(key) && LOOPS.has(String(key.value)) && isSeq(value),
  )?.value;
  return { task, loop: isSeq(loop) ? { seq: loop } : null };
}

function keysOf(map: YAMLMap): readonly string[] {
  return map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
}

function holds(node: Node, offset: number): boolean {
  return node.range != null && node.range[0] <= offset && offset < Math.max(node.range[1], node.range[0] + 1);
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
function placeInLoop(seq: YAMLSeq, item: Node): Place | null {
  const isLeft = seq.items.some((one) => !isRetired(one as Node));
  return isLeft ? { seq, item } : null;
}

/** `brotli`, or an object that names it. */
function isRetired(item: Node): boolean {
  if (isScalar(item)) return GOES.has(String(item.value));
  return isMap(item) && item.items.some(({ value }) => isScalar(value) && GOES.has(String(value.value)));
}

/** The lines of an item of a list, with the comments above it and the empty lines behind. */
function withoutItem(text: string, { seq, item }: Place): Omit<FileEdit, 'file'> | null {
  if (seq.flow === true || seq.items.length < 2 || item.range == null) return null;
  const line = text.lastIndexOf('\n', item.range[0] - 1) + 1;
  if (!/^[ \t]*-[ \t]+$/.test(text.slice(line, item.range[0]))) return null;
  const [comments = ''] = /(?:^|(?<=\n))(?:[ \t]*#[^\n]*\n)*$/.exec(text.slice(0, line)) ?? [];
  const close =
    text.charAt(item.range[1] - 1) === '\n' ? item.range[1] : text.indexOf('\n', item.range[1]) + 1;
  const end = close === 0 ? text.length : close;
  const rest = text.slice(item.range[1], end).trim();
  if (rest !== '' && !rest.startsWith('#')) return null;
  const isTask = isMap(item) && keysOf(item).some((key) => URI.has(key));
  const [gap = ''] = isTask ? (/^(?:[ \t]*\r?\n)*/.exec(text.slice(end)) ?? []) : [];
  const start = line - comments.length;
  // Nothing but the end of a line ends a file.
  const isLast = isTask && end + gap.length === text.length;
  const [, above = ''] = isLast ? (/\n((?:[ \t]*\r?\n)+)$/.exec(text.slice(0, start)) ?? []) : [];
  return { start: start - above.length, end: end + gap.length, text: '' };
}
