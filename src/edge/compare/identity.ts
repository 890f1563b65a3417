/**
 * Two runs against the emulated API get different ids for the same things. They are the same things if one
 * mapping, one to one, turns the ids of one run into those of the other everywhere they appear.
 */
const ID = /\b(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;
const STAMP = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** Other ids of the same thing: the old API named a rule by an id of its own. */
export type IdAliases = Readonly<Record<string, string>>;

export class Identity {
  readonly #forward = new Map<string, string>();
  readonly #backward = new Map<string, string>();

  constructor(
    private readonly before: IdAliases = {},
    private readonly after: IdAliases = {},
  ) {}

  /** True if the texts say the same: equal but for ids, which must fit all pairs seen so far, and time stamps. */
  same(before: string, after: string): boolean {
    const [left, right] = [before.match(ID) ?? [], after.match(ID) ?? []];
    if (left.length !== right.length || masked(before) !== masked(after)) return false;
    return left.every((id, index) => this.#pair(id, right[index] ?? ''));
  }

  #pair(before: string, after: string): boolean {
    const left = this.before[before] ?? before;
    const right = this.after[after] ?? after;
    const known = this.#forward.get(left);
    if (known !== undefined || this.#backward.has(right)) return known === right;
    this.#forward.set(left, right);
    this.#backward.set(right, left);
    return true;
  }
}

/** The text with its ids and moments made equal. */
export function masked(text: string): string {
  return text.replace(ID, '<id>').replace(STAMP, '<time>');
}
