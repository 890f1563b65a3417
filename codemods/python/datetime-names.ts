/** `datetime`, `timedelta` and `timezone` for new functions in Python. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';

export interface DatetimeNames {
  /** What stands before the names. */
  readonly prefix: string;
  readonly edits: readonly Edit[];
}

const NAMES = ['datetime', 'timedelta', 'timezone'] as const;

/** The names as the file has them, or the import that gives them; null where they mean something else there. */
export function datetimeNames(tree: SyntaxTree): DatetimeNames | null {
  const { children } = tree.root;
  const imports = children.filter(
    ({ type }) => type === 'import_statement' || type === 'import_from_statement',
  );
  const module = imports
    .map((one) => /^import datetime(?: as (\w+))?$/.exec(textOf(tree, one)))
    .find(Boolean);
  if (module != null) return { prefix: `${module[1] ?? 'datetime'}.`, edits: [] };
  const own = imports.find((one) => /^from datetime import [\w, ]+$/.test(textOf(tree, one)));
  if (own !== undefined) {
    const given = textOf(tree, own).replace('from datetime import ', '').split(/, */);
    if (given.some((name) => name.includes(' as '))) return null;
    const lacking = NAMES.filter((name) => !given.includes(name));
    const edit = { start: own.end, end: own.end, text: lacking.map((name) => `, ${name}`).join('') };
    return { prefix: '', edits: lacking.length === 0 ? [] : [edit] };
  }
  const isTaken = walk(tree.root).some(
    (one) =>
      one.type === 'identifier' &&
      one.field !== 'attribute' &&
      (NAMES as readonly string[]).includes(textOf(tree, one)),
  );
  if (isTaken) return null;
  const standard = imports.filter((one) => STANDARD.has(moduleOf(textOf(tree, one))));
  const before = standard.find(
    (one) => /^from /.test(textOf(tree, one)) && moduleOf(textOf(tree, one)) > 'datetime',
  );
  const line = `from datetime import ${NAMES.join(', ')}`;
  const last = standard.at(-1);
  if (before !== undefined)
    return { prefix: '', edits: [{ start: before.start, end: before.start, text: `${line}\n` }] };
  if (last !== undefined)
    return { prefix: '', edits: [{ start: last.end, end: last.end, text: `\n${line}` }] };
  const [first] = imports;
  if (first === undefined) return null;
  return { prefix: '', edits: [{ start: first.start, end: first.start, text: `${line}\n\n` }] };
}

function moduleOf(statement: string): string {
  return /^(?:from|import) ([\w.]+)/.exec(statement)?.[1]?.split('.')[0] ?? '';
}

/** The modules of the standard library that scripts begin with: new imports of it go beside them. */
const STANDARD: ReadonlySet<string> = new Set(
  'abc argparse asyncio base64 collections contextlib csv dataclasses enum functools getpass hashlib http io itertools json logging math os pathlib pprint queue random re shutil signal smtplib socket sqlite3 string subprocess sys tempfile textwrap threading time traceback typing urllib uuid warnings'.split(
    ' ',
  ),
);
