/** What a script did beside its requests, and does no more. */
import type { Loss } from './model.js';

/** Programs that leave something behind, or change what is printed. */
const PROGRAMS =
  /(?<=^|[|;&({]\s{0,8}|\$\(\s{0,4}|\n\s{0,40})(?:tee|mv|cp|mkdir|touch|sleep|wait|trap|logger|mail|sort|uniq|wc)\b/g;
const FILES = />{1,2}\s{0,2}(?!&|\/dev\/null)["']?[$\w./{-]+/g;
const REFUSED = /\bif\s+!\s{0,2}([^\n;]{1,200})[;\n]\s{0,40}then\b([\s\S]{0,400}?)\b(?:fi|else|elif)\b/g;
/** `answer=$(call …) || answer=` */
const INSTEAD = /\)"?\s{0,3}\|\|\s{0,3}[A-Za-z_]\w{0,40}=/g;
/** `if [ "$(… .success …)" != true ]; then … fi` */
const UNSUCCESSFUL =
  /\bif\b([^\n;]{0,160}\.?success\b[^\n;]{0,40}(?:!=|false)[^\n;]{0,40}|\s+!\s[^\n;]{0,160}\.success\b[^\n;]{0,60})[;\n]\s{0,40}then\b([\s\S]{0,400}?)\b(?:fi|else|elif)\b/g;
const KEPT = /\b([A-Za-z_]\w*)=["']?\$\{\1:?-["']{0,2}\}/g;

export function shellLosses(before: string, after: string): readonly Loss[] {
  const losses: Loss[] = [];
  for (const pattern of [PROGRAMS, FILES]) {
    const [old, now] = [tally(before, pattern), tally(after, pattern)];
    for (const [word, count] of old)
      if ((now.get(word) ?? 0) < count)
        losses.push({ what: `the script runs ${word} less often than before` });
  }
  const known = new Set([...before.matchAll(REFUSED)].map(([whole]) => whole));
  for (const [whole, head = '', block = ''] of after.matchAll(REFUSED))
    if (!known.has(whole) && /\bGET\b|curl|api|request|call|get/i.test(head) && !isNarrow(block))
      losses.push({ what: 'the new script goes on after any refused request' });
  const asked = new Set([...before.matchAll(UNSUCCESSFUL)].map(([whole]) => whole));
  for (const [whole, , block = ''] of after.matchAll(UNSUCCESSFUL))
    if (!asked.has(whole) && !isNarrow(block))
      losses.push({ what: 'the new script goes on after any refused request' });
  const instead = (text: string) => text.match(INSTEAD)?.length ?? 0;
  if (instead(after) > instead(before))
    losses.push({ what: 'the new script goes on after any refused request' });
  for (const [whole, name] of after.matchAll(KEPT))
    if (!before.includes(whole)) losses.push({ what: `${name} keeps what it was before` });
  return losses;
}

function isNarrow(block: string): boolean {
  return /404|10003|not_?found|\bexit [1-9]|\breturn [1-9]|\breturn\s{0,2}(?:\n|;|$)(?<=\S\s{0,4})|>&2|\bdie\b|\bfail\b|status=|code=|failed|continue/i.test(
    block.replace(/\breturn 0\b/g, ''),
  );
}

function tally(text: string, pattern: RegExp): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.replace(/(?<=^|\s)#[^\n]*/g, '').matchAll(pattern)) {
    const name = word.replace(/\s+/g, '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
