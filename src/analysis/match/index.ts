/**
 * Usages against the catalogue: the only place that decides that something is deprecated.
 *
 * Calls are led through the trie of paths; what stands at the template they reach says which checks to run.
 * Each check is small, knows one kind of row, and yields hits; a hit becomes a finding in one place.
 */
import type { Catalogue, Entry } from '../../catalogue/index.js';
import { markOf, type PathRow } from '../../catalogue/paths/index.js';
import type {
  CipherUsage,
  Evidence,
  ExpressionUsage,
  HttpUsage,
  RecordUsage,
  ResourceUsage,
  SdkUsage,
  StorageUsage,
  Undetermined,
  Usage,
} from '../../read/index.js';
import { type Origin, unknown, type Value } from '../../value/index.js';
import type { Confidence, Finding } from '../finding.js';
import {
  hostEvidence,
  isUndetermined,
  methodsOf,
  type PossibleCall,
  pathText,
  urlsOf,
  type WeighedMatch,
  weigh,
} from './call.js';
import { atMost, surroundingsOf } from './confidence.js';
import { endpointHits } from './endpoint.js';
import { type ExpressionPlace, expressionsIn } from './expressions.js';
import { fieldHits, type Subject } from './fields.js';
import { headerHits, provesVendor } from './headers.js';
import { managementUsage } from './management.js';
import { methodAmong } from './methods.js';
import { askedFor, queryHits } from './query.js';
import { Findings, type Hit, type HitSource, type Problem } from './report.js';
import { resourceHits } from './resources.js';
import { bodyHits, rulesetResourceHits } from './rulesets.js';
import { chainRange, type ResolvedCall } from './sdk-calls.js';
import { storageHits } from './storage.js';
import { type Tables, tablesOf } from './tables.js';
import { valueHits } from './values.js';

export type { Problem } from './report.js';

export interface MatchResult {
  readonly findings: readonly Finding[];
  readonly undetermined: readonly Undetermined[];
  /** Checks that failed: bugs, each of one entry. */
  readonly problems: readonly Problem[];
}

export interface MatchOptions {
  /** Language of a file that a usage touches. */
  readonly languageOf: (file: string) => string;
  /** The API shows itself in the same file or package: added to what each usage brings. */
  readonly neighbours?: readonly Evidence[];
}

export interface Matcher {
  match(usages: readonly Usage[], options: MatchOptions): MatchResult;
}

export function createMatcher(catalogue: Catalogue): Matcher {
  const tables = tablesOf(catalogue);
  return {
    match(usages, options) {
      const run = new Run(tables, options);
      for (const usage of usages) run.usage(usage);
      return run.result();
    },
  };
}

class Run {
  readonly #tables: Tables;
  readonly #neighbours: readonly Evidence[];
  readonly #findings: Findings;
  readonly #undetermined = new Map<string, Undetermined>();
  /** Sites that another usage tells the whole path of: a wrapper that is seen through at its callers. */
  readonly #told = new Set<string>();

  constructor(tables: Tables, options: MatchOptions) {
    this.#tables = tables;
    this.#neighbours = options.neighbours ?? [];
    this.#findings = new Findings(options.languageOf);
  }

  result(): MatchResult {
    return {
      findings: this.#findings.all(),
      undetermined: [...this.#undetermined].flatMap(([site, row]) => (this.#told.has(site) ? [] : [row])),
      problems: this.#findings.problems,
    };
  }

  usage(usage: Usage): void {
    switch (usage.kind) {
      case 'http':
        this.#http(usage);
        break;
      case 'sdk':
        this.#sdk(usage);
        break;
      case 'expression':
        this.#expression(usage);
        break;
      case 'resource':
        this.#resource(usage);
        break;
      case 'record':
        this.#record(usage);
        break;
      case 'cipher':
        this.#cipher(usage);
        break;
      case 'storage':
        this.#storage(usage);
        break;
    }
  }

  #http(usage: HttpUsage): void {
    const methods = methodsOf(usage.method);
    const urls = urlsOf(usage.url);
    let isOpen = false;
    for (const url of urls) {
      const managed = this.#tables.storage.isEmpty ? null : managementUsage(usage, url);
      if (managed !== null) this.#storage(managed);
      const path = pathText(url, this.#tables.hosts, this.#tables.scopes);
      const { paths } = this.#tables;
      const evidence = distinct([...hostEvidence(path, paths), ...usage.evidence, ...this.#neighbours]);
      const matches = weigh(path, evidence, paths);
      const { body, headers, reads } = usage;
      const call: PossibleCall = { usage, methods, path, matches, body, headers, reads, evidence, sdk: null };
      this.#call(call, unknown('in the URL'));
      this.#headers(call);
      isOpen ||= matches.length === 0 && isUndetermined(path, surroundingsOf(evidence), paths);
    }
    if (isOpen) this.#open(usage.site, 'part of the path is only known at run time');
    else if (urls.length > 0) this.#told.add(siteKey(usage.site));
  }

  #sdk(usage: SdkUsage): void {
    const evidence = distinct([{ kind: 'sdk', name: usage.sdk }, ...usage.evidence]);
    const at = chainRange(usage);
    const symbol = usage.chain.map(({ name }) => name).join('.');
    const sdk = at === null ? null : { at, symbol };
    for (const table of this.#tables.sdk) {
      for (const resolved of table.resolve(usage)) {
        for (const url of urlsOf(resolved.url)) {
          const path = pathText(url, this.#tables.hosts, this.#tables.scopes);
          const matches = weigh(path, evidence, this.#tables.paths).map((weighed) => ({
            ...weighed,
            confidence: resolved.current ? weighed.confidence : atMost(weighed.confidence, 'likely'),
          }));
          this.#call(callOfSdk(usage, resolved, { path, matches, evidence, sdk }), resolved.query);
          if (matches.length === 0 && this.#tables.paths.isOpen(path.text)) {
            this.#open(usage.site, 'an argument that completes the path is only known at run time');
          }
        }
      }
    }
  }

  /** Everything that the path of a call brings with it. */
  #call(call: PossibleCall, query: Value): void {
    const source = sourceOf(call.usage, call.evidence);
    for (const weighed of call.matches) {
      for (const row of weighed.match.template.rows) {
        this.#findings.check(row.entry, source, () => this.#rowHits(call, weighed, row, query));
      }
    }
    this.#bodies(call, source);
    const place = this.#placeOf(call);
    if (place !== null) this.#expressions(call.body, source, place);
  }

  /** A body is read once, whatever the number of entries that report on it. */
  #bodies(call: PossibleCall, source: HitSource): void {
    for (const weighed of call.matches) {
      const first = weighed.match.template.rows.find(({ kind }) => kind === 'body');
      if (first === undefined) continue;
      this.#findings.check(first.entry, source, () => bodyHits(call, weighed, this.#tables.withBodies));
    }
  }

  *#rowHits(call: PossibleCall, weighed: WeighedMatch, row: PathRow, query: Value): Generator<Hit> {
    if (row.kind === 'look-alike' || row.kind === 'body') return;
    if (row.kind === 'endpoint') {
      yield* endpointHits(call, weighed, row);
      return;
    }
    if (row.kind === 'expression') return;
    const among = methodAmong(row.methods, call.methods);
    if (among === null) return;
    const { template } = weighed.match;
    const confidence = among.method === null ? atMost(weighed.confidence, 'likely') : weighed.confidence;
    const subject: Subject = {
      method: among.method,
      endpoint: template.path,
      body: call.body,
      reads: call.reads,
      unwrapped: call.usage.kind === 'sdk',
      asked: (parameter) => askedFor(call.path, query, parameter),
      confidence,
    };
    if (row.kind === 'field') yield* fieldHits(subject, row.entry, row.check);
    else if (row.kind === 'value')
      yield* valueHits(subject, row.entry, row.check, settingOf(call, weighed, row.entry));
    else {
      const { path } = call;
      yield* queryHits({ ...subject, path, parameters: query }, row.entry, row.check);
    }
  }

  /** How sure it is that a call is one of the API, whatever it asks for. */
  #placeOf(call: PossibleCall): ExpressionPlace | null {
    const [method = null] = call.methods;
    const [first] = call.matches;
    if (first !== undefined) {
      return { method, endpoint: first.match.template.path, confidence: first.confidence };
    }
    if (call.usage.kind === 'sdk') return { method, endpoint: null, confidence: 'exact' };
    const { paths } = this.#tables;
    if (paths.foreign(call.path.text) !== null) return null;
    const anchor = paths.belongs(call.path.text)?.anchor;
    const around = surroundingsOf(call.evidence);
    if (anchor === undefined || (anchor !== 'host' && around.against)) return null;
    if (anchor === 'host') return { method, endpoint: null, confidence: 'exact' };
    const sure = anchor === 'base' || around.support;
    return sure ? { method, endpoint: null, confidence: 'likely' } : null;
  }

  #headers(call: PossibleCall): void {
    if (this.#tables.withHeaders.length === 0) return;
    const place = this.#placeOf(call);
    const source = sourceOf(call.usage, call.evidence);
    const ownHost = this.#tables.paths.host(call.path.text).kind;
    for (const entry of this.#tables.withHeaders) {
      const profile = this.#tables.profiles.get(entry.profile);
      for (const check of entry.headers) {
        const proven = profile !== undefined && provesVendor(check, profile) && ownHost !== 'foreign';
        const confidence: Confidence | undefined = place?.confidence ?? (proven ? 'likely' : undefined);
        if (confidence === undefined) continue;
        const [method = null] = call.methods;
        this.#findings.check(entry, source, () => headerHits(call.headers, entry, check, method, confidence));
      }
    }
  }

  #expressions(body: Value, source: HitSource, place: ExpressionPlace): void {
    for (const text of expressionsIn(body)) this.#expressionText(text, source, place);
  }

  #expressionText(text: ExpressionUsage['text'], source: HitSource, place: ExpressionPlace): void {
    for (const hit of this.#tables.expressions.hits(text, place)) {
      this.#findings.check(hit.entry, source, () => [hit]);
    }
  }

  #expression(usage: ExpressionUsage): void {
    const { proof, against } = surroundingsOf(usage.evidence);
    const confidence: Confidence = against
      ? 'possible'
      : proof && usage.place === 'known'
        ? 'exact'
        : 'likely';
    const source = sourceOf(usage, usage.evidence);
    this.#expressionText(usage.text, source, { method: null, endpoint: null, confidence });
  }

  #resource(usage: ResourceUsage): void {
    const { against } = surroundingsOf(usage.evidence);
    const confidence: Confidence = against ? 'possible' : 'exact';
    const source = sourceOf(usage, usage.evidence);
    for (const row of this.#tables.resources.rowsFor(usage)) {
      this.#findings.check(row.entry, source, () => resourceHits(usage, row, confidence));
    }
    const [checked] = this.#tables.withBodies.values();
    if (checked !== undefined) {
      this.#findings.check(checked, source, () =>
        rulesetResourceHits(usage, this.#tables.withBodies, confidence),
      );
    }
    this.#expressions(usage.attributes, source, { method: null, endpoint: usage.name, confidence });
  }

  #cipher(usage: CipherUsage): void {
    const source = sourceOf(usage, usage.evidence);
    for (const entry of this.#tables.entries) {
      if (!entry.ciphers.includes(usage.name)) continue;
      const place = { at: usage.site, method: null, endpoint: null } as const;
      this.#findings.check(entry, source, () => [{ entry, kind: 'value', ...place, confidence: 'likely' }]);
    }
  }

  #storage(usage: StorageUsage): void {
    const source = sourceOf(usage, usage.evidence);
    for (const row of this.#tables.storage.rowsFor(usage.operation)) {
      this.#findings.check(row.entry, source, () => storageHits(usage, row));
    }
  }

  /** A record belongs to its collection and to each of its members. */
  #record(usage: RecordUsage): void {
    const { paths } = this.#tables;
    const evidence = distinct([...usage.evidence, ...this.#neighbours]);
    const { proof, support, neighbour, against } = surroundingsOf(evidence);
    if (against && !proof) return;
    const confidence: Confidence = proof ? 'exact' : support || neighbour ? 'likely' : 'possible';
    const source = sourceOf(usage, evidence);
    const rows = [usage.path, `${usage.path}/{id}`].flatMap((path) => paths.match(path));
    for (const { template } of rows) {
      const subject: Subject = {
        method: null,
        endpoint: template.path,
        body: usage.body,
        reads: usage.reads,
        unwrapped: true,
        asked: () => [],
        confidence,
      };
      for (const row of template.rows) {
        if (row.kind !== 'field' && row.kind !== 'value') continue;
        this.#findings.check(row.entry, source, () =>
          row.kind === 'field'
            ? fieldHits(subject, row.entry, row.check)
            : valueHits(subject, row.entry, row.check, null),
        );
      }
    }
  }

  #open(site: Origin, why: string): void {
    this.#undetermined.set(siteKey(site), { site, why });
  }
}

function siteKey({ file, start, end }: Origin): string {
  return `${file}\0${start}:${end}`;
}

function callOfSdk(
  usage: SdkUsage,
  resolved: ResolvedCall,
  rest: Pick<PossibleCall, 'path' | 'matches' | 'evidence' | 'sdk'>,
): PossibleCall {
  return {
    usage,
    methods: [resolved.call.method],
    body: resolved.body,
    headers: unknown('set by the SDK'),
    reads: usage.reads,
    ...rest,
  };
}

/** Each piece of evidence once, in the order of its first telling. */
function distinct(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((one) => [JSON.stringify(one), one])).values()];
}

function sourceOf(usage: Usage, evidence: readonly Evidence[]): HitSource {
  return { site: usage.site, context: usage.context, evidence, usage };
}

/** Where a path names the setting of an entry, as in `settings/security_level`. */
function settingOf(call: PossibleCall, { match }: WeighedMatch, entry: Entry): Origin | null {
  const last = match.template.segments.at(-1);
  const setting = entry.settings.find(({ id }) => id === last);
  if (setting === undefined) return null;
  const mark = markOf(call.path.text, match, setting.id);
  return (mark === null ? null : call.path.origin(mark.start, mark.end)) ?? call.sdk?.at ?? null;
}
