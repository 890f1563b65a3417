/** Whether a script stops where a request fails: then a check of the request before it may go. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { assignmentAround, nameOf, outerOf, pipedInto, usesOfValue } from '../../shell/index.js';

const STOPS = /^(?:exit|return|die|fail\w*|err\w*|abort)$/;

/** `[ -n "$id" ] || exit 1` */
export function stops(tree: SyntaxTree, statement: SyntaxNode): boolean {
  return walk(statement).some(({ type, children }) => {
    const [name] = type === 'command' ? children : [];
    return name !== undefined && STOPS.test(textOf(tree, name));
  });
}

/** What the request gives decides whether the script goes on. */
export function isWatched(tree: SyntaxTree, request: SyntaxNode): boolean {
  const last = pipedInto(request).at(-1) ?? request;
  const { whole } = outerOf(last.parent?.type === 'pipeline' ? last.parent : last);
  if (decides(whole) || /^jq\b.*\s(?:-[a-zA-Z]*e|--exit-status)\b/s.test(textOf(tree, last))) return true;
  const assignment = assignmentAround(request);
  const name = assignment === null ? null : nameOf(tree, assignment);
  if (assignment === null || name === null) return failsItself(tree);
  const isLookedAt = usesOfValue(tree, name, assignment).some((use) => {
    const around = closest(use, new Set(['if_statement', 'list']));
    return around !== null && stops(tree, around);
  });
  return isLookedAt || decides(assignment) || failsItself(tree);
}

/** `… || exit 1`, `if …; then` */
function decides({ parent, field }: SyntaxNode): boolean {
  return field === 'condition' || parent?.type === 'list' || parent?.type === 'negated_command';
}

/** `set -e` with a client that fails where the API refuses. */
function failsItself({ text }: SyntaxTree): boolean {
  const isStrict = /^\s*(?:set\s+-\w*e|#!.*\bsh\s+-\w*e)/m.test(text);
  const requests = text.match(/\bcurl\b[^\n]*(?:\\\n[^\n]*)*/g) ?? [];
  return isStrict && requests.length > 0 && requests.every((one) => /\s(?:-[a-zA-Z]*f|--fail)/.test(one));
}
