/**
 * Whether the requests behind a site provably go to the vendor. A finding needs less than an edit: a path alone, a
 * word in another file or a client whose base URL is unknown is enough to report a call, never to change it.
 */

import { type Catalogue, expandChecks } from '../../catalogue/index.js';
import { calledIn, type HttpUsage, type Program, type SourceFile, type Usage } from '../../read/index.js';
import { isGivenToModule } from '../../read/terraform/index.js';
import { alternatives } from '../../value/index.js';
import type { Site } from '../model.js';
import type { Sources } from '../sites.js';
import { isConnected } from './connections.js';
import { WrittenDefaults } from './defaults/index.js';
import { isPackageOfVendor } from './go-packages.js';
import { isSentByOwnClient } from './own-clients.js';
import { isPlaceholderOfVendor } from './placeholders.js';

const NEEDS_EVIDENCE =
  'needs evidence: nothing proves that the request goes to Cloudflare; if it does, name the client under ' +
  '`clients` in edge-sunset.config.yaml';
const MODULE_ELSEWHERE =
  'needs evidence: it is passed to a module outside of this tree, or to one without a Cloudflare resource ' +
  'that uses it; check what the module does with it';
const NOT_SENT =
  'needs evidence: nothing sends this expression to Cloudflare; if rules are created from this example, prompt or ' +
  'data, change it manually';

/** What is missing for an edit. */
export function missingEvidence({ file, finding }: Site): string {
  const isGiven = file.language === 'terraform' && isGivenToModule(file, finding.at.start);
  if (isGiven) return MODULE_ELSEWHERE;
  return finding.usages.every(({ kind }) => kind === 'expression') ? NOT_SENT : NEEDS_EVIDENCE;
}

export function isProven({ finding, file }: Site, sources: Sources): boolean {
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
  if (hasProof(usage) || isOwnClient(usage, program)) return true;
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

/** The user says that a file holds a client of the API. */
function isOwnClient({ site, sender }: HttpUsage, program: Program): boolean {
  const files = new Set([site.file, sender?.at.file]);
  return (program.own?.clients ?? []).some(({ module }) => files.has(module.replace(/^\.\//, '')));
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
