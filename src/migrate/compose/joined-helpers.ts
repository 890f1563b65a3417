/** One module in place of several that the same file alone would import. */
import { posix } from 'node:path';
import { moduleName } from './helper-file.js';
import type { HelperFile } from './helpers.js';

/** As many modules would be too many beside one file. */
const MANY = 3;
const NAME = 'cloudflareZone';

/** The same modules, but for those of a file that needs many: what they declare under one name has to be the same. */
export function joinedHelpers(
  files: readonly HelperFile[],
  isFree: (path: string) => boolean,
): readonly HelperFile[] {
  const groups = new Map<string, HelperFile[]>();
  for (const file of files) {
    const key = JSON.stringify([posix.extname(file.path), ...file.importers.keys()]);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()].flatMap((group) => joined(group, isFree) ?? group);
}

function joined(
  group: readonly HelperFile[],
  isFree: (path: string) => boolean,
): readonly HelperFile[] | null {
  const [first] = group;
  const [importer = '', ...others] = first?.importers.keys() ?? [];
  if (first === undefined || group.length < MANY || others.length > 0) return null;
  const name = `${moduleName(NAME, importer)}${posix.extname(first.path)}`;
  const path = posix.join(posix.dirname(first.path), name);
  const after = isFree(path) ? joinedText(group.map((one) => one.after)) : null;
  if (after === null) return null;
  const codemods = group.flatMap((one) => one.codemods);
  const calls = new Map(group.flatMap((one) => [...one.calls]));
  return [{ codemods, path, after, importers: first.importers, calls }];
}

const DECLARED = /^(?:export )?(?:async )?(?:type|const|function) (\w+)/;
const CONSTANT = /^(?:export )?const [A-Z_]+ = ["'].*;$/;
const REQUEST = /^(type Request = \(path: string)(.*?)(\) => .*;)$/;

/** Types first, then what else there is, in the same order; null where the modules do not fit together. */
function joinedText(texts: readonly string[]): string | null {
  const eol = texts.some((text) => text.includes('\r\n')) ? '\r\n' : '\n';
  const types = new Map<string, string>();
  const rest: string[] = [];
  const names = new Set<string>();
  for (const block of texts.flatMap((text) => text.trim().split(`${eol}${eol}`))) {
    const lines = block.split(eol);
    const isType = (line: string) => /^type \w+ = .*;$/.test(line);
    for (const line of lines.filter(isType)) {
      const name = DECLARED.exec(line)?.[1] ?? '';
      const one = requestOfBoth(types.get(name) ?? line, line);
      if (one === null) return null;
      types.set(name, one);
    }
    const others = lines.filter((line) => !isType(line));
    const declared = others.flatMap((line) => DECLARED.exec(line)?.[1] ?? []);
    if (others.length === 0) continue;
    if (declared.length === 0 || declared.some((name) => names.has(name))) return null;
    for (const name of declared) names.add(name);
    rest.push(others.join(eol));
  }
  if ([...types.keys()].some((name) => names.has(name))) return null;
  const isConstant = (block: string) => block.split(eol).every((line) => CONSTANT.test(line));
  const head = [...types.values(), ...rest.filter(isConstant)].join(eol);
  return [head, ...rest.filter((block) => !isConstant(block))].join(`${eol}${eol}`).trim() + eol;
}

/** What sends the requests of both: the one that takes more, with the methods of the other. */
function requestOfBoth(one: string, other: string): string | null {
  if (one === other) return one;
  const [, start, given = '', end] = REQUEST.exec(one) ?? [];
  const [, , also = '', otherEnd] = REQUEST.exec(other) ?? [];
  if (start === undefined || end !== otherEnd) return null;
  const bare = (parameters: string) => parameters.replace(METHODS, '');
  const [longer, shorter] = given.length >= also.length ? [given, also] : [also, given];
  if (!bare(longer).startsWith(bare(shorter))) return null;
  const methods = [given, also].flatMap((text) => METHODS.exec(text)?.[0].split(' | ') ?? []);
  const union = [...new Set(methods)].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join(' | ');
  return `${start}${longer.replace(METHODS, () => union)}${end}`;
}

const METHODS = /(['"])(?:GET|POST|PATCH|DELETE)\1(?: \| \1[A-Z]+\1)*/;
const ORDER = ['GET', 'POST', 'PATCH', 'DELETE'].flatMap((method) => [`'${method}'`, `"${method}"`]);
