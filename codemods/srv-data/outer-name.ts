/**
 * The name outside the data of a service record: where it is written, and whether it has both labels already. A
 * record that loses service, proto and name while its name is bare would be created under the wrong name.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Site } from '../../src/migrate/index.js';
import { keyName, Module, type Node } from '../../src/read/javascript/syntax/index.js';
import {
  alternatives,
  type ObjectValue,
  type Origin,
  propertyOf,
  type Value,
} from '../../src/value/index.js';
import { isWrittenInCall, type ObjectNode, type Place, propertyNamed, usesOf } from '../places/trees.js';
import { composed, partsOf, textOf } from './name.js';

export interface OuterName {
  readonly place: { readonly file: string; readonly script: Script };
  readonly node: Node;
  /** The property `name` where it is written in short. */
  readonly shorthand: Node | null;
  /** What is known of its value where the record is sent. */
  readonly values: readonly Value[];
}

/** The records that are sent whose data has the key of the finding. */
export function recordValues({ finding: { usages, at } }: Site): readonly ObjectValue[] {
  return usages.flatMap((usage) =>
    usage.kind === 'http' || usage.kind === 'record'
      ? recordsIn(usage.body, at)
      : usage.kind === 'sdk'
        ? usage.args.flatMap((argument) => recordsIn(argument, at))
        : [],
  );
}

function recordsIn(value: Value, at: Origin): ObjectValue[] {
  return alternatives(value).flatMap((option): ObjectValue[] => {
    if (option.kind === 'array') return option.items.flatMap((item) => recordsIn(item, at));
    if (option.kind !== 'object') return [];
    const data = propertyOf(option, 'data');
    const isIts = data !== undefined && alternatives(data.value).some((one) => hasKeyAt(one, at));
    return [
      ...(isIts ? [option] : []),
      ...option.properties.flatMap((property) => recordsIn(property.value, at)),
    ];
  });
}

function hasKeyAt(value: Value, at: Origin): boolean {
  return (
    value.kind === 'object' &&
    value.properties.some(({ keyOrigin: key }) => key?.file === at.file && key.start === at.start)
  );
}

/** Null where no name is given; a reason where it is written in a way that cannot be followed. */
export function outerNameOf(site: Site, record: Place<ObjectNode>): OuterName | string | null {
  const place = { file: record.file, script: record.script };
  const values = recordValues(site).flatMap((one) => propertyOf(one, 'name')?.value ?? []);
  const property = propertyNamed(record.node, 'name');
  const assigned = assignmentsOfName(record);
  if (assigned === null || assigned.length > 1 || (assigned.length > 0 && property !== null))
    return 'the name is written in more than one place';
  const [assignment] = assigned;
  if (assignment !== undefined) return { place, node: assignment, shorthand: null, values };
  if (property !== null)
    return { place, node: property.value, shorthand: property.shorthand ? property : null, values };
  return values.length === 0 || isWrittenInCall(record.path) ? null : 'the name is written elsewhere';
}

/** Right sides of `record.name = …`; null where the record is handed on in a way that may write it. */
function assignmentsOfName({ path, script, node }: Place<ObjectNode>): readonly Node[] | null {
  const declarator = path.at(-2);
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== node) return [];
  if (declarator.id.type !== 'Identifier') return null;
  const uses = usesOf(script, declarator.id);
  if (uses === null) return null;
  return uses.flatMap((use) => {
    const member = use.parent;
    const write = member?.parent;
    const isName =
      member?.type === 'MemberExpression' &&
      member.object === use &&
      keyName(member.property, member.computed) === 'name';
    return isName && write?.type === 'AssignmentExpression' && write.left === member ? [write.right] : [];
  });
}

export interface Parts {
  readonly script: Script;
  readonly service: Node | null;
  readonly proto: Node | null;
  readonly base: Node | null;
}

/**
 * `whole`: it is what the parts give. `counts`: it has both labels, and its rest or the labels may say something
 * else than the parts. `bare`: it is known to lack them. `differs`: it has other labels. `unclear`: nothing is known.
 */
export type Wholeness = 'whole' | 'counts' | 'bare' | 'differs' | 'unclear';

const LABELS = /^(_[^.]+)\.(_[^.]+)\.(.*)$/s;

export function wholeness(outer: OuterName, { script, service, proto, base }: Parts): Wholeness {
  // The API puts the zone behind a name that does not end in its name.
  if (outer.values.some(mayEndInDot)) return 'differs';
  const node = constantOf(outer.place.script, outer.node);
  const parts = partsOf(outer.place.script, node);
  const written = parts === null ? null : inner(composed([parts], "'"));
  const labels = [service, proto].map((label) => (label === null ? null : partsOf(script, label)));
  const [first, second] = labels;
  const prefix = first == null || second == null ? null : `${inner(composed([first, second], "'"))}.`;
  const baseParts = base === null ? null : partsOf(script, base);
  const rest = baseParts === null ? null : inner(composed([baseParts], "'"));
  if (written !== null && prefix !== null && written.startsWith(prefix))
    return restAgrees(written.slice(prefix.length), base, rest);
  const begun = LABELS.exec(written ?? knownStart(outer.values) ?? '');
  if (begun !== null) {
    const given = [service, proto].map((label) =>
      label === null ? null : textOf(partsOf(script, constantOf(script, label)) ?? [{ code: '' }]),
    );
    const isOther = given.some((text, index) => text !== null && text !== begun[index + 1]);
    if (isOther) return 'differs';
    return written === null ? 'counts' : restAgrees(begun[3] ?? '', base, rest, given.includes(null));
  }
  // A name that is also given in data is the one that the labels were put before.
  if (written !== null && rest !== null && written === rest) return 'bare';
  if (written !== null && (textOf(parts ?? []) ?? '').length > 0) return 'bare';
  const isText = parts?.some((part) => 'text' in part && part.text !== '');
  return base === null && !isText ? 'unclear' : 'bare';
}

function mayEndInDot(value: Value): boolean {
  return alternatives(value).some((one) => {
    const last = one.kind === 'text' ? one.pieces.at(-1) : undefined;
    return last?.kind === 'text' && last.text.endsWith('.');
  });
}

function restAgrees(written: string, base: Node | null, rest: string | null, open = false): Wholeness {
  if (base === null || rest === '@' || written === rest) return open ? 'counts' : 'whole';
  if (rest === null) return 'counts';
  const isKnown = !written.includes('${') && !rest.includes('${');
  if (isKnown && (written.startsWith(`${rest}.`) || rest.startsWith(`${written}.`)))
    return open ? 'counts' : 'whole';
  return isKnown ? 'differs' : 'counts';
}

/** The text of a template without its quotes. */
function inner(source: string): string {
  return source.slice(1, -1);
}

/** What every possible value begins with, if all of them begin with both labels. */
function knownStart(values: readonly Value[]): string | null {
  const starts = values.flatMap(alternatives).map((value) => {
    const [first] = value.kind === 'text' ? value.pieces : [];
    return first?.kind === 'text' ? first.text : '';
  });
  return starts.length > 0 && starts.every((text) => LABELS.test(text)) ? (starts[0] ?? null) : null;
}

/** A name that is declared once, as a constant, stands for what it was given. */
function constantOf(script: Script, node: Node): Node {
  if (node.type !== 'Identifier' || !(script instanceof Module)) return node;
  const binding = script.resolve(node);
  const [declared, ...others] = binding?.declarations ?? [];
  const declarator = declared?.parent;
  const isConstant =
    others.length === 0 &&
    declarator?.type === 'VariableDeclarator' &&
    declarator.id === declared &&
    declarator.parent?.type === 'VariableDeclaration' &&
    declarator.parent.kind === 'const' &&
    declarator.init !== null;
  return isConstant && declarator.init !== null ? constantOf(script, declarator.init) : node;
}
