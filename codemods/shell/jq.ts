/** Programs of jq that read answers about rules, and the same for rules of rulesets. */

/** Where the program finds the rules: in the answer with the ruleset, or in a list of rules. */
export type Source = 'ruleset' | 'list';

const SAME: ReadonlySet<string> = new Set([
  'id',
  'action',
  'description',
  'ref',
  'success',
  'errors',
  'messages',
  'message',
  'code',
  'result',
]);

/** The program for rulesets; null where it reads what has no counterpart. */
export function programOnRules(
  program: string,
  {
    source,
    prints,
    isPrinted,
  }: { readonly source: Source; readonly prints: 'answer' | 'result'; readonly isPrinted: boolean },
): string | null {
  const quotes = withoutTexts(program);
  if (/\b(?:allow|bypass)\b/.test(program) || /\.\[?"/.test(program)) return null;
  if (/\b(?:keys|to_entries|paths|has|walk|env|input|group_by|unique_by|\.\.)\b/.test(quotes)) return null;
  const fields = [
    ...program.matchAll(/(?<![\w\])"])\.([A-Za-z_]\w*)(?:\.(\w+))?|(?<=[\w\])?"])\.([A-Za-z_]\w*)/g),
  ];
  const names = fields.flatMap(([, first, second, other]) =>
    [first, second, other].filter((name) => name !== undefined),
  );
  const known = names.every((name) => SAME.has(name) || ['paused', 'filter', 'expression'].includes(name));
  const isFilterWhole = /\.filter\b(?!\.expression\b)/.test(program) || SHORT.test(quotes);
  if (!known || isFilterWhole) return null;
  const hasOwn = names.some((name) => !['result', 'success', 'errors', 'messages'].includes(name));
  const isCounted = /\blength\b/.test(program);
  if (source === 'list' && /\.(?:success|errors|messages)\b/.test(program)) return null;
  if (!isPrinted && WHOLE.test(lastStage(quotes))) return null;
  if (!hasOwn && !isCounted && !isPrinted && /\.result\b|^\.$/.test(program)) return null;
  return fieldsOn(rulesIn(program, source, prints));
}

/** Whole rules, whose fields are read behind the program. */
const WHOLE =
  /^(?:select\(.*\)|\.(?:result)?(?:\[\d*\]\??)?|first|last|map\(select\(.*\)\)|@base64|@json|tojson)$/s;

/** What a program prints: the part behind its last pipe that stands in no brackets. */
function lastStage(program: string): string {
  let depth = 0;
  for (let at = program.length - 1; at >= 0; at--) {
    const char = program.charAt(at);
    if (/[)\]}]/.test(char)) depth++;
    else if (/[([{]/.test(char)) depth--;
    else if (char === '|' && depth === 0) return program.slice(at + 1).trim();
  }
  return program.trim();
}

/** `{id, filter}` */
const SHORT = /[{,]\s*(?:filter|priority|products|created_on|modified_on)\s*[,}]/;

/** Where texts of a program hold no code. */
function withoutTexts(program: string): string {
  return program.replace(/"(?:[^"\\]|\\[^(])*"/g, '""');
}

function rulesIn(program: string, source: Source, prints: 'answer' | 'result'): string {
  if (prints === 'result') {
    if (source === 'list') return program;
    return program
      .replace(/^(\s*\[?\s*)\.\[\]/, '$1.rules[]?')
      .replace(/^(\s*)length\b/, '$1.rules | length');
  }
  if (source === 'list')
    return program
      .replace(/(?<=^\s*|\()\.result\s*\|\s*(?=\w)/g, '')
      .replace(/\.result(?=\[)/g, '.')
      .replace(/\.result\b/g, '.');
  return program
    .replace(/\.result\[\](?!\?)/g, '.result.rules[]?')
    .replace(/\.result\[(\d+)\]/g, '.result.rules[$1]')
    .replace(/\.result\b(?!\.rules)(?=\s*\|\s*length)/g, '.result.rules')
    .replace(/\.result\b(?!\.rules)/g, '(.result.rules // [])');
}

function fieldsOn(program: string): string | null {
  // Lists of values that are joined have empty texts for nothing.
  const isJoined = /@[ct]sv\b|\bjoin\(/.test(program);
  const changed = (isJoined ? program : withDescriptions(program))
    .replace(/\.filter\.expression\b/g, '.expression')
    .replace(/\.paused\s*(?:\|\s*not|==\s*false|!=\s*true)(?=\s*(?:[),]|and\b|or\b))/g, '.enabled')
    .replace(IS_PAUSED, (...found) => computed(found, '.enabled | not'))
    .replace(/\bpaused(?=\s*[,}])(?<![.\w]paused)/g, 'paused: (.enabled | not)')
    .replace(PAUSED, (...found) => computed(found, '.enabled | not'));
  return UNCHANGED.test(changed) ? null : changed;
}

/** A rule may have no description, where the old one had an empty one. */
function withDescriptions(program: string): string {
  return program
    .replace(/\\\(\.description\)/g, '\\(.description // "")')
    .replace(DESCRIPTION, (...found) => computed(found, '.description // ""'));
}

/** `.[0]` or `$rule`, whose field is read; nothing for `.`. */
const HOLDER = String.raw`(?<![\w\])?"$])((?:\$\w{1,40}(?:\[-?\d{0,9}\]\??){0,2})?(?:\.\w{0,40}(?:\[-?\d{0,9}\]\??){0,2}){0,6})`;
const DESCRIPTION = new RegExp(String.raw`${HOLDER}\.description\b(?!\s*(?:[!=]=(?!\s*"")|\/\/))`, 'g');
const PAUSED = new RegExp(String.raw`${HOLDER}\.paused\b`, 'g');
const IS_PAUSED = new RegExp(
  String.raw`${HOLDER}\.paused\s*(?:==\s*true|!=\s*false)(?=\s*(?:[),]|and\b|or\b))`,
  'g',
);

/** A field behind another value, as in `first(…).paused`, which stays as it was. */
const UNCHANGED = /\.paused\b|\)\??\.description\b/;

/** What is computed of each value of a path: behind a pipe, in brackets unless it is a stage of its own. */
function computed(found: readonly unknown[], expression: string): string {
  const [field, holder, offset, program] = found;
  if (holder === '') return `(${expression})`;
  const before = String(program).slice(0, Number(offset)).trimEnd();
  const behind = String(program)
    .slice(Number(offset) + String(field).length)
    .trimStart();
  const isStage = /(?:^|[^?]\|)$/.test(before) && /^(?:$|\|)/.test(behind);
  return isStage ? `${holder} | ${expression}` : `(${holder} | ${expression})`;
}

/** The program for what the API answers to a new rule: the ruleset, in which it is the first or the last one, if known. */
export function programOnAdded(
  program: string,
  prints: 'answer' | 'result',
  place: 'first' | 'last' | null,
): string | null {
  const texts = program.trim();
  if (/^(?:\.|\.success|\.errors(?:\[\]\??|\[0\])?(?:\.message)?|\.errors\[\d*\]\??\.message)$/.test(texts))
    return texts;
  if (/^\.success\s*(?:\/\/\s*false|==\s*true)$/.test(texts)) return texts;
  if (place === null) return null;
  const index = place === 'first' ? '0' : '-1';
  const rules = prints === 'answer' ? `.result.rules[${index}]` : `.rules[${index}]`;
  const pattern =
    prints === 'answer'
      ? /^\.result(?:\[0?\])?\.([\w.]+)(\s*\/\/\s*empty)?$/
      : /^(?:\.\[0?\])?\.([\w.]+)(\s*\/\/\s*empty)?$/;
  const [, field = '', orNothing = ''] = pattern.exec(texts) ?? [];
  const now = FIELDS_OF_ADDED[field];
  if (now === undefined || (orNothing !== '' && !/^(?:id|ref)$/.test(field))) return null;
  return `${rules}${now}${orNothing}`;
}

const FIELDS_OF_ADDED: Readonly<Record<string, string>> = {
  id: '.id',
  ref: '.ref',
  description: '.description // ""',
  paused: '.enabled == false',
  'filter.expression': '.expression',
};

/** A rule that a program of jq puts together: its fields, as they are written. */
export interface JqField {
  readonly key: string;
  readonly value: string;
  /** `$name`, which is both. */
  readonly isShort: boolean;
}

/** `[{filter: {expression: $e}, action: "block"}]`, without the list around it. */
export function objectOf(program: string): readonly JqField[] | null {
  const trimmed = program.trim();
  const inner = /^\{([\s\S]*)\}$/.exec(trimmed)?.[1];
  const parts = inner === undefined ? null : partsOf(inner);
  if (parts === null) return null;
  const fields = parts.map((part): JqField | null => {
    const [, short] = /^\s*\$(\w+)\s*$/.exec(part) ?? [];
    if (short !== undefined) return { key: short, value: `$${short}`, isShort: true };
    const [, , key, value] = /^\s*("?)([A-Za-z_]\w*)\1\s*:\s*([\s\S]*?)\s*$/.exec(part) ?? [];
    return key === undefined || value === undefined ? null : { key, value, isShort: false };
  });
  return fields.every((field) => field !== null) ? fields.flatMap((field) => field ?? []) : null;
}

/** Parts between commas that stand in no brackets and no text. */
function partsOf(text: string): readonly string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const close = /^"(?:[^"\\]|\\.)*"/s.exec(text.slice(at));
      if (close === null) return null;
      at += close[0].length - 1;
    } else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) depth--;
    else if (char === '#') return null;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth < 0) return null;
  }
  const last = text.slice(from);
  return depth !== 0 ? null : last.trim() === '' ? parts : [...parts, last];
}
