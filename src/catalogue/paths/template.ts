import { expandChecks } from '../model/expand.js';
import { isPlaceholder, segmentsOf } from '../model/template.js';
import type {
  CallPattern,
  Catalogue,
  Endpoint,
  Entry,
  ExpressionCheck,
  FieldCheck,
  Method,
  Profile,
  QueryCheck,
  ValueCheck,
} from '../model/types.js';

/** Why a path is in the catalogue. */
export type PathRow =
  | { readonly kind: 'endpoint'; readonly entry: Entry; readonly endpoint: Endpoint }
  | {
      readonly kind: 'field';
      readonly entry: Entry;
      readonly methods: readonly Method[];
      readonly check: FieldCheck;
    }
  | {
      readonly kind: 'value';
      readonly entry: Entry;
      readonly methods: readonly Method[];
      readonly check: ValueCheck;
    }
  | {
      readonly kind: 'query';
      readonly entry: Entry;
      readonly methods: readonly Method[];
      readonly check: QueryCheck;
    }
  | {
      readonly kind: 'expression';
      readonly entry: Entry;
      readonly methods: readonly Method[];
      readonly check: ExpressionCheck;
    }
  | { readonly kind: 'body'; readonly entry: Entry; readonly methods: readonly Method[] }
  | { readonly kind: 'look-alike'; readonly entry: Entry };

/** One path template and every row of the catalogue that names it, whatever they call its placeholders. */
export class Template {
  readonly #rows: PathRow[] = [];
  /** Named only to be told apart from what is dead. */
  isLookAlike = true;
  /** Null stands for a placeholder. */
  readonly segments: readonly (string | null)[];
  /** Number of leading segments that only say whose resource it is: `zones` and the id behind it. */
  readonly scopeLength: number;

  constructor(
    readonly path: string,
    profile: Profile,
  ) {
    this.segments = segmentsOf(path).map((segment) => (isPlaceholder(segment) ? null : segment));
    const [scope, id] = this.segments;
    const scoped = typeof scope === 'string' && profile.scopes.includes(scope) && id === null;
    this.scopeLength = scoped ? 2 : 0;
  }

  get rows(): readonly PathRow[] {
    return this.#rows;
  }

  add(row: PathRow): void {
    this.#rows.push(row);
    if (row.kind !== 'look-alike') this.isLookAlike = false;
  }

  /** Literal segments behind the scope: what is left when only the tail of a path is known. */
  get tailLiterals(): number {
    return this.segments.slice(this.scopeLength).filter((segment) => segment !== null).length;
  }
}

/** Every path of a catalogue. */
export function templatesOf({ profiles, entries }: Catalogue): readonly Template[] {
  const templates = new Map<string, Template>();
  for (const profile of profiles) {
    for (const entry of entries) {
      if (entry.profile !== profile.id) continue;
      for (const [path, row] of rowsOf(entry, profile)) {
        const made = new Template(path, profile);
        const key = made.segments.join('/');
        const template = templates.get(key) ?? made;
        template.add(row);
        templates.set(key, template);
      }
    }
  }
  return [...templates.values()];
}

/** Every row of an entry that stands at a path. */
export function* rowsOf(entry: Entry, profile: Profile): Generator<readonly [path: string, row: PathRow]> {
  for (const endpoint of entry.endpoints) yield [endpoint.path, { kind: 'endpoint', entry, endpoint }];
  for (const path of entry.lookAlikes) yield [path, { kind: 'look-alike', entry }];
  const { fields, values } = expandChecks(entry, profile);
  yield* callRows('field', entry, fields);
  yield* callRows('value', entry, values);
  yield* callRows('query', entry, entry.queries);
  yield* callRows('expression', entry, entry.expressions);
  for (const { path, methods } of entry.bodies) yield [path, { kind: 'body', entry, methods }];
}

type CheckOf<K extends PathRow['kind']> = Extract<PathRow, { kind: K; check: unknown }>['check'];

function* callRows<K extends 'field' | 'value' | 'query' | 'expression'>(
  kind: K,
  entry: Entry,
  checks: readonly (CheckOf<K> & { readonly calls: readonly CallPattern[] })[],
): Generator<readonly [path: string, row: PathRow]> {
  for (const check of checks) {
    for (const { path, methods } of check.calls) {
      // The kind and its check belong together by the signature, which a generic object cannot express.
      yield [path, { kind, entry, methods, check } as unknown as PathRow];
    }
  }
}
