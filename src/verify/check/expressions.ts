/** Whether two expressions decide alike, also where parts of them are only known at run time. */
import {
  applyEdits,
  type ContextValue,
  compareMeaning,
  PLAIN,
  parseFilter,
  renameFields,
} from '../../expression/index.js';

export type ExpressionVerdict =
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly request: string }
  | { readonly kind: 'unsure' };

/** What a mark outside of quotes may stand for; the first that both expressions parse with is taken. */
const STAND_INS: readonly ((number: string) => string)[] = [
  (number) => `198.18.0.${number}`,
  (number) => `"‹${number}›"`,
  (number) => `7${number.padStart(4, '0')}`,
  (number) => `http.cookie eq "‹${number}›"`,
  () => '',
];

export function compareExpressions(before: string, after: string): ExpressionVerdict {
  const [left, right] = [normal(before), normal(after)];
  if (left === right) return { kind: 'equal' };
  for (const standIn of STAND_INS) {
    const [one, two] = [filled(before, standIn), filled(after, standIn)];
    if (!parseFilter(one).ok || !parseFilter(two).ok) continue;
    const found = inOneCase(one, two) ?? compareMeaning(one, two);
    if (found.kind === 'same') return { kind: 'equal' };
    return found.kind === 'different'
      ? { kind: 'different', request: shown(found.request) }
      : { kind: 'unsure' };
  }
  return { kind: 'unsure' };
}

/** `wildcard` takes both cases of a letter. That other conditions on a path do not is no difference that counts. */
function inOneCase(one: string, two: string): { readonly kind: 'same' } | null {
  const strict = (text: string) => text.replace(/(?<!strict )\bwildcard(?= ")/g, 'strict wildcard');
  if (strict(one) === one && strict(two) === two) return null;
  return compareMeaning(strict(one), strict(two)).kind === 'same' ? { kind: 'same' } : null;
}

/** Blanks, outer parentheses and old names of fields mean nothing. */
function normal(expression: string): string {
  const renamed = applyEdits(expression, renameFields(expression)).replace(/\s+/g, ' ').trim();
  const parsed = parseFilter(renamed);
  return parsed.ok && parsed.expression.root.type === 'group'
    ? normal(renamed.slice(parsed.expression.root.start + 1, parsed.expression.root.end - 1))
    : renamed;
}

/** Marks in quoted texts are texts as they are. */
function filled(expression: string, standIn: (number: string) => string): string {
  let quoted = false;
  return expression
    .replace(/\\.|"|‹(\d+)›/g, (found, number: string | undefined) => {
      if (found === '"') quoted = !quoted;
      return number === undefined || quoted ? found : standIn(String(Number(number) % 250));
    })
    .replace(PATH_OF_A_MARK, '$1/');
}

/** A path begins with a slash: one that does not is that of no request, and would make every condition on it alike. */
const PATH_OF_A_MARK = /(\.path (?:eq|ne|==|!=|strict wildcard|wildcard) ")(?=‹)/g;

/** What the request has that a plain one has not. */
function shown(fields: Readonly<Record<string, ContextValue>>): string {
  const parts = Object.entries(fields).filter(([name, value]) => PLAIN[name] !== value && value !== '');
  return parts.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ') || 'an empty request';
}
