import type { Conversion, RuleFields, RuleValue } from './model.js';

export type ProviderMajor = 4 | 5;

/** The rules as a `cloudflare_ruleset` resource, laid out as `terraform fmt` does it. */
export function asTerraform({ phase, rules }: Conversion, label: string, provider: ProviderMajor): string {
  const head = ['zone_id = var.zone_id', 'name    = "default"', 'kind    = "zone"', `phase   = "${phase}"`];
  const body =
    provider === 5
      ? ['', ...attribute('rules', rules, provider)]
      : rules.flatMap((rule) => ['', ...block('rules', rule, provider)]);
  const lines = [...head, ...body];
  return [`resource "cloudflare_ruleset" "${label}" {`, ...indented(lines), '}', ''].join('\n');
}

/** Single-line attributes first, aligned, then what spans lines: terraform fmt has nothing left to do. */
function fields(record: RuleFields, provider: ProviderMajor): string[] {
  const entries = Object.entries(record);
  const short = entries.filter(([, value]) => !spansLines(value));
  const width = Math.max(0, ...short.map(([name]) => name.length));
  return [
    ...short.map(([name, value]) => `${name.padEnd(width)} = ${literal(value)}`),
    ...entries
      .filter(([, value]) => spansLines(value))
      .flatMap(([name, value]) => nested(name, value, provider)),
  ];
}

function nested(name: string, value: RuleValue, provider: ProviderMajor): string[] {
  if (provider === 5) return attribute(name, value, provider);
  const records = (Array.isArray(value) ? value : [value]) as readonly RuleFields[];
  return records.flatMap((record) => block(name, record, provider));
}

function block(name: string, record: RuleFields, provider: ProviderMajor): string[] {
  return [`${name} {`, ...indented(fields(record, provider)), '}'];
}

function attribute(name: string, value: RuleValue, provider: ProviderMajor): string[] {
  if (!Array.isArray(value)) return [`${name} = {`, ...indented(fields(value as RuleFields, provider)), '}'];
  const items = (value as readonly RuleFields[]).flatMap((record) => [
    '{',
    ...indented(fields(record, provider)),
    '},',
  ]);
  return items.length === 0 ? [`${name} = []`] : [`${name} = [`, ...indented(items), ']'];
}

/** Objects, and lists of objects: everything else fits on a line. */
function spansLines(value: RuleValue): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object');
  return typeof value === 'object';
}

function literal(value: RuleValue): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text as Terraform reads it back. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/[\\"\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    .replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    // `${` and `%{` would begin a template.
    .replace(/[$%](?=\{)/g, '$&$&');
  return `"${escaped}"`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
