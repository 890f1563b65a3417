import { type Catalogue, type Entry, oncePerCatalogue, type Profile } from '../../catalogue/index.js';
import { pathMatcherOf } from '../../catalogue/paths/index.js';
import { ExpressionNames } from './expressions.js';
import { ResourceTable } from './resources.js';
import { SdkTable } from './sdk-calls.js';
import { StorageTable } from './storage.js';

/** What is worked out once for a catalogue. */
export class Tables {
  readonly paths;
  readonly resources;
  readonly storage;
  readonly expressions;
  readonly entries: readonly Entry[];
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly withHeaders: readonly Entry[];
  readonly withBodies: ReadonlyMap<string, Entry>;
  readonly hosts: readonly string[];
  readonly scopes: readonly string[];
  #sdk: readonly SdkTable[] | undefined;

  constructor(readonly catalogue: Catalogue) {
    this.profiles = new Map(catalogue.profiles.map((profile) => [profile.id, profile]));
    this.entries = catalogue.entries;
    this.paths = pathMatcherOf(catalogue);
    this.resources = new ResourceTable(catalogue.entries, (id) => this.profiles.get(id));
    this.storage = new StorageTable(catalogue.entries);
    this.expressions = new ExpressionNames(catalogue.entries);
    this.hosts = catalogue.profiles.flatMap((profile) => profile.hosts);
    this.scopes = catalogue.profiles.flatMap((profile) => profile.scopes);
    this.withBodies = new Map(
      catalogue.entries.filter(({ bodies }) => bodies.length > 0).map((entry) => [entry.id, entry]),
    );
    this.withHeaders = catalogue.entries.filter((entry) => entry.headers.length > 0);
  }

  /** The tables of SDKs are large: they are unpacked when the first call of one is met. */
  get sdk(): readonly SdkTable[] {
    this.#sdk ??= this.catalogue.profiles.map((profile) => new SdkTable(profile));
    return this.#sdk;
  }
}

export const tablesOf = oncePerCatalogue((catalogue) => new Tables(catalogue));
