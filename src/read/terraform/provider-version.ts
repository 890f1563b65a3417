import { posix } from 'node:path';
import { knownText, propertyOf, type Value } from '../../value/index.js';
import type { Program, SourceFile } from '../reader.js';
import { type Body, parseConfiguration } from './parse.js';

/**
 * The version of its provider that a resource runs with: what the lock file of the folder or of one above holds,
 * else what `required_providers` or the provider's own block of the nearest folder asks for, as written.
 */
export interface PinnedProvider {
  /** `4.52.5` or `~> 4.0`. */
  readonly version: string;
  /** The file that says so. */
  readonly from: string;
}

/** What lists folders and reads files. */
type Tree = Pick<Program, 'file' | 'siblings'>;

/** By local name of the provider, of each folder that was asked for. */
const known = new WeakMap<Tree, Map<string, FolderPins>>();

interface FolderPins {
  readonly locked: ReadonlyMap<string, PinnedProvider>;
  readonly asked: ReadonlyMap<string, PinnedProvider>;
}

/** Folders above that are asked: a module mostly stands two or three below what runs it. */
const MAX_ABOVE = 6;

export function pinnedProvider(
  file: Pick<SourceFile, 'path'>,
  program: Tree,
  type: string,
): PinnedProvider | null {
  const provider = type.slice(0, Math.max(0, type.indexOf('_')));
  if (provider === '' || program.siblings === undefined) return null;
  let asked: PinnedProvider | null = null;
  let folder = posix.dirname(file.path);
  for (let above = 0; above <= MAX_ABOVE; above++) {
    const pins = pinsOf(folder, program);
    const locked = pins.locked.get(provider);
    if (locked !== undefined) return locked;
    asked ??= pins.asked.get(provider) ?? null;
    if (folder === '.' || folder === '' || folder === '/') break;
    folder = posix.dirname(folder);
  }
  return asked;
}

function pinsOf(folder: string, program: Tree): FolderPins {
  let folders = known.get(program);
  if (folders === undefined) {
    folders = new Map();
    known.set(program, folders);
  }
  let pins = folders.get(folder);
  if (pins === undefined) {
    pins = readPins(folder, program);
    folders.set(folder, pins);
  }
  return pins;
}

const LOCK_FILE = '.terraform.lock.hcl';
const MAX_FILES = 60;

function readPins(folder: string, program: Tree): FolderPins {
  const locked = new Map<string, PinnedProvider>();
  const asked = new Map<string, PinnedProvider>();
  const files = program.siblings?.(posix.join(folder, 'main.tf')) ?? [];
  const names = files.filter((path) => /\.(?:tf|tofu)(?:\.json)?$/.test(path)).slice(0, MAX_FILES);
  for (const path of [...names, posix.join(folder, LOCK_FILE)]) {
    const text = program.file(path)?.text ?? '';
    if (!/\brequired_providers\b|\bprovider\b/.test(text)) continue;
    if (path.endsWith('.json')) {
      addAskedInJson(text, path, asked);
      continue;
    }
    const { body } = parseConfiguration(path, text);
    if (path.endsWith(LOCK_FILE)) addLocked(body, path, locked);
    else addAsked(body, path, asked);
  }
  return { locked, asked };
}

/** `provider "registry.terraform.io/cloudflare/cloudflare" { version = "4.52.5" }` */
function addLocked(body: Body, from: string, found: Map<string, PinnedProvider>): void {
  for (const block of body.blocks) {
    const name = block.labels[0]?.text.split('/').at(-1);
    const version = attribute(block.body, 'version');
    if (block.type === 'provider' && name !== undefined && version !== null)
      found.set(name, { version, from });
  }
}

function addAsked(body: Body, from: string, found: Map<string, PinnedProvider>): void {
  for (const block of body.blocks) {
    const [label] = block.labels;
    const version = block.type === 'provider' ? attribute(block.body, 'version') : null;
    if (label !== undefined && version !== null && !found.has(label.text))
      found.set(label.text, { version, from });
    if (block.type !== 'terraform') continue;
    for (const inner of block.body.blocks) {
      if (inner.type !== 'required_providers') continue;
      for (const { name, value } of inner.body.attributes) {
        const wanted = versionOf(value);
        if (wanted !== null) found.set(name, { version: wanted, from });
      }
    }
  }
}

/** `{ "terraform": { "required_providers": { … } } }`; an object may stand in a list. */
function addAskedInJson(text: string, from: string, found: Map<string, PinnedProvider>): void {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    // What is no JSON asks for nothing.
    return;
  }
  for (const terraform of objectsAt(root, 'terraform')) {
    for (const providers of objectsAt(terraform, 'required_providers')) {
      for (const [name, wanted] of Object.entries(providers)) {
        const [{ version } = { version: wanted }] = listed(wanted);
        if (typeof version === 'string') found.set(name, { version, from });
      }
    }
  }
}

function objectsAt(owner: unknown, key: string): readonly Readonly<Record<string, unknown>>[] {
  return listed(owner).flatMap((one) => listed(one[key]));
}

function listed(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
}

/** `{ source = "…", version = "~> 4.0" }`, or the version alone as older configurations have it. */
function versionOf(value: Value): string | null {
  if (value.kind === 'text') return knownText(value);
  const version = value.kind === 'object' ? propertyOf(value, 'version')?.value : undefined;
  return version === undefined ? null : knownText(version);
}

function attribute(body: Body, name: string): string | null {
  const value = body.attributes.find((one) => one.name === name)?.value;
  return value === undefined ? null : knownText(value);
}
