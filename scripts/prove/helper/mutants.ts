/**
 * Mistakes that the helper of firewall rules could make, as changes of its text, each with the scenario that must
 * notice it.
 */
export interface Mutant {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly killedBy: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'paused is not inverted',
    from: 'enabled: !old.paused && !filter.paused',
    to: 'enabled: old.paused',
    killedBy: 'paused',
  },
  {
    name: 'a paused filter is forgotten',
    from: 'enabled: !old.paused && !filter.paused',
    to: 'enabled: !old.paused',
    killedBy: 'paused filter',
  },
  {
    name: 'a disabled rule is shown as running',
    from: 'return rule.enabled === false && !(',
    to: 'return rule.name === false && !(',
    killedBy: 'paused by its owner',
  },
  {
    name: 'paused goes on after a replacement',
    from: 'paused = false, priority',
    to: 'paused = true, priority',
    killedBy: 'replaced without paused',
  },
  {
    name: 'unknown fields are dropped',
    from: '...definitionOf(rule), ...other,',
    to: '...other,',
    killedBy: 'unknown fields',
  },
  {
    name: 'unknown fields are dropped with a filter',
    from: '...definitionOf(current), ...fields',
    to: 'action: current.action, ...fields',
    killedBy: 'filter of a rule that was there',
  },
  {
    name: 'the order is reversed',
    from: 'left[0] < right[0] ||',
    to: 'left[0] > right[0] ||',
    killedBy: 'priority moves',
  },
  {
    name: 'ties are not told apart',
    from: 'left[1] < right[1]);',
    to: 'left[1] > right[1]);',
    killedBy: 'priority ties',
  },
  {
    name: 'no priority is the highest',
    from: 'priority ?? Number.POSITIVE_INFINITY',
    to: 'priority ?? 0',
    killedBy: 'priority before rules without one',
  },
  {
    name: 'first rules come as sent',
    from: 'wanted.slice().sort(order)',
    to: 'wanted.slice()',
    killedBy: 'first rules by priority',
  },
  {
    name: 'an order that was chosen is not seen',
    from: 'priorities.set(id, index + 1)',
    to: 'priorities.set(id, null)',
    killedBy: 'an order that somebody chose',
  },
  {
    name: 'priorities are not remembered',
    from: 'priorities.set(rule.id, wanted.old.priority);',
    to: '',
    killedBy: 'priority ties',
  },
  {
    name: 'the position of a new rule is dropped',
    from: '{ ...body, ...position })',
    to: 'body)',
    killedBy: 'rules without priorities',
  },
  {
    name: 'the position of a change is dropped',
    from: '...(place === now ? {} : { position: positionAt(others, place) }),',
    to: '',
    killedBy: 'priority moves',
  },
  {
    name: 'rules of rulesets say where others go',
    from: 'other !== null && isLess(rank, other)',
    to: 'other === null || isLess(rank, other)',
    killedBy: 'rules of rulesets',
  },
  {
    name: 'allow is kept',
    from: "if (action === 'allow') return { action: 'skip', action_parameters: { ruleset: 'current' } };",
    to: '',
    killedBy: 'allow and bypass',
  },
  {
    name: 'allow becomes a log',
    from: "return { action: 'skip', action_parameters: { ruleset: 'current' } };",
    to: "return { action: 'log' };",
    killedBy: 'allow and bypass',
  },
  {
    name: 'phases of products are left out',
    from: 'phases.length > 0 ? { products, phases } : { products }',
    to: '{ products }',
    killedBy: 'allow and bypass',
  },
  {
    name: 'a new action is not written',
    from: 'isSameAction(rule, wanted.old) ? {} : { action, action_parameters }',
    to: 'true ? {} : { action, action_parameters }',
    killedBy: 'another action',
  },
  {
    name: 'rules of rulesets are shown',
    from: 'if (rulesets !== undefined || rules !== undefined) return null;',
    to: "if (rulesets !== undefined || rules !== undefined) return { action: 'allow' };",
    killedBy: 'rules of rulesets',
  },
  {
    name: 'a missing entry point is an error',
    from: 'if (answer.status === 404) return findRuleset(call, answer);',
    to: '',
    killedBy: 'no entry point',
  },
  {
    name: 'any refusal is a missing entry point',
    from: 'if (answer.status === 404) return findRuleset(call, answer);',
    to: "if (answer.status >= 400) return { id: '', version: '', rules: [] };",
    killedBy: 'too many requests',
  },
  {
    name: 'an entry point of others is not met',
    from: 'if ((await changedMeanwhile(call, list, answer)) !== null) return null;',
    to: '',
    killedBy: 'entry point made meanwhile',
  },
  {
    name: 'a list of before is written to',
    from: 'if (changed !== null) return addRule(call, changed, wanted);',
    to: '',
    killedBy: 'neighbour deleted meanwhile',
  },
  {
    name: 'nothing is taken back',
    from: 'for (const step of call.undo.reverse()) await step().catch(() => undefined);',
    to: '',
    killedBy: 'second rule refused',
  },
  {
    name: 'a refused write passes for done',
    from: 'rulesetOf(await deleteRule(call, list, rule.id));',
    to: 'await deleteRule(call, list, rule.id);',
    killedBy: 'a server that fails on a deletion',
  },
  {
    name: 'the filter of a rule is lost',
    from: 'else filterOf.set(id, filterId);',
    to: '',
    killedBy: 'shared filter',
  },
  {
    name: 'a filter reaches one rule',
    from: 'const users = shownRules(list).filter(',
    to: 'const users = shownRules(list).slice(0, 1).filter(',
    killedBy: 'shared filter',
  },
  {
    name: 'a filter that is used can go',
    from: 'if (ids.some((id) => used.has(id)))',
    to: 'if (false)',
    killedBy: 'filter in use',
  },
  {
    name: 'filters may repeat',
    from: 'if (new Set(all.map(({ expression }) => expression)).size < all.length)',
    to: 'if (false)',
    killedBy: 'filter twice',
  },
  { name: 'rules may repeat', from: 'expression === inline.expression', to: 'false', killedBy: 'rule twice' },
  {
    name: 'only the first rule is deleted',
    from: 'of ids.map((id) => ruleOf(list, id))',
    to: 'of ids.slice(0, 1).map((id) => ruleOf(list, id))',
    killedBy: 'deleted at once',
  },
  {
    name: 'any rule is found',
    from: 'shownRules(ruleset).find((candidate) => candidate.id === id)',
    to: 'shownRules(ruleset)[0]',
    killedBy: 'nobody',
  },
  {
    name: 'a page is the whole list',
    from: 'items.slice((page - 1) * size, page * size)',
    to: 'items.slice()',
    killedBy: 'pages',
  },
  {
    name: 'pages are too small',
    from: "countIn(query, 'per_page', 25)",
    to: "countIn(query, 'per_page', 20)",
    killedBy: 'pages',
  },
  {
    name: 'a description stays',
    from: 'description: old.description,',
    to: '',
    killedBy: 'no description',
  },
  {
    name: 'tags are left out',
    from: "ref: typeof ref === 'string' ? ref : undefined,",
    to: '',
    killedBy: 'tags',
  },
  {
    name: 'questions for an action are not heard',
    from: "has('action', action)",
    to: 'true',
    killedBy: 'another action',
  },
  {
    name: 'changes are taken for nothing',
    from: 'return isWhole && Object.keys(fields).every(isSame);',
    to: 'return true;',
    killedBy: 'another action',
  },
  {
    name: 'one rule is a list',
    from: 'if (!Array.isArray(items) || items.length === 0 || !items.every(isFields))',
    to: 'if (false)',
    killedBy: 'not a list',
  },
  {
    name: 'any action is sent',
    from: "if (typeof action !== 'string' || !OLD_ACTIONS.includes(action))",
    to: 'if (false)',
    killedBy: 'not a list',
  },
];
