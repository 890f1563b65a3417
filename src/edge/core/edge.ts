import type { Entry } from '../../catalogue/types.js';
import { Dates, type Schedule } from '../dates.js';
import { afterRulesetWrite } from '../legacy/custom-rules.js';
import { ROUTES } from '../routes.js';
import { authorize, type Tokens } from './auth.js';
import { FaultPlan, type Faults } from './faults.js';
import { Graveyard } from './graveyard.js';
import { answer, type EdgeRequest, type EdgeResponse, Refusal, refuse } from './http.js';
import { type Call, Router } from './router.js';
import type { EdgeState } from './state.js';
import { World } from './world.js';

export interface EdgeOptions {
  readonly entries: readonly Entry[];
  readonly now: string;
  readonly state?: EdgeState;
  readonly schedule?: Schedule;
  readonly strictIds?: boolean;
  readonly readsOutliveWrites?: boolean;
  readonly tokens?: Tokens;
  readonly faults?: Faults;
  /** Makes other ids from the same requests. */
  readonly seed?: string;
}

/** What one request was, for reports. */
export interface Verdict {
  readonly entry: string | null;
  readonly dead: boolean;
}

/** The emulated API: requests in, answers out, one state behind all of them. */
export class Edge {
  readonly #world: World;
  readonly #router = new Router(ROUTES);
  readonly #graveyard: Graveyard;
  readonly #faults: FaultPlan;
  readonly dates: Dates;

  constructor(private readonly options: EdgeOptions) {
    const state = structuredClone(options.state ?? { now: options.now, accounts: {}, zones: {} });
    state.now = options.now;
    this.#world = new World(
      state,
      { strictIds: options.strictIds ?? false, seed: options.seed ?? 'edge' },
      options.faults?.ruleQuota ?? null,
    );
    this.#faults = new FaultPlan(options.faults ?? {});
    this.#graveyard = new Graveyard(options.entries);
    this.dates = new Dates(options.entries, options.schedule ?? 'spec', () => this.#world.now);
    for (const zone of Object.values(state.zones)) afterRulesetWrite(this.#world, zone);
  }

  /** A copy of everything the API remembers. */
  get state(): EdgeState {
    return structuredClone(this.#world.state);
  }

  /** Rules by the ids that the old API knows them by. */
  get aliases(): Readonly<Record<string, string>> {
    return this.#world.aliases;
  }

  set now(day: string) {
    this.#world.state.now = day;
  }

  get now(): string {
    return this.#world.now;
  }

  /** Which entry of the catalogue a request falls under, and whether it is dead today. */
  verdict(method: string, path: string): Verdict {
    const entry = this.#graveyard.entry(method, pathOf(path));
    return { entry: entry?.id ?? null, dead: entry !== null && this.dates.dead(entry.id) };
  }

  handle(request: EdgeRequest): EdgeResponse {
    try {
      return this.#handle(request);
    } catch (refusal) {
      if (refusal instanceof Refusal) return refuse(refusal);
      throw refusal;
    }
  }

  #handle(request: EdgeRequest): EdgeResponse {
    const path = pathOf(request.path);
    const { method } = request;
    authorize(request.headers, path, this.options.tokens ?? {});
    const fault = this.#faults.next(method);
    if (fault !== null) {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      throw new Refusal(
        fault.status,
        fault.status === 429 ? 10429 : 10500,
        fault.status === 429 ? 'Rate limited' : 'Internal error',
        { headers },
      );
    }
    this.#graveyard.check(method, path, this.dates, this.options.readsOutliveWrites ?? false);
    const match = this.#router.match(method, path);
    if (match === null) {
      throw new Refusal(501, 10501, `the emulated API has no route for ${method} ${path}`);
    }
    if (match === 'method') throw new Refusal(405, 10405, `Method not allowed: ${method} ${path}`);
    const dryRun =
      path.includes('/rulesets') && new URLSearchParams(queryOf(request.path)).get('dry_run') === 'true';
    const world = dryRun ? this.#world.copy() : this.#world;
    const param = (name: string) => match.params.get(name) ?? '';
    const call: Call = {
      world,
      dates: this.dates,
      method,
      query: new URLSearchParams(queryOf(request.path)),
      body: request.body,
      form: request.form,
      param,
      zone: () => world.zone(param('zone_id')),
      account: () => world.account(param('account_id')),
    };
    const reply = match.route.handle(call);
    if (dryRun) return answer({ result: null });
    return 'result' in reply ? answer(reply) : reply;
  }
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

function queryOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? '' : target.slice(query + 1);
}
