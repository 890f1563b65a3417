/** Variables of Terraform modules that nothing reads any more go, with what the tree gives them. */
import { posix } from 'node:path';
import type { Edit } from '../../analysis/index.js';
import type { Program, SourceFile } from '../../read/index.js';
import { type Attribute, type Block, calledFolder, parseConfiguration } from '../../read/terraform/index.js';
import { literally } from '../../value/index.js';
import { linesAround, type Stretch, withoutStretches } from './hcl-lines.js';

/** Edits by path. */
export type EditsByPath = ReadonlyMap<string, readonly Edit[]>;

interface Configuration {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly attributes: readonly Attribute[];
  readonly comments: readonly Stretch[];
}

/** More files than that are not searched for what calls a module. */
const MAX_FILES = 2000;

const IS_MODULE = /\.(?:tf|tofu)$/;

/** What goes besides the edits, which take out the last readers of variables. */
export function unreadVariables(edited: EditsByPath, program: Program): EditsByPath {
  const tree = new Tree(edited, program);
  const folders = new Set([...edited.keys()].filter((path) => IS_MODULE.test(path)).map(posix.dirname));
  for (const folder of folders) for (const caller of tree.clean(folder)) folders.add(caller);
  return tree.additions();
}

class Tree {
  readonly #parsed = new Map<string, Configuration | null>();
  readonly #gone = new Map<string, Stretch[]>();
  #callers: ReadonlyMap<string, readonly Call[]> | null = null;

  constructor(
    readonly edited: EditsByPath,
    readonly program: Program,
  ) {}

  additions(): EditsByPath {
    return new Map(
      [...this.#gone].map(([path, gone]) => [path, withoutStretches(this.#file(path)?.text ?? '', gone)]),
    );
  }

  /** Gives the folders of what calls the module, where something went, too. */
  clean(folder: string): readonly string[] {
    const files = this.#files(folder, IS_MODULE);
    const found = files.flatMap((file) =>
      file.blocks.filter(({ type }) => type === 'variable').map((block) => ({ file, block })),
    );
    return found.flatMap(({ file, block }) => {
      const name = block.labels[0]?.text ?? '';
      if (name === '' || this.#isGone(file.path, block.origin.start)) return [];
      if (!this.#hasLostReaders(name, block, files) || this.#isNamedElsewhere(name, folder)) return [];
      return this.#remove(name, { file, block }, folder);
    });
  }

  #remove(name: string, own: { file: Configuration; block: Block }, folder: string): readonly string[] {
    const calls = this.#callsOf(folder);
    const values = this.#files(folder, /\.tfvars$/);
    if (calls.length === 0 && !this.#isRoot(folder, own.block, name, values)) return [];
    const given = [
      ...calls.map(({ file, block }) => ({ file, attributes: block.body.attributes })),
      ...values,
    ].flatMap(({ attributes, ...rest }) => {
      const file = 'file' in rest ? rest.file : rest;
      return attributes.filter((one) => one.name === name).map(({ origin }) => ({ file, origin }));
    });
    const stretches = [{ file: own.file, origin: own.block.origin }, ...given].map(({ file, origin }) => ({
      path: file.path,
      lines: linesAround(file, origin),
    }));
    if (stretches.some(({ path, lines }) => lines === null || this.#isCut(path, lines))) return [];
    for (const { path, lines } of stretches)
      if (lines !== null) this.#gone.set(path, [...(this.#gone.get(path) ?? []), lines]);
    return given.map(({ file }) => posix.dirname(file.path));
  }

  /** Whether something read it that is gone, and nothing else does. */
  #hasLostReaders(name: string, own: Block, files: readonly Configuration[]): boolean {
    const pattern = new RegExp(`\\bvar\\.${literally(name)}(?![\\w-])`, 'g');
    const isOwn = (at: number) => own.origin.start <= at && at < own.origin.end;
    let lost = false;
    for (const file of files) {
      for (const { index } of file.text.matchAll(pattern)) {
        const isText = file.comments.some(({ start, end }) => start <= index && index < end);
        if (isText || (own.origin.file === file.path && isOwn(index))) continue;
        if (!this.#isGone(file.path, index)) return false;
        lost = true;
      }
    }
    const isPutIn = [...this.edited.values()].some((edits) => edits.some(({ text }) => text.match(pattern)));
    return lost && !isPutIn;
  }

  #isGone(path: string, at: number): boolean {
    return [...(this.edited.get(path) ?? []), ...(this.#gone.get(path) ?? [])].some(
      ({ start, end }) => start <= at && at < end,
    );
  }

  /** Whether an edit goes over the border of a stretch. */
  #isCut(path: string, { start, end }: Stretch): boolean {
    return (this.edited.get(path) ?? []).some(
      (one) => one.start < end && start < one.end && !(start <= one.start && one.end <= end),
    );
  }

  /** In JSON, in a test of the module, or by Terragrunt. */
  #isNamedElsewhere(name: string, folder: string): boolean {
    const word = new RegExp(`\\b${literally(name)}\\b`);
    const beside = [folder, posix.join(folder, 'tests')].flatMap((one) => this.#siblings(one));
    const others = beside.filter((path) => /\.(?:json|hcl)$/.test(path));
    const runs = this.program.filesEndingWith?.('terragrunt.hcl') ?? [];
    return [...others, ...runs].some((path) => word.test(this.program.file(path)?.text ?? ''));
  }

  /** A configuration that is applied itself, and gets the value from its own folder. */
  #isRoot(folder: string, variable: Block, name: string, values: readonly Configuration[]): boolean {
    const isGiven =
      variable.body.attributes.some((one) => one.name === 'default') ||
      values.some(({ attributes }) => attributes.some((one) => one.name === name));
    const isApplied = this.#files(folder, IS_MODULE).some(({ blocks }) =>
      blocks.some(
        ({ type, body }) =>
          type === 'provider' ||
          (type === 'terraform' && body.blocks.some((one) => /^(?:backend|cloud)$/.test(one.type))),
      ),
    );
    return isGiven && isApplied;
  }

  #callsOf(folder: string): readonly Call[] {
    this.#callers ??= this.#allCalls();
    return this.#callers.get(folder) ?? [];
  }

  #allCalls(): ReadonlyMap<string, readonly Call[]> {
    const calls = new Map<string, Call[]>();
    const paths = ['.tf', '.tofu'].flatMap((ending) => this.program.filesEndingWith?.(ending) ?? []);
    for (const path of paths.slice(0, MAX_FILES)) {
      if (!/^[ \t]*module\b/m.test(this.program.file(path)?.text ?? '')) continue;
      const file = this.#file(path);
      for (const block of file?.blocks ?? []) {
        const source = block.type === 'module' ? sourceOf(block) : undefined;
        const folder = source === undefined ? null : calledFolder(source.value, path);
        if (file === null || folder === null) continue;
        calls.set(folder, [...(calls.get(folder) ?? []), { file, block }]);
      }
    }
    return calls;
  }

  #files(folder: string, wanted: RegExp): readonly Configuration[] {
    return this.#siblings(folder)
      .filter((path) => wanted.test(path))
      .flatMap((path) => this.#file(path) ?? []);
  }

  #siblings(folder: string): readonly string[] {
    return this.program.siblings?.(posix.join(folder, 'main.tf')) ?? [];
  }

  #file(path: string): Configuration | null {
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const file: SourceFile | null = this.program.file(path);
    const parsed = file === null ? null : parseConfiguration(path, file.text);
    const read =
      file === null || parsed === null
        ? null
        : { path, text: file.text, ...parsed.body, comments: parsed.comments };
    this.#parsed.set(path, read);
    return read;
  }
}

interface Call {
  readonly file: Configuration;
  readonly block: Block;
}

function sourceOf({ body }: Block): Attribute | undefined {
  return body.attributes.find(({ name }) => name === 'source');
}
