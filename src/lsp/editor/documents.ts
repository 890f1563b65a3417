/** The documents that are open in the editor, and how editor and disk name files. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LANGUAGES, languageNamed } from '../../read/index.js';
import { type Change, changedText, type Encoding } from '../positions.js';

export interface OpenDocument {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly text: string;
}

export class Documents {
  readonly #byPath = new Map<string, OpenDocument>();
  readonly #paths = new Map<string, string>();
  /** Where documents without a file are taken to lie. */
  #home = process.cwd();
  #encoding: Encoding = 'utf-16';

  start(home: string, encoding: Encoding): void {
    this.#home = home;
    this.#encoding = encoding;
  }

  get all(): readonly OpenDocument[] {
    return [...this.#byPath.values()];
  }

  open(uri: string, languageId: string, version: number, text: string): OpenDocument {
    const path = pathOf(uri) ?? join(this.#home, `${uri.replace(/[^\w-]+/g, '-')}${endingOf(languageId)}`);
    const document = { uri, path, version, text };
    this.#paths.set(uri, path);
    this.#byPath.set(path, document);
    return document;
  }

  change(uri: string, version: number, changes: readonly Change[]): OpenDocument | null {
    const before = this.at(uri);
    if (before === null) return null;
    const document = { ...before, version, text: changedText(before.text, changes, this.#encoding) };
    this.#byPath.set(before.path, document);
    return document;
  }

  close(uri: string): OpenDocument | null {
    const document = this.at(uri);
    if (document !== null) this.#byPath.delete(document.path);
    this.#paths.delete(uri);
    return document;
  }

  at(uri: string): OpenDocument | null {
    return this.#byPath.get(this.#paths.get(uri) ?? '') ?? null;
  }

  ofPath(path: string): OpenDocument | null {
    return this.#byPath.get(path) ?? null;
  }

  /** An open document has the name that the editor gave it, which may be written otherwise than ours. */
  uriOf(path: string): string {
    return this.#byPath.get(path)?.uri ?? pathToFileURL(path).href;
  }

  pathOf(uri: string): string | null {
    return this.#paths.get(uri) ?? pathOf(uri);
  }
}

/** Null for what is no file. */
export function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** The language of a document without a file is told by the name alone. */
function endingOf(languageId: string): string {
  const id = languageNamed(languageId.replace(/react$/, ''));
  const [ending = 'txt'] = LANGUAGES.find((language) => language.id === id)?.extensions ?? [];
  return `.${ending}`;
}
