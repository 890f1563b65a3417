/** Commands that list rules: the ruleset of the phase, or a new function where the command fails if there is none. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { type AnswerUse, outerOf } from './answers.js';
import { type ShellCall, zoneWord } from './calls.js';
import type { ShellRules } from './functions.js';
import { programOnRules } from './jq.js';
import { quotedProgram } from './quoted-program.js';
import type { Piece } from './words.js';

export interface ListEdits {
  readonly edits: readonly Edit[];
  readonly isFunction: boolean;
  readonly differences: readonly Difference[];
}

const STATUS: ReadonlySet<string> = new Set(['list', 'if_statement', 'while_statement', 'elif_clause']);

const PRINTED: Difference = {
  name: 'prints-ruleset-rules',
  what: 'the rules that are printed have the fields of rules of a ruleset',
};
const SILENT: Difference = {
  name: 'refusal-lists-nothing',
  what: 'where the request is refused, nothing is listed, and jq does not fail',
};
const NEEDS_JQ: Difference = { name: 'needs-jq', what: 'the script needs jq' };

export function listEdits(
  tree: SyntaxTree,
  call: ShellCall,
  use: AnswerUse,
  kind: ShellRules,
): ListEdits | string {
  const { start, end } = call.node;
  // A new zone has no ruleset, which is status 404.
  const isAborting = /^[ \t]*set -\w*e/m.test(tree.text);
  const isFunction = call.isFailing || use.isChecked || isAborting || readsSuccess(tree, use);
  if (use.isPrinted && use.readings.length === 0) {
    if (isFunction || call.prints === 'result') return 'the whole answer is printed, for whoever reads it';
    const { whole } = outerOf(call.node);
    // In a pipeline the status is that of jq.
    const isStatusUsed = STATUS.has(whole.parent?.type ?? '') && whole.field !== 'body';
    if (
      whole.field === 'condition' ||
      isStatusUsed ||
      (/^[ \t]*set -\w*e/m.test(tree.text) && !/\bpipefail\b/.test(tree.text))
    )
      return 'what it prints would have to go through jq, which changes the status that the script looks at';
    const filter = " | jq '.result |= (.rules // [])'";
    const needs = /\bjq\b/.test(tree.text) ? [] : [NEEDS_JQ];
    const [name] = call.node.children;
    const quiet =
      call.isQuiet || name === undefined ? [] : [{ start: name.end, end: name.end, text: ' -sS' }];
    return {
      edits: [...quiet, ...pathEdits(call, kind), { start: whole.end, end: whole.end, text: filter }],
      isFunction: false,
      differences: [PRINTED, ...needs],
    };
  }
  if (use.isPrinted || use.isChecked || use.readings.length === 0)
    return 'what becomes of the rules cannot be followed';
  const source = isFunction ? 'list' : 'ruleset';
  const reads = use.readings.map(({ program, isPrinted }): Edit | null => {
    const quoted = quotedProgram(textOf(tree, program));
    const read =
      quoted === null ? null : programOnRules(quoted.program, { source, prints: call.prints, isPrinted });
    const text = read === null ? null : (quoted?.word(read) ?? null);
    return text === null ? null : { start: program.start, end: program.end, text };
  });
  if (reads.some((edit) => edit === null)) return 'what it reads of the rules has no counterpart';
  const edits = reads.flatMap((edit) => edit ?? []);
  return isFunction
    ? {
        edits: [{ start, end, text: [kind.names.list, ...zoneWord(tree, call)].join(' ') }, ...edits],
        isFunction,
        differences: [],
      }
    : { edits: [...pathEdits(call, kind), ...edits], isFunction, differences: [SILENT] };
}

function readsSuccess(tree: SyntaxTree, { readings }: AnswerUse): boolean {
  return readings.some(({ program }) => /\.(?:success|errors)\b/.test(textOf(tree, program)));
}

/** The path behind the zone, as far as it is written in the variable for it and in the command. */
function pathEdits({ path: { word, rest } }: ShellCall, { phase }: ShellRules): readonly Edit[] {
  const isOwn = ({ start, end }: Piece) => word.start <= start && end <= word.end;
  const parts = [rest.filter((piece) => !isOwn(piece)), rest.filter(isOwn)].filter((part) => part.length > 0);
  return parts.flatMap((part, index) => {
    const [first, last]: readonly (Piece | undefined)[] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return [];
    const text = index === 0 ? `rulesets/phases/${phase}/entrypoint` : '';
    return [{ start: first.start, end: last.end, text }];
  });
}
