/** Parameters that a function gives another value, which has nothing to do with what it was called with. */
import type { Expression, FunctionCode, Pattern, Statement } from './code.js';
import { partsOf } from './predicates.js';

/** Their names, one for each place. */
export function replacedParameters(files: readonly (readonly Statement[])[]): readonly string[] {
  return files.flatMap((body) => inBody(body, new Set(), []));
}

/** `tests` are the conditions around: what they ask about a parameter explains that it is replaced. */
function inBody(
  body: readonly Statement[],
  parameters: ReadonlySet<string>,
  tests: readonly Expression[],
): readonly string[] {
  return body.flatMap((one): readonly string[] => {
    switch (one.kind) {
      case 'assign': {
        const { target, value } = one;
        const inside = inValue(value);
        if (target.kind !== 'name' || !parameters.has(target.name)) return inside;
        const { name } = target;
        return [value, ...tests].some((part) => mentions(part, name)) ? inside : [...inside, name];
      }
      case 'value':
        return inValue(one.value);
      case 'return':
      case 'throw':
        return one.value === null ? [] : inValue(one.value);
      case 'if':
        return [one.met, one.otherwise].flatMap((part) => inBody(part, parameters, [...tests, one.test]));
      case 'for':
      case 'while':
      case 'block':
        return inBody(one.body, parameters, tests);
      case 'try':
        return [one.body, ...one.handlers.map((handler) => handler.body), one.last].flatMap((part) =>
          inBody(part, parameters, tests),
        );
      case 'function':
        return inFunction(one.code);
      case 'class':
        return inBody(one.body, new Set(), []);
      default:
        return [];
    }
  });
}

function inFunction({ parameters, body }: FunctionCode): readonly string[] {
  return inBody(body, new Set(parameters.flatMap(({ pattern }) => namesIn(pattern))), []);
}

function inValue(value: Expression): readonly string[] {
  return value.kind === 'function' ? inFunction(value.code) : partsOf(value).flatMap(inValue);
}

function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.kind) {
    case 'name':
      return [pattern.name];
    case 'parts':
      return pattern.parts.flatMap((part) => namesIn(part.pattern));
    case 'items':
      return pattern.items.flatMap((item) => (item === null ? [] : namesIn(item)));
    case 'place':
      return [];
  }
}

/** A value that is computed by a function counts by what that is called on and with. */
function mentions(value: Expression, name: string): boolean {
  return (
    (value.kind === 'name' && value.name === name) || partsOf(value).some((part) => mentions(part, name))
  );
}
