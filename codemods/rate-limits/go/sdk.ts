/** Rate limits of cloudflare-go. */
import { fieldOf, type SyntaxNode, textOf } from '../../../src/grammar/index.js';
import type { FileEdit } from '../../../src/migrate/index.js';
import { ALL_LIMITS, EXPRESSION } from '../../direct/index.js';
import { negated } from '../../go/literals.js';
import { assignedTo, type FieldAt, GONE, type SdkTable, WRITTEN } from '../../go/sdk-kind.js';
import { enabledGiven, enabledRead } from '../../go/sdk-version.js';
import { SdkLimits } from './sdk-limits.js';

export const SDK_LIMITS: SdkTable = {
  methods: {
    ListAllRateLimits: 'list',
    ListRateLimits: 'list',
    CreateRateLimit: 'add',
    UpdateRateLimit: 'update',
    DeleteRateLimit: 'remove',
    RateLimit: 'other',
  },
  type: 'RateLimit',
  types: /^RateLimit(?!ed)\w*$/,
  takesIds: () => true,
  listed: ({ method }) =>
    method === 'ListRateLimits' ? { count: 3, hasPage: true } : { count: 2, hasPage: false },
  createsLists: false,
  differences: { list: [EXPRESSION, ALL_LIMITS], add: [], update: [] },
  fields: /^(?:Disabled|Match|Bypass|Threshold|Period|Action|Correlate)$/,
  own: /^(?:Disabled|Threshold|Correlate)$/,
  fieldEdits,
  sent: (_, reads, version) => new SdkLimits(reads, version),
};

/** Fields of the limit that are fields of the rule now; and whether a program may give them another value. */
const NEW: Readonly<Record<string, string>> = {
  Threshold: 'RateLimit.RequestsPerPeriod',
  Period: 'RateLimit.Period',
  'Action.Timeout': 'RateLimit.MitigationTimeout',
  'Match.Request.URLPattern': 'Expression',
};

function fieldEdits(at: FieldAt): readonly FileEdit[] | string {
  const { tree, path, name, rule, alias, version } = at;
  const whole = wholeField(at.node);
  const field = [name, ...fieldsBelow(at, whole)].join('.');
  const edit = (of: { readonly start: number; readonly end: number }, text: string): readonly FileEdit[] => [
    { file: path, start: of.start, end: of.end, text },
  ];
  const assigned = assignedTo({ ...at, node: whole });
  if (assigned === undefined) return WRITTEN;
  if (assigned !== null) {
    const { left, value } = assigned;
    const text = textOf(tree, value);
    if (field === 'Disabled' && /^(?:!?\w+|true|false)$/.test(text))
      return edit(
        { start: left.start, end: value.end },
        `${rule}.Enabled = ${enabledGiven(version, alias, negated(text))}`,
      );
    return /^(?:Threshold|Period)$/.test(field) ? edit(left, `${rule}.${NEW[field]}`) : WRITTEN;
  }
  const { parent } = whole;
  if (field === 'Disabled') {
    const isOn = enabledRead(version, alias, rule);
    return parent?.type === 'unary_expression' && textOf(tree, parent).startsWith('!')
      ? edit(parent, isOn)
      : edit(whole, `!${isOn}`);
  }
  // A pattern that is compared with another one is no expression.
  const isCompared = parent?.type === 'binary_expression' || /switch/.test(parent?.type ?? '');
  const now = NEW[field];
  return now === undefined || (now === 'Expression' && isCompared) ? GONE : edit(whole, `${rule}.${now}`);
}

/** `limit.Match.Request.URLPattern` of `limit.Match` */
function wholeField(node: SyntaxNode): SyntaxNode {
  let whole = node;
  while (whole.parent?.type === 'selector_expression' && whole.field === 'operand') whole = whole.parent;
  return whole;
}

function fieldsBelow({ tree, node }: FieldAt, whole: SyntaxNode): readonly string[] {
  const names: string[] = [];
  for (let one = whole; one !== node; one = fieldOf(one, 'operand') ?? node) {
    const field = fieldOf(one, 'field');
    names.unshift(field === null ? '' : textOf(tree, field));
  }
  return names;
}
