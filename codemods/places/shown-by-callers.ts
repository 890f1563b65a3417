/** Answers that a method hands on whole, under no type of their own, and whose callers only show them to a reader. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { type Call, type Module, type Node, parametersOf } from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf } from '../direct/answer-flow.js';
import { functionNamed, type NodeInFile, namedFunctionAround } from './named-functions.js';
import { FOR_OTHERS, ownManifest } from './resource-text/uses.js';
import { isShown } from './shown.js';
import { usesOf } from './trees.js';

/** `async getReport(): Promise<Record<string, unknown>> { …; return response.result; }` */
export function isShownByCallers(
  file: string,
  script: Script,
  { visits, types, escapes }: AnswerFlow,
  around: Surroundings,
): boolean {
  const [given, ...others] = escapes;
  const isWhole = given !== undefined && others.length === 0 && visits.every(({ steps }) => isResult(steps));
  const isTyped = types.some(({ node }) => !NO_TYPE.test(script.text.slice(...node.range)));
  if (!isWhole || isTyped || given.node.parent?.type !== 'ReturnStatement') return false;
  if (FOR_OTHERS.test(ownManifest(file, around) ?? '')) return false;
  const method = namedFunctionAround(file, script, given.node, around);
  if (method === null || method.calls.length === 0 || method.exported.length > 0) return false;
  return method.calls.every((call) => isOnlyShown(call, around));
}

function isResult(steps: readonly string[]): boolean {
  return steps.length === 1 && steps[0] === 'result';
}

const NO_TYPE = /^:?\s*(?:Promise<\s*)?(?:Record<string,\s*(?:unknown|any)>|object|unknown|any)\s*>?$/;

function isOnlyShown({ script, node }: NodeInFile<Call>, around: Surroundings): boolean {
  const { visits, types, escapes } = flowOf(script, node, () => false) ?? { escapes: [] };
  if (escapes.length === 0 || visits?.length !== 0 || types?.length !== 0) return false;
  return escapes.every(({ node: one }) => isShown(one, script) || isFormatted(one, around));
}

/** `format(answer, …)`, a function of the program that makes text of `data: unknown`, whatever that is. */
function isFormatted(answer: Node, around: Surroundings): boolean {
  const call = answer.parent;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') return false;
  const { declared } = functionNamed(call.callee.name, around) ?? {};
  if (declared === undefined || READS.test(declared.script.text)) return false;
  const { script, node } = declared;
  const parameter = parametersOf(node)[call.arguments.indexOf(answer as never)];
  const isUnknown = parameter !== undefined && /^\w+\s*:\s*unknown$/.test(textOf(script, parameter));
  const uses = isUnknown && parameter.type === 'Identifier' ? (usesOf(script, parameter) ?? []) : [];
  return uses.some((use) => isShown(use, script));
}

/** Fields of the former answers. */
const READS = /\.(?:rows|totals|metrics|dimensions|timeseries|pageviews|uniques|bandwidth)\b/;

function textOf({ text }: Module, node: Node): string {
  return text.slice(...node.range);
}
