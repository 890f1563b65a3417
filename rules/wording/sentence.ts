import type { Finding, Fix } from '../../src/analysis/index.js';
import {
  beginWord,
  datesSentence,
  type Entry,
  type FieldCheck,
  isAccepted,
  isEnded,
  rewriteLevel,
  type ValueCheck,
} from '../../src/catalogue/index.js';
import { canonicalName } from '../../src/expression/index.js';
import {
  daysBetween,
  effectOf,
  maskSecrets,
  relativeDays,
  resourceName,
  visible,
} from '../../src/report/index.js';
import { adviceOf } from './advice.js';
import { type MessageId, messageId, type SentenceId } from './templates.js';

export interface Sentence {
  readonly messageId: MessageId;
  readonly data: Readonly<Record<string, string>>;
}

export interface Wording {
  /** Path of the file, as a command would be given it. */
  readonly path: string;
  readonly today: string;
  readonly relativeDates: boolean;
  /** Level of the edit that is at hand for the place, if there is one. */
  readonly edit: Fix['level'] | undefined;
}

/** What a rule says of a finding; `text` is the source it points at. */
export function sentenceOf(entry: Entry, finding: Finding, text: string, wording: Wording): Sentence {
  if (finding.advice !== undefined) {
    const what = visible(maskSecrets(finding.advice)).replace(/\.$/, '');
    return { messageId: 'checkFailed', data: { what, dates: '' } };
  }
  const advice = adviceFor(finding, adviceOf(entry));
  const { id, data } = factsOf(entry, finding, unquoted(text), advice, isAhead(entry, wording));
  const command = commandOf(entry, finding, wording);
  return {
    messageId: messageId(id, { codemod: command !== null, guess: finding.confidence === 'possible' }),
    data: {
      ...Object.fromEntries(Object.entries(data).map(([key, value]) => [key, clean(value)])),
      since: beginWord(entry),
      ended: endedOf(entry, wording),
      dates: datesOf(entry),
      advice: advice ?? 'Remove it',
      ...(command === null ? {} : { command }),
    },
  };
}

/** A call is deleted; of a setting, an attribute or a field only it is. */
function adviceFor({ kind }: Finding, advice: string | null): string | null {
  return kind === 'endpoint' || kind === 'sdk'
    ? advice
    : (advice?.replace(/^(?:Delete|Remove) the call$/, 'Remove it') ?? null);
}

interface Facts {
  readonly id: SentenceId;
  readonly data: Readonly<Record<string, string>>;
}

function factsOf(entry: Entry, finding: Finding, text: string, advice: string | null, ahead: boolean): Facts {
  if (entry.effect !== undefined)
    return { id: 'storage', data: { call: storageName(finding, text), effect: effectOf(entry) } };
  const field = fieldName(entry, text);
  switch (finding.kind) {
    case 'endpoint':
    case 'sdk':
    case 'resource': {
      const call = callOf(entry, finding, text);
      if (ahead) return { id: 'endpointScheduled', data: { call } };
      if (finding.kind === 'resource' && advice === null)
        return { id: 'resourceRemovedNoReplacement', data: { call } };
      return { id: advice === null ? 'endpointRemovedNoReplacement' : 'endpointRemoved', data: { call } };
    }
    case 'field':
      // `after` says of a day to come what it says of one that is past.
      if (ahead && entry.errorsBegin !== 'next-day') return { id: 'fieldScheduled', data: { field } };
      if (finding.by !== undefined) return { id: 'fieldGone', data: { field } };
      if (!isAccepted(entry)) return { id: 'fieldRejected', data: { field } };
      // Where something takes its place, to remove it is not enough.
      return {
        id: isAnswered(entry) && advice?.startsWith('Use ') !== true ? 'fieldIgnored' : 'fieldWithoutEffect',
        data: { field },
      };
    case 'behaviour':
      return { id: 'fieldGone', data: { field } };
    case 'header':
      return { id: 'headerRejected', data: { field: headerNames(entry, text) } };
    case 'value':
      return valueFacts(entry, finding.value ?? text);
    case 'expression': {
      const rename = entry.expressions.find(
        ({ name }) => canonicalName(name) === canonicalName(text),
      )?.rename;
      const gone = isAccepted(entry) ? 'expressionFieldWithoutEffect' : 'expressionFieldRejected';
      return rename === undefined
        ? { id: gone, data: { field: text } }
        : { id: 'expressionFieldRenamed', data: { field: text, rename } };
    }
  }
}

/** `PutObject.Tagging`, `GetBucketPolicy`, or the pattern of code as it is written. */
function storageName({ kind, endpoint, value }: Finding, text: string): string {
  if (kind === 'sdk') return endpoint ?? text;
  return kind === 'field' && /^\w+$/.test(text) && endpoint !== null
    ? `${endpoint}.${text}`
    : (value ?? text);
}

/** `POST /zones/{zone_id}/firewall/rules`, `firewall.rules.create`, `'service' of 'cloudflare_record'` */
function callOf(entry: Entry, { kind, method, endpoint }: Finding, text: string): string {
  if (endpoint === null) return text;
  if (kind === 'endpoint') return method === null ? endpoint : `${method} ${endpoint}`;
  return kind === 'resource' ? resourceName(entry, endpoint, text) : endpoint;
}

/** The field with the path a reader would look for: `data.service`, where the source has `service` alone. */
function fieldName(entry: Entry, text: string): string {
  const checks: readonly (FieldCheck | ValueCheck)[] = [...entry.fields, ...entry.values];
  const check = checks.find(({ at }) => at === text || at.endsWith(`.${text}`));
  return check === undefined
    ? text
    : check.at.replace(/^(?:\[\]\.?)?(?:(?:result|posts|puts|errors)(?:\[\])?\.)?/, '');
}

function valueFacts(entry: Entry, text: string): Facts {
  const [setting] = entry.settings;
  const check = entry.values.find(({ allowed }) => allowed !== undefined);
  const allowed = setting?.allowed ?? check?.allowed;
  if (allowed === undefined) {
    if (text === setting?.id) return { id: 'fieldRejected', data: { field: text } };
    const field = entry.values.find(({ removed }) => removed?.map(String).includes(text))?.at;
    const data = { value: text, field: fieldName(entry, field ?? text) };
    return { id: isAccepted(entry) ? 'valueWithoutEffect' : 'valueRejected', data };
  }
  const list = listed(allowed.map((value) => `'${String(value)}'`));
  if (setting !== undefined && text === setting.id) {
    return { id: 'valueUnknown', data: { field: setting.id, allowed: list } };
  }
  return {
    id: isAccepted(entry) ? 'valueOfNoEffect' : 'valueNotAccepted',
    data: { subject: titleOf(setting?.id ?? check?.at ?? ''), value: text, allowed: list },
  };
}

/** `security_level` as people say it. */
function titleOf(id: string): string {
  const words = id.replace(/^.*\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function headerNames(entry: Entry, text: string): string {
  const set = entry.headers.find(({ together }) =>
    together.some((name) => name.toLowerCase() === text.toLowerCase()),
  );
  const others = set?.together.filter((name) => name.toLowerCase() !== text.toLowerCase()) ?? [];
  return [text, ...others].join("' together with '");
}

/** The field stood in answers too. */
function isAnswered({ fields }: Entry): boolean {
  return fields.some(({ direction }) => direction === 'response');
}

function isAhead(entry: Entry, { today }: Wording): boolean {
  return entry.endOfLife !== null && !isEnded(entry, today);
}

/** `2025-01-15, 675 days ago` */
function endedOf({ endOfLife }: Entry, { today, relativeDates }: Wording): string {
  if (endOfLife === null) return '';
  return relativeDates ? `${endOfLife}, ${relativeDays(daysBetween(endOfLife, today))}` : endOfLife;
}

/** The sentence on dates that differ, as it follows another one. */
function datesOf(entry: Entry): string {
  const sentence = datesSentence(entry);
  return sentence === null ? '' : ` ${sentence}`;
}

/** The command that migrates the place; null where no edit is at hand, for then another file may stand in its way. */
function commandOf(entry: Entry, { context }: Finding, { path, edit }: Wording): string | null {
  if (rewriteLevel(entry) === null || edit === undefined || context === 'docs') return null;
  // A path with other characters than these is quoted as every shell understands it.
  const plain = /^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path);
  const level = edit === 'review' ? ' --level review' : '';
  return `npx edge-sunset migrate --only ${entry.id}${level} ${visible(plain)}`;
}

function unquoted(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/s, '$2');
}

const LONGEST = 80;

/** Nothing invisible, nothing secret, nothing that a template or a quote could be mistaken for. */
function clean(text: string): string {
  const safe = visible(maskSecrets(text));
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}
