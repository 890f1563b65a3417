/** What becomes of a call of the Filters API: the filter of a rule is the expression of that rule. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Identifier, keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import {
  type Asked,
  ERRORS,
  EXPRESSION_ONLY,
  FILTER,
  KEPT,
  objectText,
  type Replacement,
  type RequestCall,
  refusalFeatures,
} from '../direct/index.js';
import { isPlain, type PropertyNode, propertyNamed, usesOf } from '../places/index.js';
import { type Answer, answerOfRules, handsOnResponse, PLAIN, requestsBut } from './answers.js';
import { isSent } from './reads.js';
import { enabledText, lacksFields } from './rule-text.js';

export function filterCall(
  call: RequestCall,
  asked: Asked,
  listOf: (call: RequestCall, asked: Asked, name: string) => Replacement | string,
): Replacement | string {
  const { method, id, convention } = call;
  const isChange = method !== 'GET';
  if (isChange && ((id === null && method !== 'PUT') || convention.callee === 'sdk'))
    return 'filters are parts of rules now: only the rule can be changed';
  switch (method) {
    case 'GET': {
      const list = id === null ? listOf(call, asked, 'listFilters') : oneFilter(call, asked, id);
      return typeof list === 'string' ? list : { ...list, differences: [...list.differences, FILTER] };
    }
    case 'PUT':
    case 'PATCH':
      return id === null ? onlyFilter(call, asked) : changedFilter(call, asked, id);
    default:
      return 'filters are parts of rules now: only the rule can be changed';
  }
}

/** The rule with the id of the filter has its expression. What is sent with it is written anew where that happens. */
function oneFilter(call: RequestCall, asked: Asked, id: string): Replacement | string {
  const { flow } = answerOfRules(call, asked, 'rule');
  const isRequest = requestsBut(call.node, asked.site, asked.around);
  const isKept = flow?.visits.every(({ steps }) => isOfFilter(steps)) === true && flow.types.length === 0;
  // The call that changes the filter sends its expression alone.
  const changesIt = (one: Node) =>
    isRequest(one) && /\bfilters\b/.test(asked.site.file.text.slice(...one.range));
  const features = refusalFeatures(asked.site, asked.around);
  if (!isKept || !flow.escapes.every(({ node }) => isSent(node, changesIt))) {
    if (
      flow?.escapes.some(({ node }) => isSent(node, changesIt)) !== false ||
      call.convention.callee === 'sdk'
    )
      return 'what is read of the filter has another place in a rule';
    const differences = [FILTER, EXPRESSION_ONLY, ERRORS];
    return {
      ...PLAIN,
      call: 'getFilter',
      isMapped: true,
      args: [ruleId(id)],
      differences,
      features: ['list-mapped', ...features],
    };
  }
  return { ...PLAIN, call: 'getRule', args: [ruleId(id)], differences: [FILTER, ERRORS], features };
}

/** Rules have it under the same name. */
function isOfFilter(steps: readonly string[]): boolean {
  const [field = 'id'] = steps.filter((step) => !/^(?:result|data|body|json\(\))$/.test(step));
  return /^(?:id|expression|ok|status|success|errors)$/.test(field);
}

/** One filter in a list, which names it. */
function onlyFilter(call: RequestCall, asked: Asked): Replacement | string {
  const several = 'it changes several filters at once';
  const { body } = call;
  const [only, ...others] = body?.type === 'ArrayExpression' ? body.elements : [];
  if (only?.type !== 'ObjectExpression' || others.length > 0 || call.bodyVariable !== null) return several;
  const id = propertyNamed(only, 'id')?.value;
  if (id === undefined || asked.site.script === null) return several;
  if (answerOfRules(call, asked, 'rules').isRead)
    return 'what is read of the filter has another place in a rule';
  return changedFilter({ ...call, body: only }, asked, asked.site.script.text.slice(...id.range));
}

/** The id of a filter is that of its rule. */
function ruleId(id: string): string {
  return id.replace(/\.filter(?=\??\.id$)/, '');
}

/** The rule with the id of the filter gets its expression. */
function changedFilter(call: RequestCall, asked: Asked, id: string): Replacement | string {
  const { script } = asked.site;
  const { body } = call;
  const answer = answerOfRules(call, asked, 'rule');
  if (answer.isRead && !(answer.reads !== null && isOfRuleToo(answer)))
    return filterGivenBack(call, asked, id);
  const raw = handsOnResponse(call, answer);
  const base = { ...PLAIN, ...raw, call: 'updateRule', differences: [FILTER, KEPT, ERRORS] };
  if (script !== null && body?.type === 'Identifier' && onlyExpressionSet(script, body))
    return { ...base, args: [ruleId(id), `{ expression: ${body.name}.expression }`] };
  const isFilterItself = (node: Node) => script?.text.slice(...node.range) === id.replace(/\.id$/, '');
  if (script === null || body?.type !== 'ObjectExpression' || !isPlain(body, isFilterItself))
    return 'what it sends is not written as a filter';
  const changed = (name: string, property: PropertyNode, written: string) => {
    if (name === 'expression') return written;
    if (name === 'id' || name === 'ref' || name === 'description') return null;
    if (name !== 'paused') return { why: `a filter has no ${name}` };
    // Beside an expression this only says that the filter is as usual: its rule may be paused all the same.
    const isUsual = property.value.type === 'Literal' && property.value.value === false;
    if (isUsual && propertyNamed(body, 'expression') !== null) return null;
    return enabledText(script, body, property);
  };
  // What the filter has already is not sent again.
  const change = objectText(script, body, changed, () => null);
  if (typeof change !== 'string') return change.why;
  return { ...base, args: [ruleId(id), change], features: lacksFields(body) ? ['unset'] : [] };
}

/** The same where somebody out of sight gets the filter back. */
function filterGivenBack({ body }: RequestCall, { site }: Asked, id: string): Replacement | string {
  const isWhole =
    body?.type === 'Identifier' || body?.type === 'MemberExpression' || body?.type === 'ObjectExpression';
  if (!isWhole || site.script === null) return 'what it sends is not written as a filter';
  const filter = site.script.text.slice(...body.range);
  return {
    ...PLAIN,
    call: 'updateFilter',
    isMapped: true,
    args: [ruleId(id), filter],
    // A change may be without an expression.
    features: ['unset', 'update-mapped'],
    differences: [FILTER, EXPRESSION_ONLY, KEPT, ERRORS],
  };
}

/** Of a filter that was read, only the expression is set before it is sent. */
function onlyExpressionSet(script: Script, name: Identifier): boolean {
  const targets = (usesOf(script, name) ?? []).flatMap(({ parent }) =>
    parent?.type === 'MemberExpression' && parent.parent?.type === 'AssignmentExpression'
      ? parent.parent.left === parent
        ? [keyName(parent.property, parent.computed)]
        : []
      : [],
  );
  return targets.length > 0 && targets.every((target) => target === 'expression');
}

/** An expression is read, which both have. */
function isOfRuleToo({ flow }: Answer): boolean {
  return flow?.visits.every(({ steps }) => !/^(?:paused|ref|description)$/.test(steps.at(-1) ?? '')) === true;
}
