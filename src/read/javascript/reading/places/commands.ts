import { shellUsages } from '../../../text/shell/shell.js';
import type { Usage } from '../../../usage.js';
import { lower } from '../../evaluate/domain/lower.js';
import { alternatives, asText, type Text } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { contextOf, isProse } from '../usages/evidence.js';
import { wholeText } from './expressions.js';

const COMMAND = /^\s*(?:sudo\s+)?(?:curl|wget|http|https|xh)\s/;

/** Requests of a command line that a program runs: the text is read as the shell reads it. */
export function commandUsages(engine: Engine, module: Module, leaf: Node): readonly Usage[] {
  if (leaf.type !== 'TemplateElement' && leaf.type !== 'Literal') return [];
  const whole = wholeText(leaf);
  if (isProse(whole)) return [];
  const term = engine.evaluate(whole, { module, env: null });
  return (alternatives(asText(term)) as readonly Text[]).flatMap((text) => {
    const [first] = text.pieces;
    const value = lower(text);
    if (first?.kind !== 'text' || !COMMAND.test(first.text) || value.kind !== 'text') return [];
    return shellUsages({
      file: { path: module.path, text: module.text, language: 'shell' },
      pieces: value.pieces,
      profiles: engine.profiles,
      evidence: { all: [], packages: [], vendor: false, against: [] },
      context: contextOf(whole, module.path, false),
    });
  });
}
