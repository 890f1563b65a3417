/** Firewall rules of cloudflare-go. */
import { fieldOf, textOf } from '../../../src/grammar/index.js';
import type { Difference, FileEdit } from '../../../src/migrate/index.js';
import { ALL_RULES, ALLOW, DUPLICATES } from '../../direct/differences.js';
import { negated } from '../../go/literals.js';
import { assignedTo, type FieldAt, GONE, type SdkTable, WRITTEN } from '../../go/sdk-kind.js';
import { enabledGiven, enabledRead } from '../../go/sdk-version.js';
import { SdkRules } from './sdk-sent.js';

const ORDER: Difference = {
  name: 'priority-is-position',
  what: 'rules are ordered by position, not by priority: new rules go behind the others',
};

export const SDK_RULES: SdkTable = {
  methods: {
    FirewallRules: 'list',
    CreateFirewallRules: 'add',
    UpdateFirewallRule: 'update',
    DeleteFirewallRule: 'remove',
    CreateFilters: 'filter',
    DeleteFilter: 'filter-gone',
    FirewallRule: 'other',
    UpdateFirewallRules: 'other',
    DeleteFirewallRules: 'other',
    Filter: 'other',
    Filters: 'other',
    UpdateFilter: 'other',
    UpdateFilters: 'other',
    DeleteFilters: 'other',
  },
  type: 'FirewallRule',
  types: /^(?:Filter|FirewallRule\w*|Filter\w+Params)$/,
  takesIds: (version) => version.takesIds,
  listed: (_, { takesIds }) => ({ count: takesIds ? 2 : 3, hasPage: takesIds }),
  createsLists: true,
  differences: { list: [ALLOW, ORDER, ALL_RULES], add: [ORDER, DUPLICATES], update: [] },
  fields: /^(?:Filter|Paused|Priority|Products|CreatedOn|ModifiedOn|Action)$/,
  own: /^(?:Filter|Paused)$/,
  fieldEdits,
  sent: (calls, reads, version) => new SdkRules(calls, reads, version),
};

function fieldEdits(at: FieldAt): readonly FileEdit[] | string {
  const { tree, path, node, name, rule, alias, version } = at;
  const edit = (of: { readonly start: number; readonly end: number }, text: string): readonly FileEdit[] => [
    { file: path, start: of.start, end: of.end, text },
  ];
  const assigned = assignedTo(at);
  if (assigned === undefined) return WRITTEN;
  if (assigned !== null) {
    const text = textOf(tree, assigned.value);
    if (name === 'Action' && /^"(?!allow"|bypass")\w+"$/.test(text)) return [];
    if (name !== 'Paused' || !/^(?:!?\w+|true|false)$/.test(text)) return WRITTEN;
    const enabled = enabledGiven(version, alias, negated(text));
    return edit({ start: assigned.left.start, end: assigned.value.end }, `${rule}.Enabled = ${enabled}`);
  }
  const { parent } = node;
  if (name === 'Action') {
    const text =
      parent?.type === 'binary_expression'
        ? parent.children.find((one) => textOf(tree, one) === '"allow"')
        : undefined;
    return text === undefined ? [] : edit(text, '"skip"');
  }
  if (name === 'Filter') {
    const inner =
      parent?.type === 'selector_expression' && node.field === 'operand' ? fieldOf(parent, 'field') : null;
    const part = inner === null ? '' : textOf(tree, inner);
    return parent == null || !/^(?:Expression|ID)$/.test(part) ? GONE : edit(parent, `${rule}.${part}`);
  }
  if (name !== 'Paused') return GONE;
  const isOn = enabledRead(version, alias, rule);
  return parent?.type === 'unary_expression' && textOf(tree, parent).startsWith('!')
    ? edit(parent, isOn)
    : edit(node, `!${isOn}`);
}
