/** Whether a file that could not be read to its end was understood all the same: each of its triggers, by some usage. */
import type { SourceFile, Usage } from '../read/index.js';
import type { Origin, Value } from '../value/index.js';
import type { FoundRoot } from './roots.js';

/** Every trigger that counts stands in something that is known of a usage, and not only somewhere in its call. */
export function areExplained(
  roots: readonly FoundRoot[],
  usages: readonly Usage[],
  file: SourceFile,
  counts: (root: FoundRoot) => boolean,
): boolean {
  const wanted = roots.filter(counts).sort((a, b) => a.start - b.start);
  if (wanted.length === 0) return true;
  const known = usages
    .flatMap(rangesOf)
    .filter((one) => one.file === file.path)
    .sort((a, b) => a.start - b.start);
  let next = 0;
  /** End of the range that reaches furthest, of those that begin no later than the trigger and touch each other. */
  let end = 0;
  return wanted.every((root) => {
    for (let one = known[next]; one !== undefined && one.start <= root.start; one = known[++next])
      end = Math.max(end, one.end);
    let reach = end;
    for (let at = next; reach < root.end && reach > root.start; at++) {
      const one = known[at];
      if (one === undefined || one.start > reach) break;
      reach = Math.max(reach, one.end);
    }
    return root.end <= reach;
  });
}

/** The places of what is known of a usage. */
function rangesOf(usage: Usage): readonly Origin[] {
  switch (usage.kind) {
    case 'http':
      return [...[usage.method, usage.url, usage.body, usage.headers].flatMap(placesIn), ...readsOf(usage)];
    case 'sdk':
      return [...chainOf(usage.chain), ...usage.args.flatMap(placesIn), ...readsOf(usage)];
    case 'expression':
      return placesIn(usage.text);
    case 'resource':
      return [usage.nameOrigin, ...placesIn(usage.attributes)];
    case 'record':
      return [...placesIn(usage.body), ...readsOf(usage)];
    case 'storage':
      return [usage.at, ...placesIn(usage.parameters)];
    case 'cipher':
      return [usage.site];
  }
}

function readsOf({ reads }: { readonly reads: readonly { readonly origin: Origin }[] }): readonly Origin[] {
  return reads.map(({ origin }) => origin);
}

/** The names of a chain are one trigger, with the dots between them. */
function chainOf(chain: readonly { readonly origin: Origin }[]): readonly Origin[] {
  const [first] = chain;
  const last = chain.at(-1);
  return first === undefined || last === undefined || first.origin.file !== last.origin.file
    ? chain.map(({ origin }) => origin)
    : [{ ...first.origin, end: Math.max(first.origin.end, last.origin.end) }];
}

/** The texts and keys in a value, without recursion: values nest as deep as a reader goes. */
function placesIn(value: Value): readonly Origin[] {
  const found: Origin[] = [];
  const seen = new Set<Value>();
  const waiting: Value[] = [value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (one.kind === 'text') {
      for (const piece of one.pieces)
        if (piece.kind === 'text' && piece.origin !== null) found.push(piece.origin);
    } else if (one.kind === 'array') for (const item of one.items) waiting.push(item);
    else if (one.kind === 'choice') for (const option of one.of) waiting.push(option);
    else if (one.kind === 'object')
      for (const property of one.properties) {
        if (property.keyOrigin !== null) found.push(property.keyOrigin);
        waiting.push(property.value);
      }
  }
  return found;
}
