/** The request for the name of a zone, in front of the first read of it. */
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { encloses, isFunction, Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { givesOf, parsedBy, thenParsedBy } from '../direct/given-back.js';
import { endsInSemicolons, indentAt, lineEndOf } from '../places/indent.js';
import { methodsOf } from '../places/requests.js';
import type { Asked } from './asked.js';

interface ZoneName {
  readonly name: string;
  readonly insertion: Edit;
}

/** Where the answer of a client holds the zone. */
const RESULT: Readonly<Record<string, string>> = {
  envelope: '.result?',
  axios: '.data.result?',
  body: '.body.result?',
};

export function nameOfZone(site: Site, around: Surroundings, asked: Asked): ZoneName | string {
  const { script, call, reading } = asked;
  const { text } = script;
  if ([...methodsOf(site)].some((method) => method !== 'GET'))
    return 'the record is the answer to a change, and the name needs a request of its own';
  if (isRepeated(asked)) return 'the request is sent several times for one zone';
  const outer = parsedBy(call) ?? thenParsedBy(call);
  const sent = outer ?? call;
  if (sent.parent?.type !== 'AwaitExpression') return 'nothing waits for the request here';
  const gives = givesOf(site, around, call, outer);
  if (typeof gives === 'string') return gives;
  const name = freeName(text);
  const request = requestText(asked, sent);
  if (name === null || request === null) return 'its request cannot be written for the zone alone';
  const indent = indentAt(text, reading.range[0]);
  const end = `${endsInSemicolons(text) ? ';' : ''}${lineEndOf(text)}${indent}`;
  const line = (declared: string, value: string) => `const ${declared} = ${value}${end}`;
  const [at] = reading.range;
  const insertion = (added: string): ZoneName => ({ name, insertion: { start: at, end: at, text: added } });
  if (gives.gives === 'response' && outer === null) {
    const response = `${name}Response`;
    const read = line(name, `(await ${response}.json()).result?.name`);
    return text.includes(response)
      ? 'names here are taken'
      : insertion(line(response, `await ${request}`) + read);
  }
  if (gives.gives === 'result') return insertion(line(`{ name: ${name} }`, `await ${request}`));
  const opened = RESULT[gives.gives];
  return opened === undefined
    ? 'what the call gives back cannot be told'
    : insertion(line(name, `(await ${request})${opened}.name`));
}

/** A loop around the request that goes through something else than zones, such as pages. */
function isRepeated({ script, statement, zone }: Asked): boolean {
  let root = zone.node;
  while (root.type === 'MemberExpression') root = root.object;
  const binding = root.type === 'Identifier' && script instanceof Module ? script.resolve(root) : null;
  for (let node: Node | undefined = statement; node !== undefined && !isFunction(node); node = node.parent) {
    if (!LOOPS.has(node.type)) continue;
    const loop = node;
    return binding === null || !binding.declarations.some((one) => encloses(loop, one));
  }
  return false;
}

const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** Names for it, and what shows that one is taken. */
const NAMES: readonly (readonly [string, RegExp])[] = [
  ['zoneName', /(?<![.\w])zoneName\b(?!\s*:)/],
  ['nameOfZone', /\bnameOfZone\b/],
];

function freeName(text: string): string | null {
  return NAMES.find(([, taken]) => !taken.test(text))?.[0] ?? null;
}

/** The call as it is written, with a path that ends at the zone; null where it asks with parameters of its own. */
function requestText({ script: { text }, call, path, zone }: Asked, sent: Node): string | null {
  const given = text.slice(path.range[1], sent.range[1]);
  if (PARAMETERS.test(given) || call.range[0] !== sent.range[0]) return null;
  const before = text.slice(sent.range[0], call.callee.range[1]);
  const opening = text.slice(typeEnd(call) ?? call.callee.range[1], path.range[0]);
  const type = typeEnd(call) === null ? '' : '<{ name: string }>';
  const written = text.slice(path.range[0], zone.node.range[1]);
  const isTemplate = path.type === 'TemplateLiteral';
  if (!isTemplate && path.type !== 'BinaryExpression') return null;
  return `${before}${type}${opening}${written}${isTemplate ? '}`' : ''}${given}`;
}

/** Parameters that ask for some of the records. */
const PARAMETERS =
  /\b(?:params|query|searchParams|qs)\b|\b(?:type|name|content|page|per_page|proxied)\s*[:,}]/;

/** Where the types of a call end: `request<DnsRecord[]>`. */
function typeEnd(call: Node): number | null {
  const types: unknown = Reflect.get(call, 'typeArguments');
  return typeof types === 'object' && types !== null && 'range' in types ? (types as Node).range[1] : null;
}
