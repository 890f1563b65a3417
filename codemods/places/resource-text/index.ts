/** The resource that a site stands in. */
import type { Site, Surroundings } from '../../../src/migrate/index.js';
import type { ResourceText } from './model.js';
import { pythonResource } from './python.js';
import { scriptResource } from './script.js';
import { yamlResource } from './yaml.js';

export {
  type Attribute,
  attributeOf,
  attributesAround,
  type Piece,
  patternOf,
  type ResourceText,
} from './model.js';

const TOOLS: ReadonlySet<string> = new Set(['pulumi', 'cdktf']);

/** Whether a finding is about a resource of one of the tools. */
export function isOfProgram({ finding }: Site): boolean {
  return (
    finding.kind === 'resource' &&
    finding.usages.some((usage) => usage.kind === 'resource' && TOOLS.has(usage.tool))
  );
}

/** Null where the site stands apart from the call or the document that declares the resource. */
export function resourceAt(site: Site, around: Surroundings): ResourceText | null {
  if (site.script !== null) return scriptResource(site);
  return site.file.language === 'python' ? pythonResource(site, around) : yamlResource(site);
}
