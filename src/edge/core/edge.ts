import type { Entry } from '../../catalogue/index.js';
import { Dates, type Schedule } from '../dates.js';
import { afterRulesetWrite } from '../legacy/custom-rules.js';
import { ROUTES } from '../routes/index.js';
import { authorize, type Tokens } from './auth.js';
import { FaultPlan, type Faults, troubleAnswer } from './faults.js';
import { Graveyard } from './graveyard.js';
import { ApiError, answer, type EdgeRequest, type EdgeResponse, refuse } from './http.js';
import { type ApiCall, Router } from './router.js';
import type { EdgeState } from './state.js';
import { emptyState, World } from './world.js';

export interface EdgeOptions {
  readonly entries: readonly Entry[];
  readonly now: string;
  readonly state?: EdgeState;
  readonly schedule?: Schedule;
  readonly strictIds?: boolean;
  readonly readsOutliveWrites?: boolean;
  readonly tokens?: Tokens;
  readonly faults?: Faults;
  /** Requests that fail because an entry is over are answered as before, and still count as retired. */
  readonly keepGoing?: boolean;
  /** Makes other ids from the same requests. */
  readonly seed?: string;
}

/** What one request was, for reports. */
export interface RequestOutcome {
  /** The entry of the catalogue that the request falls under, whether it is over or not. */
  readonly entry: string | null;
  /** It was refused because that entry is over, or would have been. */
  readonly dead: boolean;
}

const routeKey = (method: string, path: string) => `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
const OUTLIVING: ReadonlySet<string> = new Set(
  ROUTES.filter((route) => route.outlives).map(({ method, path }) => routeKey(method, path)),
);

/** The emulated API: requests in, answers out, one state behind all of them. */
export class Edge {
  readonly #world: World;
  readonly #router = new Router(ROUTES);
  readonly #graveyard: Graveyard;
  readonly #faults: FaultPlan;
  readonly dates: Dates;

  constructor(private readonly options: EdgeOptions) {
    const state = structuredClone(options.state ?? emptyState(options.now));
    state.now = options.now;
    this.#world = new World(
      state,
      { strictIds: options.strictIds ?? false, seed: options.seed ?? 'edge' },
      options.faults?.ruleQuota ?? null,
    );
    this.#faults = new FaultPlan(options.faults ?? {});
    this.#graveyard = new Graveyard(options.entries, (method, path) => OUTLIVING.has(routeKey(method, path)));
    this.dates = new Dates(options.entries, options.schedule ?? 'spec', () => this.#world.now);
    for (const zone of Object.values(state.zones)) afterRulesetWrite(this.#world, zone);
  }

  get entries(): readonly Entry[] {
    return this.options.entries;
  }

  /** A copy of everything the API remembers. */
  get state(): EdgeState {
    return structuredClone(this.#world.state);
  }

  /** Rules by the ids that the old API knows them by. */
  get aliases(): Readonly<Record<string, string>> {
    return this.#world.aliases;
  }

  get keepsGoing(): boolean {
    return this.options.keepGoing ?? false;
  }

  set now(day: string) {
    this.#world.state.now = day;
  }

  get now(): string {
    return this.#world.now;
  }

  /** Which entry of the catalogue an exchange falls under, and whether it failed because that is over. */
  verdict(
    { method, path }: Pick<EdgeRequest, 'method' | 'path'>,
    { status, ended }: EdgeResponse,
  ): RequestOutcome {
    if (ended !== undefined) return { entry: ended, dead: true };
    const entry = this.#graveyard.entry(method, split(path).path);
    return { entry: entry?.id ?? null, dead: entry !== null && status >= 400 && this.dates.ended(entry.id) };
  }

  handle(request: EdgeRequest): EdgeResponse {
    try {
      const { edits, answer: instead } = this.#faults.next(request.method);
      for (const edit of edits) this.#quietly(edit);
      if (instead !== undefined) return troubleAnswer(instead);
      return this.options.keepGoing === true ? this.#handleAsBefore(request) : this.#handle(request);
    } catch (refusal) {
      if (refusal instanceof ApiError) return refuse(refusal);
      throw refusal;
    }
  }

  /** A handler refuses before it changes anything, so that the request can be handled once more. */
  #handleAsBefore(request: EdgeRequest): EdgeResponse {
    const ended = new Set<string>();
    for (;;) {
      try {
        const [first] = ended;
        const response = this.dates.without(ended, () => this.#handle(request));
        return first === undefined ? response : { ...response, ended: first };
      } catch (refusal) {
        const entry = refusal instanceof ApiError ? refusal.more.ended : undefined;
        if (entry === undefined || ended.has(entry)) throw refusal;
        ended.add(entry);
      }
    }
  }

  /** Somebody else's request: what it is answered concerns nobody here. */
  #quietly(request: EdgeRequest): void {
    try {
      this.#handle(request);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
    }
  }

  #handle({ method, path: target, headers, body, form, text }: EdgeRequest): EdgeResponse {
    const { path, query } = split(target);
    authorize(headers, path, this.options.tokens ?? {}, this.dates);
    this.#graveyard.check(method, path, this.dates, this.options.readsOutliveWrites ?? false);
    const match = this.#router.match(method, path);
    if (match === null) {
      throw new ApiError(501, 10501, `the emulated API has no route for ${method} ${path}`);
    }
    if (match === 'method') throw new ApiError(405, 10405, `Method not allowed: ${method} ${path}`);
    const dryRun = path.includes('/rulesets') && query.get('dry_run') === 'true';
    const world = dryRun ? this.#world.copy() : this.#world;
    const param = (name: string) => match.params.get(name) ?? '';
    const call: ApiCall = {
      world,
      dates: this.dates,
      method,
      query,
      body,
      form,
      text,
      param,
      zone: () => world.zone(param('zone_id')),
      account: () => world.account(param('account_id')),
    };
    const reply = match.route.handle(call);
    if (dryRun) return answer({ result: null });
    return 'result' in reply ? answer(reply) : reply;
  }
}

function split(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}
