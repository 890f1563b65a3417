/**
 * Requests that tell rules apart: for every condition of either state one request that meets each of its
 * comparisons alone, and one that meets all of them together.
 */
import {
  type ConditionNode,
  type ContextValue,
  canonicalName,
  type EvaluationContext,
  type LiteralNode,
  parseFilter,
} from '../../expression/index.js';

/** A request that meets no condition about anything in particular. */
const PLAIN: Readonly<Record<string, ContextValue>> = {
  'http.host': 'www.example.com',
  'http.request.uri.path': '/',
  'http.request.uri': '/',
  'http.request.uri.query': '',
  'http.request.full_uri': 'https://www.example.com/',
  'http.request.method': 'GET',
  'http.user_agent': 'probe',
  'http.referer': '',
  'http.cookie': '',
  'http.request.headers': {},
  'http.response.code': 200,
  'ip.src': '192.0.2.1',
  'ip.src.country': 'NL',
  'ip.geoip.country': 'NL',
  'ip.geoip.asnum': 64496,
  'cf.client.bot': false,
  'cf.threat_score': 0,
  ssl: true,
};

/** More would not tell more and take long: rules of one state often share their conditions. */
const MOST = 200;

export interface Probe {
  /** What the request has that a plain one has not. */
  readonly asked: Readonly<Record<string, ContextValue>>;
  readonly request: EvaluationContext;
}

export function probes(expressions: readonly string[]): readonly Probe[] {
  const found = new Map<string, Record<string, ContextValue>>();
  const add = (fields: Record<string, ContextValue>) => {
    const own = Object.fromEntries(Object.entries(fields).filter(([name, value]) => PLAIN[name] !== value));
    if (found.size < MOST) found.set(JSON.stringify(own), own);
  };
  add({});
  for (const expression of new Set(expressions)) {
    const parsed = parseFilter(expression);
    if (!parsed.ok) continue;
    const all: Record<string, ContextValue> = {};
    eachComparison(parsed.expression.root, (field, value) => {
      add({ [field]: value });
      all[field] = value;
    });
    add(all);
  }
  return [...found.values()].map((asked) => ({ asked, request: { fields: { ...PLAIN, ...asked } } }));
}

function eachComparison(node: ConditionNode, tell: (field: string, value: ContextValue) => void): void {
  switch (node.type) {
    case 'logical':
      for (const operand of node.operands) eachComparison(operand, tell);
      return;
    case 'not':
      eachComparison(node.operand, tell);
      return;
    case 'group':
      eachComparison(node.inner, tell);
      return;
    case 'test':
      if (node.operand.type === 'field' && node.operand.name !== null) {
        for (const value of [true, false]) tell(canonicalName(node.operand.name), value);
      }
      return;
    case 'comparison': {
      const { left, right } = node;
      if (left.type !== 'field' || left.name === null || left.indexes.length > 0) return;
      const name = canonicalName(left.name);
      const literals = right.type === 'set' ? right.items : right.type === 'list' ? [] : [right];
      for (const literal of literals) for (const value of witnesses(literal)) tell(name, value);
      return;
    }
    case 'constant':
      return;
  }
}

/** Values at, and beside, what a literal names. */
function witnesses(literal: LiteralNode): readonly ContextValue[] {
  switch (literal.type) {
    case 'string': {
      if (literal.value === null) return [];
      return [literal.value, literal.value.replaceAll('*', 'any'), `${literal.value}/more`];
    }
    case 'integer':
      return [Number(literal.value) - 1, Number(literal.value), Number(literal.value) + 1];
    case 'ip':
      return [literal.text];
    case 'cidr':
      return [literal.text.split('/')[0] ?? literal.text];
    case 'range':
      return literal.of === 'ip' ? [literal.from] : [Number(literal.from), Number(literal.to)];
    case 'boolean':
      return [literal.value];
    case 'bytes':
    case 'hole':
      return [];
  }
}
