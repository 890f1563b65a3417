/**
 * What a migration leaves as it is, told from the words of the code alone, in every language: texts that people read,
 * conditions, the ways errors end the program, and the rows of tables with their old or new names of fields.
 */
export interface Words {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  /** Code without texts and comments. */
  readonly code: string;
  /** `name: literal`, as tables and bodies have them. */
  readonly pairs: readonly (readonly [string, string])[];
}

export interface Loss {
  readonly what: string;
}

interface Token {
  readonly opening: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /"""|'''|["'`]|\/\/|\/\*|(?<![\w$&"'{])#/g;

/** Texts in quotes and comments; what is opened and never closed is none. */
function* tokensOf(text: string): Generator<Token> {
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    OPENING.lastIndex = at;
    const found = OPENING.exec(text);
    if (found === null) return;
    const { 0: opening, index: start } = found;
    const end = unclosed.has(opening) ? -1 : endOf(text, start + opening.length, opening);
    // Only what has to close on its line may be closed further on.
    if (end < 0 && opening !== '"') unclosed.add(opening);
    if (end >= 0) yield { opening, start, end };
    at = end < 0 ? start + opening.length : end;
  }
}

/** Where it ends that begins behind `opening`; -1 where it does not. */
function endOf(text: string, from: number, opening: string): number {
  if (opening === '#' || opening === '//') return lineEnd(text, from);
  const closing = opening === '/*' ? '*/' : opening;
  if (closing.length > 1) {
    const end = text.indexOf(closing, from);
    return end < 0 ? -1 : end + closing.length;
  }
  const limit = opening === '"' ? lineEnd(text, from) : text.length;
  let at = from;
  while (at < limit && text[at] !== opening) at += text[at] === '\\' ? 2 : 1;
  return at < limit ? at + 1 : -1;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Templates and quoted programs of other languages hold code of their own. */
export function wordsOf(text: string, language: string): Words {
  const texts: string[] = [];
  const hashes = !/^(?:javascript|typescript|java|go|csharp|rust|php|json)$/.test(language);
  const slashes = !/^(?:python|shell|ruby|yaml|terraform)$/.test(language);
  let code = '';
  let at = 0;
  for (const { opening, start, end } of tokensOf(text)) {
    code += text.slice(at, start);
    at = end;
    if (opening.startsWith('/')) code += slashes ? ' ' : text.slice(start, end);
    else if (opening === '#') code += hashes ? ' ' : text.slice(start, end);
    else {
      const bare = text.slice(start + opening.length, end - opening.length);
      texts.push(bare.replace(/\\(["'`\\])/g, '$1'));
      code += ` "${texts.length - 1}" `;
    }
  }
  code += text.slice(at);
  const inner = texts.filter((one) => /[|{]|select\(/.test(one)).map((one) => one.replace(/"[^"]*"/g, ' '));
  const all = `${code}\n${inner.join('\n')}`;
  return { texts, numbers: all.match(/(?<![\w."])\d+(?![\w"])/g) ?? [], code: all, pairs: pairsIn(text) };
}

const PAIR =
  /["']?\b([A-Za-z_]\w*)["']?\s*(?:=>|[:=])\s*("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|true\b|false\b|True\b|False\b|-?\d+\b)/g;

const FIELDS: ReadonlySet<string> = new Set([
  'action',
  'description',
  'paused',
  'enabled',
  'disabled',
  'expression',
  'threshold',
  'requests_per_period',
  'period',
  'timeout',
  'mitigation_timeout',
]);

function pairsIn(text: string): readonly (readonly [string, string])[] {
  const plain = text.replace(/\\"/g, '"').replace(/(?<![\w$&"'{:])#[^\n]*|^[ \t]*\/\/[^\n]*/gm, ' ');
  return [...plain.matchAll(PAIR)].flatMap(([, key = '', value = '']): (readonly [string, string])[] => {
    const bare =
      value.replace(/^["']|["']$/g, '').toLowerCase() === 'true' ? 'true' : value.replace(/^["']|["']$/g, '');
    return FIELDS.has(key) ? [translated(key, bare === 'False' ? 'false' : bare)] : [];
  });
}

/** A row as the new API would have it. */
function translated(key: string, value: string): readonly [string, string] {
  if (key === 'paused' || key === 'disabled') return ['enabled', value === 'true' ? 'false' : 'true'];
  if (key === 'threshold') return ['requests_per_period', value];
  if (key === 'timeout') return ['mitigation_timeout', value];
  if (key === 'action' && (value === 'allow' || value === 'bypass')) return ['action', 'skip'];
  return [key, value];
}

/** Fields of rows that the new code has not, or has otherwise. */
export function lostPairs(before: Words, after: Words): readonly Loss[] {
  const now = new Map<string, number>();
  for (const [key, value] of after.pairs) now.set(`${key} ${value}`, (now.get(`${key} ${value}`) ?? 0) + 1);
  const wanted = new Map<string, { key: string; value: string; count: number }>();
  for (const [key, value] of before.pairs) {
    // What is so anyway may be left out.
    if (key === 'enabled' && value === 'true') continue;
    if (key === 'expression') continue;
    const name = `${key} ${value}`;
    wanted.set(name, { key, value, count: (wanted.get(name)?.count ?? 0) + 1 });
  }
  return [...wanted].flatMap(([name, { key, value, count }]) => {
    const has = now.get(name) ?? 0;
    return has >= count || (has > 0 && key === 'action')
      ? []
      : [
          {
            what: `${key} ${JSON.stringify(value)} stands ${count === 1 ? '' : `${count} times `}in the old code, and ${has === 0 ? 'not' : `${has} times`} in the new`,
          },
        ];
  });
}

/** Words of the API, which a migration exchanges. */
const VOCABULARY =
  /^[\w.[\]$?{}=&%\-/:+@*()]*$|\/zones|\/client\/v4|\/firewall|\/filters|\/rate_limits|rulesets|\b(?:http|ip|cf|ssl|tcp)\.[a-z_.]+|^\s*[.[{]/;

/** Texts that people read: output, messages, questions. */
export function lostTexts(before: Words, after: Words): readonly Loss[] {
  const now = after.texts.map(shape);
  const lost = before.texts
    .filter((text) => / /.test(text.trim()) && !VOCABULARY.test(text))
    .filter((text) => !now.some((other) => other === shape(text) || other.includes(shape(text))));
  return [...new Set(lost)].map((text) => ({
    what: `the text ${JSON.stringify(text.slice(0, 80))} is gone`,
  }));
}

/** A message without what is filled in. */
function shape(text: string): string {
  return text.replace(/\$?\{(?:[^{}]|\{[^{}]*\})*\}|\$\w+|%[sd]/g, '{}').replace(/\s+/g, ' ');
}

const ENDS = /\b(?:throw|raise|die|panic)\b|\bexit\b|\bexitCode\b|\breject\b/g;
const CHECKS =
  /\bsuccess\b|\.ok\b|raise_for_status|\bstatus(?:_code|Code)?\b|\bcatch\b|\bexcept\b|\berrors?\b|-f\w*\b|--fail|set -[a-z]*e/g;
const CONDITIONS =
  /\bif\b|\.filter\(|\bfilter\(|\bselect\(|\.find\(|\.some\(|\bcontinue\b|\bunless\b|\bcase\b/g;

/** Conditions and ends of the program of which there are fewer than before. */
export function lostControl(before: Words, after: Words): readonly Loss[] {
  const losses: Loss[] = [];
  for (const [pattern, what] of [
    [ENDS, 'ends of the program on an error'],
    [CHECKS, 'checks of answers'],
    [CONDITIONS, 'conditions'],
  ] as const) {
    const [old, now] = [count(before.code, pattern), count(after.code, pattern)];
    const isLost = pattern === CHECKS ? old > 0 && now < old - 1 && now * 2 < old + 1 : now < old;
    if (isLost) losses.push({ what: `there were ${old} ${what}, there are ${now}` });
  }
  return losses;
}

/** How a flag is looked at: straight or negated. The new flag says the opposite of the old one. */
const FLAG =
  /(!\s{0,4}|\bnot\s{1,4})?[\w$.?[\]"']{0,60}?(?:\.|\["?|\['?|get\("?|get\('?)(paused|disabled|enabled)\b["')\]]{0,6}(?:,\s{0,4}\w{1,20}\))?(\s{0,4}(?:===?|!==?|\bis not\b|\bis\b)\s{0,4}(?:true|false|True|False)|\s{0,4}\|\s{0,4}not\b)?/g;

export interface Polarity {
  readonly straight: number;
  readonly negated: number;
}

export function flagsIn(text: string): { readonly old: Polarity; readonly now: Polarity } {
  const counts = { old: { straight: 0, negated: 0 }, now: { straight: 0, negated: 0 } };
  for (const [whole, not = '', name, compared = ''] of text.matchAll(FLAG)) {
    if (/[:=]\s*$/.test(whole) && compared === '') continue;
    const turns =
      (not === '' ? 0 : 1) +
      (/!==?|is not|\|\s*not/.test(compared) ? 1 : 0) +
      (/false/i.test(compared) ? 1 : 0);
    const side = name === 'enabled' ? counts.now : counts.old;
    if (turns % 2 === 0) side.straight++;
    else side.negated++;
  }
  return counts;
}

/** Whether an old flag that was read is read as its opposite. */
export function turnedFlags(before: string, after: string): readonly Loss[] {
  const [old, now] = [flagsIn(before).old, flagsIn(after)];
  if (old.straight + old.negated === 0) return [];
  const already = flagsIn(before).now;
  const straight = now.now.straight - already.straight + now.old.negated;
  const negatedNow = now.now.negated - already.negated + now.old.straight;
  if (straight + negatedNow === 0)
    return [
      { what: 'the old code looks at `paused` or `disabled`, the new one at neither them nor `enabled`' },
    ];
  return (old.straight > 0 && negatedNow === 0) || (old.negated > 0 && straight === 0)
    ? [
        {
          what: 'the new flag `enabled` says the opposite of the old one, and is not read as its opposite everywhere',
        },
      ]
    : [];
}

export function lostNumbers(before: Words, after: Words): readonly Loss[] {
  const now = new Set([...after.numbers, ...after.texts.flatMap((text) => text.match(/\d+/g) ?? [])]);
  // Pages, places and what conversions round are checked elsewhere.
  const lost = before.numbers.filter(
    (number) => Number(number) > 1 && Number(number) < 256 && !now.has(number),
  );
  const exits = lost.filter((number) =>
    new RegExp(`exit(?:Code)?\\s*(?:=|\\()?\\s*${number}\\b`).test(before.code),
  );
  return [...new Set(exits)].map((number) => ({ what: `the exit code ${number} is gone` }));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
