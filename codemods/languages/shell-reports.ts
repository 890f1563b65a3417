/** Statements of a shell script that only say how a request went. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { assignmentsOf, isExported, usesOf } from '../shell/index.js';
import { isSpeaker } from './messages.js';
import type { CallStatement } from './statements.js';

/** `answer=$(curl …)` with what says how that went, or such a statement around the request itself. */
export function shellReport(tree: SyntaxTree, command: SyntaxNode): CallStatement | null {
  const statement = captureAround(tree, command) ?? sayingAround(tree, command);
  const block = statement?.parent ?? null;
  if (statement === null || block === null) return null;
  if (/^[ \t]*&(?!&)/.test(tree.text.slice(statement.end)) || KEEPS.test(textOf(tree, command))) return null;
  const siblings = block.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  const at = siblings.indexOf(statement);
  const name = assignedName(tree, statement);
  const rest = siblings.slice(at + 1);
  const firstOther = rest.findIndex((next) => name === null || !isSaid(tree, next, name));
  const followers = firstOther < 0 ? rest : rest.slice(0, firstOther);
  if (name !== null && followers.length === 0) return null;
  const declaration = siblings[at - 1];
  const isDeclared = declaration !== undefined && textOf(tree, declaration) === `local ${name}`;
  const before = isDeclared ? siblings[at - 2] : declaration;
  const next = rest[followers.length];
  if (next === undefined ? isStatusLost(tree, before) : /\$\{?\?/.test(textOf(tree, next))) return null;
  const gone = [statement, ...followers];
  if (name !== null && isReadElsewhere(tree, name, gone)) return null;
  const isOnly = isDeclared && name !== null && assignmentsOf(tree, name, statement).length === 1;
  return { statements: isOnly ? [declaration, ...gone] : gone, isPrinted: true, isReported: true };
}

/** Options by which a file is written. */
const KEEPS =
  /\s(?:-[A-Za-z]*[oDc]\s*(?!\/dev\/null|\s)\S|-[A-Za-z]*O\b|--output[ =](?!\/dev\/null)|--(?:output-dir|dump-header|cookie-jar|remote-name|trace))/;

/** The assignment, with the `local` before it, whose value is what the command prints and nothing else. */
function captureAround(tree: SyntaxTree, command: SyntaxNode): SyntaxNode | null {
  const captured = closest(command, SUBSTITUTION);
  const holder = captured?.parent?.type === 'string' ? captured.parent : captured;
  const assignment = holder?.parent ?? null;
  if (captured === null || holder === null || assignment?.type !== 'variable_assignment') return null;
  const isWhole = holder === captured || textOf(tree, holder) === `"${textOf(tree, captured)}"`;
  if (!isWhole || !onlySays(tree, captured, command)) return null;
  const declared = assignment.parent?.type === 'declaration_command' ? assignment.parent : null;
  if (declared === null) return assignment;
  const isLocal = /^(?:local|declare)\s+\w+=/.test(textOf(tree, declared));
  return isLocal && declared.children.filter(({ isNamed }) => isNamed).length === 1 ? declared : null;
}

const SUBSTITUTION: ReadonlySet<string> = new Set(['command_substitution']);

/** `if curl …; then echo …; fi`, `[ "$(curl … | jq .success)" = true ] || echo …` */
function sayingAround(tree: SyntaxTree, command: SyntaxNode): SyntaxNode | null {
  let node = command;
  while (node.parent !== null && node.field !== 'condition' && !BLOCKS.has(node.parent.type))
    node = node.parent;
  const found = node.field === 'condition' ? node.parent : node;
  const isKnown = found?.type === 'list' || found?.type === 'if_statement';
  return isKnown && found.field !== 'condition' && onlySays(tree, found, command) ? found : null;
}

const BLOCKS: ReadonlySet<string> = new Set([
  'program',
  'compound_statement',
  'do_group',
  'if_statement',
  'else_clause',
  'elif_clause',
  'subshell',
]);

function assignedName(tree: SyntaxTree, statement: SyntaxNode): string | null {
  return /^(?:(?:local|declare)\s+)?(\w+)=/.exec(textOf(tree, statement))?.[1] ?? null;
}

/** It looks at the answer, and says something or stops. */
function isSaid(tree: SyntaxTree, statement: SyntaxNode, name: string): boolean {
  const looked =
    statement.type === 'if_statement'
      ? statement.children.filter(({ field }) => field === 'condition')
      : SAYING.has(statement.type)
        ? [statement]
        : [];
  return looked.some((part) => mentions(tree, part, name)) && onlySays(tree, statement, null);
}

const SAYING: ReadonlySet<string> = new Set(['command', 'pipeline', 'list', 'redirected_statement']);

function mentions(tree: SyntaxTree, node: SyntaxNode, name: string): boolean {
  return walk(node).some((one) => one.type === 'variable_name' && textOf(tree, one) === name);
}

/** Every command but one prints, reads what is handed to it, or stops with a failure; nothing is set or written. */
function onlySays(tree: SyntaxTree, node: SyntaxNode, except: SyntaxNode | null): boolean {
  if (CHANGES.test(textOf(tree, node))) return false;
  return walk(node).every((one) => {
    if (except !== null && isInside(one, except)) return true;
    if (one.type === 'command') return isHarmless(tree, one);
    if (one.type === 'file_redirect') return /^\d*&?>>?\s*(?:\/dev\/null|&\d)$/.test(textOf(tree, one));
    return !SETS.has(one.type) || isInside(node, one);
  });
}

/** `((failed++))`, `${name:=…}` and `printf -v name` set a variable. */
const CHANGES = /\(\(|\$\{\w+:?=|\bprintf\s+-v\b/;

const SETS: ReadonlySet<string> = new Set([
  'variable_assignment',
  'declaration_command',
  'unset_command',
  'function_definition',
  'for_statement',
  'while_statement',
  'c_style_for_statement',
  'case_statement',
  'process_substitution',
  'heredoc_redirect',
]);

function isHarmless(tree: SyntaxTree, command: SyntaxNode): boolean {
  const written = textOf(tree, command);
  if (/^(?:exit|return)\b/.test(written)) return /^\w+\s+[1-9]\d*$/.test(written);
  const name = /^(?::|\w+)/.exec(written)?.[0] ?? '';
  return /^(?::|echo|printf|jq|grep|head|tail|true|cat)$/.test(name)
    ? !/^cat\s+[^<-]/.test(written)
    : isSpeaker(name) && isOwnSpeaker(tree, name);
}

/** A function of the script that is named for what it says, and counts nothing. */
function isOwnSpeaker(tree: SyntaxTree, name: string): boolean {
  const definitions = walk(tree.root).filter(
    ({ type, children }) =>
      type === 'function_definition' &&
      children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  return (
    definitions.length === 1 &&
    definitions.every((one) =>
      walk(one).every(
        (part) =>
          ((part.type !== 'command' || /^(?:echo|printf|date|exit)\b/.test(textOf(tree, part))) &&
            (part.type !== 'variable_assignment' || part.parent?.type === 'declaration_command') &&
            !/^(?:for|while)_statement$|^file_redirect$/.test(part.type)) ||
          /^\d*>\s*&2$/.test(textOf(tree, part)),
      ),
    )
  );
}

/** What stands last gives a function, or the script, its exit code: what is last afterwards must give the same. */
function isStatusLost(tree: SyntaxTree, before: SyntaxNode | undefined): boolean {
  if (before === undefined) return true;
  const isReport = before.type === 'if_statement' && onlySays(tree, before, null);
  return !isReport && !/^(?:echo|printf)\b/.test(textOf(tree, before));
}

/** Something else may see the value: it is exported, or read before another one takes its place. */
function isReadElsewhere(tree: SyntaxTree, name: string, gone: readonly SyntaxNode[]): boolean {
  const [statement] = gone;
  if (statement === undefined || isExported(tree, name)) return true;
  const around = closest(statement, FUNCTION);
  if (around !== null && statement.type === 'variable_assignment' && isLibrary(tree)) return true;
  const others = assignmentsOf(tree, name, statement).filter((one) => !isInside(one, statement));
  const beside = others.filter(({ parent }) => parent === statement.parent);
  const next = beside.find(({ start }) => start > statement.start);
  return usesOf(tree, name, statement).some((use) => {
    if (gone.some((one) => isInside(use, one))) return false;
    if (closest(use, FUNCTION) !== around) return true;
    return use.start > statement.start
      ? next === undefined || use.start < next.end
      : !beside.some(({ end }) => end <= use.start);
  });
}

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

/** It only defines functions, for scripts that source it and may look at what they set. */
function isLibrary({ root, text }: SyntaxTree): boolean {
  return root.children.every(
    ({ type, start }) =>
      (type !== 'command' && !RUNS.has(type)) || PREPARES.test(text.slice(start, start + 20)),
  );
}

const PREPARES = /^(?:\.|cd|export|readonly|set|shopt|source|trap)\s/;
const RUNS: ReadonlySet<string> = new Set([
  'case_statement',
  'for_statement',
  'if_statement',
  'list',
  'pipeline',
  'redirected_statement',
  'while_statement',
]);
