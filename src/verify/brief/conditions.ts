/** Which rows of the guides apply to the calls of a unit. */
import { PITFALLS, type When } from '../../catalogue/guide/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { Program } from '../../read/index.js';
import type { Call } from './calls.js';
import { takesId } from './calls.js';
import { isHeld, isKnown, jsonText, type Plain } from './values.js';

/** What is asked of a call beside what it sends. */
export interface Around {
  /** The code around a call names a field of the old answer. */
  readonly names: (call: Call, field: string) => boolean;
  /** A call of the unit lists what the ids are of. */
  readonly lists: boolean;
}

export function applies(when: When, call: Call, around: Around): boolean {
  return (
    isOneOf(when.entries, call.entry) &&
    (when.methods === undefined ||
      (call.method === null ? call.tool === 'http' : isOneOf(when.methods, call.method))) &&
    (when.path === undefined || call.endpoint.includes(when.path)) &&
    (when.notPath === undefined || !call.endpoint.includes(when.notPath)) &&
    (when.tool === undefined || when.tool === call.tool) &&
    (when.context === undefined || call.site.found.finding.context === when.context) &&
    (when.takesId === undefined || (takesId(call) && !around.lists)) &&
    (when.sends === undefined || sends(call, when.sends, when)) &&
    (when.written === undefined || (call.sent?.get(when.written) ?? []).some(isKnown)) &&
    (when.open === undefined || isOpen(call, when.open)) &&
    (when.unconverted === undefined || call.body === null || !isKnown(call.body)) &&
    (when.query === undefined || asks(call, when.query, around)) &&
    (when.reads === undefined || around.names(call, when.reads)) &&
    (when.sdk === undefined || call.sdk?.name === when.sdk)
  );
}

/** What to watch out for at these calls, without what another one says, too. */
export function pitfallsOf(
  calls: readonly Call[],
  around: Around,
  reads: readonly { readonly old: string }[],
): readonly { readonly id: string; readonly text: string }[] {
  const found = PITFALLS.filter(({ when }) => calls.some((call) => applies(when, call, around)));
  const covered = new Set(found.flatMap(({ covers = [] }) => covers));
  // What is read is told with its places.
  const isTold = (field: string | undefined) => reads.some(({ old }) => old === field);
  return found.flatMap(({ id, text, when }) => (covered.has(id) || isTold(when.reads) ? [] : [{ id, text }]));
}

const ONE_SETTING = /\/settings\/(\w+)$/;

/** Settings that no longer exist and that the code of the calls names: asked for one by one, each of them fails. */
export function retiredSettings(
  calls: readonly Call[],
  program: Program,
  { entries }: Catalogue,
): readonly { readonly id: string; readonly text: string }[] {
  const files = new Set(calls.flatMap(({ entry, at }) => (entry === 'settings-batch' ? [at.file] : [])));
  const text = [...files].map((file) => program.file(file)?.text ?? '').join('\n');
  const names = entries
    .flatMap(({ endpoints }) => endpoints.flatMap(({ path }) => ONE_SETTING.exec(path)?.[1] ?? []))
    .filter(
      (name, index, all) => all.indexOf(name) === index && new RegExp(`["'\`]${name}["'\`]`).test(text),
    );
  if (names.length === 0) return [];
  return [
    {
      id: 'settings-retired',
      text: `Retired settings that this code names: ${names.join(', ')}. Their requests fail: leave them out.`,
    },
  ];
}

function isOneOf(list: readonly string[] | undefined, one: string): boolean {
  return list === undefined || list.includes(one);
}

/** The field is sent with such a value, or nobody knows what is sent. */
function sends({ sent, body, tool }: Call, field: string, { values, notValues }: When): boolean {
  if (sent === null) return tool !== 'resource' || body !== null;
  const given = sent.get(field);
  if (given === undefined) return isInsideOfUnknown(sent, field);
  if (values === undefined && notValues === undefined) return true;
  return given.some((value) => {
    if (!isKnown(value)) return !isAsRead(value, field);
    if (!isScalar(value)) return false;
    return (values?.includes(value) ?? true) && !(notValues?.includes(value) ?? false);
  });
}

/** What holds the field is sent as a whole that only a caller knows. */
function isInsideOfUnknown(sent: NonNullable<Call['sent']>, field: string): boolean {
  const [root = ''] = field.split('.');
  return root !== field && (sent.get(root) ?? []).some((value) => isHeld(value) && !isAsRead(value, root));
}

/** `rule.action`, for the field `action`: it was read of the API, and is sent back. */
function isAsRead(value: Plain, field: string): boolean {
  const leaf = field.split('.').at(-1) ?? field;
  return new RegExp(`\\w(?:\\.|\\[["'])${leaf}(?:["']\\])?>$`).test(jsonText(value));
}

function isScalar(value: Plain): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

function isOpen({ sent }: Call, field: string): boolean {
  return (
    sent !== null &&
    ((sent.get(field) ?? []).some((value) => !isKnown(value)) || isInsideOfUnknown(sent, field))
  );
}

function asks(call: Call, parameter: string, { names }: Around): boolean {
  const pattern = new RegExp(`(?:^|&)(?:per_)?${parameter}=`);
  if (pattern.test(call.query)) return true;
  // A query that is put together at run time is looked for in the code that does it.
  return call.query.startsWith('<') && names(call, parameter);
}
