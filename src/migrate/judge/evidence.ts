/**
 * What an edit of a site rests on: the only place that decides, for all languages and codemods. A finding needs less
 * than an edit. *Proven* requests go to the vendor beyond doubt. What is *assumed* may be edited at the level `review`,
 * with the assumption said. What is *contradicted*, or shown by nothing, is reported and never edited.
 */

import { type Catalogue, expandChecks } from '../../catalogue/index.js';
import { calledIn, type HttpUsage, type Program, type SourceFile, type Usage } from '../../read/index.js';
import { isGivenToModule } from '../../read/terraform/index.js';
import { alternatives } from '../../value/index.js';
import type { Site, SiteEvidence } from '../model.js';
import type { Sources } from '../sites.js';
import { assumptionOf } from './assumption.js';
import { isConnected } from './connections.js';
import { WrittenDefaults } from './defaults/index.js';
import { isPackageOfVendor } from './go-packages.js';
import { isNamedClient } from './named-clients.js';
import { isSentByOwnClient } from './own-clients.js';
import { isPlaceholderOfVendor } from './placeholders.js';

const NAME_IT = 'name the client under `clients` in edge-sunset.config.yaml';
const NEEDS_EVIDENCE = `needs evidence: nothing proves that the request goes to Cloudflare; if it does, ${NAME_IT}`;
const MODULE_ELSEWHERE =
  'needs evidence: it is passed to a module outside of this tree, or to one without a Cloudflare resource ' +
  'that uses it; check what the module does with it';
const NOT_SENT =
  'needs evidence: nothing sends this expression to Cloudflare; if rules are created from this example, prompt or ' +
  'data, change it manually';

export const PROVEN: SiteEvidence = { grade: 'proven', says: null };

export function evidenceOf(site: Site, sources: Sources): SiteEvidence {
  if (isProven(site, sources)) return PROVEN;
  const { file, finding } = site;
  const isGiven = file.language === 'terraform' && isGivenToModule(file, finding.at.start);
  if (isGiven) return { grade: 'none', says: MODULE_ELSEWHERE };
  if (finding.usages.every(({ kind }) => kind === 'expression')) return { grade: 'none', says: NOT_SENT };
  const assumption = assumptionOf(site, sources);
  if (assumption === null) return { grade: 'none', says: NEEDS_EVIDENCE };
  return 'assumes' in assumption
    ? { grade: 'assumed', says: assumption.assumes }
    : {
        grade: 'contradicted',
        says: `not changed: ${assumption.contradicted}; if it does go to Cloudflare, ${NAME_IT}`,
      };
}

/** Whether edits may rest on it. */
export function isEnough({ grade }: SiteEvidence): boolean {
  return grade === 'proven' || grade === 'assumed';
}

function isProven({ finding, file }: Site, sources: Sources): boolean {
  const { program } = sources;
  const { usages } = finding;
  const sent = usages.filter((usage): usage is HttpUsage => usage.kind === 'http');
  // One text may reach several clients: an edit of it changes what all of them are sent.
  if (sent.length > 0) return sent.every((usage) => isHttpProven(usage, sources));
  if (usages.some(({ kind }) => kind === 'sdk')) return true;
  if (usages.some(({ kind, evidence }) => kind === 'resource' && !isAgainst(evidence))) return true;
  return (
    usages.some((usage) => hasProof(usage)) ||
    (isRecordOrExpression(usages) && file.language === 'go' && isPackageOfVendor(file, program)) ||
    (isRecordOrExpression(usages) &&
      unitOf(file, program).some(
        (one) =>
          calledIn(one.text, program.profiles) !== null ||
          (one.language === 'terraform' && usesProvider(one.text)),
      ))
  );
}

/** Names of resources that are retired as a whole, as `isInRetiredResource` asks for them. */
export function retiredResources({ entries, profiles }: Catalogue): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => {
      const profile = profiles.find(({ id }) => id === entry.profile);
      const { resources } = profile === undefined ? entry : expandChecks(entry, profile);
      return resources
        .filter(({ attribute, works }) => attribute === undefined && works === undefined)
        .map(({ tool, kind, name }) => [tool, kind, name].join(' '));
    }),
  );
}

/** What stands in a resource that has to go is migrated with the resource, or not at all. */
export function isInRetiredResource({ finding, file }: Site, retired: ReadonlySet<string>): boolean {
  return (
    finding.kind !== 'resource' &&
    !(file.language === 'terraform' && isOfModule(file.text, finding.at.start)) &&
    finding.usages.some(
      (usage) =>
        usage.kind === 'resource' && retired.has([usage.tool, usage.resourceKind, usage.name].join(' ')),
    )
  );
}

/** A default of a variable, a local value: it stays where the resource goes that takes it. */
function isOfModule(text: string, at: number): boolean {
  const [last = ''] = [...text.slice(0, at).matchAll(/^[a-z]+(?=[ "{])/gm)].at(-1) ?? [];
  return last === 'variable' || last === 'locals';
}

function isHttpProven(usage: HttpUsage, sources: Sources): boolean {
  const { program } = sources;
  if (hasProof(usage) || isNamedClient(usage, program)) return true;
  const hosts = program.profiles.flatMap((profile) => profile.hosts);
  const isNamed = alternatives(usage.url).some((url) => {
    const [first] = url.kind === 'text' ? url.pieces : [];
    const host = first?.kind === 'text' ? HOST.exec(first.text)?.[1]?.toLowerCase() : undefined;
    return host !== undefined && hosts.includes(host);
  });
  const defaults = new WrittenDefaults(hosts, program);
  const file = program.file(usage.site.file);
  return (
    isNamed ||
    (file !== null && isConnected(usage.url, file, hosts)) ||
    isConfigured(usage, defaults, sources) ||
    (file !== null && isPlaceholderOfVendor(usage, file, defaults)) ||
    isSentByOwnClient(usage.site, defaults, sources)
  );
}

/** Languages with a grammar in which no reader knows what a name stands for. */
const NAMES_BY_TEXT: ReadonlySet<string> = new Set(['java', 'rust', 'powershell']);

/** The address begins with a setting whose default is written beside the code. */
function isConfigured({ url }: HttpUsage, defaults: WrittenDefaults, sources: Sources): boolean {
  return alternatives(url).every((one) => {
    const [first] = one.kind === 'text' ? one.pieces : [];
    if (first?.kind !== 'hole' || first.origin === null) return false;
    const { file } = first.origin;
    const language = sources.tree(file)?.language ?? '';
    const isFollowed = sources.hasScripts(file) || (language !== '' && !NAMES_BY_TEXT.has(language));
    return defaults.isVendorIn(first, isFollowed);
  });
}

const HOST = /^https?:\/\/([^/?#:]+)/i;

function hasProof({ evidence }: Usage): boolean {
  return evidence.some(({ kind }) => kind === 'host' || kind === 'sdk');
}

function isAgainst(evidence: Usage['evidence']): boolean {
  return evidence.some(({ kind }) => kind === 'against');
}

function isRecordOrExpression(usages: readonly Usage[]): boolean {
  return usages.every(({ kind }) => kind === 'record' || kind === 'expression');
}

/** What says together which vendor is meant: the file, or in Terraform all files of the module, which is one folder. */
function unitOf(file: SourceFile, program: Program): readonly SourceFile[] {
  if (file.language !== 'terraform') return [file];
  const beside = (program.siblings?.(file.path) ?? []).filter((path) => /\.(?:tf|tofu)$/.test(path));
  return [file, ...beside.slice(0, MAX_FILES).flatMap((path) => program.file(path) ?? [])];
}

const MAX_FILES = 60;

/** The vendor's provider is asked for. */
function usesProvider(text: string): boolean {
  return /^[ \t]*source[ \t]*=\s*"(?:registry\.[\w.]+\/)?cloudflare\/cloudflare"/m.test(text);
}
