/** The usual mistakes, and what to write instead. Data for messages; nothing here decides what is valid. */

const OPERATOR_HINTS: Readonly<Record<string, string>> = {
  '=': 'equality is written eq or ==',
  '===': 'equality is written eq or ==',
  '!==': 'inequality is written ne or !=',
  '|': 'logical or is written or, or ||',
  '^': 'exclusive or is written xor, or ^^',
  '#': 'the language has no comments',
  '//': 'the language has no comments',
  '/': 'the language has no comments and no arithmetic',
  '--': 'the language has no comments',
  '!': 'negation stands before the whole comparison: not a eq b',
  not: 'negation stands before the whole comparison: not a in {...}',
  starts_with: 'starts_with is a function: starts_with(field, "text")',
  ends_with: 'ends_with is a function: ends_with(field, "text")',
  strict: 'it is written strict wildcard, with exactly one space',
  like: 'patterns are compared with wildcard or matches',
  equals: 'equality is written eq or ==',
  is: 'equality is written eq or ==',
  not_in: 'write not a in {...}',
  regex: 'regular expressions are compared with matches or ~',
  '\t': 'a tab is not allowed inside an expression; use spaces or line breaks',
  '+': 'there is no arithmetic; texts are joined with concat(...)',
  ';': 'an expression ends without a sign',
};

const WORD_OPERATOR = /^(?:and|or|xor|not|eq|ne|lt|le|gt|ge|in|contains|matches|wildcard|bitwise_and)$/i;

/** For a text that stands where an operator should. */
export function operatorHint(text: string): string | undefined {
  if (Object.hasOwn(OPERATOR_HINTS, text)) return OPERATOR_HINTS[text];
  if (WORD_OPERATOR.test(text) && text !== text.toLowerCase()) {
    return `operators are written in lower case: ${text.toLowerCase()}`;
  }
  if (text.startsWith('not')) return OPERATOR_HINTS.not;
  if (/^\/[/*]/.test(text)) return OPERATOR_HINTS['//'];
  if (text.startsWith('"') || text.startsWith("'"))
    return 'an operator such as eq is missing before the value';
  return undefined;
}

/** For a text that stands where a value should. */
export function valueHint(text: string): string | undefined {
  if (text.startsWith("'")) return 'strings stand in double quotes';
  if (/^[‘’“”„]/.test(text)) return 'strings stand in straight double quotes';
  if (text.startsWith('[')) return 'a set is written in braces: {"a" "b"}';
  if (/^[A-Za-z][\w.-]*$/.test(text)) return 'strings stand in double quotes';
  if (text.startsWith('/')) return 'a regular expression is a string: matches "..."';
  if (/^-?\d+\.\d+$/.test(text)) return 'there are no decimal numbers';
  return undefined;
}
