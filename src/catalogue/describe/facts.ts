import { datesSentence, symptomText, vendorState } from '../model/dates.js';
import { expandChecks } from '../model/expand.js';
import { rewriteLevel } from '../model/rewrite-level.js';
import { callText } from '../model/template.js';
import type { CallPattern, Entry, Profile, Resource, Scalar } from '../model/types.js';
import { sdkCallsOf } from '../sdk/calls.js';
import { compareVersions } from '../sdk/versions.js';

/** An entry as lists of short texts, the same for the terminal, the pages and the README. */

/** `PATCH /zones/{zone_id}/settings/minify`, with a remark where a method is not simply dead. */
export function endpointLines(entry: Entry): readonly string[] {
  return entry.endpoints.map((endpoint) => {
    const remarks = [
      ...(endpoint.possible === undefined
        ? []
        : [`${endpoint.possible.join(', ')} may be other, working calls`]),
      ...(endpoint.live === undefined ? [] : [`${endpoint.live.join(', ')} still works`]),
    ];
    const call = callText(endpoint.methods, endpoint.path);
    return remarks.length === 0 ? call : `${call} (${remarks.join('; ')})`;
  });
}

export function bodyLines(entry: Entry, profile: Profile): readonly string[] {
  const { fields, values } = expandChecks(entry, profile);
  const lines = new Map<string, CallPattern[]>();
  const add = (line: string, calls: readonly CallPattern[]): void => {
    lines.set(line, [...(lines.get(line) ?? []), ...calls]);
  };
  for (const check of fields) {
    add(`field ${check.at}${condition(check.where)}, in the ${bodyName(check.direction)}`, check.calls);
  }
  for (const check of values) {
    const which =
      check.removed === undefined ? `other than ${scalars(check.allowed)}` : scalars(check.removed);
    add(
      `value ${which} at ${check.at}${condition(check.where)}, in the ${bodyName(check.direction)}`,
      check.calls,
    );
  }
  for (const check of entry.queries) {
    const which = check.prefixes === undefined ? '' : ` beginning with ${check.prefixes.join(', ')}`;
    add(`parameter ${check.parameter}${which}`, check.calls);
  }
  return [...lines].map(
    ([line, calls]) => `${line}: ${calls.map((call) => callText(call.methods, call.path)).join('; ')}`,
  );
}

export function otherLines(entry: Entry): readonly string[] {
  return [
    ...entry.headers.map(({ together }) => `header ${together.join(' together with ')}`),
    ...entry.ciphers.map((name) => `cipher suite ${name}`),
    ...entry.expressions.map(({ name, rename }) =>
      rename === undefined ? `${name} in an expression` : `${name} in an expression, now ${rename}`,
    ),
  ];
}

export function resourceLines(entry: Entry, profile: Profile): readonly string[] {
  return expandChecks(entry, profile).resources.map((resource) => {
    const what = `${resource.tool} ${resource.kind} ${resource.name}${attributeOf(resource)}`;
    const versions = resource.versions === undefined ? '' : ` (${rangeText(resource.versions)})`;
    return `${what}${versions}${resource.replacement === undefined ? '' : `: ${resource.replacement}`}`;
  });
}

function attributeOf(resource: Resource): string {
  if (resource.attribute === undefined) return '';
  const value =
    resource.removed !== undefined
      ? ` = ${scalars(resource.removed)}`
      : resource.allowed !== undefined
        ? ` other than ${scalars(resource.allowed)}`
        : '';
  return `, ${resource.attribute}${value}${condition(resource.where)}`;
}

/** Methods of SDKs that reach the dead path, one line for each SDK and name. */
export function sdkLines(entry: Entry, profile: Profile): readonly string[] {
  const versions = new Map<string, Set<string>>();
  for (const { call, through } of sdkCallsOf(entry, profile)) {
    if (through === 'check') continue;
    const name = `${call.sdk} ${call.symbol}${through === 'argument' ? ' with that argument' : ''}`;
    const known = versions.get(name) ?? new Set();
    for (const range of call.versions) known.add(range);
    versions.set(name, known);
  }
  return [...versions].map(([name, ranges]) => `${name} (${spanText([...ranges])})`).sort();
}

/** `PutObject Tagging: error`, `CreateBucket ACL private or public-read: warning` */
export function storageLines({ storage }: Entry): readonly string[] {
  return storage.map(({ operations, parameter, removed, allowed, form, level }) => {
    const value =
      removed !== undefined
        ? ` ${scalars(removed)}`
        : allowed !== undefined
          ? ` other than ${scalars(allowed)}`
          : form === undefined
            ? ''
            : ` (${form.replaceAll('-', ' ')})`;
    const what = parameter === undefined ? '' : ` ${parameter}${value}`;
    return `${operations.join(', ')}${what}: ${level}`;
  });
}

export function symptomLines(entry: Entry): readonly string[] {
  return entry.symptoms.map(symptomText);
}

/** Which source names which date, and what the vendor says of the state today. */
export function vendorText(entry: Entry): string | null {
  const parts = [datesSentence(entry), vendorState(entry)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

export function automationText(entry: Entry): string {
  if (rewriteLevel(entry) !== null) {
    return `edge-sunset migrate --only ${entry.id} (highest level: ${entry.automation})`;
  }
  if (entry.reason !== undefined) return `manual, with a marker. ${entry.reason}`;
  return entry.automation === 'none'
    ? 'nothing to rewrite'
    : 'none yet: migrate writes a marker with the steps';
}

function condition(where: { readonly at: string; readonly equals: readonly Scalar[] } | undefined): string {
  return where === undefined ? '' : ` where ${where.at} is ${scalars(where.equals)}`;
}

function bodyName(direction: 'request' | 'response'): string {
  return direction === 'request' ? 'request' : 'response';
}

function scalars(values: readonly Scalar[] | undefined): string {
  return (values ?? []).map(String).join(' or ');
}

/**
 * The first and the last version of all ranges of one method: between them it is called in several ways,
 * which matter to a codemod and not to a reader.
 */
function spanText(ranges: readonly string[]): string {
  const sorted = [...ranges].sort((a, b) => compareVersions(a.split('..')[0] ?? '', b.split('..')[0] ?? ''));
  const first = sorted[0]?.split('..')[0] ?? '';
  const last = sorted.at(-1) ?? '';
  return rangeText(last.includes('..') ? `${first}..${last.split('..')[1] ?? ''}` : `${first}..${last}`);
}

/** `3.0.0 to 3.5.0`, `4.0.0 and later`, `3.1.0`, `0.9.0 and later below 1` */
function rangeText(range: string): string {
  const [from = range, to] = range.split('..');
  if (to === undefined || to === from) return from;
  if (to === '') return `${from} and later`;
  return to === '0.999.0' ? `${from} and later below 1` : `${from} to ${to}`;
}
