import type { Origin } from '../../value/index.js';

/** `data.cloudflare_record.www.locked`: an attribute of a data source, where an expression reads it. */
export interface DataRead {
  readonly name: string;
  readonly attribute: string;
  readonly origin: Origin;
}

/** One source, one of several (`[0]`, `["www"]`), or all of them (`[*]`, `.*`). */
const READ = /(?<![\w.-])data\.(\w+)\.[\w-]+(?:\[[^\]\n]{0,200}\]|\.\*)?\.(\w+)/g;

export function* dataReads(
  { path, text }: { readonly path: string; readonly text: string },
  comments: readonly { readonly start: number; readonly end: number }[],
): Generator<DataRead> {
  let next = 0;
  for (const found of text.matchAll(READ)) {
    const [whole, name = '', attribute = ''] = found;
    const end = found.index + whole.length;
    while ((comments[next]?.end ?? Infinity) <= found.index) next++;
    if ((comments[next]?.start ?? Infinity) <= found.index) continue;
    yield { name, attribute, origin: { file: path, start: end - attribute.length, end } };
  }
}
