import type {
  Endpoint,
  ExpressionCheck,
  FieldCheck,
  HeaderCheck,
  QueryCheck,
  Resource,
  Sample,
  Setting,
  StorageCheck,
  Symptom,
  ValueCheck,
} from '../model/types.js';
import { call, calls, day, field, id, method, names, path, versions, where, words } from './parts.js';
import {
  either,
  integer,
  list,
  nullable,
  optional,
  record,
  required,
  type Shape,
  scalar,
  withDefault,
  word,
} from './shape.js';

/** What a catalogue file may say of one deprecation. */

const values = list(scalar, { atLeastOne: 'name at least one value, or remove the key' });
const direction = word(['request', 'response'], 'request or response');

const endpoint: Shape<Endpoint> = either(
  call,
  record(
    'an endpoint',
    {
      path: required(path, 'add the path template: /zones/{zone_id}/rate_limits'),
      methods: withDefault(list(method), []),
      possible: optional(list(method)),
      live: optional(list(method)),
      mark: optional(words('the segments that carry the meaning')),
      successor: optional(path),
    },
    (value) => {
      const all = [...value.methods, ...(value.possible ?? []), ...(value.live ?? [])];
      const twice = all.find((name, index) => all.indexOf(name) !== index);
      const faults = [];
      if (twice !== undefined) {
        faults.push({
          wrong: `${twice} is named twice for ${value.path}`,
          remedy:
            'a method must be in only one of methods (retired), possible (ambiguous) and live (still works)',
        });
      }
      if (value.methods.length === 0 && value.possible === undefined) {
        faults.push({
          wrong: `no method of ${value.path} is retired`,
          remedy: 'name the retired methods under "methods", or move the path to "lookAlikes"',
        });
      }
      if (value.mark !== undefined && !`${value.path}/`.includes(`/${value.mark}/`)) {
        faults.push({
          key: 'mark',
          wrong: `"${value.mark}" is not part of ${value.path}`,
          remedy: 'name one or more neighbouring segments of the path',
        });
      }
      return faults;
    },
  ),
);

const fieldCheck: Shape<FieldCheck> = record('a field', {
  at: required(field, 'add "at": the path of the field'),
  direction: required(direction, 'add "direction": request or response'),
  where: optional(where),
  calls: required(calls, 'add "calls": the calls that carry the field'),
  kind: optional(word(['field', 'behaviour'], 'field or behaviour')),
  always: optional(scalar),
});

/** Exactly one of two contradictory keys. */
function oneOf(value: { readonly allowed?: unknown; readonly removed?: unknown }, needed: boolean) {
  if (value.allowed !== undefined && value.removed !== undefined) {
    return [
      {
        key: 'removed',
        wrong: '"allowed" and "removed" contradict each other',
        remedy: 'keep "allowed" if all other values are retired, "removed" if all other values still work',
      },
    ];
  }
  if (needed && value.allowed === undefined && value.removed === undefined) {
    return [
      {
        wrong: 'neither "allowed" nor "removed" is given',
        remedy: 'say which values are accepted or which are not',
      },
    ];
  }
  return [];
}

const valueCheck: Shape<ValueCheck> = record(
  'a value',
  {
    at: required(field, 'add "at": the path of the value'),
    direction: required(direction, 'add "direction": request or response'),
    allowed: optional(values),
    removed: optional(values),
    where: optional(where),
    calls: required(calls, 'add "calls": the calls that carry the value'),
    kind: optional(word(['value', 'behaviour'], 'value or behaviour')),
  },
  (value) => oneOf(value, true),
);

const headerCheck: Shape<HeaderCheck> = record('a set of headers', {
  together: required(
    list(words('the name of a header'), { atLeastOne: 'name at least one header' }),
    'add "together": a retired header, or several that must not be sent together',
  ),
});

const queryCheck: Shape<QueryCheck> = record('a query parameter', {
  parameter: required(words('the name of a parameter'), 'add "parameter"'),
  prefixes: optional(names),
  calls: required(calls, 'add "calls": the calls that take the parameter'),
});

const EXPRESSION_NAME = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/;

const expressionCheck: Shape<ExpressionCheck> = record(
  'a name of the expression language',
  {
    name: required(words('a dotted name'), 'add "name": the whole name, such as cf.threat_score'),
    rename: optional(words('a dotted name')),
    calls: withDefault(calls, []),
  },
  (value) =>
    [value.name, value.rename ?? value.name]
      .filter((name) => !EXPRESSION_NAME.test(name))
      .map((name) => ({
        wrong: `"${name}" is not a name of the expression language`,
        remedy: 'join words of letters, digits and _ with dots: cf.threat_score',
      })),
);

const setting: Shape<Setting> = record('a setting', {
  id: required(words('the id of a setting'), 'add "id": the last segment of its path'),
  allowed: optional(values),
  ruleParameter: optional(words('the parameter of a set_config rule')),
  pageRule: optional(words('the id of a page rule action')),
});

const resource: Shape<Resource> = record(
  'a resource',
  {
    tool: required(words('the tool: terraform, pulumi, cdktf, crossplane'), 'add "tool"'),
    kind: required(words('resource, data, class, function or the group of an API'), 'add "kind"'),
    name: required(words('the name of the resource'), 'add "name"'),
    attribute: optional(field),
    allowed: optional(values),
    removed: optional(values),
    where: optional(where),
    versions: optional(versions),
    works: optional(versions),
    replacement: optional(words('what to use instead')),
    note: optional(words('a remark')),
    automation: optional(word(['manual'], 'manual')),
  },
  (value) => [
    ...oneOf(value, false),
    ...(value.attribute === undefined && (value.allowed !== undefined || value.removed !== undefined)
      ? [{ wrong: 'values are given without an attribute', remedy: 'add "attribute": the path of the value' }]
      : []),
  ],
);

const FORMS = [
  'no-leading-slash',
  'no-origin',
  'trailing-slash',
  'empty',
  'literal',
  'over-1000',
  'several-hashes',
  'contradictory-range',
  'same-header-twice',
  'no-destination',
] as const;

const storageCheck: Shape<StorageCheck> = record(
  'a use of the object storage',
  {
    operations: required(
      list(words('the name of an operation'), { atLeastOne: 'name at least one operation' }),
      'add "operations": PutObject, binding.list, …',
    ),
    parameter: optional(field),
    allowed: optional(values),
    removed: optional(values),
    form: optional(word(FORMS, 'the name of a form')),
    level: required(word(['error', 'warning', 'hint'], 'error, warning or hint'), 'add "level"'),
    correct: optional(words('what to write in its place')),
  },
  (value) => oneOf(value, false),
);

const symptom: Shape<Symptom> = record('a symptom', {
  status: optional(integer('an HTTP status')),
  code: optional(integer('an error code of the API')),
  message: required(words('what the caller reads'), 'add "message"'),
  when: optional(words('under which condition')),
  from: optional(day),
  assumed: optional(word(['status', 'answer'], 'the part that no source confirms')),
});

const sample: Shape<Sample> = record('a sample', {
  language: required(
    words('the language of the snippet'),
    'add "language": typescript, python, shell, hcl …',
  ),
  code: required(words('the snippet'), 'add "code"'),
  at: optional(words('the text the finding points at')),
  path: optional(words('a file name')),
  why: optional(words('what the sample shows')),
});

const vendor = record('what the vendor says', {
  date: optional(day),
  state: optional(words('the state today')),
  source: required(words('where it is said'), 'add "source"'),
});

const example = record('an example', {
  language: required(words('a language'), 'add "language"'),
  before: required(words('the old code'), 'add "before"'),
  after: optional(words('the new code')),
});

const AUTOMATION = ['safe', 'review', 'manual', 'none'] as const;

const entryKeys = {
  id: required(id, 'add an id of its own: rate-limits'),
  title: required(words('a title'), 'add a title of a few words'),
  /** These three stand once at the top of a file, or in an entry that differs. */
  area: optional(words('the area of the API')),
  schedule: optional(id),
  profile: optional(id),
  endOfLife: required(nullable(day), 'add the day, or null where no end was announced'),
  errorsBegin: optional(word(['next-day'], 'next-day')),
  published: optional(names),
  severity: optional(word(['error', 'warning', 'hint'], 'error, warning or hint')),
  vendor: optional(vendor),
  summary: required(words('one sentence'), 'add one sentence that says what is retired'),
  replacement: required(words('one sentence'), 'add what to use instead, or that there is no replacement'),
  todo: optional(words('what to do about a call, in at most 100 characters')),
  symptoms: withDefault(list(symptom), []),
  endpoints: withDefault(list(endpoint), []),
  settings: withDefault(list(setting), []),
  fields: withDefault(list(fieldCheck), []),
  values: withDefault(list(valueCheck), []),
  headers: withDefault(list(headerCheck), []),
  queries: withDefault(list(queryCheck), []),
  expressions: withDefault(list(expressionCheck), []),
  bodies: withDefault(calls, []),
  resources: withDefault(list(resource), []),
  storage: withDefault(list(storageCheck), []),
  ciphers: withDefault(names, []),
  effect: optional(words('the effect of the deprecation, as the end of a sentence')),
  automation: withDefault(word(AUTOMATION, 'safe, review, manual or none'), 'none' as const),
  /** Why nothing is rewritten, where "automation" is manual or none. */
  reason: optional(words('why nothing is rewritten, in one sentence')),
  codemod: optional(id),
  removal: optional(word(['safe', 'review', 'complete-name'], 'safe, review or complete-name')),
  example: optional(example),
  lookAlikes: withDefault(list(path), []),
  sources: withDefault(names, []),
  /** The day on which the sources were last compared with the entry. */
  checked: optional(day),
  match: withDefault(list(sample), []),
  noMatch: withDefault(list(sample), []),
} as const;

export const entry = record('an entry', entryKeys, (value) => {
  const paths = value.endpoints.map((item) => item.path.replaceAll(/\{\w+\}/g, '{}'));
  const twice = paths.findIndex((item, index) => paths.indexOf(item) !== index);
  return [
    ...(twice < 0
      ? []
      : [
          {
            key: 'endpoints',
            wrong: `the path ${value.endpoints[twice]?.path ?? ''} is listed twice`,
            remedy: 'put all its methods into one item',
          },
        ]),
    ...(value.codemod !== undefined && (value.automation === 'none' || value.automation === 'manual')
      ? [
          {
            key: 'codemod',
            wrong: `a codemod is named, but "automation" is ${value.automation}`,
            remedy: 'set "automation" to safe or review, or remove the codemod',
          },
        ]
      : []),
  ];
});
