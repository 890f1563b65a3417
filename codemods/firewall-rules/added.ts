/** A call that makes rules, as one that adds them to the ruleset. */
import type { Edit } from '../../src/analysis/index.js';
import type { Difference } from '../../src/migrate/index.js';
import {
  isFunction,
  keyName,
  type Node,
  type NodeOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { alternatives } from '../../src/value/index.js';
import { ITEM } from '../direct/answer-flow.js';
import { DUPLICATES, ERRORS, ONE_BY_ONE, ONE_SENT, SHOWN } from '../direct/differences.js';
import { arityOf } from '../direct/list-or-item.js';
import { type Asked, awaitedIn, type Replacement } from '../direct/plan.js';
import type { RequestCall } from '../direct/request-call.js';
import { indentAt, movedTo } from '../places/indent.js';
import { httpUsages } from '../places/requests.js';
import { type Answer, answerOfRules, SENDS_ALLOW } from './answers.js';
import { handedAt } from './filter-functions.js';
import { listedAt } from './filter-lists.js';
import { filterAt } from './fold.js';
import { onlyItemEdits } from './reads.js';
import { PRIORITY, type RuleText, ruleText } from './rule-text.js';

export function added(call: RequestCall, asked: Asked): Replacement | string {
  const rules = rulesOf(call, asked);
  if (typeof rules === 'string') return rules;
  const { list, isOne, isAlone, edits } = rules;
  const inList = answerOfRules(call, asked, 'rules');
  // A program that sends no list reads none.
  const readsOne = isAlone && inList.flow?.items.every(({ steps }) => !isList(steps, call)) === true;
  const answer = readsOne ? answerOfRules(call, asked, 'rule') : inList;
  if (answer.edits === null) return SENDS_ALLOW;
  if (comparesCodes(asked, answer)) return 'it looks for an error code that rulesets do not have';
  const base = {
    differences: [
      ...rules.differences,
      ...[PRIORITY, DUPLICATES, ERRORS, ...(isOne ? [] : [ONE_BY_ONE]), ...(isAlone ? [ONE_SENT] : [])],
      ...(answer.isShown ? [SHOWN] : []),
    ],
    isList: !readsOne,
  };
  const single = readsOne
    ? asItIs(call, answer)
    : isOne
      ? onlyOne(call, asked, answer, rules.features)
      : null;
  // Majors of the SDK give a list or pages of it.
  const isOfSdk = call.convention.callee === 'sdk' && answer.isRead;
  const isKept = answer.flow?.escapes.every(({ steps }) => steps.includes(ITEM)) === true;
  if (isOfSdk && (single === null || !isKept)) return 'what the SDK gives back for new rules is read';
  if (single !== null) {
    const features = [...rules.features, ...single.features];
    return {
      ...base,
      ...single,
      call: isOfSdk ? 'createRule' : 'addRule',
      args: [list],
      features,
      edits: [...edits, ...single.edits],
    };
  }
  if (call.convention.gives === 'response' && !answer.isRead && answer.isSeen) {
    if (rules.length === null) return 'how many rules it sends cannot be told';
    return {
      ...base,
      call: 'addRules',
      isRaw: true,
      isMapped: false,
      args: [rules.text],
      features: rules.features,
      edits,
    };
  }
  return {
    ...base,
    call: 'addRules',
    isMapped: answer.reads === null,
    args: [rules.text],
    features: [...rules.features, ...readFeatures(answer)],
    edits: [...edits, ...answer.edits],
  };
}

function isList(steps: readonly string[], { convention: { gives } }: RequestCall): boolean {
  return gives === 'result' ? steps.length === 0 : steps.at(-1) === 'result';
}

/** The one rule, for a program that reads no list. */
function asItIs({ convention: { gives } }: RequestCall, { isRead, isSeen, reads, edits }: Answer): OnlyOne {
  const isRaw = gives === 'response' && !isRead && isSeen;
  const features = [...(isRead ? ['add-read'] : []), ...(reads === null ? ['add-mapped'] : [])];
  return { ...(isRaw ? { isRaw } : {}), isMapped: reads === null, features, edits: edits ?? [] };
}

/** `errors[0].code === 10102` */
function comparesCodes({ site: { file, nodes } }: Asked, { flow }: Answer): boolean {
  if (!flow?.visits.some(({ steps }) => steps.at(-1) === 'errors')) return false;
  const [start, end] = nodes.findLast(isFunction)?.range ?? [0, file.text.length];
  return /\bcode\s*[!=]==?\s*\d{5}\b/.test(file.text.slice(start, end));
}

function readFeatures({ isRead, reads }: Answer): readonly string[] {
  return [...(isRead ? ['add-read'] : []), ...(reads === null ? ['add-mapped'] : [])];
}

type OnlyOne = Pick<Replacement, 'isMapped' | 'isRaw' | 'isListed' | 'features'> & {
  readonly edits: readonly Edit[];
};

/** One rule that is added, and what is read of the list with it alone; null where it has to be a list. */
function onlyOne(
  { node, convention: { gives } }: RequestCall,
  { site: { script } }: Asked,
  answer: Answer,
  features: readonly string[],
): OnlyOne | null {
  const { isRead, isSeen, reads, flow } = answer;
  const edits = answer.edits ?? [];
  const isRaw = gives === 'response' ? ({ isRaw: true } as const) : {};
  if (!isRead) {
    if (gives === 'response' && !isSeen) return null;
    return { ...isRaw, isMapped: false, features: [], edits: [] };
  }
  if (flow !== null && script !== null) {
    // A skip rule goes first, every other one last.
    if (gives === 'response' && (reads === null || features.includes('skip'))) return null;
    const step = gives === 'response' ? '.rules.at(-1)' : '';
    const only = onlyItemEdits(script, flow, gives === 'result', step);
    const reading = ['add-read', ...(reads === null ? ['add-mapped'] : [])];
    if (only !== null)
      return { ...isRaw, isMapped: reads === null, features: reading, edits: [...only, ...edits] };
  }
  if (gives !== 'result' || awaitedIn(node) === null) return null;
  const isMapped = reads === null;
  const reading = ['add-read', ...(isMapped ? ['add-mapped'] : [])];
  return { isListed: true, isMapped, features: reading, edits };
}

interface Rules {
  /** The list, and where there is one rule, that alone. */
  readonly text: string;
  readonly list: string;
  readonly isOne: boolean;
  /** The program sends it without a list around it. */
  readonly isAlone: boolean;
  /** Null where it cannot be told. */
  readonly length: number | null;
  readonly features: readonly string[];
  readonly differences: readonly Difference[];
  readonly edits: readonly Edit[];
}

function rulesOf(call: RequestCall, asked: Asked): Rules | string {
  const { body, bodyVariable, convention } = call;
  const { script } = asked.site;
  if (body === null || script === null) return 'what it sends cannot be told';
  const isSingle = arityOf(script, body) === 'item';
  // The types of the SDK ask for one rule without a list.
  const isAlone = isSingle && convention.callee !== 'sdk';
  const elements = body.type === 'ArrayExpression' ? body.elements : isSingle ? [body] : null;
  if (elements === null) return rulesIn(call, asked);
  const texts: RuleText[] = [];
  for (const element of elements) {
    if (element === null || element.type === 'SpreadElement')
      return 'what it sends is not written as a list of rules';
    const rule = ruleText(element, {
      script,
      mapped: (text) => `${asked.local('toRule')}(${text})`,
      folded: (id) => filterAt(script, id) ?? handedAt(asked.site.file.path, script, id, asked.around),
      isUpdate: false,
    });
    if ('why' in rule) return rule.why;
    texts.push(rule);
  }
  if (texts.length === 0) return 'it sends no rules';
  const isOne = texts.length === 1;
  const written = texts.map(({ text }) => text).join(', ');
  const { init, id } = bodyVariable ?? {};
  const isApart = init !== undefined && init !== null && id?.type === 'Identifier';
  const own = isOne ? written : `[${written}]`;
  const [start, end] = init?.range ?? [0, 0];
  const apart = isApart ? [{ start, end, text: movedTo(indentAt(script.text, start), own) }] : [];
  // Its type is that of what was sent before.
  const typed =
    isApart && id.typeAnnotation ? [{ start: id.range[0] + id.name.length, end: start, text: ' = ' }] : [];
  return {
    text: isApart ? (isOne ? `[${id.name}]` : id.name) : `[${written}]`,
    list: isApart ? id.name : written,
    isOne,
    isAlone,
    length: texts.length,
    features: texts.flatMap(({ features }) => features),
    differences: texts.flatMap(({ differences }) => differences),
    edits: [...typed, ...apart, ...texts.flatMap(({ edits }) => edits)],
  };
}

/** A list that comes from elsewhere, or is made of another one. */
function rulesIn({ body, convention }: RequestCall, { site, local }: Asked): Rules | string {
  const { script } = site;
  const made = body === null ? null : madeIn(body);
  const isNamed = body?.type === 'Identifier' || body?.type === 'MemberExpression' || made !== null;
  const isList = isNamed || (script !== null && body !== null && arityOf(script, body) === 'list');
  if (body === null || !isList || script === null) return 'what it sends is not written as a list';
  const isText = httpUsages(site).some(({ body: sent }) =>
    alternatives(sent).some(({ kind }) => kind === 'text'),
  );
  const isStringified = JSON.stringify(convention.slots).includes('"stringified":true');
  if (isText || (convention.gives === 'response' && !isStringified))
    return 'what it sends is a text that is made elsewhere';
  const base = { isOne: false, isAlone: false, length: null, edits: [] };
  const [start, end] = body.range;
  if (made !== null) {
    const mapped = (text: string) => `${local('toRule')}(${text})`;
    const folded = (id: Node) => listedAt(script, id);
    const rule = ruleText(made, { script, mapped, folded, isUpdate: false });
    if ('why' in rule) return rule.why;
    const [head, tail] = [script.text.slice(start, made.range[0]), script.text.slice(made.range[1], end)];
    // Only an object needs brackets around it.
    const text = rule.text.startsWith('{')
      ? head + rule.text + tail
      : head.replace(/\(\s*$/, '') + rule.text + tail.replace(/^\s*\)/, '');
    return { ...base, text, list: text, features: rule.features, differences: rule.differences };
  }
  const own = script.text.slice(start, end);
  const isBare = /^(?:Identifier|MemberExpression|CallExpression)$/.test(body.type);
  const list = arityOf(script, body) !== 'list' ? `[${own}].flat()` : isBare ? own : `(${own})`;
  const text = `${list}.map(${local('toRule')})`;
  return { ...base, text, list: text, features: ['skip'], differences: [PRIORITY] };
}

/** The rule in `list.map((ip) => ({ … }))`. */
function madeIn(body: Node): NodeOf<'ObjectExpression'> | null {
  if (body.type !== 'CallExpression' || body.callee.type !== 'MemberExpression') return null;
  const [callback, ...others] = body.arguments;
  if (keyName(body.callee.property, body.callee.computed) !== 'map' || others.length > 0) return null;
  if (callback?.type !== 'ArrowFunctionExpression' || callback.body === null) return null;
  const made = unwrap(callback.body);
  return made.type === 'ObjectExpression' ? made : null;
}
