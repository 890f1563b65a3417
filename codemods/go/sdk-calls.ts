/** Calls of cloudflare-go about firewall rules, and the statements that they consist of. */
import {
  argumentsOf,
  fieldOf,
  importsOf,
  leftsOf,
  type Spot,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { GoTypes } from './scope.js';

export const SDK = 'github.com/cloudflare/cloudflare-go';

/** What calls do, by the names of their methods. */
const METHODS: Readonly<Record<string, SdkRole>> = {
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
};

export type SdkRole = 'list' | 'add' | 'update' | 'remove' | 'filter' | 'filter-gone' | 'other';

export interface SdkCall extends Spot {
  readonly role: SdkRole;
  /** `cloudflare` */
  readonly alias: string;
  /** Source of the client. */
  readonly api: string;
  readonly args: readonly SyntaxNode[];
  /** The statement that keeps what it gives, with the names for that. */
  readonly holder: SyntaxNode | null;
  readonly names: readonly string[];
}

export function aliasOf(tree: SyntaxTree): string | null {
  return (
    importsOf(tree)
      .find(({ path }) => path === SDK)
      ?.name.replace(/^go-/, '') ?? null
  );
}

export function sdkCallsIn(file: Pick<Spot, 'tree' | 'path'>, types: GoTypes): readonly SdkCall[] {
  const { tree } = file;
  const alias = aliasOf(tree);
  if (alias === null) return [];
  return walk(tree.root).flatMap((node): readonly SdkCall[] => {
    const called = node.type === 'call_expression' ? fieldOf(node, 'function') : null;
    const [operand, field] = [called, called].map((one, at) =>
      one?.type === 'selector_expression' ? fieldOf(one, at === 0 ? 'operand' : 'field') : null,
    );
    if (operand == null || field == null) return [];
    const role = METHODS[textOf(tree, field)];
    if (role === undefined) return [];
    const type = types.of({ ...file, node: operand });
    if (type === null || !('foreign' in type) || type.foreign !== `${alias}.API`) return [];
    const list = node.parent?.type === 'expression_list' ? node.parent.parent : null;
    const holder =
      list != null && /^(?:short_var_declaration|assignment_statement)$/.test(list.type) ? list : null;
    return [
      {
        ...file,
        node,
        role,
        alias,
        api: textOf(tree, operand),
        args: argumentsOf(node),
        holder,
        names: holder === null ? [] : leftsOf(holder).map((left) => textOf(tree, left)),
      },
    ];
  });
}

/** What methods of the client give, and what its fields are. */
export function sdkResult(type: string, method: string, index: number): string | null {
  const [alias = '', name = ''] = type.split('.');
  if (name === '' && /^New(?:WithAPIToken|WithUserServiceKey)?$/.test(method))
    return index === 0 ? `${alias}.API` : null;
  if (name !== 'API' || index !== 0) return null;
  if (method === 'FirewallRules' || method === 'CreateFirewallRules') return `[]${alias}.FirewallRule`;
  if (method === 'FirewallRule' || method === 'UpdateFirewallRule') return `${alias}.FirewallRule`;
  if (/^(?:Create)?Filters$/.test(method)) return `[]${alias}.Filter`;
  return null;
}
