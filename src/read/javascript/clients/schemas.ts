import { elementsOf } from '../evaluate/domain/collections.js';
import { lazyMember } from '../evaluate/domain/lazy.js';
import { choose, type External, type Term, unknown } from '../evaluate/domain/term.js';

/**
 * Schemas of validation libraries as the values they let through: an enum is a choice, an object has the
 * members its schema names. A schema is a term of its package that carries this value as its configuration.
 */

const LIBRARIES = new Set([
  'zod',
  'zod/v4',
  'zod/mini',
  'valibot',
  'yup',
  'joi',
  '@hapi/joi',
  'superstruct',
  'io-ts',
  '@sinclair/typebox',
  'arktype',
  'myzod',
  'runtypes',
]);
const PARSERS =
  /^(?:parse|parseAsync|validate|validateSync|validateAsync|attempt|assert|cast|check|create|mask|decode)$/;
const SAFE_PARSERS = /^(?:safeParse|safeParseAsync|spa)$/;

/** The value that a schema lets through; null for a term that is no schema. */
export function schemaValue(term: Term): Term | null {
  return term.kind === 'external' && LIBRARIES.has(term.package) && term.path[0] === 'schema'
    ? term.config
    : null;
}

function schema(library: External, value: Term): External {
  return { ...library, path: ['schema'], config: value };
}

/** A call of a validation library, or of a method of one of its schemas; null if it is neither. */
export function callSchema(external: External, args: readonly Term[]): Term | null {
  if (!LIBRARIES.has(external.package)) return null;
  const name = external.path[external.path.length - 1] ?? '';
  const [first, second] = args;
  if (external.path[0] === 'schema') {
    if (PARSERS.test(name)) return external.config ?? unknown('parsed');
    if (SAFE_PARSERS.test(name)) return parsed(external.config);
    if (name === 'or' && first !== undefined)
      return schema(
        external,
        choose([external.config ?? unknown('schema'), schemaValue(first) ?? unknown('schema')]),
      );
    if (name === 'default' && first !== undefined && external.config?.kind === 'unknown')
      return schema(external, choose([external.config, first]));
    if (name === 'extend' || name === 'merge' || name === 'keys')
      return schema(external, extended(external.config, first));
    return schema(external, external.config ?? unknown('schema'));
  }
  // Libraries of functions hand schema and value to one call.
  if (PARSERS.test(name) && first !== undefined) return schemaValue(first) ?? schemaValue(second ?? first);
  switch (name) {
    case 'enum':
    case 'picklist':
    case 'enums':
    case 'oneOf':
    case 'valid':
    case 'nativeEnum':
      return schema(external, anyOf(first));
    case 'literal':
    case 'eq':
      return first === undefined ? null : schema(external, first);
    case 'union':
    case 'Union':
      return schema(
        external,
        choose(
          (first === undefined ? [] : (elementsOf(first) ?? [])).map(
            (item) => schemaValue(item) ?? unknown('schema'),
          ),
        ),
      );
    case 'object':
    case 'strictObject':
    case 'looseObject':
    case 'type':
    case 'Object':
      return schema(external, first === undefined ? unknown('schema') : objectOf(first));
    case 'array':
      return schema(external, {
        kind: 'array',
        items: first === undefined ? [] : [schemaValue(first) ?? unknown('schema')],
        open: true,
        origin: null,
      });
    case 'optional':
    case 'nullable':
    case 'nullish':
    case 'pipe':
      return schema(
        external,
        first === undefined ? unknown('schema') : (schemaValue(first) ?? unknown('schema')),
      );
    default:
      return schema(external, unknown('validated'));
  }
}

function anyOf(term: Term | undefined): Term {
  if (term?.kind === 'object') return choose(term.members.map((member) => member.value));
  const items = term === undefined ? null : elementsOf(term);
  return items === null || items.length === 0 ? unknown('schema') : choose(items);
}

/** The members of an object of schemas, as values. */
export function objectOf(shape: Term): Term {
  if (shape.kind !== 'object') return unknown('schema');
  return {
    ...shape,
    members: shape.members.map((member) =>
      lazyMember(
        member.key,
        null,
        null,
        () => schemaValue(member.value) ?? unknown('validated', null, member.key),
      ),
    ),
  };
}

function extended(base: Term | null, added: Term | undefined): Term {
  const more = added === undefined ? unknown('schema') : (schemaValue(added) ?? objectOf(added));
  if (base?.kind !== 'object' || more.kind !== 'object') return base ?? more;
  return { ...base, members: [...base.members, ...more.members], open: base.open || more.open };
}

function parsed(value: Term | null): Term {
  const data = value ?? unknown('parsed');
  return {
    kind: 'object',
    members: [lazyMember('data', null, null, () => data), lazyMember('output', null, null, () => data)],
    open: true,
    origin: null,
  };
}
