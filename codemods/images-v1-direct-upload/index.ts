/**
 * Version 2 of the call for a one-time upload URL. It takes a form where version 1 took JSON, so a call without
 * a body needs the new path alone; one with `expiry` gets a form, and loses the header that promised JSON.
 */

import { removeItem, type Script } from '../../src/analysis/edits/index.js';
import { closest, leafAt, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { constantOf } from '../direct/path-pieces.js';
import { formsOf } from '../languages/forms.js';
import { requestAround } from '../places/answers.js';
import { endsInSemicolons, indentAt, lineEndOf, quoteOf } from '../places/indent.js';
import { moved, successorEdit } from '../places/moved-paths.js';
import { hasNoBody, httpUsages } from '../places/requests.js';
import { statementOf } from '../places/statements.js';
import { isOwn, isPlain, type ObjectNode, type Place, placeOf, propertyNamed } from '../places/trees.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { pythonForm } from './python.js';

const STEPS =
  'POST /accounts/{account_id}/images/v2/direct_upload with a FormData body: append expiry as an ISO time, and leave Content-Type to the client.';

const DRAFT: Difference = {
  name: 'draft-image',
  what: 'version 2 makes a draft image for every URL it hands out',
};

export const imagesV1DirectUpload: Codemod = {
  id: 'images-v1-direct-upload',
  entries: ['images-v1-direct-upload'],
  ties: 'site',
  classify,
  checklist: [],
};

function classify(site: Site, around: Surroundings): Verdict {
  const usages = httpUsages(site);
  const isEmpty =
    around.treeOf(site.file.path) === null ? usages.every(hasNoBody) : sendsNothing(site, around);
  if (usages.length > 0 && isEmpty) {
    return moved(
      site,
      around,
      { level: 'review', reason: 'nothing is sent, so the new path is enough', differences: [DRAFT] },
      successorEdit(site),
    );
  }
  const tree = around.treeOf(site.file.path);
  const form = tree?.language === 'python' ? pythonEdits(tree, site) : formFor(site, around);
  const path = successorEdit(site);
  if (typeof form === 'string' || path === null)
    return marker(typeof form === 'string' ? form : 'the path is not written as one text here', STEPS);
  return inPlace({
    level: 'review',
    reason: 'the body is sent as a form',
    edits: [...editsHere(site, [path]), ...form],
    differences: [DRAFT],
  });
}

function pythonEdits(tree: SyntaxTree, site: Site): readonly FileEdit[] | string {
  const edits = pythonForm(tree, site.finding.at);
  return typeof edits === 'string' ? edits : editsHere(site, edits);
}

/** In other languages: the call is given an address, headers and the like, and no body. */
function sendsNothing(site: Site, around: Surroundings): boolean {
  const { at } = site.finding;
  const tree = around.treeOf(at.file);
  const forms = tree === null ? null : formsOf(tree.language);
  const call = tree === null || forms === null ? null : closest(leafAt(tree, at.start, at.end), forms.calls);
  if (tree === null || call === null) return false;
  const written = textOf(tree, call);
  // Version 2 reads a form: a header that promises JSON would be wrong, wherever it is written.
  if (/application\/json/i.test(tree.text)) return false;
  return tree.language === 'shell'
    ? !/\s(?:-d|--data\S*|--json|-F|--form\S*|--post-\S+|-T)\b/.test(written) && /\bcurl\b/.test(written)
    : tree.language === 'python' &&
        /^[\w.]*\.post\(/.test(written) &&
        call.children
          .flatMap(({ children, field }) =>
            field === 'arguments' ? children.filter(({ isNamed }) => isNamed) : [],
          )
          .every(
            (argument, index) =>
              index === 0 || /^(?:headers|timeout|auth|verify)=/.test(textOf(tree, argument)),
          );
}

/** The edits that send a form; or why there are none. */
function formFor(site: Site, around: Surroundings): readonly FileEdit[] | string {
  const { script } = site;
  const [usage, ...others] = httpUsages(site);
  const isHere = usage?.site.file === site.file.path && script !== null;
  const sending = isHere ? around.nodesAround(script, usage.site.start, usage.site.end) : [];
  // The address may have a name.
  const call = requestAround(site.nodes) ?? requestAround(sending);
  const statement = call === null ? null : statementOf(call);
  if (script === null || call === null || statement === null || usage === undefined || others.length > 0)
    return 'the call does not stand in a statement of its own';
  const { body } = usage;
  const json = body.kind === 'object' ? placeOf(around, body.origin, 'ObjectExpression') : null;
  const at = { file: site.file.path, start: call.range[0], end: call.range[1] };
  if (json === null || json.file !== at.file || !isInside(json.node, call) || !isOwn(json, at))
    return 'the body is not written into the call';
  const expiry = propertyNamed(json.node, 'expiry');
  if (!isPlain(json.node) || expiry === null || json.node.properties.length !== 1)
    return 'the body holds more than expiry, and version 2 gives other fields a meaning';
  const time = isoTime(script.text, expiry.shorthand ? expiry.key : expiry.value);
  const headers = withoutJson(call, json);
  const sent = bodyExpression(json);
  if (time === null || headers === null || sent === null)
    return 'what is sent, or the header for it, is put together elsewhere';
  const name = freeName(script.text);
  const { text } = script;
  const [quote, end] = [quoteOf(text), endsInSemicolons(text) ? ';' : ''];
  const newline = lineEndOf(text) + indentAt(text, statement.range[0]);
  const given = mayBeMissing(script, expiry.value) ? `if (${text.slice(...expiry.value.range)}) ` : '';
  return editsHere(site, [
    {
      start: statement.range[0],
      end: statement.range[0],
      text: `const ${name} = new FormData()${end}${newline}${given}${name}.append(${quote}expiry${quote}, ${time})${end}${newline}`,
    },
    ...headers,
    sent(name),
  ]);
}

function isInside(node: Node, outer: Node): boolean {
  return outer.range[0] <= node.range[0] && node.range[1] <= outer.range[1];
}

/** JSON leaves out what nobody gave, such as an argument of a function; a form would get it as a text. */
function mayBeMissing(script: Script, node: Node): boolean {
  if (node.type === 'MemberExpression') return true;
  if (node.type !== 'Identifier' || constantOf(script, node) !== null) return false;
  return !new RegExp(`\\b${literally(node.name)}: (?:Date|string|number)\\b`).test(script.text);
}

/** The time as version 2 reads it. Version 1 got what JSON makes of a date, which is the same. */
function isoTime(text: string, node: Node): string | null {
  const source = text.slice(...node.range);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? source : null;
    case 'TemplateLiteral':
      return source;
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'Date'
        ? `${source}.toISOString()`
        : null;
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' &&
        /^(?:toISOString|toJSON)$/.test(keyName(node.callee.property, node.callee.computed) ?? '')
        ? source
        : null;
    case 'Identifier':
    case 'MemberExpression':
      return `new Date(${source}).toISOString()`;
    default:
      return null;
  }
}

/** Takes out the header that promises JSON; nothing to do where the client writes it. */
function withoutJson(
  call: Node,
  json: Place,
): readonly { start: number; end: number; text: string }[] | null {
  const objects =
    call.type === 'CallExpression' ? call.arguments.filter((one) => one.type === 'ObjectExpression') : [];
  for (const options of objects) {
    if (options.type !== 'ObjectExpression' || options === json.node) continue;
    const headers = propertyNamed(options, 'headers');
    if (headers === null) continue;
    if (headers.value.type !== 'ObjectExpression' || !isPlain(headers.value)) return null;
    const type = contentType(headers.value);
    if (type === null) return [];
    const edit = removeItem(json.script, headers.value, headers.value.properties, type);
    return edit === null ? null : [edit];
  }
  // Headers that stand elsewhere may say it for all calls.
  return objects.some((one) => one.type === 'ObjectExpression' && one !== json.node && !isPlain(one))
    ? null
    : [];
}

function contentType(headers: ObjectNode) {
  for (const property of headers.properties) {
    if (property.type !== 'Property') continue;
    if (keyName(property.key, property.computed)?.toLowerCase() === 'content-type') return property;
  }
  return null;
}

/** How the form takes the place of the JSON: in `JSON.stringify(…)`, as an argument, or as an option. */
function bodyExpression({
  node,
  path,
}: Place): ((name: string) => { start: number; end: number; text: string }) | null {
  const parent = path.at(-2);
  if (parent?.type === 'CallExpression') {
    const isStringify =
      parent.callee.type === 'MemberExpression' &&
      parent.callee.object.type === 'Identifier' &&
      parent.callee.object.name === 'JSON';
    const [start, end] = isStringify ? parent.range : node.range;
    return (name) => ({ start, end, text: name });
  }
  if (parent?.type !== 'Property') return null;
  const key = keyName(parent.key, parent.computed);
  const [start, end] = parent.range;
  if (key === 'json') return (name) => ({ start, end, text: `body: ${name}` });
  return key === 'data' || key === 'body'
    ? (name) => ({ start: node.range[0], end: node.range[1], text: name })
    : null;
}

function freeName(text: string): string {
  const names = ['form', 'uploadForm', 'directUploadForm', 'directUploadV2Form'];
  return names.find((name) => !new RegExp(`\\b${literally(name)}\\b`).test(text)) ?? 'imagesV2UploadForm';
}
