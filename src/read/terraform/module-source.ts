import { posix } from 'node:path';
import { knownText, type Piece, type Value } from '../../value/index.js';
import type { Program, SourceFile } from '../reader.js';
import { configurationOf } from './configurations.js';
import type { Attribute, Block, Body } from './parse.js';
import { References } from './references.js';
import { referencesOf } from './values.js';

/**
 * Where the source of a module leads, as far as that can be told without running anything. Paths of the root begin
 * with `/` here, so that what a function gives is told from what is written relative to the file.
 */

/** The folder of a `source` that is written as a path relative to the file; null for any other place. */
export function calledFolder(source: Value, path: string): string | null {
  const text = knownText(source);
  return text === null || !/^\.\.?(?:\/|$)/.test(text) ? null : insideRoot(posix.dirname(path), text);
}

/** The folder that `terraform.source` of a Terragrunt file names; null for a remote one, and one that is computed. */
export function terragruntFolder(files: TerragruntFiles, program: Program): string | null {
  for (const file of [files.child, ...files.included]) {
    const source = sourceIn(configurationOf(file).body);
    if (source === undefined) continue;
    const text = new Paths(file, files.child, program).text(source);
    return text === null || !/^(?:\/|\.)/.test(text)
      ? null
      : insideRoot(posix.dirname(files.child.path), text.split('?', 1).join(''));
  }
  return null;
}

export interface TerragruntFiles {
  /** The file that Terragrunt is run for. */
  readonly child: SourceFile;
  /** What it includes. */
  readonly included: readonly SourceFile[];
}

/** A file of Terragrunt with the files that it includes, as far as their paths can be told. */
export function terragruntFiles(child: SourceFile, program: Program): TerragruntFiles {
  const paths = new Paths(child, child, program);
  const included = configurationOf(child).body.blocks.flatMap(({ type, body }) => {
    const path = type === 'include' ? attributeIn(body, 'path') : undefined;
    const text = path === undefined ? null : paths.text(path);
    const inside = text === null ? null : insideRoot(posix.dirname(child.path), text);
    return inside === null ? [] : (program.file(inside) ?? []);
  });
  return { child, included };
}

export function attributeIn({ attributes }: Body, name: string): Value | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

export function sourceIn({ blocks }: Body): Value | undefined {
  return blocks.flatMap(({ type, body }) =>
    type === 'terraform' ? (attributeIn(body, 'source') ?? []) : [],
  )[0];
}

/** A path of the root, written relative to a folder or beginning with `/`; null where it leads out of the root. */
function insideRoot(folder: string, text: string): string | null {
  const path = text.startsWith('/')
    ? posix.normalize(text.replace(/^\/+/, '') || '.')
    : posix.join(folder, text);
  return path === '..' || path.startsWith('../') ? null : path.replace(/\/$/, '');
}

/** Whether what stands at an offset is given to a module: in a `module` block, or as inputs of Terragrunt. */
export function isGivenToModule(file: SourceFile, offset: number): boolean {
  const { blocks, attributes } = configurationOf(file).body;
  const holds = ({ origin }: Block | Attribute): boolean => origin.start <= offset && offset < origin.end;
  return (
    blocks.some((block) => block.type === 'module' && holds(block)) ||
    (file.path.endsWith('.hcl') && attributes.some((one) => one.name === 'inputs' && holds(one)))
  );
}

const CALL = /^(\w+)\(([\s\S]*)\)$/;
const MAX_DEPTH = 8;

/** Texts of paths with the functions of Terragrunt in them. */
class Paths {
  readonly #folder: string;
  readonly #references: References;

  constructor(
    readonly file: SourceFile,
    child: SourceFile,
    readonly program: Program,
  ) {
    this.#folder = posix.dirname(child.path);
    this.#references = new References(referencesOf(configurationOf(file).body));
  }

  text(value: Value, depth = 0): string | null {
    if (depth > MAX_DEPTH) return null;
    if (value.kind === 'unknown' && value.origin !== null)
      return this.#told(this.file.text.slice(value.origin.start, value.origin.end).trim(), depth + 1);
    if (value.kind !== 'text') return null;
    const [first] = value.pieces;
    // An absolute path is one of the machine, not of the root.
    if (first?.kind === 'text' && first.text.startsWith('/')) return null;
    return joined(value.pieces, (name) => this.#told(name, depth + 1));
  }

  /** `get_repo_root()`, `dirname(find_in_parent_folders("root.hcl"))`, `local.modules`. */
  #told(expression: string, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    const quoted = /^"([^"$%\\/][^"$%\\]*)"$/.exec(expression)?.[1];
    if (quoted !== undefined) return quoted;
    const [, name, written = ''] = CALL.exec(expression) ?? [];
    const given = written.trim();
    if (name === undefined) {
      const value = this.#references.valueOf(expression);
      return value === undefined ? null : this.text(value, depth);
    }
    switch (name) {
      case 'get_repo_root':
        return given === '' ? '/' : null;
      case 'get_terragrunt_dir':
      case 'get_original_terragrunt_dir':
        return given === '' ? posix.join('/', this.#folder) : null;
      case 'get_path_to_repo_root':
        return given === '' ? posix.relative(posix.join('/', this.#folder), '/') : null;
      case 'find_in_parent_folders':
        return this.#above(given === '' ? 'terragrunt.hcl' : this.#told(given, depth + 1));
      case 'dirname': {
        const path = this.#told(given, depth + 1);
        return path === null ? null : posix.dirname(path);
      }
      default:
        return null;
    }
  }

  /** The nearest file or folder of that name in the folders above. */
  #above(name: string | null): string | null {
    if (name === null || name.startsWith('/') || name.split('/').includes('..')) return null;
    let folder = this.#folder;
    while (folder !== '.' && folder !== '') {
      folder = posix.dirname(folder);
      const path = posix.join(folder, name);
      const at = posix.dirname(path) === '.' ? '' : posix.dirname(path);
      const isThere = this.program.file(path) !== null || this.program.folders?.(at).includes(path) === true;
      if (isThere) return posix.join('/', path);
    }
    return null;
  }
}

function joined(pieces: readonly Piece[], told: (name: string) => string | null): string | null {
  let text = '';
  for (const piece of pieces) {
    const part = piece.kind === 'text' ? piece.text : told(piece.name ?? '');
    if (part === null) return null;
    text += part;
  }
  return text;
}
