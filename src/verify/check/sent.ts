/** What the files of a tree send to the API, resources of infrastructure tools included, in a form that compares. */
import { type Analyzer, requestsOf } from '../../analysis/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { Json } from '../../edge/index.js';
import type { Program, ResourceUsage, ResponseRead, Usage } from '../../read/index.js';
import type { Origin, TextValue, Value } from '../../value/index.js';
import { originsIn } from './explained.js';
import { jsonsOf, type Marks, type TextAt } from './marks.js';

/** One request that a program makes. */
export interface Sent {
  /** Null for one that is only known at run time. */
  readonly method: string | null;
  /** Below the base URL, with marks for parts that are only known at run time: `/zones/‹0›/rulesets`. */
  readonly path: string;
  /** The same, every mark written as `{}`. */
  readonly template: string;
  readonly query: string;
  /** Undefined where no body is sent, or none was seen. */
  readonly body: Json | undefined;
  readonly bodyValue: Value | null;
  readonly reads: readonly ResponseRead[];
  readonly at: Origin;
  readonly usage: Usage;
}

export interface SentResource {
  readonly type: string;
  /** How other resources of the program refer to it; empty where nothing says so. */
  readonly label: string;
  readonly attributes: Json;
  readonly value: Value;
  readonly version: string | null;
  readonly at: Origin;
  readonly usage: ResourceUsage;
}

export interface TreeUsages {
  readonly requests: readonly Sent[];
  readonly resources: readonly SentResource[];
  readonly expressions: readonly { readonly text: string; readonly at: Origin }[];
  /** Records of DNS that stand apart from the call that sends them. */
  readonly records: readonly { readonly body: Json; readonly at: Origin }[];
  /** The files themselves. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  /** Names of phases in the text. */
  readonly phases: ReadonlySet<string>;
  /** Calls of which a part is only known at run time. */
  readonly unclear: readonly { readonly at: Origin; readonly why: string }[];
  /** Files that their reader could not read. */
  readonly unread: readonly string[];
}

interface Reading {
  readonly analyzer: Analyzer;
  readonly catalogue: Catalogue;
  readonly program: Program;
  readonly marks: Marks;
}

export async function usagesOf(paths: readonly string[], reading: Reading): Promise<TreeUsages> {
  const { analyzer, catalogue, program, marks } = reading;
  const requests = new Map<string, Sent>();
  const resources = new Map<string, SentResource>();
  const expressions = new Map<string, { readonly text: string; readonly at: Origin }>();
  const unclear: { readonly at: Origin; readonly why: string }[] = [];
  const unread: string[] = [];
  const records: { readonly body: Json; readonly at: Origin }[] = [];
  const textAt: TextAt = (origin) => program.file(origin.file)?.text.slice(origin.start, origin.end) ?? null;
  const files = paths.flatMap((path) => {
    const file = program.file(path);
    // A scan names the language of candidates alone.
    return file === null
      ? []
      : [{ ...file, language: file.language || analyzer.languageOf(path, file.text) }];
  });
  await analyzer.load(files.map(({ language }) => language));
  const phases = new Set<string>();
  for (const file of files) {
    for (const [phase] of file.text.matchAll(/\bhttp_\w+\b/g)) phases.add(phase);
    const found = analyzer.usages(file, program);
    if (found.degraded !== undefined) unread.push(file.path);
    const usages = found.usages.filter(({ context }) => context === 'code');
    for (const request of requestsOf(usages, catalogue)) {
      const { usage, method, url, reads } = request;
      const body = usage.kind === 'sdk' ? withoutIds(request.body) : request.body;
      for (const json of jsonsOf(body, marks, textAt)) {
        const sent = sentFrom({ usage, method, url, body, json, reads }, marks, textAt);
        // What a path is where a part of it is missing: nobody means to send that.
        if (/\/undefined(?=\/|$)/.test(sent.template)) continue;
        const key = `${sent.method} ${sent.path}?${sent.query} ${JSON.stringify(sent.body)} ${placeOf(sent.at)}`;
        const known = requests.get(key);
        // One request is told several times: by itself, and with what is read of its answer.
        requests.set(key, known === undefined ? sent : { ...known, reads: [...known.reads, ...sent.reads] });
      }
    }
    for (const usage of usages) {
      if (usage.kind === 'resource')
        for (const attributes of jsonsOf(usage.attributes, marks, textAt))
          resources.set(`${placeOf(usage.nameOrigin)} ${JSON.stringify(attributes)}`, {
            type: usage.name,
            label: labelAfter(usage.nameOrigin, program),
            attributes: attributes ?? null,
            value: usage.attributes,
            version: usage.version ?? null,
            at: usage.nameOrigin,
            usage,
          });
      if (usage.kind === 'record')
        for (const json of jsonsOf(usage.body, marks, textAt))
          for (const item of Array.isArray(json) ? json : [json])
            records.push({ body: item as Json, at: usage.site });
      if (usage.kind === 'expression')
        expressions.set(placeOf(usage.site), {
          text: String(jsonsOf(usage.text, marks, textAt)[0] ?? ''),
          at: usage.site,
        });
    }
    for (const { site, why } of found.undetermined) unclear.push({ at: site, why });
  }
  return {
    requests: [...requests.values()],
    resources: [...resources.values()],
    expressions: [...expressions.values()],
    records,
    phases,
    texts: files.map(({ path, text }) => ({ path, text })),
    unclear,
    unread,
  };
}

/** Methods of SDKs take the ids of the path with the fields of the body. */
function withoutIds(body: Value): Value {
  if (body.kind !== 'object') return body;
  return {
    ...body,
    properties: body.properties.filter(({ key }) => !/^(?:zone_id|account_id|ruleset_id)$/.test(key)),
  };
}

/** In HCL the label follows the type: `resource "cloudflare_filter" "admin"`. */
function labelAfter({ file, end }: Origin, program: Program): string {
  return /^"?\s+"([\w-]+)"/.exec(program.file(file)?.text.slice(end, end + 200) ?? '')?.[1] ?? '';
}

function placeOf({ file, start, end }: Origin): string {
  return `${file}:${start}:${end}`;
}

interface Told {
  readonly usage: Usage;
  readonly method: string | null;
  readonly url: TextValue;
  readonly body: Value;
  readonly json: Json | undefined;
  readonly reads: readonly ResponseRead[];
}

function sentFrom(told: Told, marks: Marks, textAt: TextAt): Sent {
  const url = String(jsonsOf(told.url, marks, textAt)[0] ?? '');
  // The last part is a variable that a script may leave empty.
  const isOpen =
    /\w\/$/.test(url) &&
    /\$\{?\w+\}?["']?/.test(textAt(told.usage.site) ?? '') &&
    told.usage.site.file.endsWith('.sh');
  const { path: written, query } = belowBase(isOpen ? `${url}${marks.fresh()}` : url);
  // A part that is empty is what a variable has before it is set: `const { ZONE_ID = '' } = process.env`.
  const path = written.replace(/\/(?=\/)/g, () => `/${marks.fresh()}`);
  return {
    method: told.method,
    path,
    template: path.replace(/‹\d+›/g, '{}').replace(/\b[0-9a-f]{32}\b/g, '{}'),
    query,
    body: told.json,
    bodyValue: told.body,
    reads: told.reads,
    at: told.usage.site,
    usage: told.usage,
  };
}

/** Where paths of the API begin, whatever stands before. */
const BEGINS =
  /\/(?:zones|accounts|user|users|organizations|memberships|graphql|ips|radar|certificates)(?=[/?]|$)/;

function belowBase(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?');
  const whole = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const at = BEGINS.exec(whole)?.index ?? -1;
  const path = at < 0 ? whole.replace(/^(?:https?:\/\/[^/]*)?(?:‹\d+›)?\/client\/v4/, '') : whole.slice(at);
  return { path: path.replace(/(?<!\/)\/+$/, ''), query };
}

/** Where a request is sent, or its path and body are written: a function may send it for all. */
export function placesOf({ at, usage, bodyValue }: Sent): readonly Origin[] {
  const path = usage.kind === 'http' && usage.url.kind === 'text' ? usage.url.pieces : [];
  return [
    at,
    ...path.flatMap(({ origin }) => origin ?? []),
    ...(bodyValue === null ? [] : originsIn(bodyValue)),
  ];
}
