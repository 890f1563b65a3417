import { type FileKind, KINDS } from './kinds.js';

/** A file to be written, whole. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

export type Plan =
  | { readonly ok: true; readonly writes: readonly FileToWrite[]; readonly next: string }
  | { readonly ok: false; readonly problem: string };

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** What a new thing needs, without writing any of it. `read` gives the text of a file, or null if it is absent. */
export function planNew(kindName: string, name: string, read: (path: string) => string | null): Plan {
  const kind: FileKind | undefined = Object.hasOwn(KINDS, kindName) ? KINDS[kindName] : undefined;
  if (kind === undefined) {
    return refuse(
      `there is no kind ${JSON.stringify(kindName)}; it is one of ${Object.keys(KINDS).join(', ')}.`,
    );
  }
  if (!NAME.test(name)) {
    return refuse(
      `${JSON.stringify(name)} is no name: write lower-case words joined by hyphens, such as rate-limits.`,
    );
  }
  const writes = kind.files(name);
  const taken = writes.find(({ path }) => read(path) !== null);
  if (taken !== undefined) return refuse(`${taken.path} exists already.`);
  const registered: FileToWrite[] = [];
  for (const { path, before, line } of kind.register?.(name) ?? []) {
    const text = registered.find((write) => write.path === path)?.text ?? read(path) ?? '';
    const at = text.indexOf(before);
    if (at < 0) return refuse(`${path} has no place for it: ${JSON.stringify(before)} was not found.`);
    const write = { path, text: text.slice(0, at) + line + text.slice(at) };
    registered.splice(0, registered.length, ...registered.filter((other) => other.path !== path), write);
  }
  return { ok: true, writes: [...writes, ...registered], next: kind.next };
}

function refuse(problem: string): Plan {
  return { ok: false, problem };
}
