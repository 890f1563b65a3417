import { literally } from '../../value/index.js';

/**
 * The conditions of a program in a form that compares across languages and across a migration: what is compared or
 * tested, without the name of the variable that holds it, and whether it is asked for or ruled out.
 */

export interface Condition {
  /** `.description.startswith(prefix)`, `.status == "active"`. */
  readonly what: string;
  /** False for one that is negated. */
  readonly isAsked: boolean;
}

/** Texts stand as `"0"` in code; these are their contents. */
type Texts = readonly string[];

const COMPARED =
  /(?<![\w$.?[\]"()!*#@])(?<left>[\w$.?[\]"()!*#@]{1,200}?)\s{0,3}(?<operator>===|!==|==|!=|<=|>=|<(?![<=-])|(?<![=-])>(?!=)|=~|(?<=\s)-(?:eq|ne|lt|gt|le|ge)(?=\s)|(?<=\s)(?:not in|in|is not|is)(?=\s)|(?<=[\s"])=(?=\s(?:"|true\b|false\b)))\s{0,3}(?<right>[\w$.?"[\]()-]{1,80})/g;
const NEGATIVE: ReadonlySet<string> = new Set(['!==', '!=', '-ne', 'not in', 'is not']);

const OPENING =
  /\b(?:if|elif|while|unless|until|elsif)\b|\.(?:filter|find|some|every|findIndex|select|reject|any|all)\(|\b(?:select|filter|any|all)\(/g;
/** Only these hold conditions in a shell, with those of the programs of jq in texts. */
const OPENING_OF_SHELL = /(?<=\s)\[\[?\s|\btest\s|\b(?:select|any|all)\(|(?<=[\s(|])if\s(?=\.)/g;
const GUARD = /^[\s{:;)\]]{0,12}(?:then\s)?\s{0,12}(?:continue|next)\b/;

/** All conditions of code in which texts are replaced by their numbers. */
export function conditionsIn(program: string, texts: Texts, language: string): readonly Condition[] {
  const found: Condition[] = [];
  const isShell = language === 'shell';
  const code = inlined(program, language);
  for (const { 0: opening, index } of code.matchAll(isShell ? OPENING_OF_SHELL : OPENING)) {
    const from = index + opening.length;
    const span = spanAt(code, from, opening);
    const rest = code.slice(from + span.length, from + span.length + 80);
    const isGuard = /^(?:if|elif|unless)/.test(opening) && GUARD.test(rest);
    const arms = opening.startsWith('if') ? armsOf(code.slice(Math.max(0, index - 12), index), rest) : null;
    const isTurned = isGuard !== /unless|reject/.test(opening);
    add(span, arms === null ? isTurned : isSecond(arms, texts));
  }
  for (const { span, arms } of isShell ? [] : ternariesIn(code))
    add(span, arms !== null && isSecond(arms, texts));
  return found;

  function add(span: string, isTurned: boolean): void {
    for (const part of partsOf(span)) {
      const one = conditionFrom(part, texts);
      if (one !== null) found.push({ ...one, isAsked: isTurned ? !one.isAsked : one.isAsked });
    }
  }
}

const PREDICATE_OF_SCRIPT = /\bconst (\w+) = \((\w+)\) => ([^;{}\n]{1,120});/g;
const PREDICATE_OF_PYTHON = /\bdef (\w+)\((?:self, )?(\w+)\):\n\s+return ([^\n]{1,120})\n/g;
const BOUND_IN_JQ = /\(([^()|]{1,80})\) as \$(\w+)/g;

/** Conditions that have a name of their own stand where they are asked. */
function inlined(code: string, language: string): string {
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

function conditionFrom(part: string, texts: Texts): Condition | null {
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
    const what = fieldNamed(text, texts);
    return what === '' ? null : { what, isAsked };
  }
  const { left = '', operator = '', right = '' } = compared;
  const [one, other] = [fieldNamed(left, texts), named(right, texts)];
  // Whether a flag is there is another question than what it says.
  const isThere = /^(?:none|null|undefined)$/.test(other) && /\.(?:enabled|paused|disabled)$/.test(one);
  const isFlag = !isThere && /^(?:true|false|none|null|undefined)$/.test(other);
  const turned = NEGATIVE.has(operator) !== (isFlag && other !== 'true');
  const what = isFlag ? one : `${one} ${sign(operator)} ${other}`;
  return { what, isAsked: turned ? !isAsked : isAsked };
}

function sign(operator: string): string {
  if (/in$/.test(operator)) return 'in';
  if (operator === '-lt') return '<';
  if (operator === '-gt') return '>';
  return /^[<>]/.test(operator) ? operator : '==';
}

/** A field that was taken out of its rule is asked for as one of it. */
const FIELD = /^(?:enabled|paused|disabled|description|expression)$/;

function fieldNamed(operand: string, texts: Texts): string {
  const name = named(operand.replace(/^\s{0,4}(?:bool|Boolean|!!)\(?/, ''), texts);
  return FIELD.test(name) ? `.${name}` : name;
}

/** An operand without the variable that it begins with, and with one spelling of members. */
function named(operand: string, texts: Texts): string {
  const text = operand
    .trim()
    .replace(/\s{0,3}([[\]])\s{0,3}/g, '$1')
    .replace(/"(\d+)"/g, (_, index: string) => JSON.stringify(texts[Number(index)] ?? ''))
    .replaceAll('?.', '.')
    .replace(/\((\w[\w.]*)\s*(?:\|\||\?\?)\s*""\)/g, '$1')
    .replace(/\.get\("([\w-]+)"(?:,[^)]{0,200})?\)/g, '.$1')
    .replace(/\["([\w-]+)"\]/g, '.$1')
    .replace(/^\$\{?(\w+)\}?$/, '$1')
    .trim();
  const ends = text.endsWith(')') && operand.includes('(');
  const whole = text.replace(/\){1,9}$/, '') + (ends ? ')' : '');
  // A field that a script takes out of an answer.
  const taken = /^"\$\((\.[\w.]+)\)"$/.exec(whole)?.[1];
  if (taken !== undefined) return taken.toLowerCase();
  if (/^"/.test(whole)) return whole.replace(/^"\$\{?(\w+)\}?"$/, '$1');
  const bare = whole.replace(/^[\w$]+(?=[.[])/, '').replaceAll('_', '');
  return bare.startsWith('.') || bare.startsWith('[') ? bare.toLowerCase() : bare;
}

/** What the old API called otherwise, in the words of the new one. */
export function migrated({ what, isAsked }: Condition): Condition {
  const flag = /^([^=]*\.)(?:paused|disabled)$/.exec(what);
  if (flag !== null) return { what: `${flag[1]}enabled`, isAsked: !isAsked };
  const [, left, right] = /\.(paused|disabled|enabled) == (paused|disabled|enabled)$/.exec(what) ?? [];
  if (left !== undefined)
    return {
      what: '.enabled == enabled',
      isAsked: (left === 'enabled') === (right === 'enabled') ? isAsked : !isAsked,
    };
  const compared = /^(.*\.)(?:paused|disabled) == ([^=]*)$/.exec(what);
  if (compared !== null) return { what: `${compared[1]}enabled == ${compared[2]}`, isAsked: !isAsked };
  return {
    what: what
      .replaceAll('.filter.expression', '.expression')
      .replaceAll('.threshold', '.ratelimit.requestsperperiod')
      .replace(/(?<=(?:action|mode)\b.{0,20})"(?:allow|bypass)"/g, '"skip"')
      .replaceAll('.action.mode', '.action'),
    isAsked,
  };
}

/** Of pages, of answers as such, and of names that only the old API had: checked elsewhere, or gone with it. */
const APART =
  /page|cursor|resultinfo|totalcount|\.length\b|success|\.ok\b|status|error|\bcode\b|\.filter\.id|priority|locked|^(?:\d+|true|false)$|^"?$|^[)\]}{]*$|\.(?:kind|phase)\b/i;

/** Conditions of the old code that the new one has not. */
export function lostConditions(
  before: readonly Condition[],
  after: readonly Condition[],
): readonly { readonly what: string; readonly isTurned: boolean }[] {
  // What the new code keeps in a variable of the old name says what it said.
  const left = after.map(migrated);
  // One helper may ask for all places that asked.
  const take = (want: Condition, isSame: boolean) =>
    left.some(({ what, isAsked }) => what === want.what && (isAsked === want.isAsked) === isSame);
  const missing = before.map(migrated).filter((want) => !APART.test(want.what) && !take(want, true));
  return missing.map((want) => ({ what: want.what, isTurned: take(want, false) }));
}

/** Of rules, what decides which of them a program works on. */
const ON_RULES = /^(?:!?\s{0,2})\.(?:enabled|action|description|expression|ratelimit)\b/;

/** Conditions on rules of the new code that the old one had not. */
export function gainedConditions(
  before: readonly Condition[],
  after: readonly Condition[],
): readonly string[] {
  const known = before.map((one) => fieldOf(migrated(one).what));
  const asked = after.map(migrated).filter(({ what }) => ON_RULES.test(what));
  const count = (field: string) => asked.filter(({ what }) => fieldOf(what) === field).length;
  return asked
    .filter(({ what }) => {
      const field = fieldOf(what);
      const before = known.filter((one) => one === field).length;
      return field === '.enabled' ? count(field) > before : before === 0;
    })
    .map(({ what }) => what);
}

function fieldOf(what: string): string {
  return /\.\w+/.exec(what)?.[0] ?? what;
}
