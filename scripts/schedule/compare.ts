import {
  type CallPattern,
  type Catalogue,
  type Entry,
  expandChecks,
  type Profile,
} from '../../src/catalogue/index.js';
import type { PublishedItem } from './published.js';

/** What the published schedule and the catalogue disagree on. Nothing is edited: a person decides. */
export interface ScheduleDifferences {
  readonly changed: readonly { readonly entry: Entry; readonly item: PublishedItem; readonly date: string }[];
  readonly unknown: readonly PublishedItem[];
  readonly gone: readonly Entry[];
  /** Known to both, but the published text names no day any more. */
  readonly undated: readonly { readonly entry: Entry; readonly item: PublishedItem }[];
}

export function compareSchedules(items: readonly PublishedItem[], catalogue: Catalogue): ScheduleDifferences {
  const changed: ScheduleDifferences['changed'][number][] = [];
  const undated: ScheduleDifferences['undated'][number][] = [];
  const unknown: PublishedItem[] = [];
  const met = new Set<Entry>();
  // An entry without a published title was never listed: its absence says nothing.
  const listed = catalogue.entries.filter((entry) => entry.published !== undefined);
  for (const item of items) {
    const entries = entriesFor(item, listed, catalogue.profiles);
    if (entries.length === 0) unknown.push(item);
    for (const entry of entries) {
      met.add(entry);
      if (item.date === null) undated.push({ entry, item });
      else if (item.date !== entry.endOfLife && item.date !== entry.vendor?.date) {
        changed.push({ entry, item, date: item.date });
      }
    }
  }
  return { changed, unknown, gone: listed.filter((entry) => !met.has(entry)), undated };
}

/** By title; for an item that was renamed, by most of its calls. */
function entriesFor(
  item: PublishedItem,
  entries: readonly Entry[],
  profiles: readonly Profile[],
): readonly Entry[] {
  const title = plain(item.title);
  const named = entries.filter((entry) => entry.published?.some((candidate) => plain(candidate) === title));
  if (named.length > 0) return named;
  const wanted = new Set(item.calls.flatMap(callKeys));
  if (wanted.size === 0) return [];
  const best = entries
    .map((entry) => ({ entry, share: sharedBy(entry, profiles, wanted) / wanted.size }))
    .sort((a, b) => b.share - a.share)[0];
  return best !== undefined && best.share > 0.5 ? [best.entry] : [];
}

function sharedBy(entry: Entry, profiles: readonly Profile[], wanted: ReadonlySet<string>): number {
  const profile = profiles.find((candidate) => candidate.id === entry.profile);
  const checks = profile === undefined ? entry : expandChecks(entry, profile);
  const calls: readonly CallPattern[] = [
    ...entry.endpoints.map(({ path, methods, possible = [] }) => ({
      path,
      methods: [...methods, ...possible],
    })),
    ...checks.fields.flatMap((check) => check.calls),
    ...checks.values.flatMap((check) => check.calls),
    ...entry.queries.flatMap((check) => check.calls),
  ];
  return new Set(calls.flatMap(callKeys).filter((key) => wanted.has(key))).size;
}

function callKeys({ methods, path }: CallPattern): readonly string[] {
  return methods.map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
}

function plain(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

export function differencesText(differences: ScheduleDifferences): string {
  const lines: string[] = [];
  for (const { entry, item, date } of differences.changed) {
    const known = [
      entry.endOfLife ?? 'no day',
      ...(entry.vendor?.date === undefined ? [] : [`vendor ${entry.vendor.date}`]),
    ];
    lines.push(
      `changed  ${entry.id}: ${date} is published, ${known.join(', ')} in the catalogue ("${item.title}")`,
    );
  }
  for (const { entry, item } of differences.undated) {
    lines.push(`undated  ${entry.id}: no day is published ("${item.title}")`);
  }
  for (const item of differences.unknown) {
    const calls = item.calls.map((call) => `\n           ${call.methods.join(', ')} ${call.path}`).join('');
    lines.push(`new      "${item.title}", ${item.date ?? 'no day'}${calls}`);
  }
  for (const entry of differences.gone) {
    lines.push(
      `gone     ${entry.id}: no longer published as ${(entry.published ?? []).map((title) => `"${title}"`).join(' or ')}`,
    );
  }
  return lines.length === 0 ? 'The catalogue agrees with the published schedule.\n' : `${lines.join('\n')}\n`;
}
