/** What new functions do with the answers of their requests. */
import type { PythonCall } from './call.js';
import type { NamedRules } from './kind.js';

/** What has to be true before the result of a call is looked at; else the caller sees the refusal. */
export function refusal(call: PythonCall, name: string): readonly string[] {
  const { returns, sender } = call;
  const isThere = sender.givesNothing ? `not ${name} or ` : '';
  switch (returns) {
    case 'response':
      return [`if ${isThere}not ${name}.${sender.ok}:`, `    return ${name}`];
    case 'answer':
      return [`if ${isThere}not ${name}[~success~]:`, `    return ${name}`];
    case 'result':
      return noResult(call, name);
  }
}

/** A caller that is given nothing gives nothing; an empty list is something. */
export function noResult({ returns, sender }: PythonCall, name: string, isList = false): readonly string[] {
  if (returns !== 'result' || !sender.givesNothing) return [];
  return [isList ? `if not isinstance(${name}, list):` : `if not ${name}:`, `    return ${name}`];
}

export const entryPoint = ({ phase }: NamedRules) => `zones/{zone_id}/rulesets/phases/${phase}/entrypoint`;
