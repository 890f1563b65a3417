/** A call that changes the renewal of a domain and nothing else: a registration takes no more. */
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { type Call, Module, type Node, nameOf } from '../../src/read/javascript/syntax/index.js';
import { flowOf } from '../direct/answer-flow.js';
import { sendingCallsOf } from '../direct/sending.js';
import { segmentsEdit } from '../places/moved-paths.js';
import { isOnlyShown } from '../places/shown.js';
import { isPlain, propertyNamed } from '../places/trees.js';
import { editsHere, inPlace } from '../places/verdicts.js';

const REGISTRATION: Difference = {
  name: 'answers-registration',
  what: 'the answer is that of a registration',
};

/** Null where something else is sent, or what comes back is read. */
export function renewal(site: Site, around: Surroundings): Verdict | null {
  const { script, file } = site;
  const sending = sendingCallsOf(site, around);
  const [only] = sending;
  if (!(script instanceof Module) || sending.length !== 1 || typeof only !== 'object') return null;
  const sent = bodyOf(only.call);
  if (only.method !== 'PUT' || only.pathVariable !== null || sent === null || !isRenewal(sent)) return null;
  const flow = flowOf(script, only.call, ([step = '']) => step === 'ok');
  const isUnread = flow?.escapes.length === 0 && flow.visits.every(({ steps }) => steps[0] === 'ok');
  if (flow === null || !(isUnread || (isOnlyShown(flow, script) && flow.visits.length === 0))) return null;
  const path = segmentsEdit(site, 'registrar/domains', 'registrar/registrations');
  const method = methodEdit(file.text, only.call);
  if (path === null || method === null) return null;
  return inPlace({
    level: 'review',
    reason: 'a registration is changed with PATCH, and takes auto_renew alone',
    edits: editsHere(site, [path, method]),
    differences: [REGISTRATION],
  });
}

/** The last argument, or what stands in it as the body. */
function bodyOf({ arguments: given }: Call): Node | null {
  const last = given.at(-1);
  if (given.length < 2 || last === undefined) return null;
  const options = last.type === 'ObjectExpression' ? propertyNamed(last, 'body') : null;
  const body = options === null ? last : options.value;
  const isText = body.type === 'CallExpression' && nameOf(body.callee) === 'JSON.stringify';
  return isText ? (body.arguments[0] ?? null) : body;
}

/** `'PUT'`, written once. */
function methodEdit(text: string, { range: [start, end] }: Node): Edit | null {
  const [found, ...others] = text.slice(start, end).matchAll(/(?<=(['"`]))PUT(?=\1)/g);
  if (found === undefined || others.length > 0) return null;
  const at = start + found.index;
  return { start: at, end: at + 3, text: 'PATCH' };
}

/** `{ auto_renew }` */
function isRenewal(body: Node): boolean {
  if (body.type !== 'ObjectExpression' || !isPlain(body)) return false;
  return body.properties.length === 1 && propertyNamed(body, 'auto_renew') !== null;
}
