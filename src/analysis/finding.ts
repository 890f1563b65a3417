import type { Evidence, Usage } from '../read/index.js';
import type { Origin } from '../value/index.js';
import type { Fix } from './edits/index.js';

export type FindingKind =
  | 'endpoint'
  | 'sdk'
  | 'resource'
  | 'field'
  | 'value'
  | 'expression'
  | 'header'
  | 'behaviour';
export type Confidence = 'exact' | 'likely' | 'possible';
export type Severity = 'error' | 'warning' | 'hint';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Offsets only; lines and columns are made at the edge. */
export interface Finding {
  readonly entry: string;
  readonly kind: FindingKind;
  /** The smallest text a person would edit. */
  readonly at: Origin;
  readonly method: string | null;
  /** Path template of the catalogue, SDK symbol or resource name. */
  readonly endpoint: string | null;
  readonly confidence: Confidence;
  readonly severity: Severity;
  readonly context: 'code' | 'test' | 'types' | 'docs';
  readonly evidence: readonly Evidence[];
  /** How a field of an answer is met, if that is what was found. */
  readonly by?: 'read' | 'schema' | 'type';
  /** The value that is gone, where the name of what has it is pointed at. */
  readonly value?: string;
  /** What is wrong with a ruleset, and what to do, in two sentences. */
  readonly advice?: string;
  readonly related: readonly { readonly at: Origin; readonly message: string }[];
  /** What may stand there instead, where nothing is lost by it. */
  readonly correction?: Edit & { readonly level: 'safe' | 'review' };
  /** Everything that reaches this place and dies by it; migrations judge and edit it. */
  readonly usages: readonly Usage[];
  /** An edit that is right by itself, or one a person can judge on the spot. */
  readonly fix?: Fix;
  readonly language: string;
}
