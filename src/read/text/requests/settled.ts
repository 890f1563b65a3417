import { alternatives, choice, knownText, text as textOf, type Value } from '../../../value/index.js';
import { type Code, isPunctuation, isWord } from '../lexing/code.js';
import type { FunctionScope } from '../lexing/scopes.js';
import type { Evaluator } from '../values/evaluate.js';
import { methodNamed } from '../words/verbs.js';
import { asBody } from './bodies.js';
import type { Methods } from './methods.js';

/** What a function settles about its request apart from the call that sends it. */
const MAX_TOKENS = 3_000;
const SETTER = /^\$?(?:set)?(?:request|http)?_?method$/i;
/** Methods of a connection or request that are given the body. */
const BODY_WRITER = /^(?:write|writeBytes|write_all|setEntity|set_body|setBody)$/;
const BODY_FIELD = /^(?:http_?body|body|content|post_?data|request_?body|entity)$/i;

/** The one method that a function sets or names, if it is one. */
export function methodSetIn(methods: Methods, scope: FunctionScope): Value | null {
  const { code, evaluator } = methods;
  const { tokens } = code;
  const found = new Set<string>();
  let posts = false;
  const add = (method: Value | null): void => {
    for (const one of method === null ? [] : alternatives(method)) found.add(knownText(one) ?? '');
  };
  const end = Math.min(scope.end, scope.start + MAX_TOKENS);
  for (let at = scope.start; at < end; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const next = tokens[at + 1];
    if (SETTER.test(token.text) && token.text.length > 3) {
      if (next?.kind !== 'punctuation' || !['=', '(', ':', '=>', ':='].includes(next.text)) continue;
      add(methods.of(evaluator.at(at + 2).value) ?? methods.in(at + 2, at + 5) ?? methods.in(at + 2, at + 3));
    } else if (token.text === 'CURLOPT_CUSTOMREQUEST') add(methods.of(evaluator.at(at + 2).value));
    else if (token.text === 'CURLOPT_POST' || token.text === 'CURLOPT_POSTFIELDS') posts = true;
    else if (token.text === 'CURLOPT_PUT') found.add('PUT');
    else if (isWord(next, 'do') && isPunctuation(tokens[at + 2], '|')) {
      // `client.patch do |request|` fills the request in a block.
      const method = methodNamed(token.text);
      if (method !== null) found.add(method);
    }
  }
  const [only] = found;
  if (found.size === 1 && only !== undefined && only !== '') return textOf(only, null);
  return found.size === 0 && posts ? textOf('POST', null) : null;
}

/** The one body that a function sets apart from a call: `request.body = …`, `CURLOPT_POSTFIELDS, …`. */
export function bodySetIn(code: Code, evaluator: Evaluator, scope: FunctionScope): Value | null {
  const { tokens, syntax } = code;
  const found: Value[] = [];
  const end = Math.min(scope.end, scope.start + MAX_TOKENS);
  for (let at = scope.start; at < end && found.length < 4; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const mark = tokens[at - 1];
    const assigned =
      BODY_FIELD.test(token.text) &&
      isPunctuation(tokens[at + 1], '=') &&
      mark?.kind === 'punctuation' &&
      syntax.access.includes(mark.text);
    const owned = mark?.kind === 'punctuation' && syntax.access.includes(mark.text);
    const written =
      BODY_WRITER.test(token.text) &&
      isPunctuation(tokens[at + 1], '(') &&
      (owned || token.text === 'setBody');
    if (token.text !== 'CURLOPT_POSTFIELDS' && !assigned && !written) continue;
    const body = asBody(evaluator.at(at + 2).value);
    if (body !== null) found.push(body);
  }
  return found.length === 0 ? null : choice(found);
}
