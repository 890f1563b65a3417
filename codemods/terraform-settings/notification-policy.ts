/** The policy that sends the mails of a pool, in the place of its attribute `notification_email`. */
import type { Difference, FileEdit, Site } from '../../src/migrate/index.js';
import type { Block } from '../../src/read/terraform/index.js';
import { attributeNamed, attributeText, type HclFile, isResource, linesOf } from '../places/hcl.js';
import { type HclItem, indented, layout } from '../places/hcl-layout.js';
import { pinnedVersion } from '../places/provider-versions.js';

export const NOTIFIED: Difference = {
  name: 'notification-policy',
  what: 'a notification policy sends the mails about the pool; it needs the permission Notifications > Edit',
};

const POLICY = 'cloudflare_notification_policy';

/** Null where no policy can be written: of what is made several times, or without its account. */
export function policyFor(site: Site, file: HclFile, block: Block): FileEdit | null {
  const [, label] = block.labels;
  const lines = linesOf(file, block);
  const account = attributeText(file, block, 'account_id');
  const isOnce = ['count', 'for_each'].every((name) => attributeNamed(block, name) === undefined);
  const addresses = addressesIn(attributeText(file, block, 'notification_email') ?? '');
  const isPool = isResource(block, 'cloudflare_load_balancer_pool');
  const isTaken = file.text.includes(`"${POLICY}" "${label?.text}"`);
  if (!isPool || !isOnce || isTaken || account === null || label === undefined || lines === null) return null;
  if (addresses.length === 0) return null;
  const isFive = Number(/\d+/.exec(pinnedVersion(site) ?? '')?.[0] ?? 4) >= 5;
  const head: readonly HclItem[] = [
    { name: 'account_id', value: account },
    { name: 'name', value: `"Health of the pool ${label.text}"` },
    { name: 'enabled', value: 'true' },
    { name: 'alert_type', value: '"load_balancing_health_alert"' },
  ];
  const pools: HclItem = { name: 'pool_id', value: `[cloudflare_load_balancer_pool.${label.text}.id]` };
  const ids = addresses.map((address): HclItem => ({ name: 'id', value: address }));
  const receivers: readonly HclItem[] = isFive
    ? [
        {
          name: 'mechanisms',
          object: [{ name: 'email', list: ids.map((id) => ({ comments: [], object: [id] })) }],
        },
      ]
    : ids.map((id) => ({ name: 'email_integration', block: [id] }));
  const filters: HclItem = isFive
    ? { name: 'filters', object: [pools] }
    : { name: 'filters', block: [pools] };
  const body = [...receivers, filters].flatMap((item) => ['', ...layout([item])]);
  const written = [`resource "${POLICY}" "${label.text}" {`, ...indented([...layout(head), ...body]), '}'];
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  const isOpen = !file.text.slice(lines.start, lines.end).endsWith('\n');
  const text = `${isOpen ? eol : ''}${eol}${written.join(eol)}${eol}`;
  return { file: file.path, start: lines.end, end: lines.end, text };
}

/** Several addresses were written with commas between them; what is computed may only be one. */
function addressesIn(written: string): readonly string[] {
  const literal = /^"([^"$]*)"$/.exec(written)?.[1];
  if (literal === undefined) return /^[\w.]+$/.test(written) ? [written] : [];
  const each = literal.split(',').map((address) => address.trim());
  return each.flatMap((address) => (address === '' ? [] : [`"${address}"`]));
}
