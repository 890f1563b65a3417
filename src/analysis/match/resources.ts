/** Resources and attributes of infrastructure tools. */
import { type Entry, expandChecks, type Profile, type Resource, standingOf } from '../../catalogue/index.js';
import type { ResourceUsage } from '../../read/index.js';
import type { Confidence } from '../finding.js';
import { atMost } from './confidence.js';
import { conditioned } from './fields.js';
import type { Hit } from './report.js';
import { select } from './select.js';
import { hitsOf } from './values.js';

export interface ResourceRow {
  readonly entry: Entry;
  readonly resource: Resource;
}

/** The rows of a catalogue by tool, kind and name of the resource. */
export class ResourceTable {
  readonly #rows = new Map<string, ResourceRow[]>();

  constructor(entries: readonly Entry[], profileOf: (id: string) => Profile | undefined) {
    for (const entry of entries) {
      const profile = profileOf(entry.profile);
      const { resources } = profile === undefined ? entry : expandChecks(entry, profile);
      for (const resource of resources) {
        const key = keyOf(resource.tool, resource.kind, resource.name);
        this.#rows.set(key, [...(this.#rows.get(key) ?? []), { entry, resource }]);
      }
    }
  }

  rowsFor(usage: ResourceUsage): readonly ResourceRow[] {
    return this.#rows.get(keyOf(usage.tool, usage.resourceKind, usage.name)) ?? [];
  }
}

function keyOf(tool: string, kind: string, name: string): string {
  return `${tool}\0${kind}\0${name}`;
}

export function* resourceHits(
  usage: ResourceUsage,
  { entry, resource }: ResourceRow,
  sure: Confidence,
): Generator<Hit> {
  const confidence = atMost(sure, pinnedBound(usage.version, resource));
  const common = { entry, kind: 'resource' as const, method: null, endpoint: usage.name };
  if (resource.attribute === undefined) {
    yield { ...common, at: usage.nameOrigin, confidence };
    return;
  }
  const byValue = resource.allowed !== undefined || resource.removed !== undefined;
  for (const selected of select(usage.attributes, resource.attribute, resource.where)) {
    const certain = conditioned(confidence, selected.condition, false);
    const key = selected.property?.keyOrigin ?? usage.nameOrigin;
    if (byValue) yield* hitsOf(selected, resource, selected.conditionOrigin ?? key, certain, common);
    else yield { ...common, at: key, confidence: certain };
  }
}

/**
 * How sure the version that a project pins leaves it. One that sends the same resource to the API of today leaves
 * next to nothing; one that has no such resource any more runs nothing, but the configuration is dead all the same.
 */
function pinnedBound(version: string | undefined, resource: Resource): Confidence {
  if (version === undefined || resource.versions === undefined) return 'exact';
  const works = resource.works === undefined ? 'unknown' : standingOf(resource.works, version);
  if (works === 'within') return 'possible';
  switch (standingOf(resource.versions, version)) {
    case 'within':
    case 'unknown':
      return 'exact';
    // Whichever is chosen, it is dead: most of them ask what is gone, the others have no such resource.
    case 'open':
      return works === 'open' ? 'likely' : 'exact';
    case 'above':
      return 'likely';
    case 'below':
      return 'possible';
  }
}
