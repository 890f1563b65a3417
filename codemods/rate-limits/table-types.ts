/** Types that a program declares for the limits of a table, as types of rules. */
import type { FileEdit } from '../../src/migrate/index.js';
import type { Module, Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { indentAt, lineEndOf, unitOf } from '../places/index.js';

interface TypeAt {
  readonly file: string;
  readonly script: Module;
  readonly node: Node;
}

const VAGUE = /^(?:const|object|any|unknown|(?:Record<string, )?(?:any|unknown|object)>?(?:\[\])?)$/;
/** `Limit`, `Limit[]`, `readonly Limit[]`, `Record<string, Limit>`, `Array<Limit>` */
const NAMED = /^(?:readonly )?(?:Record<string, |(?:Readonly)?Array<)?([A-Z]\w*)>?(?:\[\])?$/;

/** Null where a type stands in another file, is exported, or says something else, too. */
export function typeEdits(types: readonly TypeAt[], rules: readonly object[]): readonly FileEdit[] | null {
  const named = new Map<string, { readonly name: string; readonly uses: TypeAt[] }>();
  for (const type of types) {
    const text = textOf(type);
    if (VAGUE.test(text)) continue;
    const name = NAMED.exec(text)?.[1];
    if (name === undefined) return null;
    const key = `${name} of ${type.file}`;
    const known = named.get(key) ?? { name, uses: [] };
    known.uses.push(type);
    named.set(key, known);
  }
  const edits = [...named.values()].map(({ name, uses }) => typeEdit(name, uses, rules));
  return edits.every((edit) => edit !== null) ? edits : null;
}

function textOf({ script, node }: TypeAt): string {
  return script.text.slice(...node.range).replace(/^:\s*/, '');
}

function typeEdit(name: string, uses: readonly TypeAt[], rules: readonly object[]): FileEdit | null {
  const [first] = uses;
  if (first === undefined) return null;
  const { file, script } = first;
  const declaration = script.program.body.find(
    (node) =>
      (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') &&
      node.id.name === name,
  );
  if (declaration === undefined) return null;
  const [start, end] = declaration.range;
  const places = [...script.text.matchAll(new RegExp(`\\b${literally(name)}\\b`, 'g'))].map(
    ({ index }) => index,
  );
  const isKnown = (at: number) =>
    (start <= at && at < end) || uses.some(({ node: { range } }) => range[0] <= at && at < range[1]);
  if (!places.every(isKnown)) return null;
  const layout = {
    eol: lineEndOf(script.text),
    step: unitOf(script.text),
    indent: indentAt(script.text, start),
  };
  return { file, start, end, text: `type ${name} = ${typeText(rules, layout)};` };
}

interface Layout {
  readonly eol: string;
  readonly step: string;
  readonly indent: string;
}

/** The type that all values have. */
function typeText(values: readonly unknown[], layout: Layout): string {
  const [first] = values;
  if (Array.isArray(first)) return `${typeText(first, layout)}[]`;
  if (typeof first !== 'object' || first === null) return typeof first;
  const inside = { ...layout, indent: layout.indent + layout.step };
  const objects = values.filter((one): one is object => typeof one === 'object' && one !== null);
  const keys = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const lines = keys.map((key) => {
    const own = objects.filter((one) => Object.hasOwn(one, key)).map((one): unknown => Reflect.get(one, key));
    const mark = own.length < objects.length ? '?' : '';
    return `${inside.indent}${key}${mark}: ${typeText(own, inside)};${layout.eol}`;
  });
  return `{${layout.eol}${lines.join('')}${layout.indent}}`;
}
