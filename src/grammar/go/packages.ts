/** Packages of a Go module: the files of a folder, and what they declare. */
import type { Spot, TreeOf } from '../definitions.js';
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../nodes.js';

/** What is asked of the program around a file. */
interface GoFiles {
  readonly treeOf: TreeOf;
  readonly text: (path: string) => string | null;
  /** Files of the same folder. */
  readonly siblings: (path: string) => readonly string[];
}

export interface GoPackage {
  readonly folder: string;
  readonly files: readonly { readonly tree: SyntaxTree; readonly path: string }[];
  /** Constants and variables of the package, by name. */
  readonly values: ReadonlyMap<string, readonly Spot[]>;
  readonly functions: ReadonlyMap<string, readonly Spot[]>;
  /** By type and name: `Client.do`. */
  readonly methods: ReadonlyMap<string, readonly Spot[]>;
  readonly types: ReadonlyMap<string, readonly Spot[]>;
}

const MOST_FILES = 60;
const MOST_FOLDERS = 12;

export class GoPackages {
  readonly #files: GoFiles;
  readonly #packages = new Map<string, GoPackage | null>();

  constructor(files: GoFiles) {
    this.#files = files;
  }

  /** The package that a file belongs to, without its tests; null where it is too large to be read. */
  of(path: string): GoPackage | null {
    const folder = folderOf(path);
    const known = this.#packages.get(folder);
    if (known !== undefined) return known;
    const paths = this.#files.siblings(path).filter((one) => /(?<!_test)\.go$/.test(one));
    const files = paths.slice(0, MOST_FILES).flatMap((one) => {
      const tree = this.#files.treeOf(one);
      return tree === null ? [] : [{ tree, path: one }];
    });
    const found = paths.length > MOST_FILES || files.length === 0 ? null : declarationsOf(folder, files);
    this.#packages.set(folder, found);
    return found;
  }

  /** The package of the same module that a file imports by a name. */
  imported({ tree, path }: Spot, name: string): GoPackage | null {
    const [only, ...others] = importsOf(tree).filter((one) => one.name === name);
    return only === undefined || others.length > 0 ? null : this.#at(path, only.path);
  }

  /** The package of an import path, where it is of the module that a file belongs to. */
  #at(path: string, importPath: string): GoPackage | null {
    const module = moduleOf(path, this.#files.text);
    const folder = module === null ? null : folderOfImport(module, importPath);
    if (folder === null) return null;
    return this.of(folder === '' ? 'x.go' : `${folder}/x.go`);
  }
}

interface Module {
  readonly name: string;
  readonly folder: string;
}

/** The module that a file belongs to. */
export function moduleOf(path: string, text: GoFiles['text']): Module | null {
  let folder = folderOf(path);
  for (let depth = 0; depth < MOST_FOLDERS; depth++) {
    const manifest = text(folder === '' ? 'go.mod' : `${folder}/go.mod`);
    const name = manifest === null ? undefined : /^module[ \t]+"?([^\s"]+)/m.exec(manifest)?.[1];
    if (name !== undefined) return { name, folder };
    if (folder === '') return null;
    folder = folderOf(folder);
  }
  return null;
}

/** The folder of a package that is imported; null for one of another module. */
export function folderOfImport(module: Module, importPath: string): string | null {
  if (importPath !== module.name && !importPath.startsWith(`${module.name}/`)) return null;
  return [module.folder, importPath.slice(module.name.length + 1)].filter(Boolean).join('/');
}

interface Import {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly path: string;
}

/** Imports of a file with the names that they have in it. */
export function importsOf(tree: SyntaxTree): readonly Import[] {
  const known = imports.get(tree);
  if (known !== undefined) return known;
  const declarations = tree.root.children.filter(({ type }) => type === 'import_declaration');
  const found = declarations.flatMap(walk).flatMap((node) => {
    if (node.type !== 'import_spec') return [];
    const written = fieldOf(node, 'path');
    const path = written === null ? '' : textOf(tree, written).slice(1, -1);
    const alias = fieldOf(node, 'name');
    const last =
      path
        .replace(/\/v\d+$/, '')
        .split('/')
        .at(-1) ?? '';
    const name = alias === null ? last.replace(/^go-|-go$|\.v\d+$/g, '') : textOf(tree, alias);
    return [{ node, name, path }];
  });
  imports.set(tree, found);
  return found;
}

const imports = new WeakMap<SyntaxTree, readonly Import[]>();

function declarationsOf(folder: string, files: GoPackage['files']): GoPackage {
  const values = new Map<string, Spot[]>();
  const functions = new Map<string, Spot[]>();
  const methods = new Map<string, Spot[]>();
  const types = new Map<string, Spot[]>();
  const add = (map: Map<string, Spot[]>, name: string, spot: Spot) =>
    map.set(name, [...(map.get(name) ?? []), spot]);
  for (const file of files)
    for (const node of file.tree.root.children.flatMap(specsIn)) {
      const spot = { ...file, node };
      const names = node.children.filter(({ field, isNamed }) => field === 'name' && isNamed);
      for (const one of names) {
        const name = textOf(file.tree, one);
        if (node.type === 'const_spec' || node.type === 'var_spec') add(values, name, spot);
        else if (node.type === 'function_declaration') add(functions, name, spot);
        else if (node.type === 'type_spec' || node.type === 'type_alias') add(types, name, spot);
        else if (node.type === 'method_declaration')
          add(methods, `${receiverType(file.tree, node)}.${name}`, spot);
      }
    }
  return { folder, files, values, functions, methods, types };
}

/** A declaration, or those that stand in it: `const ( … )`. */
function specsIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (!/^(?:const|var|type)_declaration$/.test(node.type)) return [node];
  return node.children.flatMap((child) => (child.type === 'var_spec_list' ? child.children : [child]));
}

function receiverType(tree: SyntaxTree, method: SyntaxNode): string {
  const receiver = fieldOf(method, 'receiver');
  const parameter = receiver?.children.find(({ type }) => type === 'parameter_declaration');
  const type = parameter === undefined ? null : fieldOf(parameter, 'type');
  return type === null ? '' : (/^\*?\s*(\w+)/.exec(textOf(tree, type))?.[1] ?? '');
}

export function fieldOf(node: SyntaxNode, name: string): SyntaxNode | null {
  return node.children.find(({ field, isNamed }) => field === name && isNamed) ?? null;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
