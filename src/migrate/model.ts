/**
 * What the engine and the codemods say to each other.
 *
 * A codemod judges one site at a time: it says what it would write there, how far that can be trusted, and why.
 * The engine does everything else: it ties sites into clusters, lets a cluster be migrated whole or not at all,
 * puts edits together, adds imports and helper files, runs the gates, writes, and counts what stays open.
 */

import type { Script } from '../analysis/edits/index.js';
import type { Edit, Finding } from '../analysis/index.js';
import type { Entry } from '../catalogue/index.js';
import type { SyntaxTree } from '../grammar/index.js';
import type { SourceFile } from '../read/index.js';
import type { AnswerPart } from '../read/javascript/index.js';
import type { Node } from '../read/javascript/syntax/index.js';

/** How far an edit may be applied without somebody looking at it. */
export type Level = 'safe' | 'review' | 'manual';

/** A higher one needs more of a person. */
export const LEVEL_RANK: Readonly<Record<Level, number>> = { safe: 0, review: 1, manual: 2 };

/** `deprecate`: the call stays, in a method of a library that is marked as deprecated. */
export type Strategy = 'in-place' | 'delete' | 'deprecate' | 'marker';

/** A finding with what an edit needs to know of the place. */
export interface Site {
  readonly entry: Entry;
  readonly finding: Finding;
  /** Hex digits that name the finding across runs; a marker carries the first eight. */
  readonly fingerprint: string;
  /** The file in which the text to edit stands. */
  readonly file: SourceFile;
  /** The script around the place; null where no tree was read (other languages, files that do not parse). */
  readonly script: Script | null;
  /** Nodes around the place, from the program down to the innermost. */
  readonly nodes: readonly Node[];
}

/** What an edit of a site rests on; `judge/evidence.ts` decides. */
export interface SiteEvidence {
  /** `contradicted`: something speaks for another receiver; `none`: nothing speaks for the vendor. */
  readonly grade: 'proven' | 'assumed' | 'contradicted' | 'none';
  /** What is assumed, as a sentence without a full stop, or why nothing is edited; null where it is proven. */
  readonly says: string | null;
}

/** An edit of any file of the program: a site's text and the call that sends it may stand in different ones. */
export interface FileEdit extends Edit {
  readonly file: string;
  /** It adds whole definitions: another codemod may add others at the same place. */
  readonly isDefinition?: true;
}

export type Verdict =
  | {
      readonly strategy: 'in-place' | 'delete' | 'deprecate';
      readonly level: 'safe' | 'review';
      /** One sentence: why this can be written, and why no more is claimed. */
      readonly reason: string;
      /** Equal edits of several sites are made once. */
      readonly edits: readonly FileEdit[];
      /** What will behave differently, each by name and sentence; safe has none. */
      readonly differences: readonly Difference[];
      /** It neither reads nor hands on ids: it may be migrated alone where its cluster is not, and the other way. */
      readonly independent?: true;
    }
  | {
      readonly strategy: 'marker';
      readonly reason: string;
      /** All that the person has to do, for `explain` and reports. */
      readonly steps: string;
      /** The same for the comment, in at most 100 characters; by default what the entry says of such a form. */
      readonly todo?: string | undefined;
      /** Offset of what the comment stands above, if that is not the site: several sites then have one comment. */
      readonly above?: number;
      /** Nothing proves that the request goes to the vendor: it gets no comment either. */
      readonly unproven?: true;
      /** It is done together with what is around it, which has the comment. */
      readonly within?: true;
      /** Nothing is left to do there. */
      readonly settled?: true;
      readonly independent?: true;
    };

export interface Difference {
  readonly name: string;
  readonly what: string;
}

/** What a codemod may ask of the program around a site. */
export interface Surroundings {
  file(path: string): SourceFile | null;
  /** Files of the same folder, the file among them. */
  siblings(path: string): readonly string[];
  /** Folders in a folder. */
  folders(folder: string): readonly string[];
  /** Scripts of the same package that may import a file. */
  importers(path: string): readonly string[];
  /** All files of the root whose names end so; null where there are too many to look at. */
  filesEndingWith(ending: string): readonly string[] | null;
  /** The tree of a file in a language other than JavaScript, where there is a grammar of it. */
  treeOf(path: string): SyntaxTree | null;
  /** The script around an offset of any file of the program. */
  scriptAt(path: string, offset: number): Script | null;
  /** Nodes around a stretch of a script, from the program down to the innermost that holds all of it. */
  nodesAround(script: Script, start: number, end: number): readonly Node[];
  /**
   * Local name, in a file, of what the new module of this codemod exports. The engine adds the import and the
   * module, if the verdict of the site is carried out.
   */
  fromHelper(file: string, name: string): string;
  /** What the site asks of the new module, in the words of its codemod. */
  askHelper(features: readonly string[]): void;
  /** What a call gives back, as a part of the answer of the client that sends it. */
  answerOf(file: string, call: Node): readonly AnswerPart[];
  /** All sites of the root whose requests a client sends, by the name that the reader has for it. */
  sitesOf(client: string): readonly Site[];
}

/** What a package needs of the new functions of a codemod. */
export interface HelperWanted {
  /** Names that its files import. */
  readonly names: readonly string[];
  /** What its calls ask for, in the words of the codemod. */
  readonly features: readonly string[];
  /** Up to where lines of the files that import it go. */
  readonly width: number;
}

/** The module with the new functions that calls of a codemod use. */
export interface Helper {
  /** In camel case, without extension: `customRules`. */
  readonly name: string;
  /** Null where the calls of a package are too different for one module. */
  text(language: 'typescript' | ModuleSystem, wanted: HelperWanted): string | null;
  /** One module in place of several, where a package needs those of more than one codemod with this name. */
  readonly shared?: {
    readonly name: string;
    module(
      language: 'typescript' | ModuleSystem,
      all: readonly { readonly helper: Helper; readonly wanted: HelperWanted }[],
    ): SharedModule | null;
  };
}

/** A module that takes the place of several. */
export interface SharedModule {
  readonly text: string;
  /** By the names that callers know: what it has in place of that, and what to hand to it first. */
  readonly calls: ReadonlyMap<string, { readonly name: string; readonly first: string }>;
}

export type ModuleSystem = 'esm' | 'commonjs';

export interface Codemod {
  /** Name of its folder. */
  readonly id: string;
  /** Entries of the catalogue whose findings it judges. */
  readonly entries: readonly string[];
  /** It judges sites in files of this language, or of these, only, and comes before a codemod for every language. */
  readonly language?: string | readonly string[];
  /**
   * `ids`: answers carry ids that other calls need, so everything that can reach each other is migrated whole or
   * not at all. `site`: every site stands for itself.
   */
  readonly ties: 'ids' | 'site';
  readonly helper?: Helper;
  /** What stands there is the vendor's beyond doubt, although nothing in sight sends it. */
  readonly isItsOwnProof?: (site: Site) => boolean;
  /** Null: nothing to say beyond what every entry gets (the edits of the finding itself, else a marker). */
  classify(site: Site, around: Surroundings): Verdict | null;
  /** What a person has to do where a site is not migrated; without it, what the catalogue says. */
  readonly steps?: (site: Site) => string;
  /** What no edit can do and the owner has to: permissions, stored ids, dashboards. */
  readonly checklist: readonly string[];
}
