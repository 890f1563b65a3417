import type { Findings } from './model.js';
import type { ChangedFile } from './trees.js';

/** Blocks beside the resources, and what says how often a resource is there. */
export function lostBlocks(code: readonly ChangedFile[], findings: Findings): void {
  const [before, after] = [code.map((one) => one.before ?? ''), code.map((one) => one.after ?? '')].map(
    (texts) => texts.join('\n'),
  ) as [string, string];
  const at = { file: code[0]?.path ?? '', start: 0, end: 0 };
  const blocks = (text: string) =>
    [...text.matchAll(/^(?:module|variable|output|data|provider)\s[^\n{=]*/gm)].map(([head]) => head.trim());
  const now = new Set(blocks(after));
  for (const head of blocks(before))
    if (!now.has(head)) findings.refutations.push({ check: 'honest', what: `the block ${head} is gone`, at });
  // The old API may not answer any more: what the state forgets is not deleted.
  const destroys = (text: string) =>
    text.match(/\bremoved\s{0,4}\{[^{}]{0,300}\{\s{0,40}destroy\s{0,20}=\s{0,4}true\b/g)?.length ?? 0;
  if (destroys(after) > destroys(before))
    findings.gaps.push({
      check: 'meaning',
      what: 'whether the old objects are to be destroyed',
      at,
      byRuns: false,
    });
  const counts = (text: string) =>
    [...text.matchAll(/^[ \t]{0,40}(?:count|for_each) {0,20}= {0,4}([^\n]{1,200})/gm)].map(([, value = '']) =>
      rowsNamed(value)
        .replace(/\s/g, '')
        .replace(/\?(?:1|\[[^\]]{0,40}\]):(?:0|\[\])$/, ''),
    );
  const kept = new Set([
    ...counts(after),
    // A list that is made of the rows, and gives one rule each.
    ...[
      ...after.matchAll(
        /[[{]\s{0,20}for\s[\w,\s]{1,60}?\sin\s([\w.[\]"]{1,120})\s{0,20}:(?![^\n]{0,200}\bif\b)/g,
      ),
    ].map(([, list = '']) => list),
    ...[...after.matchAll(/^[ \t]{0,40}enabled {0,20}= {0,4}([^\n]{1,200})/gm)].map(([, value = '']) =>
      value.trim(),
    ),
  ]);
  for (const value of new Set(counts(before)))
    if (!kept.has(value))
      findings.gaps.push({
        check: 'meaning',
        what: `whether there are as many as ${value} says`,
        at,
        byRuns: false,
      });
}

/** `{ for rule in var.rules : rule.name => rule }` has the rows of `var.rules`, and so has a set of them. */
function rowsNamed(value: string): string {
  const [, list] = /^\{\s{0,4}for\s[\w,\s]{1,60}?\sin\s([\w.[\]"]{1,120})\s{0,4}:/.exec(value) ?? [];
  const [, set] = /^to(?:set|list)\(([\w.[\]"]{1,120})\)$/.exec(value.trim()) ?? [];
  return list ?? set ?? value;
}
