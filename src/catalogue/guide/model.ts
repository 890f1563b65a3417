/** What a person needs to know to migrate a call by hand, as data: requests, fields, pitfalls and decisions. */

import type { Method, Scalar } from '../model/types.js';

/** When a row applies to the calls of a unit. All conditions that are given must hold for one call. */
export interface When {
  readonly entries?: readonly string[];
  readonly methods?: readonly Method[];
  /** The template of the old path contains this text. */
  readonly path?: string;
  /** The template of the old path does not contain this text. */
  readonly notPath?: string;
  /** A field of the old body is sent, or the body is not known: `filter.paused`. */
  readonly sends?: string;
  /** The field has one of these values, or its value is not known. */
  readonly values?: readonly Scalar[];
  /** The field has another value than these, or its value is not known. */
  readonly notValues?: readonly Scalar[];
  /** What is sent is not known as a whole, so that no finished body can be told. */
  readonly unconverted?: true;
  /** The field is sent, and its value stands in the code. */
  readonly written?: string;
  /** The field is sent and its value is not known. */
  readonly open?: string;
  /** The code around the call names this field of the old answer. */
  readonly reads?: string;
  /** The id in the path comes from outside of the unit. */
  readonly takesId?: true;
  /** The query of the old call has this parameter, or is put together at run time. */
  readonly query?: string;
  /** The package of the vendor's SDK that sends it; `any` for every SDK. */
  readonly sdk?: string;
  readonly tool?: 'http' | 'sdk' | 'resource';
  readonly context?: 'test';
}

export interface NewRequest {
  readonly when: When;
  readonly method: Method | null;
  /** Null if no request takes the place of the old one. */
  readonly path: string | null;
  /** `converted`: the old body in its new form. */
  readonly body?: 'converted' | string;
  readonly does: string;
}

/** A field of the old body or answer, and where it is now. */
export interface FieldMove {
  /** Dotted, without the lists around the object: `filter.expression`. */
  readonly old: string;
  /** Dotted, in the new object; null if it is gone. */
  readonly now: string | null;
  readonly negated?: true;
  readonly note?: string;
  /** Only for answers of these calls. */
  readonly when?: When;
}

export interface Guide {
  readonly entries: readonly string[];
  /** What is to be done, in one sentence. */
  readonly task: string;
  readonly requests: readonly NewRequest[];
  readonly sent: readonly FieldMove[];
  readonly read: readonly FieldMove[];
  /** How an old body becomes a new one; without it, field by field. */
  readonly convert?: 'firewall-rules' | 'rate-limits' | 'waf-packages' | 'srv-data';
}

export interface Pitfall {
  readonly id: string;
  readonly when: When;
  readonly text: string;
  /** Pitfalls that say nothing more beside this one. */
  readonly covers?: readonly string[];
}

export interface Decision {
  /** For `verify --decide name=value`. */
  readonly name: string;
  readonly when: When;
  readonly question: string;
  readonly options: readonly { readonly value: string; readonly means: string }[];
}
