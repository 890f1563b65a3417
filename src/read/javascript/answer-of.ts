import type { Program } from '../reader.js';
import { Engine, MAX_STEPS } from './evaluate/engine.js';
import { alternatives } from './evaluate/term.js';
import { projectOf } from './modules/project.js';
import type { Node } from './syntax/estree.js';

/** What an expression is of the answer that a client gives: the steps to it, or another kind of value. */
export type AnswerPart =
  | { readonly kind: 'answer'; readonly steps: readonly string[] }
  | { readonly kind: 'other'; readonly what: string };

/** All that a call in a file of the program may give back, as far as it can be told. */
export function answerOf(program: Program, path: string, call: Node): readonly AnswerPart[] {
  const project = projectOf(program);
  const module = project.modules(path).find(({ calls }) => calls.some((one) => one === call));
  if (module === undefined) return [];
  const engine = new Engine(project, MAX_STEPS);
  return alternatives(engine.evaluate(call, module.outside)).map((term) =>
    term.kind === 'response' ? { kind: 'answer', steps: term.path } : { kind: 'other', what: term.kind },
  );
}
