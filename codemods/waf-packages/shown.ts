/**
 * Packages and their rules that are read to be shown, and by nothing else: the managed rulesets of the zone, and the one
 * with a given id.
 */
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';
import { givesOf, parsedBy } from '../direct/given-back.js';
import { pagingFunction } from '../direct/paging-function.js';
import { joined, type PathPiece, piecesOf } from '../direct/path-pieces.js';
import { type SendingCall, sendingCallsOf } from '../direct/sending.js';
import { quoteOf } from '../places/indent.js';
import { newReads } from '../places/new-reads.js';
import { editsHere, inPlace } from '../places/verdicts.js';

const RULESETS: Difference = {
  name: 'packages-are-rulesets',
  what: 'what is shown are managed rulesets with their own ids and fields; a rule has categories and no group',
};

export function shownWaf(site: Site, around: Surroundings): Verdict | null {
  const { script } = site;
  const sending = sendingCallsOf(site, around);
  const [only] = sending;
  if (script === null || sending.length !== 1 || typeof only !== 'object' || only.method !== 'GET')
    return null;
  // Rules come all at once, and below other things.
  if (pagingFunction(site, around, only.call) !== null) return null;
  const gives = givesOf(site, around, only.call, parsedBy(only.call));
  if (typeof gives === 'string' || gives.gives !== 'result') return null;
  const reads = newReads(script, only.call, () => null);
  if (typeof reads === 'string' || !reads.isShown) return null;
  const edits = editsFor(site, only);
  return edits === null
    ? null
    : inPlace({
        level: 'review',
        reason: 'nothing but a reader gets the answer',
        edits: editsHere(site, edits),
        differences: [RULESETS],
      });
}

const PACKAGES = 'firewall/waf/packages';

function editsFor({ script, file }: Site, { call, pathVariable }: SendingCall): readonly Edit[] | null {
  const argument = call.arguments.find((one) => script !== null && isPath(piecesOf(script, one)));
  const pieces = argument === undefined || script === null ? null : piecesOf(script, argument);
  if (argument === undefined || pieces === null || pathVariable !== null) return null;
  const all = joined(pieces);
  const at = all.findIndex(isPackages);
  const [packages, id, ...query] = all.slice(at);
  if (packages?.kind !== 'text' || packages.start < 0) return null;
  const source = file.text.slice(packages.start, packages.end);
  const start = packages.start + source.indexOf(PACKAGES);
  const path = { start, end: start + PACKAGES.length, text: 'rulesets' };
  if (id === undefined) {
    const list = packages.text.endsWith(PACKAGES) ? managedEdits(file, call) : null;
    return list === null ? null : [path, ...list];
  }
  if (id.kind !== 'expression' || argument.type !== 'TemplateLiteral' || !isOfRules(query)) return null;
  // Behind the brace of the id.
  const from = file.text.indexOf('}', id.node.range[1]) + 1;
  return [path, { start: from, end: argument.range[1] - 1, text: '' }];
}

function isPackages(piece: PathPiece): boolean {
  return piece.kind === 'text' && piece.text.includes(PACKAGES);
}

function isPath(pieces: readonly PathPiece[] | null): boolean {
  return pieces?.some(isPackages) === true;
}

/** `/rules` up to the end, or with the length of a page. */
function isOfRules(query: readonly PathPiece[]): boolean {
  const written = query.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
  return /^\/rules(?:\?per_page=(?:\d+|\{\}))?$/.test(written);
}

/** The managed rulesets among all of a zone. */
function managedEdits({ path, text }: Site['file'], call: Node): readonly Edit[] | null {
  const { parent } = call;
  if (parent?.type !== 'AwaitExpression') return null;
  const quote = quoteOf(text);
  const isTyped = /\.[cm]?tsx?$/.test(path);
  const test = `kind === ${quote}managed${quote} && phase === ${quote}http_request_firewall_managed${quote}`;
  const type = isTyped ? ' as { kind: string; phase: string }[]' : '';
  const [start, end] = parent.range;
  return [
    { start, end: start, text: isTyped ? '((' : '(' },
    { start: end, end, text: `)${type}${isTyped ? ')' : ''}.filter(({ kind, phase }) => ${test})` },
  ];
}
