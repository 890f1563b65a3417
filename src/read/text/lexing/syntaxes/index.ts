import type { Syntax } from '../syntax.js';
import { BRACED } from './braced.js';
import { OTHERS } from './others.js';
import { SCRIPTING } from './scripting.js';

/** The languages that the text tier takes apart, each described as data. */
const SYNTAXES = { ...BRACED, ...SCRIPTING, ...OTHERS };

export type SyntaxName = keyof typeof SYNTAXES;

export function syntaxNamed(name: SyntaxName): Syntax {
  return SYNTAXES[name];
}
