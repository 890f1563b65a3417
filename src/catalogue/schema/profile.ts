import type { Door, Profile, SdkCall } from '../model/types.js';
import { calls, field, id, names, path, sdkCall, versions, words } from './parts.js';
import {
  list,
  mapped,
  optional,
  type Read,
  record,
  required,
  type Shape,
  text,
  withDefault,
  word,
} from './shape.js';

/** What a catalogue file may say of an API and of the SDKs that call it. */

export const sdk = record('an SDK', {
  id: required(
    text({
      what: 'an ecosystem and a package such as npm:cloudflare',
      pattern: '^[a-z]+:\\S+$',
      parse: (written) =>
        /^[a-z]+:\S+$/.test(written)
          ? { value: written }
          : {
              wrong: `"${written}" does not name a package`,
              remedy: 'write ecosystem:package, such as npm:cloudflare',
            },
    }),
    'add "id": npm:cloudflare',
  ),
  calls: required(
    list(
      record('methods of an SDK in a range of versions', {
        versions: required(list(versions, { atLeastOne: 'name at least one range' }), 'add "versions"'),
        methods: required(list(sdkCall, { atLeastOne: 'name at least one method' }), 'add "methods"'),
      }),
    ),
    'add "calls": methods, grouped by versions',
  ),
});

export function sdkCalls(table: Read<typeof sdk>): readonly SdkCall[] {
  return table.calls.flatMap((group) =>
    group.methods.map((item) => ({ sdk: table.id, versions: group.versions, ...item })),
  );
}

const door: Shape<Door> = record(
  'another way to a setting',
  {
    setting: required(
      word(['id', 'ruleParameter', 'pageRule'], 'id, ruleParameter or pageRule'),
      'add "setting": which of its names is used here',
    ),
    below: optional(text<string>({ what: 'a path of keys' })),
    at: optional(field),
    value: optional(field),
    spelling: optional(word(['camel'], 'camel')),
    calls: optional(calls),
    resource: optional(
      record('a resource', {
        tool: required(words('the tool'), 'add "tool"'),
        kind: required(words('resource, data, class or function'), 'add "kind"'),
        name: required(words('the name of the resource'), 'add "name"'),
        versions: optional(versions),
      }),
    ),
  },
  (value) => [
    ...((value.below === undefined) === (value.at === undefined)
      ? [{ wrong: 'give either "below" or "at"', remedy: 'the name of a setting is a key, or it is a value' }]
      : []),
    ...((value.calls === undefined) === (value.resource === undefined)
      ? [{ wrong: 'give either "calls" or "resource"', remedy: 'describe one way in each item' }]
      : []),
  ],
);

export const profile: Shape<Profile> = mapped(
  record('a profile', {
    id: required(id, 'add an id: cloudflare'),
    title: required(words('the name of the API'), 'add a title'),
    hosts: required(
      list(words('a host'), { atLeastOne: 'name at least one host' }),
      'add the hosts of the API',
    ),
    basePath: withDefault(path, ''),
    scopes: withDefault(names, []),
    authHeaders: withDefault(names, []),
    environment: withDefault(names, []),
    expressionPrefixes: withDefault(names, []),
    packages: withDefault(names, []),
    weakWords: withDefault(names, []),
    commonWords: withDefault(names, []),
    doors: withDefault(list(door), []),
    foreignSegments: withDefault(names, []),
    foreignHosts: withDefault(names, []),
    storageWords: withDefault(names, []),
    sdk: withDefault(list(sdk), []),
  }),
  (value) => ({ ...value, sdk: value.sdk.flatMap(sdkCalls) }),
);
