/** Requests of the Rulesets API, which take the place of those of a retired list. */
import type { NewRequest } from './model.js';

export function readEntryPoint(phase: string): NewRequest {
  return {
    when: {},
    method: 'GET',
    path: `/zones/{zone_id}/rulesets/phases/${phase}/entrypoint`,
    does: 'the ruleset with its id (result.id) and all rules (result.rules); 404 if there is none yet',
  };
}

/** Requests on the rules of a phase, for an old API that had a list of objects at `path`, and where a new one goes. */
export function rulesetRequests(phase: string, path: string, order: string): readonly NewRequest[] {
  const rules = '/zones/{zone_id}/rulesets/{ruleset_id}/rules';
  return [
    readEntryPoint(phase),
    {
      when: { methods: ['POST'], path },
      method: 'POST',
      path: rules,
      body: 'converted',
      does: `adds one rule, at the end without a position; ${order}`,
    },
    {
      when: { methods: ['POST'], path },
      method: 'POST',
      path: '/zones/{zone_id}/rulesets',
      body: `{"name":"default","kind":"zone","phase":"${phase}","rules":[<the rule>]}`,
      does: 'instead, if the entry point answered 404; the rule without a position',
    },
    {
      when: { methods: ['PUT', 'PATCH'], path },
      method: 'PATCH',
      path: `${rules}/{rule_id}`,
      body: 'converted',
      does: 'changes one rule; send the whole rule',
    },
    {
      when: { methods: ['DELETE'], path },
      method: 'DELETE',
      path: `${rules}/{rule_id}`,
      does: 'removes one rule; the answer is the ruleset that is left',
    },
  ];
}
