/**
 * About how many tokens a language model makes of a text, without its tokenizer: one for each five letters of a word
 * begun, for three digits, for two signs that follow each other, and for a line break with its indentation.
 */
export function tokensOf(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[\p{L}]+|\p{N}+|\n\s*|[^\p{L}\p{N}\s]+/gu)) {
    const [first = ''] = run;
    if (first === '\n') tokens++;
    else if (/\p{L}/u.test(first)) tokens += Math.ceil(run.length / 5);
    else if (/\p{N}/u.test(first)) tokens += Math.ceil(run.length / 3);
    else tokens += Math.ceil(run.length / 2);
  }
  return tokens;
}
