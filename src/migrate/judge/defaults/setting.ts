/** What a program reads from its configuration or its environment, in any language: the key of the setting. */
import { literally } from '../../../value/index.js';

const MAX_LENGTH = 200;
/** What holds settings: `config`, `self._settings`, `process.env`, `cloudflareProperties`. */
const HOLDER =
  /(?:config|configuration|conf|cfg|settings?|options?|opts|env|environ|environment|props|properties|params|vars)$/i;
/** Methods of such a holder that take the key. */
const METHODS =
  /^(?:get|fetch|read|lookup|value|get_?(?:str|string|value|required|required_?value|property|or_?throw))$/i;
/** Functions that are settings themselves. */
const FUNCTIONS =
  /^(?:get_?env|lookup_?env|get_?environment_?variable|env|config|setting|get_?(?:config|setting|input|param|arg|option))$/i;
/** What holds the settings once more: `options.Value.BaseUrl` of C#. */
const INNER = /^(?:value|current_?value)$/i;
/** Methods that leave the host as it is. */
const TRIMMED = /\.(?:[lr]?strip|trim(?:end|start|right)?|chomp|to_?string|to_s)\([\s"'`/]{0,4}\)$/i;

/** The key of a setting that is read; null where an expression is anything else, or has a default of its own. */
export function settingRead(expression: string): string | null {
  if (expression.length > MAX_LENGTH) return null;
  const plain = expression
    .trim()
    .replaceAll(/->|::|\?\./g, '.')
    .replaceAll(/<\w+>|[$@!]/g, '');
  const read = withoutTrims(plain).replaceAll('()', '');
  const named = /^(\w[\w.]*)[([]\s*["'`]([\w.:-]+)["'`]\s*(?:,\s*(?:""|''|None|null|nil)\s*)?[)\]]$/.exec(
    read,
  );
  const steps = (named?.[1] ?? (/^\w[\w.]*$/.test(read) ? read : '')).split('.').filter(Boolean);
  const key = named?.[2] ?? (steps.pop() ?? '').replace(/^get(?=[A-Z])/, '');
  const isByMethod = read.endsWith(')');
  const last = steps.at(-1) ?? '';
  if (isByMethod && FUNCTIONS.test(last)) return key;
  if (isByMethod && !METHODS.test(steps.pop() ?? '')) return null;
  const holder = steps.findLast((step) => !INNER.test(step)) ?? '';
  return HOLDER.test(holder) && key !== '' ? key : null;
}

function withoutTrims(expression: string): string {
  let rest = expression;
  for (let shorter = rest.replace(TRIMMED, ''); shorter !== rest; shorter = rest.replace(TRIMMED, ''))
    rest = shorter;
  return rest;
}

/**
 * The same by a name that stands for a setting in a file: `baseUrl = config["url"]`, or in Java
 * `@Value("${cloudflare.url}") String baseUrl`. Null where it is given anything else as well.
 */
export function settingNamed(name: string, text: string): string | null {
  const last = /^(?:(?:this|self)\.)?(\w+)$/.exec(name)?.[1];
  if (last === undefined) return null;
  const given = new RegExp(
    `(?<![\\w.])(?:this\\.|self\\.)?${literally(last)}\\s*=(?![=>])\\s*([^;\\n]+)`,
    'g',
  );
  const injected = new RegExp(
    `@Value\\("\\$\\{([\\w.-]+)\\}"\\)[^;{}]{0,120}\\b${literally(last)}\\s*[;,)]`,
    'g',
  );
  const keys = [
    ...[...text.matchAll(given)]
      .filter(([, value]) => value?.trim() !== last)
      .map(([, value = '']) => settingRead(value)),
    ...[...text.matchAll(injected)].map(([, key = '']) => key),
  ];
  const [key = null] = keys;
  return keys.every((other) => other === key) ? key : null;
}
