/** Options that say how a change is judged, for `verify` and for whatever asks an agent for a change. */
import { type Flags, UsageError } from './arguments.js';

export const JUDGE_FLAGS = {
  run: {
    kind: 'list',
    value: 'COMMAND',
    summary: 'also run both trees with this command against the emulated API; may be repeated',
  },
  decide: {
    kind: 'list',
    value: 'NAME=VALUE',
    summary: 'a decision that a person made; brief lists those of a unit; may be repeated',
  },
  'allow-difference': { kind: 'list', value: 'NAME', summary: 'accept a named difference; may be repeated' },
  require: {
    kind: 'value',
    value: 'VERDICT',
    choices: ['consistent', 'verified'],
    summary: 'the verdict that is enough (default: consistent)',
  },
} as const satisfies Flags;

export function decisionsIn(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((one) => {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(one) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--decide takes NAME=VALUE, not ${JSON.stringify(one)}.`);
      return [name, value];
    }),
  );
}
