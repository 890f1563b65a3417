/** What a program does with the answer of a call about firewall rules. */
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, Site, Surroundings } from '../../src/migrate/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf } from '../direct/answer-flow.js';
import { LAST_CHANGE } from '../direct/differences.js';
import type { Asked } from '../direct/plan.js';
import type { RequestCall } from '../direct/request-call.js';
import { isOnlyShown } from '../places/shown.js';
import { isLeaf, mappedEdits, readEdits, type Shape, TIMES } from './reads.js';

export interface Answer {
  /** Null outside of modules. */
  readonly flow: AnswerFlow | null;
  /** Something of the rules is read, or may be. */
  readonly isRead: boolean;
  /** Everything that is made of the answer is in sight. */
  readonly isSeen: boolean;
  /** It goes out of sight only where it is shown to a reader, with whatever names it has. */
  readonly isShown: boolean;
  /** Edits of what is read; null where it is not all in sight, or has a type. */
  readonly reads: readonly Edit[] | null;
  /** `reads`, or what changes where rules keep their old fields; null where that is in what is sent. */
  readonly edits: readonly Edit[] | null;
  /** What a list needs where somebody may ask when its rules were changed. */
  readonly times: { readonly features: readonly string[]; readonly differences: readonly Difference[] };
}

const NO_TIMES: Answer['times'] = { features: [], differences: [] };

/** A call of which nothing is asked. */
export const PLAIN = { isMapped: false, isList: false, args: [], features: [], differences: [] };

export const SENDS_ALLOW = 'what it sends depends on whether a rule allows';

export function answerOfRules(
  { node, type, convention, isOpened }: RequestCall,
  { site, around }: Pick<Asked, 'site' | 'around'>,
  shape: Shape,
  hasPositions = false,
  isGone: (node: Node) => boolean = () => false,
): Answer {
  const { script } = site;
  const isResult = isOpened === true || convention.gives === 'result';
  const whole =
    script === null
      ? null
      : flowOf(
          script,
          node,
          (steps) => isLeaf(steps, isResult, shape) || isApart(steps, convention),
          convention.held,
        );
  const flow = whole === null ? null : without(whole, isGone);
  if (script === null || flow === null)
    return { flow, isRead: true, isSeen: false, isShown: false, reads: null, edits: [], times: NO_TIMES };
  const isSeen = flow.escapes.length === 0;
  const isShown = isOnlyShown(flow, script);
  const isRead =
    !isSeen || flow.items.length > 0 || flow.visits.some(({ steps }) => isResult || steps.includes('result'));
  // What the SDK gives is of its own types, and comes in pages.
  const isTyped = convention.callee === 'sdk' || !(type === null || /^any(?:\[\])?$/.test(type));
  const isRequest = requestsBut(node, site, around);
  const reads = isRead
    ? isTyped
      ? null
      : readEdits(script, isShown ? { ...flow, escapes: [] } : flow, isResult, shape, isRequest, hasPositions)
    : [];
  const asksTime =
    flow.visits.some(({ steps }) => TIMES.has(steps.at(-1) ?? '')) || (!isSeen && namesTimes(site, around));
  return {
    flow,
    isRead,
    isSeen,
    isShown: isShown && reads !== null,
    times: asksTime ? { features: reads === null ? ['times'] : [], differences: [LAST_CHANGE] } : NO_TIMES,
    reads,
    edits: reads ?? mappedEdits(script, flow, isRequest),
  };
}

/** What goes out of sight may be asked for a time where a file beside it names one. */
function namesTimes({ file }: Site, around: Surroundings): boolean {
  const texts = [file, ...around.importers(file.path).flatMap((path) => around.file(path) ?? [])];
  return texts.some(({ text }) => /\.(?:created|modified)_on\b/.test(text) && /firewall/i.test(text));
}

/** A member of an object of the program's own that holds nothing of the answer. */
function isApart([first, ...others]: readonly string[], { held }: RequestCall['convention']): boolean {
  if (held === undefined || held === 'result' || first === 'result') return false;
  return others.length === 0 && first !== held.replace(/\..*/, '');
}

/** What is made of the answer, but for statements that go. */
function without(flow: AnswerFlow, isGone: (node: Node) => boolean): AnswerFlow {
  const isLeft = ({ node }: { readonly node: Node }) => !isGone(node);
  return {
    ...flow,
    visits: flow.visits.filter(isLeft),
    items: flow.items.filter(isLeft),
    escapes: flow.escapes.filter(isLeft),
  };
}

/** Tells the requests of a file from other calls, but for one. */
export function requestsBut(own: Node, { file }: Site, around: Surroundings): (call: Node) => boolean {
  return (call) =>
    !(call.range[0] <= own.range[0] && own.range[1] <= call.range[1]) &&
    around
      .answerOf(file.path, call)
      .some((part) => part.kind === 'answer' || part.members?.some(({ steps }) => steps !== null));
}

/** Only the status of the response is of interest. */
export function handsOnResponse(
  { convention }: RequestCall,
  { isRead, isSeen }: Answer,
): { readonly isRaw?: true } {
  return convention.gives === 'response' && !isRead && isSeen ? { isRaw: true } : {};
}
