import type { Entry } from '../../catalogue/index.js';
import type { Context, Evidence, Usage } from '../../read/index.js';
import { covers, type Origin } from '../../value/index.js';
import type { Confidence, Finding, FindingKind, Severity } from '../finding.js';
import { compareConfidence } from './confidence.js';
import { severityOf } from './severity.js';

/** A value that is gone, and where it is written, if a source shows it. */
export interface RemovedValue {
  readonly text: string;
  readonly at: Origin | null;
}

/** What a check has found, before it becomes a finding. */
export interface Hit {
  readonly entry: Entry;
  readonly kind: FindingKind;
  /** The smallest text a person would edit; null where no source shows it: then the call is pointed at. */
  readonly at: Origin | null;
  readonly method: string | null;
  readonly endpoint: string | null;
  readonly confidence: Confidence;
  readonly by?: 'read' | 'schema' | 'type';
  /** The program fails where the field that it reads is missing. */
  readonly fails?: true;
  /** The value that makes it one, where the name of what has it is pointed at. */
  readonly value?: RemovedValue;
  /** Where the row says it, and not the kind of the hit. */
  readonly severity?: Severity;
  readonly correction?: Finding['correction'];
  /** What is wrong and what to do, where the entry cannot say it. */
  readonly advice?: string;
}

/** Where the hits of one usage come from. */
export interface HitSource {
  readonly site: Origin;
  readonly context: Context;
  readonly evidence: readonly Evidence[];
  readonly usage: Usage;
}

/** A bug in the check of one entry. Everything else goes on. */
export interface Problem {
  readonly entry: string;
  readonly file: string;
  readonly message: string;
}

/** A constant of a large program may be reached from everywhere; who asks wants to see its kinds of use. */
const MAX_USAGES = 64;
const MAX_RELATED = 16;

/** What a value that is gone is to the place that names what has it. */
const VALUE = 'the value';

/** Collects hits as findings: one for each entry and place, the surest. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly #byPlace = new Map<string, Finding>();
  readonly #languageOf: (file: string) => string;

  constructor(languageOf: (file: string) => string) {
    this.#languageOf = languageOf;
  }

  /** Runs the check of one entry; whatever it throws becomes a problem of that entry. */
  check(entry: Entry, source: HitSource, run: () => Iterable<Hit>): void {
    try {
      for (const hit of run()) this.#add(hit, source);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.problems.push({ entry: entry.id, file: source.site.file, message });
    }
  }

  all(): readonly Finding[] {
    return [...this.#byPlace.values()];
  }

  #add(hit: Hit, source: HitSource): void {
    const at = hit.at ?? source.site;
    const key = `${hit.entry.id}\0${at.file}\0${at.start}:${at.end}`;
    const known = this.#byPlace.get(key);
    const usages = usagesWith(known?.usages ?? [], source.usage);
    if (known !== undefined && !isBetter(hit, source, known)) {
      const related = distinctPlaces([...valuePlace(at, hit.value), ...known.related]);
      this.#byPlace.set(key, { ...known, usages, related });
      return;
    }
    this.#byPlace.set(key, {
      entry: hit.entry.id,
      kind: hit.kind,
      at,
      method: hit.method,
      endpoint: hit.endpoint,
      confidence: hit.confidence,
      severity: severityOf({ ...hit, context: source.context }),
      context: source.context,
      evidence: source.evidence,
      usages,
      ...(hit.by === undefined ? {} : { by: hit.by }),
      ...(hit.value === undefined ? {} : { value: hit.value.text }),
      ...(hit.correction === undefined ? {} : { correction: hit.correction }),
      ...(hit.advice === undefined ? {} : { advice: hit.advice }),
      related: distinctPlaces([
        ...valuePlace(at, hit.value),
        ...(known?.related.filter(({ message }) => message === VALUE) ?? []),
        ...relatedTo(at, source.site),
      ]),
      language: this.#languageOf(at.file),
    });
  }
}

/** A place that is reached in several ways is told in the way that is surest, and says most. */
function isBetter(hit: Hit, source: HitSource, known: Finding): boolean {
  const inCode = Number(source.context === 'code') - Number(known.context === 'code');
  if (inCode !== 0) return inCode > 0;
  const surer = compareConfidence(hit.confidence, known.confidence);
  return surer !== 0 ? surer > 0 : known.method === null && hit.method !== null;
}

function usagesWith(known: readonly Usage[], usage: Usage): readonly Usage[] {
  return known.includes(usage) || known.length >= MAX_USAGES ? known : [...known, usage];
}

function valuePlace(at: Origin, value: RemovedValue | undefined): Finding['related'] {
  const place = value?.at ?? null;
  const isSame = place !== null && place.file === at.file && place.start === at.start;
  return place === null || isSame ? [] : [{ at: place, message: VALUE }];
}

/** The places of values come first, in the order in which they are met. */
function distinctPlaces(places: Finding['related']): Finding['related'] {
  const seen = new Map<string, Finding['related'][number]>();
  for (const place of places) seen.set(`${place.at.file}:${place.at.start}`, place);
  return [...seen.values()].slice(0, MAX_RELATED);
}

function relatedTo(at: Origin, site: Origin): Finding['related'] {
  return covers(site, at) ? [] : [{ at: site, message: 'sent here' }];
}
