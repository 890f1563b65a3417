/** Objects of the API that are described outside of a call: what they are is shown by the fields beside each other. */

export interface RecordShape {
  readonly path: string;
  /** Names that types and variables of such records go by. */
  readonly names: RegExp;
  /** Fields of which three show the record, or one where its name or path stands nearby. */
  readonly fields: ReadonlySet<string>;
  /** Fields that are asked with as well: only where one of `answered` stands beside them do they show an answer. */
  readonly asked: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

const SHAPES: readonly RecordShape[] = [
  {
    path: '/zones/{zone_id}/dns_records',
    names: /dns_?records?/i,
    fields: new Set(['content', 'ttl', 'proxied', 'proxiable', 'priority', 'created_on', 'modified_on']),
    asked: new Set(['zone_id', 'zone_name', 'zoneId', 'zoneName']),
    answered: new Set(['id', 'proxiable', 'created_on', 'modified_on', 'createdOn', 'modifiedOn']),
  },
  {
    path: '/accounts/{account_id}/load_balancers/pools',
    names: /(?:load_?balancer|lb)_?pools?|^pool(?:Schema|Config|Input)?$/i,
    fields: new Set([
      'origins',
      'minimum_origins',
      'monitor',
      'check_regions',
      'origin_steering',
      'load_shedding',
      'notification_filter',
    ]),
    asked: new Set(),
    answered: new Set(),
  },
  {
    path: '/accounts/{account_id}/cfd_tunnel',
    names: /^(?:cfd_?|cloudflare_?)?tunnels?(?:Schema|Info|Response)?$/i,
    fields: new Set([
      'account_tag',
      'conns_active_at',
      'conns_inactive_at',
      'tun_type',
      'remote_config',
      'config_src',
    ]),
    asked: new Set(),
    answered: new Set(),
  },
];

/** What a description with these fields is of; `field` is the one that is asked about, `name` that of the whole. */
export function recordShape(
  field: string,
  name: string | null,
  fields: readonly string[],
  text: string,
): RecordShape | null {
  for (const shape of SHAPES) {
    if (shape.asked.has(field) && !fields.some((other) => shape.answered.has(other))) continue;
    const known = fields.filter((other) => shape.fields.has(other)).length;
    if (known >= 3 || (known >= 1 && isNear(shape, text, name))) return shape;
  }
  return null;
}

/** The collection is asked for nearby, or the name says what it is: then one field of its own is enough. */
function isNear({ path, names }: RecordShape, text: string, name: string | null): boolean {
  return (name !== null && names.test(name)) || text.includes(path.slice(path.indexOf('}/') + 2));
}

/** Anywhere in a text, whatever goes before and behind it: more than the `names` of the shapes in the same order. */
const NAMED: readonly RegExp[] = [/dns_?records?/i, /pool/i, /tunnel/i];

/** Whether a text may hold a description of one of the objects: told without taking it apart. */
export function mayDescribeRecord(text: string): boolean {
  return SHAPES.some(({ fields, path }, index) => {
    let known = 0;
    for (const field of fields) if (text.includes(field)) known++;
    const isNamed = () =>
      NAMED[index]?.test(text) === true || text.includes(path.slice(path.indexOf('}/') + 2));
    return known >= 3 || (known >= 1 && isNamed());
  });
}
