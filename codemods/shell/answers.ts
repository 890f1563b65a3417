/** What a script does with what a request printed. */
import { closest, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { assignmentsOf, usesOf } from './variables.js';
import { functionNamed } from './verb-functions.js';

/** A program of jq that reads an answer: the word it is written in. */
export interface Reading {
  readonly program: SyntaxNode;
  /** What it prints is all that becomes of it. */
  readonly isPrinted: boolean;
}

export interface AnswerUse {
  readonly readings: readonly Reading[];
  /** The answer itself, or parts of it as they are, end up where a person or another program reads them. */
  readonly isPrinted: boolean;
  /** The script looks for success or errors in the text of the answer. */
  readonly isChecked: boolean;
}

const OUTER: ReadonlySet<string> = new Set(['redirected_statement', 'heredoc_redirect', 'negated_command']);
/** Nobody reads it. */
export const NOWHERE: AnswerUse = { readings: [], isPrinted: false, isChecked: false };

/** Null where it goes somewhere that is not followed. `files`: the script, and what it sources. */
export function answerUseOf(
  tree: SyntaxTree,
  command: SyntaxNode,
  files: readonly SyntaxTree[] = [tree],
): AnswerUse | null {
  const piped = pipedInto(command);
  const last = piped.at(-1) ?? command;
  const outer = outerOf(last.parent?.type === 'pipeline' ? last.parent : last);
  if (textOf(tree, outer.whole).includes('tee ')) return null;
  const captured = outer.whole.parent?.type === 'command_substitution' ? outer.whole.parent : null;
  const isSilent = outer.redirects.some((one) => /^1?&?>\s*\/dev\/null/.test(textOf(tree, one)));
  const isKept = outer.redirects.some((one) => {
    const written = textOf(tree, one);
    return /^1?>/.test(written) && !/\/dev\/null|&2/.test(written);
  });
  const [filter] = piped;
  if (filter !== undefined) {
    const name = textOf(tree, filter);
    if (isCheck(name)) return { ...NOWHERE, isChecked: true };
    const program = programOf(tree, filter);
    if (program === null) return null;
    const ends = captured === null && piped.length === 1 && !isKept;
    return { readings: [{ program, isPrinted: ends && !isSilent }], isPrinted: false, isChecked: false };
  }
  if (captured !== null) {
    const given = closest(captured.parent, new Set(['command', 'variable_assignment']));
    return given?.type === 'command' && isChecker(files, tree, given)
      ? { ...NOWHERE, isChecked: true }
      : capturedUse(files, tree, captured);
  }
  if (closest(outer.whole, new Set(['process_substitution', 'heredoc_body'])) !== null) return null;
  return isKept ? null : { ...NOWHERE, isPrinted: !isSilent };
}

/** `answer=$(…)` and what reads the variable afterwards. */
function capturedUse(files: readonly SyntaxTree[], tree: SyntaxTree, captured: SyntaxNode): AnswerUse | null {
  const assignment = assignmentOf(captured);
  const name = assignment?.children.find(({ field }) => field === 'name');
  if (assignment === null || name === undefined) return null;
  const variable = textOf(tree, name);
  const given = assignmentsOf(tree, variable, assignment);
  const later = given.map(({ start }) => start).filter((start) => start > assignment.start);
  const uses = usesOf(tree, variable, assignment).filter(
    ({ start }) => start > assignment.end && start < Math.min(...later, Number.POSITIVE_INFINITY),
  );
  const readings: Reading[] = [];
  let isPrinted = false;
  let isChecked = false;
  for (const use of uses) {
    const command = closest(use, new Set(['command', 'test_command']));
    if (command === null) return null;
    const written = textOf(tree, command);
    const [filter] = command.type === 'command' ? pipedInto(command) : [];
    const isFed = /^(?:echo|printf)\b/.test(written) && filter !== undefined;
    const reader = isFed ? filter : /^jq\b/.test(written) ? command : null;
    const whole = filter === undefined ? written : textOf(tree, filter);
    if (command.type === 'test_command' || isCheck(whole)) {
      if (!/success|errors|-[nz] /.test(textOf(tree, command.parent ?? command))) return null;
      isChecked ||= !/-[nz] /.test(written) || /success|errors/.test(whole);
    } else if (reader !== null) {
      const program = programOf(tree, reader);
      if (program === null) return null;
      const more = pipedInto(reader);
      const outer = outerOf(
        more.at(-1)?.parent ?? (reader.parent?.type === 'pipeline' ? reader.parent : reader),
      );
      const isEnd =
        more.length === 0 &&
        outer.redirects.length === 0 &&
        outer.whole.parent?.type !== 'command_substitution';
      readings.push({ program, isPrinted: isEnd });
    } else if (isChecker(files, tree, command)) {
      isChecked = true;
    } else if (/^echo\b/.test(written) && filter === undefined) {
      if (closest(command, new Set(['command_substitution'])) !== null) return null;
      isPrinted = true;
    } else return null;
  }
  return { readings, isPrinted, isChecked };
}

/** `grep -q '"success":true'` */
function isCheck(command: string): boolean {
  return /^grep\b.*\bsuccess\b/.test(command) || /^\[\[?.*\bsuccess\b/.test(command);
}

/** A function of the script that is given an answer, and only asks whether the request was refused. */
function isChecker(files: readonly SyntaxTree[], tree: SyntaxTree, command: SyntaxNode): boolean {
  const [name, ...args] = command.children.filter(({ isNamed }) => isNamed);
  const own = name === undefined ? null : functionNamed(files, textOf(tree, name));
  const isPrinting = closest(command.parent, new Set(['command_substitution'])) !== null;
  if (own === null || isPrinting || args.length !== 1 || pipedInto(command).length > 0) return false;
  const body = textOf(own.tree, own.node);
  return /\bsuccess\b/.test(body) && !/\.result\b|\b(?:sed|awk|cut|python3?)\b/.test(body);
}

export function assignmentOf(value: SyntaxNode): SyntaxNode | null {
  const { parent } = value;
  if (parent?.type === 'variable_assignment') return parent;
  return parent?.type === 'string' &&
    parent.parent?.type === 'variable_assignment' &&
    parent.children.length === 3
    ? parent.parent
    : null;
}

/** `answer=$(…)` */
export function assignmentAround(command: SyntaxNode): SyntaxNode | null {
  const captured = closest(outerOf(command).whole, new Set(['command_substitution']));
  return captured === null ? null : assignmentOf(captured);
}

export function nameOf(tree: SyntaxTree, assignment: SyntaxNode): string | null {
  const name = assignment.children.find(({ field }) => field === 'name');
  return name === undefined ? null : textOf(tree, name);
}

/** The commands of a pipeline behind one; behind the mark of a here-document they are a part of that. */
export function pipedInto(command: SyntaxNode): readonly SyntaxNode[] {
  const { parent } = command;
  if (parent?.type === 'redirected_statement') {
    const behind = parent.children.flatMap(({ children }) =>
      children.filter(({ type }) => type === 'pipeline'),
    );
    return behind.flatMap(({ children }) => children.filter(({ isNamed }) => isNamed));
  }
  if (parent?.type !== 'pipeline') return [];
  return parent.children.slice(parent.children.indexOf(command) + 1).filter(({ isNamed }) => isNamed);
}

interface Outer {
  readonly whole: SyntaxNode;
  readonly redirects: readonly SyntaxNode[];
}

/** With redirections and a negation around it. */
export function outerOf(node: SyntaxNode): Outer {
  let whole = node;
  const redirects: SyntaxNode[] = [];
  while (whole.parent !== null && OUTER.has(whole.parent.type)) {
    whole = whole.parent;
    const own = whole.children.filter(({ field }) => field === 'redirect');
    redirects.push(
      ...own,
      ...own.flatMap(({ children }) => children.filter(({ field }) => field === 'redirect')),
    );
  }
  return { whole, redirects };
}

const VALUED = /^--(?:arg|argjson|slurpfile|rawfile)$/;

/** The word with the program of a command of jq. */
export function programOf(tree: SyntaxTree, command: SyntaxNode): SyntaxNode | null {
  if (command.type === 'redirected_statement') return null;
  const [name, ...args] = command.children.filter(
    ({ isNamed, type }) => isNamed && !type.endsWith('redirect'),
  );
  if (name === undefined || textOf(tree, name) !== 'jq') return null;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined) return null;
    const written = textOf(tree, arg);
    if (VALUED.test(written)) index += 2;
    else if (!/^-{1,2}[a-zA-Z-]+$/.test(written)) {
      const isWritten =
        arg.type === 'raw_string' ||
        arg.type === 'word' ||
        (arg.type === 'string' && !/\$\(|`/.test(written));
      // What follows would be files that it reads instead.
      return isWritten && args.length === index + 1 ? arg : null;
    } else if (/^--(?:slurp|stream|seq|from-file)$|^-[a-zA-Z]*[sRf]/.test(written)) return null;
  }
  return null;
}
