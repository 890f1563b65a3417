/** The call of a new function, as it is written in place of another one. */
import type { Script } from '../../src/analysis/edits/index.js';
import { widthOf } from '../../src/migrate/index.js';
import { indentAt, lineEndOf } from '../places/indent.js';
import { parametersOf } from './convention.js';
import type { Asked, Replacement } from './plan.js';
import type { RequestCall } from './request-call.js';

/** A line that is longer is broken. */
const LONGEST = 120;

export function textOf(
  script: Script,
  call: Pick<RequestCall, 'node' | 'client' | 'handed' | 'convention' | 'type'>,
  {
    call: template,
    isMapped,
    isList,
    args,
    isTypedWhole = false,
  }: Pick<Replacement, 'call' | 'isMapped' | 'isList' | 'args'> & { readonly isTypedWhole?: boolean },
  local: Asked['local'],
): string {
  const { client, handed, convention, type } = call;
  const values = parametersOf(convention).map((name) => handed.get(name) ?? name);
  const item = type === null || isTypedWhole ? type : itemType(type, isList);
  const list = [...(client === null ? [] : [client]), ...values, ...args];
  const called = `${local(template)}${item === null || !isMapped ? '' : `<${item}>`}`;
  return broken(script, call.node.range[0], called, list);
}

function broken({ text }: Script, at: number, called: string, list: readonly string[]): string {
  const line = `${called}(${list.join(', ')})`;
  const before = at - (text.lastIndexOf('\n', at - 1) + 1);
  const own = /^[^\r\n]*/.exec(text.slice(at - before))?.[0].length ?? 0;
  if (before + line.length <= Math.max(LONGEST, own, widthOf([text])) || /[\r\n]/.test(line)) return line;
  const [eol, indent] = [lineEndOf(text), indentAt(text, at)];
  const step = /\t/.test(indent) || /^\t/m.test(text) ? '\t' : '  ';
  const row = (one: string): string =>
    indent.length + one.length <= LONGEST
      ? `${indent}${step}${one},${eol}`
      : `${indent}${step}${rows(one, eol, indent + step, step)},${eol}`;
  const last = list.at(-1) ?? '';
  const head = `${called}(${[...list.slice(0, -1), last.charAt(0)].join(', ')}`;
  if (/^(?:\{ .* \}|\[.*\])$/.test(last) && before + head.length <= LONGEST)
    return `${called}(${[...list.slice(0, -1), rows(last, eol, indent, step)].join(', ')})`;
  return `${called}(${eol}${list.map(row).join('')}${indent})`;
}

/** A list or an object with each of its parts on a line of its own. */
function rows(written: string, eol: string, indent: string, step: string): string {
  const [open, close] = [written.charAt(0), written.charAt(written.length - 1)];
  if (!/^(?:\{\}|\[\])$/.test(open + close)) return written;
  const inner = partsOf(written.slice(1, -1));
  return `${open}${eol}${inner.map((one) => `${indent}${step}${one},${eol}`).join('')}${indent}${close}`;
}

/** What stands between commas that are in no bracket and in no text. */
function partsOf(written: string): readonly string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 0;
  for (let index = 0; index < written.length; index++) {
    const sign = written.charAt(index);
    const inner = open.at(-1);
    if (inner === "'" || inner === '"' || inner === '`') {
      if (sign === '\\') index++;
      else if (sign === inner) open.pop();
      else if (inner === '`' && written.startsWith('${', index)) {
        open.push('}');
        index++;
      }
    } else if (sign === inner) open.pop();
    else if (sign === "'" || sign === '"' || sign === '`') open.push(sign);
    else if ('([{'.includes(sign)) open.push({ '(': ')', '[': ']', '{': '}' }[sign] ?? sign);
    else if (sign === ',' && open.length === 0) {
      parts.push(written.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, written.slice(start).trim()];
}

/** `Rule` of `Rule[]`, and of a type with a list of them in it. */
export function itemType(type: string, isList: boolean): string | null {
  if (!isList) return /^[\w.]+$/.test(type) ? type : null;
  const lists = [...type.matchAll(/([\w.]+)\[\]/g)];
  return lists.length === 1 ? (lists[0]?.[1] ?? null) : null;
}
