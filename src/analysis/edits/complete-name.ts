/** Whether a record's own name says already what parts of its data say: `_service._proto.name`. */
import { keyName, type Node } from '../../read/javascript/syntax/index.js';

type ObjectNode = Extract<Node, { type: 'ObjectExpression' }>;

const PARTS = ['service', 'proto', 'name'] as const;

/** `data` is the inner object; the record around it carries the name. */
export function isNameComplete(path: readonly Node[], data: ObjectNode): boolean {
  const record = path[path.indexOf(data) - 2];
  if (record?.type !== 'ObjectExpression' || hasUnknown(record) || hasUnknown(data)) return false;
  const name = startOf(valueNamed(record, 'name'));
  if (name === null) return false;
  const [service, proto, ...rest] = name.text.split('.');
  if (!service?.startsWith('_') || !proto?.startsWith('_') || rest.length === 0) return false;
  const known = { service, proto, name: name.open ? null : rest.join('.') };
  return PARTS.every((part) => {
    const value = valueNamed(data, part);
    if (value === undefined) return true;
    const written = startOf(value);
    return written !== null && !written.open && known[part] === written.text;
  });
}

/** A spread may bring any of the names. */
function hasUnknown(object: ObjectNode): boolean {
  return object.properties.some((one) => one.type !== 'Property' || keyName(one.key, one.computed) === null);
}

function valueNamed(object: ObjectNode, name: string): Node | undefined {
  for (const property of object.properties.toReversed()) {
    if (property.type === 'Property' && keyName(property.key, property.computed) === name)
      return property.value;
  }
  return undefined;
}

/** A text, or what stands before the first hole of a template. */
function startOf(node: Node | undefined): { readonly text: string; readonly open: boolean } | null {
  if (node?.type === 'Literal')
    return typeof node.value === 'string' ? { text: node.value, open: false } : null;
  if (node?.type !== 'TemplateLiteral') return null;
  const text = node.quasis[0]?.value.cooked ?? null;
  return text === null ? null : { text, open: node.expressions.length > 0 };
}
