import type { RulesetCheck } from '../catalogue/index.js';
import type { Origin } from '../value/index.js';

/** Something wrong with a ruleset, or with a request that writes one. */
export interface RulesetProblem {
  readonly check: RulesetCheck;
  /** Place in the body: `rules[0].action`; empty for the whole. */
  readonly path: string;
  /** Where it is written, if a source shows it. */
  readonly at: Origin | null;
  /** What is wrong and what to do, as phrases without a full stop. */
  readonly wrong: string;
  readonly remedy: string;
  /** The API refuses it. Else it takes it, and does something else than is meant. */
  readonly refused: boolean;
  /** The error message of the API. */
  readonly answer: string;
}

export interface Fault {
  readonly check: RulesetCheck;
  readonly wrong: string;
  readonly remedy: string;
  /** Default: what is wrong. */
  readonly answer?: string;
  /** The API takes it. */
  readonly taken?: true;
}

/** What is wrong and what to do, as two sentences. */
export function sentences(wrong: string, remedy: string): string {
  return `${capitalised(wrong)}. ${capitalised(remedy)}${/[.?!]$/.test(remedy) ? '' : '.'}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
