/**
 * What of the schedule a request falls under although nobody refuses it: fields that are no longer read, values that
 * do nothing, parameters that have lost their meaning. All of it comes from the checks of the catalogue.
 */
import {
  type CallPattern,
  type Entry,
  expandChecks,
  type Profile,
  type Where,
} from '../../catalogue/index.js';
import type { EdgeRequest } from '../core/http.js';
import { isList, isObject, type Json } from '../core/json.js';

interface Check {
  readonly entry: string;
  readonly calls: readonly CallPattern[];
  readonly hit: (body: Json, query: URLSearchParams) => boolean;
}

export class Touched {
  readonly #checks: readonly Check[];

  constructor(entries: readonly Entry[], profile: Profile) {
    this.#checks = entries.flatMap((entry) => checksOf(entry, profile));
  }

  /** Entries that the request falls under, whatever the date. */
  by(request: EdgeRequest): readonly string[] {
    const [path = '', query = ''] = request.path.split('?', 2);
    const parameters = new URLSearchParams(query);
    const body = request.body ?? request.form ?? {};
    const found = this.#checks.filter(
      ({ calls, hit }) => calls.some((call) => fits(call, request.method, path)) && hit(body, parameters),
    );
    return [...new Set(found.map(({ entry }) => entry))];
  }
}

function checksOf(entry: Entry, profile: Profile): Check[] {
  const { fields, values } = expandChecks(entry, profile);
  return [
    ...fields
      .filter(({ direction }) => direction === 'request')
      .map(
        ({ at, calls, where }): Check => ({
          entry: entry.id,
          calls,
          hit: (body) => spots(body, at).some((spot) => holds(body, at, spot, where)),
        }),
      ),
    ...values
      .filter(({ direction }) => direction === 'request')
      .map(
        ({ at, calls, where, allowed, removed }): Check => ({
          entry: entry.id,
          calls,
          hit: (body) =>
            spots(body, at).some((spot) => {
              const same = (scalar: Json) => scalar === spot.value;
              const ended = allowed === undefined ? (removed ?? []).some(same) : !allowed.some(same);
              return ended && holds(body, at, spot, where);
            }),
        }),
      ),
    ...entry.queries.map(
      ({ parameter, prefixes, calls }): Check => ({
        entry: entry.id,
        calls,
        hit: (_body, query) =>
          query
            .getAll(parameter)
            .some((value) => prefixes?.some((prefix) => value.startsWith(prefix)) ?? true),
      }),
    ),
  ];
}

function fits({ methods, path: template }: CallPattern, method: string, path: string): boolean {
  if (!methods.some((known) => known === method)) return false;
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
  );
}

/** A value in a body, with the numbers of the items that led to it. */
interface Spot {
  readonly value: Json;
  readonly items: readonly number[];
}

function steps(at: string): string[] {
  return at.split('.').flatMap((part) => {
    const name = part.replace(/(?<!\[\])(?:\[\])+$/, '');
    const lists = (part.length - name.length) / 2;
    return [...(name === '' ? [] : [name]), ...Array.from({ length: lists }, () => '[]')];
  });
}

function spots(body: Json, at: string): readonly Spot[] {
  return steps(at).reduce<readonly Spot[]>(
    (reached, step) =>
      reached.flatMap(({ value, items }): Spot[] => {
        if (step === '[]') {
          return isList(value) ? value.map((item, index) => ({ value: item, items: [...items, index] })) : [];
        }
        const next = isObject(value) ? value[step] : undefined;
        return next === undefined ? [] : [{ value: next, items }];
      }),
    [{ value: body, items: [] }],
  );
}

/** Where both paths go through the same lists, they speak of the same items. */
function holds(body: Json, at: string, spot: Spot, where: Where | undefined): boolean {
  if (where === undefined) return true;
  const [left, right] = [steps(at), steps(where.at)];
  const parting = left.findIndex((step, index) => step !== right[index]);
  const shared = left.slice(0, parting < 0 ? left.length : parting).filter((step) => step === '[]').length;
  return spots(body, where.at).some(
    ({ value, items }) =>
      items.slice(0, shared).every((item, index) => item === spot.items[index]) &&
      where.equals.some((scalar) => scalar === value),
  );
}
