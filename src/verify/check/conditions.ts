import { literally } from '../../value/index.js';
import { type Aliases, aliasesIn, fieldNamed, isOpposite, named, type Texts } from './condition-names.js';

/**
 * The conditions of a program in a form that compares across languages and across a migration: what is compared or
 * tested, without the name of the variable that holds it, and whether it is asked for or ruled out.
 */

export interface Condition {
  /** `.description.startswith(prefix)`, `.status == "active"`. */
  readonly what: string;
  /** False for one that is negated. */
  readonly isAsked: boolean;
  /** A variable holds it: nothing is decided yet. */
  readonly isHeld?: boolean;
  /** Something is done either way. */
  readonly isEither?: boolean;
}

const COMPARED =
  /(?<![\w$.?[\]"()!*#@])(?<left>[\w$.?[\]"()!*#@]{1,200}?)\s{0,3}(?<operator>===|!==|==|!=|<=|>=|<(?![<=-])|(?<![=-])>(?!=)|=~|(?<=\s)-(?:eq|ne|lt|gt|le|ge)(?=\s)|(?<=\s)(?:not in|in|is not|is)(?=\s)|(?<=[\s"])=(?=\s(?:"|true\b|false\b)))\s{0,3}(?<right>[\w$.?"[\]()-]{1,80})/g;
const NEGATIVE: ReadonlySet<string> = new Set(['!==', '!=', '-ne', 'not in', 'is not']);

const OPENING =
  /\b(?:if|elif|while|unless|until|elsif)\b|\.(?:filter|find|some|every|findIndex|select|reject|any|all)\(|\b(?:select|filter|any|all)\(/g;
/** Only these hold conditions in a shell, with those of the programs of jq in texts. */
const OPENING_OF_SHELL = /(?<=\s)\[\[?\s|\btest\s|\b(?:select|any|all)\(|(?<=[\s(|])if\s(?=\.)/g;
const GUARD = /^[\s{:;)\]]{0,12}(?:then\s)?\s{0,12}(?:continue|next|return (?:false|False))\b/;
/** What a function answers, or a variable holds. */
const ANSWERED = /(?:\breturn |(?<![\w.$])([A-Za-z_$][\w$]{0,60}) = )([^;{}\n]{3,200})/g;

/** A yes or no, and no choice of two values. */
function isAsking(span: string): boolean {
  return (
    !/ \? |\bif\b|=>|\bfor\b|\bawait\b/.test(span) &&
    /[=!]==?|[<>]=? |^(?:!|not )|\bnot in\b|\bis (?:not )?None\b/.test(span)
  );
}

/** All conditions of code in which texts are replaced by their numbers. */
export function conditionsIn(program: string, texts: Texts, language: string): readonly Condition[] {
  const found: Condition[] = [];
  const isShell = language === 'shell';
  const code = inlined(program, language);
  const aliases = isShell ? new Map<string, string>() : aliasesIn(code, texts);
  for (const { 0: opening, index } of code.matchAll(isShell ? OPENING_OF_SHELL : OPENING)) {
    const from = index + opening.length;
    const span = spanAt(code, from, opening);
    // A function with a block has conditions of its own.
    if (/^[^{}]{0,80}=>\s{0,3}\{/.test(span)) continue;
    const rest = code.slice(from + span.length, from + span.length + 400);
    const isGuard = /^(?:if|elif|unless)/.test(opening) && GUARD.test(rest);
    const arms = opening.startsWith('if') ? armsOf(code.slice(Math.max(0, index - 12), index), rest) : null;
    const isTurned = isGuard !== /unless|reject/.test(opening);
    add(span, arms === null ? isTurned : isSecond(arms, texts), { isEither: hasOtherwise(rest) });
  }
  for (const { span, arms } of isShell ? [] : ternariesIn(code))
    add(span, arms !== null && isSecond(arms, texts), { isEither: true });
  // `wants_paused = command == "pause"` says the opposite of what the new flag does.
  for (const [, name = '', span = ''] of isShell ? [] : code.matchAll(ANSWERED))
    if (isAsking(span)) add(span, isOpposite(name), { isHeld: name !== '' });
  return found;

  function add(span: string, isTurned: boolean, more: Partial<Condition> = {}): void {
    for (const part of partsOf(span)) {
      const one = conditionFrom(part, texts, aliases);
      if (one !== null) found.push({ ...one, ...more, isAsked: isTurned ? !one.isAsked : one.isAsked });
    }
  }
}

const PREDICATE_OF_SCRIPT = /\bconst (\w+) = \((\w+)\) => ([^;{}\n]{1,120});/g;
const PREDICATE_OF_PYTHON = /\bdef (\w+)\((?:self, )?(\w+)\):\n\s+return ([^\n]{1,120})\n/g;
const BOUND_IN_JQ = /\(([^()|]{1,80})\) as \$(\w+)/g;

/** Conditions that have a name of their own stand where they are asked; what is read with a default, without it. */
function inlined(program: string, language: string): string {
  const code = program.replace(/\.get\(("\d{1,4}"), ?[\w"]{0,20}\)/g, '[$1]');
  if (language === 'shell')
    return [...code.matchAll(BOUND_IN_JQ)].reduce(
      (left, [, value = '', name]) =>
        left.replace(new RegExp(`\\$${literally(name ?? '')}\\b`, 'g'), () => `${value}`),
      code,
    );
  const pattern = language === 'python' ? PREDICATE_OF_PYTHON : PREDICATE_OF_SCRIPT;
  return [...code.matchAll(pattern)].reduce((left, [whole, name = '', parameter = '', value = '']) => {
    const isCondition = /[=!<>]=|\bnot\b|!|\bin\b|\.(?:startswith|startsWith|includes)\(/.test(value);
    if (!isCondition || /^[[{(]/.test(value)) return left;
    const filled = value.replace(new RegExp(`(?<![\\w.])${literally(parameter)}\\b`, 'g'), 'it');
    return left
      .replace(whole, '')
      .replace(new RegExp(`(?<![\\w.])${literally(name)}\\([\\w.$]{1,40}\\)`, 'g'), () => filled)
      .replace(new RegExp(`\\(${literally(name)}\\)`, 'g'), () => `((it) => ${filled})`);
  }, code);
}

const ASKS =
  /\bawait\b|\$\(|\.(?:find|detect|get|match|exec|send|json)\(|\bnext\(|(?:find|fetch|load|get|look)\w{0,40}\(/;

/** Names that hold what was looked for or answered: whether it is there may be asked of any other name. */
export function answersIn(code: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of code.split('\n')) {
    const at = line.indexOf('=');
    if (at < 0 || !ASKS.test(line.slice(at))) continue;
    for (const name of line.slice(0, at).match(/[A-Za-z_$][\w$]*/g) ?? []) found.add(name);
  }
  return found;
}

const PAGED = /\b(?:page|pages|cursor|result_info|total_\w+|has_more|hasMore|info)\b/;

/** Names that hold whether there are more pages. */
export function pagingNames(code: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, name = '', value = ''] of code.matchAll(
    /(?<![\w.$])([A-Za-z_$][\w$]{0,60}) = ([^;\n]{1,200})/g,
  ))
    if (PAGED.test(value) && /[<>=&]/.test(value)) found.add(name);
  return found;
}

/** Behind the condition, a block and another one for the rest; jq and Python choose between two values. */
function hasOtherwise(rest: string): boolean {
  if (/^[^\n]{0,60}\belse\b/.test(rest)) return true;
  const indent = /^\)?\s?[{:][ \t]*\n([ \t]*)/.exec(rest)?.[1]?.length ?? 0;
  const next = rest
    .split('\n')
    .slice(1)
    .find((line) => line.trim() !== '' && line.search(/\S/) < indent);
  return next !== undefined && /^\s*\}?\s?else\b/.test(next);
}

type Arms = readonly [string, string];

/** Python: `"0" if … else "1"`; jq: `if … then "0" else "1" end`. */
function armsOf(before: string, after: string): Arms | null {
  const [, then, otherwise] = /^\s*then\s*"(\d+)"\s*else\s*"(\d+)"/.exec(after) ?? [];
  if (then !== undefined && otherwise !== undefined) return [then, otherwise];
  const [, first] = /"(\d+)"\s*$/.exec(before) ?? [];
  const [, second] = /^\s*else\s*"(\d+)"/.exec(after) ?? [];
  return first === undefined || second === undefined ? null : [first, second];
}

/** A choice of two texts says the same with both arms and the condition turned around. */
function isSecond([first, second]: Arms, texts: Texts): boolean {
  return (texts[Number(first)] ?? '') > (texts[Number(second)] ?? '');
}

/** From an opening bracket to its end, or to the end of the head of the statement. */
function spanAt(code: string, from: number, opening: string): string {
  const start = opening.endsWith('(')
    ? from
    : from + (/^\s{0,4}/.exec(code.slice(from, from + 4))?.[0].length ?? 0);
  let depth = opening.endsWith('(') ? 1 : 0;
  const isCall = depth === 1;
  const isBracketed = isCall || code[start] === '(';
  for (let at = start; at < Math.min(code.length, start + 400); at++) {
    const sign = code[at] ?? '';
    if ('([{'.includes(sign)) {
      if (sign === '{' && depth === 0) return code.slice(from, at);
      depth++;
    } else if (')]}'.includes(sign)) {
      depth--;
      if (
        depth < 0 ||
        (depth === 0 &&
          isBracketed &&
          (isCall || !/^\s{0,3}(?:and|or|&&|\|\||[=!<>.]|in\b|not\b|is\b)/.test(code.slice(at + 1, at + 8))))
      )
        return code.slice(from, depth < 0 ? at : at + 1);
    } else if (
      depth === 0 &&
      (sign === ';' || sign === '\n' || (sign === ':' && !/\w/.test(code[at + 1] ?? ' ')))
    )
      return code.slice(from, at);
    else if (depth === 0 && /^\s(?:else|then)\b/.test(code.slice(at, at + 6))) return code.slice(from, at);
  }
  return code.slice(from, start + 400);
}

function* ternariesIn(code: string): Generator<{ readonly span: string; readonly arms: Arms | null }> {
  for (const { index } of code.matchAll(/(?<![?.\w])\s\?\s(?![.?])|(?<=\w)\s\?\s(?![.?])/g)) {
    const [, first, second] = /^\s\?\s"(\d+)"\s*:\s*"(\d+)"/.exec(code.slice(index, index + 60)) ?? [];
    const head = code.slice(Math.max(0, index - 120), index);
    const at = Math.max(
      ...['=', '(', '[', ',', '{', '\n', 'return ', '=> '].map((sign) => lastPlain(head, sign)),
    );
    yield {
      span: head.slice(at),
      arms: first === undefined || second === undefined ? null : [first, second],
    };
  }
}

/** Behind the last `sign` that is part of no comparison. */
function lastPlain(head: string, sign: string): number {
  for (let at = head.lastIndexOf(sign); at >= 0; at = at === 0 ? -1 : head.lastIndexOf(sign, at - 1)) {
    const isCompared = sign === '=' && /[=!<>]/.test((head[at - 1] ?? '') + (head[at + 1] ?? ''));
    const closing = sign === '(' ? ')' : sign === '[' ? ']' : '';
    const isClosed = closing !== '' && head.slice(at).includes(closing);
    if (!isCompared && !isClosed) return at + sign.length;
  }
  return 0;
}

function partsOf(span: string): readonly string[] {
  const bare = span
    .replace(/\(?[\w$,{}\s]{0,60}\)?\s{0,3}=>\s{0,3}/g, ' ')
    .replace(/\blambda\s[\w,\s]{1,40}:/g, ' ')
    .replace(/^.{0,60}?\bfor\b[^\n]{1,80}?\bif\b/, ' ');
  return bare.split(/&&|\|\||\band\b|\bor\b/);
}

function conditionFrom(part: string, texts: Texts, aliases: Aliases): Condition | null {
  let text = part.trim();
  let isAsked = true;
  for (;;) {
    const [whole] = /^(?:!(?!=)|not\b(?! in)|\(|await\b|-[nz]\b)\s{0,4}/.exec(text) ?? [];
    if (whole === undefined) break;
    if (/^(?:!|not|-z)/.test(whole)) isAsked = !isAsked;
    text = text.slice(whole.length);
  }
  const [, negated] = /^(.*?)\s{0,3}\|\s{0,3}not\s{0,3}[)\]]*$/.exec(text) ?? [];
  if (negated !== undefined) {
    isAsked = !isAsked;
    text = negated;
  }
  text = text.replace(/\s{0,3}\/\/\s{0,3}"(\d+)"\)?/g, (whole, index: string) =>
    texts[Number(index)] === '' ? '' : whole,
  );
  COMPARED.lastIndex = 0;
  const compared = COMPARED.exec(text)?.groups;
  if (compared === undefined) {
    const what = fieldNamed(text, texts, aliases);
    return what === '' ? null : { what, isAsked };
  }
  const { left = '', operator = '', right = '' } = compared;
  const [one, other] = [fieldNamed(left, texts, aliases), named(right, texts, aliases)];
  // Whether a flag is there is another question than what it says.
  const isThere = /^(?:none|null|undefined)$/i.test(other) && /\.(?:enabled|paused|disabled)$/.test(one);
  const isFlag = !isThere && /^(?:true|false|none|null|undefined)$/i.test(other);
  const turned = NEGATIVE.has(operator) !== (isFlag && other.toLowerCase() !== 'true');
  const what = isFlag ? one : `${one} ${sign(operator)} ${other}`;
  return { what, isAsked: turned ? !isAsked : isAsked };
}

function sign(operator: string): string {
  if (/in$/.test(operator)) return 'in';
  if (operator === '-lt') return '<';
  if (operator === '-gt') return '>';
  return /^[<>]/.test(operator) ? operator : '==';
}
