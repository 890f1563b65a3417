/** Why a request is not rewritten in place, where a function that maps whole objects may still take its place. */
import { UNKNOWN_ACTION } from '../../src/convert/index.js';
import { ONE_RULE, SEVERAL } from './verdict.js';

export const UNWRITTEN = 'what it sends is not written out here';
export const NO_LIST = 'what it sends is not written as a list of rules';
export const NOT_ONE = 'what it sends is not one rule that is written out';
export const NOT_ONE_LIMIT = 'what it sends is not one limit that is written out';
export const OTHER_PARTS = 'what it sends has other parts than fields';
export const OPEN_FIELDS = 'the fields of its rule are known at run time only';
export const RULES_USED = 'what becomes of the rules cannot be followed';
export const ANSWER_USED = 'what becomes of its answer cannot be followed';
export const READ_OF_OLD = 'it reads a part of another rule that has another place now';

/** The shape of what is sent or read is not known; nothing is known that has no counterpart. */
export const UNKNOWN_SHAPES: ReadonlySet<string> = new Set([
  UNWRITTEN,
  NO_LIST,
  NOT_ONE,
  OTHER_PARTS,
  OPEN_FIELDS,
  RULES_USED,
  ANSWER_USED,
  UNKNOWN_ACTION,
  ONE_RULE,
  SEVERAL,
]);
