import type { Finding } from '../../analysis/index.js';
import { type Automation, type Entry, rewriteLevel } from '../../catalogue/index.js';
import { familyOf } from '../../read/index.js';

/** Programming languages in which `migrate` follows what a call sends and what is read of its answer. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'javascript',
  'typescript',
  'vue',
  'svelte',
  'astro',
  'python',
  'go',
  'php',
  'ruby',
]);

/** The highest level at which `migrate` may rewrite a finding. The plan may say less: it looks at what is around it. */
export function automationOf(entry: Entry, finding: Finding): Automation {
  if (rewriteLevel(entry) === null || finding.fix !== undefined) return entry.automation;
  if (isManualResource(entry, finding)) return 'manual';
  const isFollowed = familyOf(finding.language).kind !== 'code' || FOLLOWED.has(finding.language);
  return isFollowed || isTextual(entry, finding) ? entry.automation : 'manual';
}

function isManualResource({ resources }: Entry, { kind, endpoint }: Finding): boolean {
  return (
    kind === 'resource' &&
    resources.some(({ name, automation }) => name === endpoint && automation === 'manual')
  );
}

/** A new path, or a call that goes: both are written wherever the text of the call is known. */
function isTextual({ endpoints, removal }: Entry, { endpoint }: Finding): boolean {
  return (
    removal !== undefined ||
    endpoints.some(({ path, successor }) => path === endpoint && successor !== undefined)
  );
}
