import { choice, knownText, type Property, unknown, type Value } from '../../../value/index.js';
import { embeddedJson } from '../../json/embedded.js';
import type { HttpUsage } from '../../usage.js';
import { type Code, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import type { Evaluator } from '../values/evaluate.js';
import { isBareHole } from '../values/pieces.js';
import { methodNamed, wordsOf } from '../words/verbs.js';

const BODY_NAMES =
  /^(?:json|data|body|payload|content|postfields|form_params|entity|form|json_body|request_body|requestbody|settings|params_body)$/i;

const BODY_WORDS = /^(?:json|data|body|payload|content|params|settings|request_?body|post_?data)$/i;

/** An object, an array, or the value of the JSON that a text spells; null for anything else. */
export function asBody(value: Value): Value | null {
  if (
    value.kind === 'object' ||
    (value.kind === 'array' && value.items.some((item) => item.kind === 'object'))
  ) {
    return value;
  }
  if (value.kind === 'text' && !isBareHole(value)) return embeddedJson(value);
  if (value.kind === 'choice') {
    const bodies = value.of.map(asBody).filter((one) => one !== null);
    return bodies.length === 0 ? null : choice(bodies);
  }
  return null;
}

/** A body that is a name and nothing else: whoever knows what the name stands for fills it in. */
export function namedOrBody(value: Value): Value | null {
  return isBareHole(value) ? value : asBody(value);
}

/** A name that nobody filled in says nothing of the body. */
export function withKnownBody(usage: HttpUsage): HttpUsage {
  return isBareHole(usage.body) ? { ...usage, body: unknown('cannot be told', usage.body.origin) } : usage;
}

/** A body among the arguments of a call. A name is one only where the argument says so. */
export function bodyIn(
  evaluator: Evaluator,
  start: number,
  end: number,
): { value: Value; named: boolean } | null {
  const named = evaluator.namedArgument(start);
  if (named !== null && /^(?:headers?|params|query|auth|timeout|cookies|method)$/i.test(named.name))
    return null;
  const from = named?.value ?? start;
  const given = evaluator.between(from, end);
  const value = asBody(given);
  if (value === null)
    return named !== null && BODY_NAMES.test(named.name) && isBareHole(given)
      ? { value: given, named: true }
      : null;
  const inner =
    value.kind === 'object' ? value.properties.find((property) => BODY_NAMES.test(property.key)) : undefined;
  if (inner !== undefined && named === null) {
    const body = namedOrBody(inner.value);
    if (body !== null && value.kind === 'object' && value.properties.every(isOption))
      return { value: body, named: true };
  }
  return { value, named: named !== null && BODY_NAMES.test(named.name) };
}

/** A name among the arguments that says it is a body: `new Request('PATCH', $path, [], $params)`. */
export function namedBodyIn(code: Code, evaluator: Evaluator, open: number, address: number): Value | null {
  const names = split(code, open)
    .filter((part) => address < part.start && part.end === part.start + 1)
    .map((part) => ({ token: code.tokens[part.start], at: part.start }));
  const found = names.find(({ token }) => token?.kind === 'word' && BODY_WORDS.test(bareName(token.text)));
  if (found === undefined) return null;
  const { value } = evaluator.at(found.at);
  return isBareHole(value) ? value : null;
}

/** The body beside an address in a table: `{Method: "PATCH", Endpoint: path, Body: body}`. */
export function bodyBeside(code: Code, evaluator: Evaluator, start: number): Value | null {
  let open = code.enclosing[start] ?? -1;
  for (let level = 0; open >= 0 && level < 2; level++) {
    for (const part of split(code, open, [',', ';', '\n']).slice(0, 40)) {
      const named = evaluator.namedArgument(part.start);
      if (named === null || !BODY_NAMES.test(named.name)) continue;
      return namedOrBody(evaluator.between(named.value, part.end));
    }
    open = code.enclosing[open] ?? -1;
  }
  return null;
}

/** The first body among the arguments of a call. */
export function firstBody(code: Code, evaluator: Evaluator, open: number): Value | null {
  for (const part of split(code, open)) {
    const found = bodyIn(evaluator, part.start, part.end);
    if (found !== null) return found.value;
  }
  return null;
}

/** A property of a bag of options: its body is one of them, not the whole. */
function isOption({ key, value }: Property): boolean {
  if (key === 'type') return methodNamed(knownText(value) ?? '') !== null;
  return wordsOf(key).some((word) =>
    /^(?:headers?|json|data|body|payload|content|method|timeout|query|params?|auth|form|verify|sslverify|url|uri|redirect)$/.test(
      word,
    ),
  );
}
