/**
 * The template of a component beside its script. The parser of Vue hangs it on the root of the script's tree, with
 * nodes of its own around every expression; the reader wants statements, as its own parser makes them.
 */
import { componentTemplate, isNode, type Node } from '../../src/read/javascript/index.js';

interface Tree {
  body: Node[];
  readonly templateBody?: unknown;
}

/** Other rules go through the same nodes afterwards, so all is put back as it was. */
export function withTemplate<T>(tree: object, text: string, run: () => T): T {
  const script = tree as Tree;
  const root = script.templateBody;
  if (!isNode(root) || !Array.isArray(script.body)) return run();
  const found: Node[] = [];
  collect(root, text, found);
  const before = found.map((node) => ({ node, parent: node.parent }));
  const statements = found.map(
    (node): Node =>
      isStatement(node) ? node : { type: 'ExpressionStatement', expression: node, range: node.range },
  );
  const { body } = script;
  script.body = [...body, componentTemplate(root.range, statements)];
  try {
    return run();
  } finally {
    script.body = body;
    for (const { node, parent } of before) Object.assign(node, { parent });
  }
}

function isStatement({ type }: Node): boolean {
  return /(?:Statement|Declaration)$/.test(type);
}

type Loose = Readonly<Record<string, unknown>> & { readonly range: [number, number] };

/** What is to be read below an element: of directives the values, of other attributes those that hold an address. */
function collect(element: Node, text: string, found: Node[]): void {
  const { startTag, children } = element as unknown as Loose;
  for (const attribute of listOf((startTag as Loose | undefined)?.attributes))
    fromAttribute(attribute, text, found);
  for (const child of listOf(children)) {
    if (is(child, 'VElement')) collect(child as unknown as Node, text, found);
    else if (is(child, 'VExpressionContainer')) fromContainer(child, found);
  }
}

function fromAttribute({ directive, value }: Loose, text: string, found: Node[]): void {
  if (!isLoose(value)) return;
  if (directive === true) fromContainer(value, found);
  else if (
    typeof value.value === 'string' &&
    /^(["'])[^\\\r\n]*:\/\/[^\\\r\n]*\1$/.test(text.slice(...value.range))
  )
    found.push({
      type: 'Literal',
      value: value.value,
      raw: text.slice(...value.range),
      range: value.range,
    } as Node);
}

function fromContainer({ expression }: Loose, found: Node[]): void {
  if (!isNode(expression)) return;
  const { type, right, body, expression: inner } = expression as unknown as Loose & { readonly type: string };
  switch (type) {
    case 'VForExpression':
      if (isNode(right)) found.push(right);
      return;
    case 'VOnExpression':
      found.push(...listOf(body).map((statement) => statement as unknown as Node));
      return;
    case 'VFilterSequenceExpression':
      if (isNode(inner)) found.push(inner);
      return;
    case 'VSlotScopeExpression':
      return;
    default:
      found.push(expression);
  }
}

function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.filter((item) => isLoose(item)) : [];
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

function is(node: Loose, type: string): boolean {
  return node.type === type;
}
