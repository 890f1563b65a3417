/** The policy of a pool in JavaScript and TypeScript. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import type { Node, NodeOf } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { endsInSemicolons, indentAt, lineEndOf, propertyNamed, quoteOf, unitOf } from '../places/index.js';
import { addressesIn, callOfPolicy, createsPool, type Policy } from './policy.js';

/** Null where none can be written. */
export function policyInScript(site: Site, around: Surroundings): Policy | null {
  const { script, nodes } = site;
  const isSdk = site.finding.usages.some(({ kind }) => kind === 'sdk');
  if (script === null || !(isSdk || createsPool(site))) return null;
  const source = (node: Node) => script.text.slice(...node.range);
  const property = nodes.findLast((one) => one.type === 'Property');
  const body = property?.parent;
  const call = nodes.findLast(
    (one): one is NodeOf<'CallExpression'> =>
      one.type === 'CallExpression' && source(one.callee) !== 'JSON.stringify',
  );
  if (property?.type !== 'Property' || body?.type !== 'ObjectExpression' || call === undefined) return null;
  const addresses = addressesIn(source(property.value));
  const statement = statementOf(call);
  if (addresses === null || statement === null) return null;
  const pool = poolIn(statement, { site, script, call, isSdk }, around);
  if (pool === null) return null;
  const account = isSdk ? propertyNamed(body, 'account_id') : null;
  if (isSdk && account === null) return null;
  const name = propertyNamed(body, 'name');
  const written = policyObject(script, {
    account: account === null ? null : source(account),
    name: name === null ? null : source(name.value),
    addresses,
    pool: pool.id,
    indent: indentAt(script.text, body.range[0]),
  });
  const text = isSdk ? sdkCall(source(call.callee), written) : requestOf(script.text, call, body, written);
  if (text === null) return null;
  const { range } = statement;
  const indent = indentAt(script.text, range[0]);
  const end = endsInSemicolons(script.text) ? ';' : '';
  return {
    edits: [
      ...pool.edits,
      {
        start: range[1],
        end: range[1],
        text: `${lineEndOf(script.text)}${indent}await ${text}${end}`,
      },
    ],
    isOfPool: pool.id !== null,
  };
}

function requestOf(text: string, call: Node, body: Node, written: string): string | null {
  const [start, end] = call.range;
  return callOfPolicy(text, { start, end }, { start: body.range[0], end: body.range[1] }, written);
}

/** `client.alerting.policies.create` beside `client.loadBalancers.pools.create`. */
function sdkCall(callee: string, written: string): string | null {
  const [, client] = /^([\w$.#]+)\.loadBalancers\.pools\.create$/.exec(callee) ?? [];
  return client === undefined ? null : `${client}.alerting.policies.create(${written})`;
}

/** The statement that waits for the call, and does nothing else; or declares what it gives. */
function statementOf(call: Node): NodeOf<'ExpressionStatement'> | NodeOf<'VariableDeclaration'> | null {
  const waiting = call.parent;
  if (waiting?.type !== 'AwaitExpression') return null;
  const { parent } = waiting;
  if (parent?.type === 'ExpressionStatement') return parent.parent?.type === 'IfStatement' ? null : parent;
  const list = parent?.type === 'VariableDeclarator' ? parent.parent : undefined;
  return list?.type === 'VariableDeclaration' && list.declarations.length === 1 ? list : null;
}

interface Made {
  readonly site: Site;
  readonly script: Script;
  readonly call: Node;
  readonly isSdk: boolean;
}

interface Pool {
  /** Source of its id; null where nothing holds it. */
  readonly id: string | null;
  /** Gives it a name. */
  readonly edits: readonly Edit[];
}

/** Null where the program looks at errors itself, or where it may create many pools that cannot be named. */
function poolIn(statement: Node, { site, script, call, isSdk }: Made, around: Surroundings): Pool | null {
  const parts = isSdk ? [] : around.answerOf(site.file.path, call);
  const isResult =
    parts.length > 0 && parts.every((one) => one.kind === 'answer' && one.steps.at(-1) === 'result');
  if (!isResult && !isSdk) {
    const isOnce = statement.type === 'ExpressionStatement' && statement.parent?.type === 'Program';
    return isOnce ? { id: null, edits: [] } : null;
  }
  if (statement.type === 'VariableDeclaration') {
    const [declared] = statement.declarations;
    return declared?.id.type === 'Identifier' ? { id: `${declared.id.name}.id`, edits: [] } : null;
  }
  const name = ['pool', 'createdPool'].find(
    (one) => !new RegExp(`\\b${literally(one)}\\b(?!['"\`])`).test(script.text),
  );
  const [start] = statement.range;
  if (name === undefined) return null;
  return { id: `${name}.id`, edits: [{ start, end: start, text: `const ${name} = ` }] };
}

interface Parts {
  readonly account: string | null;
  readonly name: string | null;
  readonly addresses: readonly string[];
  readonly pool: string | null;
  readonly indent: string;
}

function policyObject({ text }: Script, { account, name, addresses, pool, indent }: Parts): string {
  const quote = quoteOf(text);
  const unit = unitOf(text);
  const quoted = (value: string) => `${quote}${value}${quote}`;
  const literal = name === null ? null : /^(['"])([^'"\\]*)\1$/.exec(name)?.[2];
  const title =
    literal != null
      ? quoted(`Health of the pool ${literal}`)
      : name !== null && /^[\w$.]+$/.test(name)
        ? `\`Health of the pool \${${name}}\``
        : quoted('Health of load balancing pools');
  const fields = [
    ...(account === null ? [] : [account]),
    `name: ${title}`,
    'enabled: true',
    `alert_type: ${quoted('load_balancing_health_alert')}`,
    `mechanisms: { email: [${addresses.map((one) => `{ id: ${quoted(one)} }`).join(', ')}] }`,
    ...(pool === null ? [] : [`filters: { pool_id: [${pool}] }`]),
  ];
  const eol = lineEndOf(text);
  return `{${eol}${fields.map((one) => `${indent}${unit}${one},${eol}`).join('')}${indent}}`;
}
