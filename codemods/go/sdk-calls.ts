/** Calls of cloudflare-go about rules, and the statements that they consist of. */
import {
  argumentsOf,
  fieldOf,
  importsOf,
  isInside,
  leftsOf,
  type Spot,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { declaredAt, type GoTypes } from './scope.js';

export const SDK = 'github.com/cloudflare/cloudflare-go';

export type SdkRole = 'list' | 'add' | 'update' | 'remove' | 'filter' | 'filter-gone' | 'other';

export interface SdkCall extends Spot {
  readonly role: SdkRole;
  /** `CreateFirewallRules` */
  readonly method: string;
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

export function sdkCallsIn(
  file: Pick<Spot, 'tree' | 'path'>,
  types: GoTypes,
  methods: Readonly<Record<string, SdkRole>>,
): readonly SdkCall[] {
  const { tree } = file;
  const alias = aliasOf(tree);
  if (alias === null) return [];
  return walk(tree.root).flatMap((node): readonly SdkCall[] => {
    const called = node.type === 'call_expression' ? fieldOf(node, 'function') : null;
    const [operand, field] = [called, called].map((one, at) =>
      one?.type === 'selector_expression' ? fieldOf(one, at === 0 ? 'operand' : 'field') : null,
    );
    if (operand == null || field == null) return [];
    const method = textOf(tree, field);
    const role = Object.hasOwn(methods, method) ? methods[method] : undefined;
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
        method,
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
  if (/^List(?:All)?RateLimits$/.test(method)) return `[]${alias}.RateLimit`;
  if (/^(?:Create|Update)?RateLimit$/.test(method)) return `${alias}.RateLimit`;
  if (/^(?:Create)?Filters$/.test(method)) return `[]${alias}.Filter`;
  return null;
}

/** A literal, and the name of the variable that holds it, if nothing else uses that. */
export interface Held {
  readonly literal: SyntaxNode;
  readonly name: SyntaxNode | null;
}

/** What is sent, which a variable may hold that nothing else uses. */
export function heldBy(call: SdkCall, sent: SyntaxNode): Held {
  const { tree } = call;
  const by = sent.type === 'identifier' ? declaredAt({ ...call, node: sent })?.by : undefined;
  const value =
    by?.type === 'short_var_declaration'
      ? fieldOf(by, 'right')?.children.find(({ isNamed }) => isNamed)
      : undefined;
  const [name, ...others] = by === undefined ? [] : leftsOf(by);
  const uses = walk(by?.parent ?? sent).filter(
    (one) =>
      one.type === 'identifier' &&
      textOf(tree, one) === textOf(tree, sent) &&
      declaredAt({ ...call, node: one })?.by === by,
  );
  const isHeld =
    value?.type === 'composite_literal' &&
    others.length === 0 &&
    uses.length === 1 &&
    uses.every((one) => isInside(one, sent));
  return isHeld && name !== undefined ? { literal: value, name } : { literal: sent, name: null };
}
