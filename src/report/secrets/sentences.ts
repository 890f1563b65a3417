/** Texts that programs show to people: their ordinary words are no secrets, whether the vocabulary has them or not. */
import { maskLiteral } from './literals.js';
import { namesSecret } from './words.js';

/** Names of what people read. */
const NAMES =
  'description|title|label|name|error|message|msg|comment|notes?|reason|summary|help|usage|caption';
/** Functions that say something. */
const SPEAKERS =
  'print|println|printf|eprintln|puts|echo|die|warn|warning|info|debug|error|fatal|panic|say|log|fail|raise|fmt\\.\\w{1,10}|(?:[A-Z]\\w{0,20})?(?:Error|Exception)|Errorf|Write-\\w{1,12}|it|test|describe|log_\\w{1,10}';
const SAYS = new RegExp(
  `(?:(?<![A-Za-z])(?:${NAMES})["'\`]?\\]?\\s{0,20}(?:=>|:=|=|:|\\()|(?:^|[\\s.:;({!])(?:${SPEAKERS})!?(?:\\s?\\(|\\s))\\s{0,4}[fbruFBRU@$]{0,2}$`,
);

/** A word as sentences have it, with the signs around it. */
const ORDINARY = /(?<!\S)["'(]*(?:[A-Z]?[a-z]{1,14}(?:['’-][a-z]{1,14})?|[A-Z]{2,5}s?)[.,:;!?)"']*(?!\S)/g;

/** The content of a literal behind `before`, if it is a sentence for people; null where it is none. */
export function maskSentence(content: string, before: string): string | null {
  if (!/\S\s+\S/.test(content) || !SAYS.test(before) || namesSecret(content)) return null;
  let shown = '';
  let at = 0;
  const masked = maskLiteral(content);
  for (const { 0: word, index } of content.matchAll(ORDINARY)) {
    shown += masked.slice(at, index) + word;
    at = index + word.length;
  }
  return shown + masked.slice(at);
}
