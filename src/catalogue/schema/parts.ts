import { nearest } from '../model/nearest.js';
import type { CallPattern, Method, SdkCall } from '../model/types.js';
import { list, record, required, type Shape, scalar, text } from './shape.js';

/** The small texts of a catalogue file: days, ids, paths, calls, dotted fields, SDK methods. */

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Parsed<T> = { readonly value: T } | { readonly wrong: string; readonly remedy: string };

export function words(what: string): Shape<string> {
  return text({ what });
}

export const names = list(words('a text'));

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function parseDay(written: string): Parsed<string> {
  // Date.parse accepts 31 February and moves on to March; the round trip shows it.
  const time = DAY.test(written) ? Date.parse(`${written}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(written)) return { value: written };
  return {
    wrong: `"${written}" is not a date`,
    remedy: 'write year, month and day: 2025-01-15',
  };
}

export const day: Shape<string> = text({
  what: 'a day such as 2025-01-15',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  parse: parseDay,
});

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const id: Shape<string> = text({
  what: 'an id such as rate-limits',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  parse: (written) =>
    ID.test(written)
      ? { value: written }
      : {
          wrong: `"${written}" is not an id`,
          remedy: `use lower-case letters, digits and single dashes: ${
            written
              .toLowerCase()
              .replace(/[^a-z0-9]+/g, '-')
              .replace(/^-|-$/g, '') || 'my-entry'
          }`,
        },
});

const SEGMENT = /^(\{[A-Za-z_][A-Za-z0-9_]*\}|[^{}\s?#*()[\]|\\^$]+)$/;

function parsePath(written: string): Parsed<string> {
  if (!written.startsWith('/')) {
    return { wrong: `the path "${written}" does not begin with a slash`, remedy: `write /${written}` };
  }
  if (written.includes('?') || written.includes('#')) {
    return {
      wrong: `the path "${written}" has a query or fragment`,
      remedy: 'leave it out; a query parameter is described under "queries"',
    };
  }
  const wrong = written
    .slice(1)
    .split('/')
    .find((segment) => !SEGMENT.test(segment));
  if (wrong === undefined) return { value: written };
  return {
    wrong:
      wrong === '' ? `the path "${written}" has an empty segment` : `"${wrong}" is not a segment of a path`,
    remedy:
      wrong === ''
        ? 'remove the doubled or trailing slash'
        : 'write a plain text or one placeholder such as {zone_id}; patterns are not supported',
  };
}

const PATH_PATTERN = '(/([^{}\\s?#/]+|\\{[A-Za-z_][A-Za-z0-9_]*\\}))+';

export const path: Shape<string> = text({
  what: 'a path such as /zones/{zone_id}/rate_limits',
  pattern: `^${PATH_PATTERN}$`,
  parse: parsePath,
});

function parseMethod(written: string): Parsed<Method> {
  const known = METHODS.find((method) => method === written);
  if (known !== undefined) return { value: known };
  const meant = nearest(written.toUpperCase(), METHODS);
  return {
    wrong: `"${written}" is not a method of HTTP that is known here`,
    remedy: meant === undefined ? `use one of ${METHODS.join(', ')}` : `did you mean ${meant}?`,
  };
}

export const method: Shape<Method> = {
  ...text({ what: 'a method such as GET', parse: parseMethod }),
  json: { enum: METHODS },
};

function parseCall(written: string): Parsed<CallPattern> {
  const slash = written.indexOf('/');
  const names = slash < 0 ? [] : written.slice(0, slash).split(',');
  if (slash < 0 || names.every((name) => name.trim() === '')) {
    return {
      wrong: `"${written}" does not name methods and a path`,
      remedy: 'write it as GET, POST /zones/{zone_id}/dns_records',
    };
  }
  const methods: Method[] = [];
  for (const name of names) {
    const parsed = parseMethod(name.trim());
    if ('wrong' in parsed) return parsed;
    if (methods.includes(parsed.value)) {
      return { wrong: `${parsed.value} is named twice`, remedy: 'name each method once' };
    }
    methods.push(parsed.value);
  }
  const template = parsePath(written.slice(slash));
  return 'wrong' in template ? template : { value: { methods, path: template.value } };
}

/** `GET, POST /zones/{zone_id}/dns_records` */
export const call: Shape<CallPattern> = text({
  what: 'methods and a path such as GET, POST /zones/{zone_id}/dns_records',
  pattern: `^(${METHODS.join('|')})(, *(${METHODS.join('|')}))* ${PATH_PATTERN}$`,
  parse: parseCall,
});

export const calls: Shape<readonly CallPattern[]> = list(call);

const FIELD = /^(\[\]|[A-Za-z_][\w-]*(\[\])*)(\.[A-Za-z_][\w-]*(\[\])*)*$/;

/** `rules[].action_parameters.security_level`, `[].expression` */
export const field: Shape<string> = text({
  what: 'a dotted path of a field such as rules[].action_parameters.security_level',
  pattern: '^(\\[\\]|[A-Za-z_][\\w-]*(\\[\\])*)(\\.[A-Za-z_][\\w-]*(\\[\\])*)*$',
  parse: (written) =>
    FIELD.test(written)
      ? { value: written }
      : {
          wrong: `"${written}" is not a path of a field`,
          remedy: 'join names with dots, and write [] after a list: rules[].expression',
        },
});

export const where = record('a condition on another value', {
  at: required(field, 'add "at": the path of the value that is compared'),
  equals: required(
    list(scalar, { atLeastOne: 'name at least one value' }),
    'add "equals": a list of values, one of which must be met',
  ),
});

type SdkMethod = Pick<SdkCall, 'symbol' | 'method' | 'path' | 'positional' | 'body'>;

const SDK_CALL = /^([A-Za-z_][\w.]*)\(([^)]*)\)\s+([A-Za-z]+)\s+(\/.*)$/;

function bodyOf(names: readonly string[]): SdkMethod['body'] {
  const last = names.at(-1) ?? '';
  if (last === 'body' || last === 'params') return last;
  return last.startsWith('params.') ? `params.${last.slice('params.'.length)}` : undefined;
}

function parseSdkCall(written: string): Parsed<SdkMethod> {
  const parts = SDK_CALL.exec(written);
  const [, symbol, args, verb, template] = parts ?? [];
  if (symbol === undefined || args === undefined || verb === undefined || template === undefined) {
    return {
      wrong: `"${written}" does not describe a method of an SDK`,
      remedy: 'write it as rules.create(zone_id, body) POST /zones/{zone_id}/rules',
    };
  }
  const parsedMethod = parseMethod(verb);
  if ('wrong' in parsedMethod) return parsedMethod;
  const parsedPath = parsePath(template);
  if ('wrong' in parsedPath) return parsedPath;
  const names = args
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const body = parsedMethod.value === 'GET' ? undefined : bodyOf(names);
  return {
    value: {
      symbol,
      method: parsedMethod.value,
      path: parsedPath.value,
      positional: names.map((name) => (name.startsWith('params.') ? 'params' : name)),
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** `filters.create(zone_id, body) POST /zones/{zone_id}/filters` */
export const sdkCall: Shape<SdkMethod> = text({
  what: 'a method of an SDK such as rules.create(zone_id, body) POST /zones/{zone_id}/rules',
  pattern: `^[A-Za-z_][\\w.]*\\([^)]*\\) (${METHODS.join('|')}) ${PATH_PATTERN}$`,
  parse: parseSdkCall,
});

const VERSIONS = /^\d+(\.\d+)*(\.\.(\d+(\.\d+)*)?)?$/;

/** `3.0.0..3.5.0`, `4.0.0..` (and later), `3.1.0` */
export const versions: Shape<string> = text({
  what: 'a version or a range such as 3.0.0..3.5.0',
  pattern: '^\\d+(\\.\\d+)*(\\.\\.(\\d+(\\.\\d+)*)?)?$',
  parse: (written) =>
    VERSIONS.test(written)
      ? { value: written }
      : {
          wrong: `"${written}" is not a range of versions`,
          remedy: 'write 3.1.0, 3.0.0..3.5.0, or 4.0.0.. for that one and all later ones',
        },
});
