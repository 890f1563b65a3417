/**
 * The native parser. It is asked for by the name of its own package for the system at hand; where that is not found,
 * or is of another version, the parser's package looks for it: that one loads through several modules, which takes
 * longer than to parse a dozen files.
 */

/** The version this reader was written for; the packages of one version belong together. */
export const PARSER_VERSION = '0.158.0';

export interface Binding {
  parseSync(filename: string, text: string, options: object): Answer;
}

export interface Answer {
  /** The tree as JSON, with the ways to the literals whose value JSON has no form for. */
  readonly program: string;
  readonly errors: readonly { readonly severity: string; readonly message: string }[];
  /** Imports and exports, told without the tree. */
  readonly module: ModuleRecord;
  readonly comments: readonly Comment[];
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export interface ModuleRecord {
  readonly staticExports: readonly { readonly entries: readonly RecordedExport[] }[];
}

export interface RecordedExport {
  /** `Default` for the default export; `None` for `export *`. */
  readonly exportName: { readonly kind: string; readonly name: string | null };
  /** `All` for the other module as a whole. */
  readonly importName: { readonly kind: string; readonly name: string | null };
  readonly moduleRequest: { readonly value: string } | null;
}

/** The binding alone: the face of the package brings visitors along, and makes an object of every pattern. */
export const PARSER = 'oxc-parser/src-js/bindings';

/** `undefined` where the system is none of the usual ones. */
export function packageFor(platform: string, arch: string): string | undefined {
  if (arch !== 'x64' && arch !== 'arm64') return undefined;
  const kinds: Readonly<Record<string, string>> = {
    linux: `linux-${arch}-gnu`,
    darwin: `darwin-${arch}`,
    win32: `win32-${arch}-msvc`,
  };
  const kind = kinds[platform];
  return kind === undefined ? undefined : `@oxc-parser/binding-${kind}`;
}

/** `null` where no parser is installed: the plugin works without it, on the trees it is given. */
export function loadBinding(load: NodeJS.Require, environment = process.env): Binding | null {
  const name = packageFor(process.platform, process.arch);
  // Who sets this wants another parser.
  const isPlain = environment.NAPI_RS_NATIVE_LIBRARY_PATH === undefined;
  try {
    if (name !== undefined && isPlain && load(`${name}/package.json`).version === PARSER_VERSION)
      return load(name) as Binding;
  } catch {
    // Not there, or for another library of C.
  }
  try {
    return load(PARSER) as Binding;
  } catch {
    return null;
  }
}
