/** All that is needed to migrate one unit by hand, for exactly its code, as data. */
import { actionFor, DECISIONS, guideOf } from '../../catalogue/guide/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { PlannedSite } from '../../migrate/index.js';
import type { Program } from '../../read/index.js';
import { maskSecrets, type ReportFinding } from '../../report/index.js';
import type { Unit } from '../units.js';
import { type Call, callsOf, isSeen, takesId } from './calls.js';
import { blockAround, joinedBlocks, lineAt, linesOf, shownLine } from './code.js';
import { type Around, applies, pitfallsOf, retiredSettings } from './conditions.js';
import { fieldsOf, requestsOf } from './requests.js';
import { jsonText } from './values.js';

export interface Brief {
  readonly id: string;
  readonly entries: readonly string[];
  readonly package: string;
  /** What is to be done, a sentence for each entry. */
  readonly task: readonly string[];
  /** What `migrate` does with it. */
  readonly migrate: {
    readonly outcome: 'rewrites' | 'marks';
    readonly level: 'safe' | 'review' | 'manual';
    readonly differences: readonly string[];
  };
  readonly evidence: { readonly grade: 'proven' | 'assumed'; readonly why: string };
  readonly sites: readonly BriefSite[];
  readonly code: readonly BriefCode[];
  readonly sends: readonly BriefSent[];
  readonly reads: readonly BriefRead[];
  readonly ids: readonly string[];
  readonly errors: readonly string[];
  readonly requests: readonly BriefRequest[];
  readonly fields: readonly string[];
  readonly pitfalls: readonly { readonly id: string; readonly text: string }[];
  readonly decisions: readonly BriefDecision[];
  /** The command that checks the result. */
  readonly verify: string;
}

export interface BriefSite extends Pick<ReportFinding, 'line' | 'context' | 'fingerprint'> {
  /** Relative to the root. */
  readonly path: string;
  readonly entry: string;
  readonly what: string;
  /** Why no codemod writes it, and what to do about that; null where one does. */
  readonly reason: string | null;
  readonly action: string | null;
}

export interface BriefCode {
  readonly path: string;
  readonly from: number;
  /** The place where a request is handed to its client, if it is none of the sites. */
  readonly isSender: boolean;
  readonly lines: readonly string[];
}

export interface BriefSent {
  readonly path: string;
  readonly line: number;
  readonly request: string;
  /** JSON with the code of unknown parts between angle brackets; null if nothing is sent. */
  readonly body: string | null;
}

export interface BriefRead {
  /** `path:line`, relative to the root. */
  readonly at: readonly string[];
  readonly old: string;
  readonly now: string;
}

export interface BriefRequest {
  readonly method: string | null;
  readonly path: string | null;
  readonly does: string;
  readonly bodies: readonly string[];
  readonly notes: readonly string[];
  /** The method of the SDK that the program uses. */
  readonly sdk: string | null;
}

export interface BriefDecision {
  readonly name: string;
  readonly question: string;
  readonly options: readonly { readonly value: string; readonly means: string }[];
}

export interface BriefInput {
  readonly unit: Unit;
  readonly program: Program;
  readonly catalogue: Catalogue;
  /** How the unit is named on the command line; by default its id. */
  readonly named?: string;
}

const LINES_OF_A_SITE = 16;
const LINES_OF_A_SENDER = 14;

export function wholeBrief({ unit, program, catalogue, named = unit.id }: BriefInput): Brief {
  const calls = callsOf(unit, program, catalogue);
  const entries = unit.entries.flatMap((id) => catalogue.entries.find((one) => one.id === id) ?? []);
  const code = codeOf(unit, calls, program);
  const around = aroundOf(calls, () => code, program);
  const reads = readsOf(calls, code, around);
  const isRewritten = unit.sites.every(({ strategy }) => strategy !== 'marker');
  const decisions = isRewritten ? [] : decisionsFor(calls, around);
  return {
    id: unit.id,
    entries: unit.entries,
    package: unit.package,
    task: entries.map(
      (entry) => guideOf(entry.id)?.task ?? `${entry.title}: ${entry.todo ?? entry.replacement}`,
    ),
    migrate: {
      outcome: isRewritten ? 'rewrites' : 'marks',
      level: highest(unit.sites),
      differences: [...new Set(unit.sites.flatMap(({ differences }) => differences.map(({ what }) => what)))],
    },
    evidence: evidenceOf(calls, unit, program),
    sites: unit.sites.map((site) => siteOf(site)),
    code,
    sends: sentOf(calls),
    reads,
    ids: idsOf(calls, around, program),
    errors: errorsOf(calls, program),
    requests: entries.flatMap((entry) => requestsOf(entry, calls, around, catalogue)),
    fields: entries.flatMap((entry) => fieldsOf(entry, calls)),
    pitfalls: [...pitfallsOf(calls, around, reads), ...retiredSettings(calls, program, catalogue)],
    decisions,
    verify: [
      'npx edge-sunset verify',
      `--unit ${named}`,
      ...decisions.map(
        ({ name, options }) => `--decide ${name}=${options.map(({ value }) => value).join('|')}`,
      ),
    ].join(' '),
  };
}

/** Decisions that only a person can take; `verify` asks for each of them. */
export function decisionsOf({ unit, program, catalogue }: BriefInput): readonly BriefDecision[] {
  if (unit.sites.every(({ strategy }) => strategy !== 'marker')) return [];
  const calls = callsOf(unit, program, catalogue);
  // Few decisions ask for the code, whose secrets take a while to mask.
  let code: readonly BriefCode[] | undefined;
  const codeOnce = () => (code ??= codeOf(unit, calls, program));
  return decisionsFor(calls, aroundOf(calls, codeOnce, program));
}

/** Of what is not seen to be sent nobody has to decide anything. */
function decisionsFor(calls: readonly Call[], around: Around): readonly BriefDecision[] {
  const seen = calls.map((call) => (isSeen(call) ? call : { ...call, sent: new Map() }));
  return DECISIONS.filter(({ when }) => seen.some((call) => applies(when, call, around))).map(
    ({ name, question, options }) => ({ name, question, options }),
  );
}

function highest(sites: readonly PlannedSite[]): Brief['migrate']['level'] {
  const levels = new Set(sites.map(({ level }) => level));
  return levels.has('manual') ? 'manual' : levels.has('review') ? 'review' : 'safe';
}

function siteOf({ found: { row, finding }, strategy, outcome, reason, because }: PlannedSite): BriefSite {
  const isOpen = strategy === 'marker' || outcome === 'refused';
  const own = outcome === 'marked-before' ? null : (because ?? reason).replace(/\.$/, '');
  return {
    path: finding.at.file,
    line: row.line,
    entry: finding.entry,
    what: [finding.method, finding.endpoint].filter((one) => one !== null).join(' ') || finding.kind,
    context: finding.context,
    fingerprint: row.fingerprint,
    reason: isOpen ? own : null,
    action: isOpen && own !== null ? actionFor(own) : null,
  };
}

function evidenceOf(calls: readonly Call[], unit: Unit, program: Program): Brief['evidence'] {
  const open = unit.sites.filter(({ outcome }) => outcome === 'needs-evidence');
  const evidence = unit.sites.flatMap(({ found }) => found.finding.evidence);
  const host = evidence.find((one) => one.kind === 'host');
  const sdk = evidence.find((one) => one.kind === 'sdk');
  if (open.length > 0) {
    const call = calls.find(({ site }) => open.includes(site));
    const client = call?.sender?.client ?? 'the client';
    const at = call === undefined ? '' : ` at ${placeOf(call.at, program)}`;
    return { grade: 'assumed', why: `assumes that \`${client}\`${at} sends to Cloudflare; check it first` };
  }
  if (host !== undefined) return { grade: 'proven', why: `the host is ${host.host}` };
  if (sdk !== undefined) return { grade: 'proven', why: `the SDK is ${sdk.name}` };
  if (calls.some(({ tool }) => tool === 'resource'))
    return { grade: 'proven', why: "the resource is one of Cloudflare's provider" };
  return { grade: 'proven', why: 'the package talks to Cloudflare' };
}

function placeOf({ file, start }: Call['at'], program: Program): string {
  const source = program.file(file);
  return source === null ? file : `${file}:${lineAt(source, start)}`;
}

function codeOf(unit: Unit, calls: readonly Call[], program: Program): readonly BriefCode[] {
  const wanted = new Map<
    string,
    { readonly from: number; readonly to: number; readonly isSender: boolean }[]
  >();
  const want = (file: string, start: number, end: number, isSender: boolean) => {
    const source = program.file(file);
    if (source === null) return;
    const [from, to] = [lineAt(source, start), lineAt(source, end)];
    wanted.set(file, [...(wanted.get(file) ?? []), { from, to, isSender }]);
  };
  for (const { found } of unit.sites)
    want(found.finding.at.file, found.finding.at.start, found.finding.at.end, false);
  for (const { at, sender } of calls) {
    want(at.file, at.start, Math.min(at.end, at.start + 400), false);
    if (sender !== null) want(sender.at.file, sender.at.start, sender.at.start, true);
  }
  return [...wanted].flatMap(([path, places]) => {
    const source = program.file(path);
    if (source === null) return [];
    const lines = linesOf(source);
    const isOnlySender = places.every(({ isSender }) => isSender);
    const most = isOnlySender ? LINES_OF_A_SENDER : LINES_OF_A_SITE;
    const blocks = joinedBlocks(places.map(({ from, to }) => blockAround(lines, from, to, most)));
    return blocks.map(({ from, to }) => ({
      path,
      from,
      isSender: isOnlySender,
      lines: lines.slice(from - 1, to).map(shownLine),
    }));
  });
}

function aroundOf(calls: readonly Call[], code: () => readonly BriefCode[], program: Program): Around {
  return {
    // A call that sends nothing and whose method is only known at run time lists, too.
    lists: calls.some(
      (call) =>
        (call.method === 'GET' || (call.method === null && call.tool === 'http' && call.body === null)) &&
        !takesId(call),
    ),
    names: (call, field) => {
      const source = program.file(call.at.file);
      if (source === null) return false;
      const line = lineAt(source, call.at.start);
      const block = code().find(
        ({ path, from, lines }) => path === call.at.file && from <= line && line < from + lines.length,
      );
      const sentLines = new Set(linesBetween(call, program));
      const pattern = new RegExp(`\\b(?:per_)?${field}\\b`);
      return (
        block?.lines.some((text, index) => !sentLines.has(block.from + index) && pattern.test(text)) ?? false
      );
    },
  };
}

/** Lines of the request itself: what stands there is sent. */
function linesBetween({ at, method }: Call, program: Program): readonly number[] {
  const source = program.file(at.file);
  if (source === null || method === 'GET') return [];
  const [from, to] = [lineAt(source, at.start), lineAt(source, at.end)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function sentOf(calls: readonly Call[]): readonly BriefSent[] {
  const rows = new Map<string, BriefSent>();
  for (const { method, endpoint, body, query, site, sdk, tool } of calls) {
    if (tool === 'other' && body === null) continue;
    const { file } = site.found.finding.at;
    const { line } = site.found.row;
    const name =
      sdk === null
        ? `${method ?? (tool === 'resource' ? '' : '<method not known>')} ${endpoint}${query === '' ? '' : `?${query}`}`.trim()
        : sdk.symbol;
    const text = body === null ? null : maskSecrets(jsonText(body));
    rows.set(`${file}:${line} ${name} ${text}`, { path: file, line, request: name, body: text });
  }
  return [...rows.values()];
}

/** Fields of the old answer that the code around the calls names. */
function readsOf(calls: readonly Call[], code: readonly BriefCode[], around: Around): readonly BriefRead[] {
  const rows = new Map<string, { readonly at: string[]; readonly old: string; readonly now: string }>();
  const moves = new Set(
    calls.flatMap((call) =>
      (guideOf(call.entry)?.read ?? []).filter(
        ({ when }) => when === undefined || applies(when, call, around),
      ),
    ),
  );
  for (const { path, from, lines, isSender } of code) {
    if (isSender) continue;
    lines.forEach((text, index) => {
      for (const { old, now, negated, note } of moves) {
        // `.filter(…)` is a method of lists.
        if (!new RegExp(`(?:\\.|->|[[(]\\s*["':]|\\?\\.)${old}\\b(?!\\s*\\()`).test(text)) continue;
        const move = now === null ? 'gone' : negated === true ? `not ${now}` : now;
        const told = now === old ? (note ?? '') : `${move}${note === undefined ? '' : ` (${note})`}`;
        if (told === '') continue;
        const row = rows.get(old) ?? { at: [], old, now: told };
        rows.set(old, row);
        row.at.push(`${path}:${from + index}`);
      }
    });
  }
  return [...rows.values()];
}

function idsOf(calls: readonly Call[], around: Around, program: Program): readonly string[] {
  const rows = calls.filter(takesId).map((call) => {
    const code =
      [...call.path]
        .filter(([name]) => !/zone|account|organi/.test(name))
        .map(([, own]) => own)
        .at(-1) ?? 'an id';
    const from = around.lists
      ? 'check whether it comes from the list of this unit'
      : 'it comes from outside of this unit';
    return `${placeOf(call.at, program)}: ${call.method ?? 'a call'} takes \`${code.replace(/^<|>$/g, '')}\`; ${from}`;
  });
  return [...new Set(rows)];
}

function errorsOf(calls: readonly Call[], program: Program): readonly string[] {
  const senders = new Map<string, string>();
  for (const { sender, sdk } of calls)
    if (sdk === null && sender !== null && !senders.has(sender.client))
      senders.set(sender.client, placeOf(sender.at, program));
  const sdks = new Set(calls.flatMap(({ sdk }) => (sdk === null ? [] : [sdk.name])));
  const named = [...senders].map(([client, at]) => `\`${client}\` (${at})`).join(', ');
  return [
    ...(named === ''
      ? []
      : [
          `Requests go through ${named}. Send the new ones the same way, so that errors reach the program as before.`,
        ]),
    ...[...sdks].map((one) => `${one} reports errors of the new methods as those of the old ones.`),
  ];
}
