/** A value of a rule, as the Rulesets API takes it. */
export type RuleValue = string | number | boolean | readonly RuleValue[] | RuleFields;
export interface RuleFields {
  readonly [key: string]: RuleValue;
}

/** A rule of a ruleset. */
export interface NewRule extends RuleFields {
  readonly action: string;
  readonly expression: string;
}

/** Something that the new rules do not do as the old objects did, or that was left out. */
export interface ConversionDifference {
  /** The place in the input, such as `[3].action.timeout`. */
  readonly path: string;
  readonly message: string;
  /** A part of the input has no counterpart: a person has to decide what to do about it. */
  readonly lost: boolean;
}

export interface Conversion {
  readonly phase: string;
  readonly rules: readonly NewRule[];
  readonly differences: readonly ConversionDifference[];
}

/** One object of a retired API as a rule of the Rulesets API, or why it is none. */
export type RuleConversion =
  | {
      readonly rule: NewRule;
      readonly differences: readonly ConversionDifference[];
      readonly refused: null;
    }
  | {
      readonly rule: null;
      readonly differences: readonly ConversionDifference[];
      /** The retired API never accepted such an object, or it has no counterpart. */
      readonly refused: string;
    };

/** Collects the differences of one conversion in the order of the input. */
export class Differences {
  readonly list: ConversionDifference[] = [];

  changed(path: string, message: string): void {
    this.list.push({ path, message, lost: false });
  }

  lost(path: string, message: string): void {
    this.list.push({ path, message, lost: true });
  }
}
