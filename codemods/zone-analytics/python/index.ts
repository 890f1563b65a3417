/**
 * The dashboard in Python: the same client sends a query of GraphQL, and one function gives its answer the form that
 * is read. A file is planned as a whole: one query asks for what all of its calls read.
 */
import type { Edit } from '../../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../../src/grammar/index.js';
import type { Difference, FileEdit, Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import { withoutStatements } from '../../languages/statements.js';
import { editsHere, inPlace, marker } from '../../places/verdicts.js';
import { answerUse } from '../../python/answer-edits.js';
import { callsIn, type PythonCall } from '../../python/call.js';
import { datetimeNames } from '../../python/datetime-names.js';
import { type GraphqlSender, graphqlSender } from '../../python/graphql-sender.js';
import { insertFunctions } from '../../python/insert.js';
import { type RequestQuery, requestQuery } from '../../python/request-query.js';
import { type AskedParts, isFigure, isWhole, noteReads } from './asked.js';
import { functionTexts, NAMES, type Period } from './functions.js';

interface Steps {
  readonly steps: string;
  readonly difference: Difference;
}

interface Read {
  readonly call: PythonCall;
  readonly sender: GraphqlSender;
  readonly query: RequestQuery;
  readonly asked: AskedParts;
  readonly isWhole: boolean;
  /** By the source of the body. */
  readonly edits: (body: string) => readonly Edit[] | string;
}

interface Planned {
  readonly call: PythonCall;
  readonly edits: readonly Edit[];
  /** In the client. */
  readonly elsewhere: readonly FileEdit[];
  readonly isWhole: boolean;
}

interface Failed {
  readonly node: SyntaxNode;
  readonly why: string;
}

interface FilePlan {
  readonly calls: readonly (Planned | Failed)[];
  /** The new functions and their imports, or why they cannot be written. */
  readonly functions: readonly Edit[] | string;
}

const PARTS: Difference = {
  name: 'fewer-figures',
  what: 'what is handed on as a whole has no figures by type of threat and search engine, and whole answers none by country, status, content type and encryption',
};
/** What the dashboard answered without a period: a week. */
const WEEK = '-10080';
/** Groups of hours go back three days at most. */
const MOST_BY_HOUR = 4320;

const plans = new WeakMap<SyntaxTree, FilePlan>();

export function classifyPython(
  site: Site,
  around: Surroundings,
  { steps, difference }: Steps,
): Verdict | null {
  const tree = around.treeOf(site.file.path);
  if (tree === null || (site.finding.kind !== 'endpoint' && site.finding.kind !== 'sdk')) return null;
  const byHand = (reason: string) => marker(reason, steps);
  if (tree.errors.length > 0) return byHand('its file has syntax errors');
  if (site.finding.context === 'test') return byHand('it stands in a test');
  const plan = plans.get(tree) ?? planOf(tree, site.file.path, around);
  plans.set(tree, plan);
  const { start, end } = site.finding.at;
  const here = plan.calls.find((one) =>
    ('why' in one ? [one.node] : [one.call.node, one.call.literal]).some(
      (place) => place.start <= start && end <= place.end,
    ),
  );
  if (here === undefined) return byHand('the path is not written where the call is');
  if ('why' in here) return byHand(here.why);
  if (typeof plan.functions === 'string') return byHand(plan.functions);
  return inPlace({
    level: 'review',
    reason: 'a query of GraphQL asks for the figures that are read',
    edits: [...editsHere(site, [...here.edits, ...plan.functions]), ...here.elsewhere],
    differences: here.isWhole ? [difference, PARTS] : [difference],
  });
}

function planOf(tree: SyntaxTree, path: string, around: Surroundings): FilePlan {
  const others = around.filesEndingWith('.py')?.filter((other) => other !== path) ?? null;
  const isUsedElsewhere = (name: string) =>
    others?.some((other) => new RegExp(`\\b${literally(name)}\\b`).test(around.file(other)?.text ?? '')) ??
    true;
  const read = callsIn(tree, path, ['analytics/dashboard'], (other) => around.treeOf(other)).map((one) => {
    if ('why' in one) return one;
    const found = readOf(tree, one, isUsedElsewhere);
    return typeof found === 'string' ? { node: one.literal, why: found } : found;
  });
  const good = read.flatMap((one) => ('why' in one ? [] : [one]));
  const period = periodOf(good);
  const calls = read.map((one): Planned | Failed => {
    if ('why' in one) return one;
    const edits = one.edits(`${NAMES.query}(${argumentsOf(tree, one, period).join(', ')})`);
    return typeof edits === 'string'
      ? { node: one.call.literal, why: edits }
      : {
          call: one.call,
          edits: [...edits, ...one.query.edits],
          elsewhere: one.sender.edits,
          isWhole: one.isWhole,
        };
  });
  return { calls, functions: functionsOf(tree, good, period) };
}

function readOf(
  tree: SyntaxTree,
  call: PythonCall,
  isUsedElsewhere: (name: string) => boolean,
): Read | string {
  if (call.method !== 'GET' || call.id !== null) return 'this call never existed';
  if (call.zone === null) return 'the path is not written into the call';
  const sender = graphqlSender(tree, call);
  if (typeof sender === 'string') return sender;
  const query = requestQuery(tree, call);
  if (query === null) return 'what it asks for is put together at run time';
  const unknown = [...query.values.keys()].find((name) => !/^(?:since|until|continuous)$/.test(name));
  if (unknown !== undefined) return `it asks with ${unknown}, which has no counterpart`;
  const gone = variableGone(tree, call);
  if (typeof gone === 'string') return gone;
  const answer = answerUse({ tree, isUsedElsewhere, isLeaf: isFigure, reader: NAMES.read }, call, sender);
  if (typeof answer === 'string') return answer;
  const asked: AskedParts = { totals: new Set(), timeseries: new Set() };
  const lost = noteReads(answer.reads, asked);
  if (lost !== null) return `it reads ${lost}, which has no counterpart`;
  if (asked.totals.size + asked.timeseries.size === 0) return 'nothing of what it answers is read';
  return {
    call,
    sender,
    query,
    asked,
    isWhole: answer.reads.some(isWhole),
    edits: (body) => {
      const edits = answer.edits(body);
      return typeof edits === 'string' ? edits : [...edits, ...gone];
    },
  };
}

/** A variable that held the address goes with it. */
function variableGone(tree: SyntaxTree, { variable, node }: PythonCall): readonly Edit[] | string {
  if (variable === null || variable.statement.parent === tree.root) {
    const isOwn = variable?.uses.every((use) => use.start >= node.start && use.end <= node.end) ?? false;
    if (variable === null || !isOwn) return [];
  } else if (variable.uses.length !== 1) return 'its address is used for more than this call';
  return (
    withoutStatements(tree, [variable.statement], /(?!)/) ?? 'a comment beside its address would be lost'
  );
}

/** Minutes that are written out, up to now; null where the program says something else. */
function minutesOf({ query: { values } }: Read): number | null {
  const since = values.get('since') ?? WEEK;
  const until = values.get('until') ?? '0';
  return /^-?\d+$/.test(since) && until === '0' ? Math.abs(Number(since)) : null;
}

function periodOf(all: readonly Read[]): Period {
  const minutes = all.map(minutesOf);
  if (minutes.includes(null)) return 'any';
  if (minutes.every((one) => one !== null && one <= MOST_BY_HOUR)) return 'hours';
  return minutes.every((one) => one !== null && one > MOST_BY_HOUR) ? 'days' : 'any';
}

function argumentsOf(tree: SyntaxTree, read: Read, period: Period): readonly string[] {
  const zone = read.call.zone ?? '';
  if (period !== 'any') return [zone, String(minutesOf(read))];
  const [since = '', until = ''] = ['since', 'until'].map((name) => {
    const value = read.query.values.get(name) ?? '';
    return isTyped(tree) && /^-?\d+$/.test(value) ? JSON.stringify(value) : value;
  });
  const isNow = /^"?0?"?$/.test(until);
  return [
    zone,
    ...(since === '' ? [] : [since]),
    ...(isNow ? [] : [since === '' ? `until=${until}` : until]),
  ];
}

function isTyped({ text }: SyntaxTree): boolean {
  return /^[ \t]*(?:async )?def \w+\([^)]*\w: ?\w/m.test(text);
}

function functionsOf(tree: SyntaxTree, all: readonly Read[], period: Period): readonly Edit[] | string {
  const [first, ...others] = all;
  if (first === undefined) return [];
  const gives = first.sender.gives === 'data' ? 'data' : 'answer';
  if (others.some(({ sender }) => (sender.gives === 'data' ? 'data' : 'answer') !== gives))
    return 'its calls are sent in different ways, and one function cannot serve them all';
  if (Object.values(NAMES).some((name) => new RegExp(`\\b${literally(name)}\\b`).test(tree.text)))
    return 'a name of the new functions is taken';
  const names = datetimeNames(tree);
  if (names === null) return 'datetime means something else in this file';
  const asked = {
    totals: new Set(all.flatMap((one) => [...one.asked.totals])),
    timeseries: new Set(all.flatMap((one) => [...one.asked.timeseries])),
  };
  const texts = functionTexts(asked, {
    period,
    gives,
    refuses: all.every(({ sender }) => sender.refuses),
    isTyped: isTyped(tree),
    hasDocstrings: /^[ \t]*(?:"""|''')/m.test(tree.text),
    quote: (tree.text.match(/"/g)?.length ?? 0) >= (tree.text.match(/'/g)?.length ?? 0) ? '"' : "'",
    prefix: names.prefix,
  });
  const calls = all.map(({ call }) => call.node);
  return [...names.edits, ...insertFunctions(tree, null, texts, calls, [])];
}
