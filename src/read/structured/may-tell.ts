import type { Program, SourceFile } from '../reader.js';
import { mayDescribeRecord } from '../record-shapes.js';
import { holdsSign } from '../text/plain/signs.js';
import { mayHoldRuleset } from './resources.js';
import { mayHoldRecords } from './sent-records.js';

/** Whether a file of data may hold usages: requests, resources, rulesets, records that a script sends, code of a notebook. */
export function mayTellOfData(file: SourceFile, { profiles }: Program): boolean {
  const { path, text } = file;
  return (
    holdsSign(file, profiles) ||
    mayHoldRecords(text) ||
    mayHoldRuleset(text) ||
    (path.endsWith('.ipynb') && mayDescribeRecord(text))
  );
}
