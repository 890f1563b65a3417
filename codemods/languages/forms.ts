/** What the grammars call the forms that migrations edit, by language. */

import { PURE_IN_GO } from '../../src/migrate/index.js';

export interface Forms {
  /** A call, with its arguments. */
  readonly calls: ReadonlySet<string>;
  /** What a call may stand in without its result being used: `await x()`, `(x())`. */
  readonly around: ReadonlySet<string>;
  /** A member of something: of a call, it is a use of the result. */
  readonly members: ReadonlySet<string>;
  /** A statement that is nothing but an expression. */
  readonly statements: ReadonlySet<string>;
  /** What holds statements one below the other. */
  readonly blocks: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  readonly maps: ReadonlySet<string>;
  /** A key with its value in a map. */
  readonly pairs: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  /** Elements of a list stand side by side without commas. */
  readonly words: ReadonlySet<string>;
  /** Functions whose call has no effect besides its result. */
  readonly pure: RegExp;
}

const set = (...names: string[]): ReadonlySet<string> => new Set(names);
const NONE = set();

const FORMS: Readonly<Record<string, Forms>> = {
  python: {
    calls: set('call'),
    around: set('await', 'parenthesized_expression'),
    members: set('attribute'),
    statements: set('expression_statement'),
    blocks: set('module', 'block'),
    lists: set('list', 'tuple', 'set'),
    maps: set('dictionary'),
    pairs: set('pair'),
    strings: set('string', 'concatenated_string'),
    comments: set('comment'),
    words: NONE,
    pure: /^(?:json\.dumps|str|int|bool|dict|list|len|os\.getenv|os\.environ\.get|"[^"]*"\.format|'[^']*'\.format)$/,
  },
  shell: {
    calls: set('command'),
    around: NONE,
    members: NONE,
    statements: set('command', 'pipeline', 'redirected_statement', 'list', 'negated_command'),
    blocks: set(
      'program',
      'compound_statement',
      'do_group',
      'if_statement',
      'else_clause',
      'elif_clause',
      'subshell',
    ),
    lists: set('array', 'for_statement'),
    maps: NONE,
    pairs: NONE,
    strings: set('string', 'raw_string', 'word', 'concatenation'),
    comments: set('comment'),
    words: set('array', 'for_statement'),
    pure: /^$/,
  },
  go: {
    calls: set('call_expression'),
    around: NONE,
    members: set('selector_expression'),
    statements: set('expression_statement'),
    blocks: set('block', 'statement_list'),
    lists: set('literal_value'),
    maps: set('literal_value'),
    pairs: set('keyed_element'),
    strings: set('interpreted_string_literal', 'raw_string_literal'),
    comments: set('comment'),
    words: NONE,
    pure: PURE_IN_GO,
  },
  php: {
    calls: set(
      'function_call_expression',
      'member_call_expression',
      'nullsafe_member_call_expression',
      'scoped_call_expression',
    ),
    around: set('parenthesized_expression'),
    members: set('member_access_expression'),
    statements: set('expression_statement'),
    blocks: set('program', 'compound_statement'),
    lists: set('array_creation_expression'),
    maps: set('array_creation_expression'),
    pairs: set('array_element_initializer'),
    strings: set('string', 'encapsed_string'),
    comments: set('comment'),
    words: NONE,
    pure: /^(?:json_encode|wp_json_encode|sprintf|strval|rawurlencode|urlencode|getenv|isset|empty)$/,
  },
  ruby: {
    calls: set('call'),
    around: set('parenthesized_statements'),
    members: NONE,
    statements: set('call'),
    blocks: set('program', 'body_statement', 'do_block', 'then', 'block_body', 'do'),
    lists: set('array', 'string_array', 'symbol_array'),
    maps: set('hash'),
    pairs: set('pair'),
    strings: set('string', 'bare_string', 'simple_symbol', 'bare_symbol'),
    comments: set('comment'),
    words: set('string_array', 'symbol_array'),
    pure: /^(?:to_json|to_s|to_i|generate|fetch)$/,
  },
  rust: {
    calls: set('call_expression'),
    around: set('await_expression', 'try_expression', 'parenthesized_expression'),
    members: set('field_expression'),
    statements: set('expression_statement'),
    blocks: set('block', 'source_file'),
    lists: set('array_expression', 'tuple_expression', 'json_array'),
    maps: set('json_object', 'field_initializer_list'),
    pairs: set('json_pair', 'field_initializer'),
    strings: set('string_literal', 'raw_string_literal'),
    comments: set('line_comment', 'block_comment'),
    words: NONE,
    pure: /^(?:Some|Ok|String::from|.*\.(?:clone|to_string|to_owned|as_str|into|as_ref))$/s,
  },
  java: {
    calls: set('method_invocation', 'object_creation_expression'),
    around: set('parenthesized_expression'),
    members: NONE,
    statements: set('expression_statement'),
    blocks: set('block'),
    lists: set('array_initializer'),
    maps: NONE,
    pairs: NONE,
    strings: set('string_literal'),
    comments: set('line_comment', 'block_comment'),
    words: NONE,
    pure: /^(?:format|of|ofString|create|toString|getBytes)$/,
  },
  powershell: {
    calls: set('command'),
    around: NONE,
    members: NONE,
    statements: set('pipeline'),
    blocks: set('program', 'statement_list'),
    lists: set('array_literal_expression'),
    maps: set('hash_literal_body'),
    pairs: set('hash_entry'),
    strings: set('string_literal', 'expandable_string_literal', 'verbatim_string_characters'),
    comments: set('comment'),
    words: set('hash_literal_body'),
    pure: /^ConvertTo-Json$/,
  },
};

export function formsOf(language: string): Forms | null {
  return FORMS[language] ?? null;
}
