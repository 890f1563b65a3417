/** Asks for each site the codemod of its entry, then the default. */
import type { Entry } from '../../catalogue/index.js';
import { answerOf } from '../../read/javascript/index.js';
import type { Found } from '../../scan/index.js';
import type { Codemod, Site, SiteEvidence, Strategy, Surroundings, Verdict } from '../model.js';
import type { HelperUse, JudgedSite } from '../plan.js';
import { isInTemplate, nodesAround, type Sources, siteOf } from '../sites.js';
import { defaultVerdict, stepsAt } from './default.js';
import { evidenceOf, isEnough, isInRetiredResource, PROVEN } from './evidence.js';
import { broughtBack, type InnerScript, InnerScripts } from './inner-scripts/index.js';
import { Libraries } from './library.js';
import { freeName, namesTaken } from './names.js';

export { emptyScripts, HOLD_SCRIPTS } from './inner-scripts/index.js';

export interface JudgeOptions {
  readonly codemods: readonly Codemod[];
  readonly entry: (id: string) => Entry;
  /** Resources that are retired as a whole. */
  readonly retired: ReadonlySet<string>;
  /** The only strategy allowed, by entry. */
  readonly strategies: ReadonlyMap<string, Strategy>;
  /** All that is to be judged. */
  readonly found: readonly Found[];
}

const PART_OF_RETIRED: Verdict = {
  strategy: 'marker',
  reason: 'the whole resource around it is retired and has to be migrated first',
  steps: 'Migrate the resource around it first, and change this in its replacement.',
  within: true,
};

function unproven(site: Site, codemod: Codemod | null, { says }: SiteEvidence): Verdict {
  return { strategy: 'marker', reason: says ?? '', steps: stepsAt(site, codemod), unproven: true };
}

/** What rests on an assumption is for a person to review. */
function resting(verdict: Verdict, { grade }: SiteEvidence): Verdict {
  return verdict.strategy === 'marker' || grade !== 'assumed' ? verdict : { ...verdict, level: 'review' };
}

/** What a site needs of the helper of its codemod. */
interface Helping {
  readonly uses: HelperUse[];
  asks: readonly string[];
}

export class Judge {
  readonly #options: JudgeOptions;
  readonly #sources: Sources;
  readonly #libraries: Libraries;
  readonly #scripts = new InnerScripts();
  /** By entry and language; several of one language tell by the resource which of them it is for. */
  readonly #codemods = new Map<string, Codemod[]>();
  /** What codemods failed on, by file: bugs of ours that cost their site its migration, and nothing else. */
  readonly problems = new Map<string, string>();
  /** Local names given out: by file, then by codemod and name in the helper. */
  readonly #locals = new Map<string, Map<string, string>>();
  readonly #sitesOf = new Map<string, readonly Site[]>();

  constructor(options: JudgeOptions, sources: Sources) {
    this.#options = options;
    this.#sources = sources;
    this.#libraries = new Libraries(sources);
    for (const codemod of options.codemods)
      for (const entry of codemod.entries)
        for (const language of [codemod.language ?? ''].flat())
          this.#codemods.set(keyOf(entry, language), [
            ...(this.#codemods.get(keyOf(entry, language)) ?? []),
            codemod,
          ]);
  }

  judge(found: Found): JudgedSite | null {
    const entry = this.#options.entry(found.finding.entry);
    const site = siteOf(found, entry, this.#sources);
    return site === null ? null : { ...this.judgeSite(site), found };
  }

  judgeSite(site: Site): Omit<JudgedSite, 'found'> {
    const { entry } = site;
    const candidates = [keyOf(entry.id, site.file.language), keyOf(entry.id)].flatMap(
      (key) => this.#codemods.get(key) ?? [],
    );
    const library = this.#libraries.isSdk(site) ? this.#libraries.verdictOf(site) : null;
    if (library !== null)
      return { site, codemod: null, verdict: library, evidence: PROVEN, helper: [], asks: [] };
    const helper: Helping = { uses: [], asks: [] };
    const isItsOwnProof = candidates.some((candidate) => candidate.isItsOwnProof?.(site) === true);
    const evidence = isItsOwnProof ? PROVEN : evidenceOf(site, this.#sources);
    const isEditable = isEnough(evidence);
    // A codemod of a language is for resources; a call that nothing proves is tied to the calls beside it.
    const general = candidates.find(({ language }) => language === undefined);
    let codemod = (site.finding.kind === 'resource' ? candidates[0] : (general ?? candidates[0])) ?? null;
    let own: Verdict | null = null;
    for (const candidate of !isEditable || isInTemplate(site) ? [] : candidates) {
      own = this.#classify(candidate, site, helper);
      codemod = candidate;
      if (own !== null) break;
    }
    // A codemod of the language migrates a resource with all that is in it.
    const isWithResource = own !== null && codemod?.language !== undefined;
    const best =
      !isWithResource && isInRetiredResource(site, this.#options.retired)
        ? PART_OF_RETIRED
        : isEditable
          ? this.#allowed(site, codemod, own ?? defaultVerdict(site))
          : unproven(site, codemod, evidence);
    const isByHand = isEditable && best.strategy === 'marker';
    const outside = best.strategy === 'marker' ? this.#libraries.verdictOutside(site) : null;
    const verdict = resting((isByHand ? this.#libraries.verdictOf(site) : null) ?? outside ?? best, evidence);
    return {
      site,
      codemod: own === null && isEditable ? null : codemod,
      verdict,
      evidence: outside === null || isEditable ? evidence : PROVEN,
      helper: usedIn(verdict, helper.uses),
      asks: helper.asks,
    };
  }

  /** A site that nobody has looked at: whatever it may be tied to is done by a person, too. */
  unjudged(found: Found, reason: string): JudgedSite | null {
    const entry = this.#options.entry(found.finding.entry);
    const site = siteOf(found, entry, this.#sources);
    if (site === null) return null;
    const [codemod = null] = this.#codemods.get(keyOf(entry.id)) ?? [];
    const verdict: Verdict = { strategy: 'marker', reason, steps: entry.replacement };
    return { site, found, codemod, verdict, evidence: PROVEN, helper: [], asks: [] };
  }

  /** What can only be said once all sites are judged. */
  withTests(judged: readonly JudgedSite[]): readonly JudgedSite[] {
    return this.#libraries.withTests(judged);
  }

  #classify(codemod: Codemod, site: Site, helper: Helping): Verdict | null {
    // A codemod of the language is for resources, not for scripts beside them.
    const script = codemod.language === undefined ? this.#scripts.of(site) : null;
    const around = this.#surroundings(codemod, helper, script);
    try {
      if (script === null) return codemod.classify(site, around);
      const verdict = codemod.classify({ ...site, file: script.file, script: null, nodes: [] }, around);
      return verdict === null
        ? null
        : broughtBack(verdict, script, stepsAt(site, codemod), () => this.#reportedIn(site.file.path));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.problems.set(site.file.path, `the codemod ${codemod.id} failed: ${message}`);
      return { strategy: 'marker', reason: 'the codemod failed here', steps: stepsAt(site, codemod) };
    }
  }

  /** Where something is reported in a file. */
  #reportedIn(path: string): readonly number[] {
    return this.#options.found.flatMap(({ finding: { at } }) => (at.file === path ? [at.start] : []));
  }

  /** What the user has said of the entry wins. */
  #allowed(site: Site, codemod: Codemod | null, verdict: Verdict): Verdict {
    const { entry } = site;
    const only = this.#options.strategies.get(entry.id);
    if (only === undefined || only === verdict.strategy || verdict.strategy === 'marker') return verdict;
    return {
      strategy: 'marker',
      reason: `--strategy ${entry.id}=${only} excludes '${verdict.strategy}', which this call needs`,
      steps: stepsAt(site, codemod),
    };
  }

  #surroundings(codemod: Codemod, helping: Helping, script: InnerScript | null): Surroundings {
    const sources = this.#sources;
    return {
      file: (path) => (path === script?.file.path ? script.file : sources.file(path)),
      siblings: (path) => sources.program.siblings?.(path) ?? [path],
      filesEndingWith: (ending) => sources.program.filesEndingWith?.(ending) ?? null,
      folders: (folder) => sources.program.folders?.(folder) ?? [],
      importers: (path) => sources.program.importers(path),
      treeOf: (path) => (path === script?.file.path ? script.tree : sources.tree(path)),
      scriptAt: (path, offset) => sources.scriptAt(path, offset),
      nodesAround,
      fromHelper: (file, name) => {
        const local = this.#localName(codemod, file, name);
        const { uses } = helping;
        if (!uses.some((use) => use.file === file && use.name === name)) uses.push({ file, name, local });
        return local;
      },
      askHelper: (features) => {
        helping.asks = [...new Set([...helping.asks, ...features])].sort();
      },
      answerOf: (file, call) => answerOf(sources.program, file, call),
      sitesOf: (client) => this.#sitesBy(client),
    };
  }

  #sitesBy(client: string): readonly Site[] {
    const known = this.#sitesOf.get(client);
    if (known !== undefined) return known;
    const sites = this.#options.found.flatMap((found) => {
      const isSent = found.finding.usages.some(({ sender }) => sender?.client === client);
      const entry = this.#options.entry(found.finding.entry);
      return (isSent && !found.marked ? siteOf(found, entry, this.#sources) : null) ?? [];
    });
    this.#sitesOf.set(client, sites);
    return sites;
  }

  #localName(codemod: Codemod, file: string, name: string): string {
    const key = `${codemod.id}\0${name}`;
    const given = this.#locals.get(file) ?? new Map<string, string>();
    this.#locals.set(file, given);
    const known = given.get(key);
    if (known !== undefined) return known;
    const scripts = this.#sources.scripts(file);
    const taken = new Set(scripts.flatMap((script) => [...namesTaken(script)]));
    const local = freeName(name, new Set([...taken, ...given.values()]));
    given.set(key, local);
    return local;
  }
}

/** A codemod that names a function may write something else in the end. */
function usedIn(verdict: Verdict, uses: readonly HelperUse[]): readonly HelperUse[] {
  if (verdict.strategy === 'marker') return [];
  return uses.filter(({ local }) => verdict.edits.some(({ text }) => text.includes(local)));
}

function keyOf(entry: string, language = ''): string {
  return `${entry} ${language}`;
}
