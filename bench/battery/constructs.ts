/**
 * Each construct of a language, nested and repeated, made from the description that its reader works by. A construct
 * that is added to a description is tried without a word here.
 */
import type { Language } from '../../src/read/languages.js';
import { syntaxOf } from '../../src/read/languages.js';
import type { HoleForm, StringForm, Syntax } from '../../src/read/text/lexing/syntax.js';
import { DEAD_URL } from './dead-url.js';

export interface Construct {
  readonly what: string;
  readonly path: string;
  readonly content: () => string;
}

const COUNT = 100_000;

/** What opens and closes an expression inside a text. */
const HOLES: Readonly<Record<HoleForm, readonly [string, string]>> = {
  'dollar-brace': ['${', '}'],
  'dollar-name': ['$a', ''],
  'hash-brace': ['#{', '}'],
  brace: ['{', '}'],
  'brace-dollar': ['{$', '}'],
  'backslash-paren': ['\\(', ')'],
  'dollar-paren': ['$(', ')'],
  'at-name': ['@{', '}'],
};

/** What stands for the constructs of languages that are described by code. Open, and close where it nests. */
const WRITTEN: Readonly<Record<string, readonly (readonly [string, string?])[]>> = {
  shell: [
    ['$(', ')'],
    ['"$(', ')"'],
    ['`', '`'],
    ['${a:-', '}'],
    ['$((', '))'],
    ['{ ', '; }'],
    ['( ', ' )'],
    ['if true; then ', '; fi'],
    ['f() { ', '; }'],
    ['for x in a b; do ', '; done'],
    ['case x in a) ', ';; esac'],
    ['a=$a$b\n'],
    ['a="$a/zones"\n'],
    ['curl -X POST "$a" | '],
    ["'"],
    ['"'],
    ['\\\n'],
    ['# '],
    ['cat <<E\n'],
    ['&& '],
    ['a+=(x)\n'],
    ['[[ a ]] && '],
    ['read a; '],
    ['$a'],
    ['-H "a: b" '],
    ['f "$@"\n'],
  ],
  requests: [
    ['GET '],
    ['POST /zones/{{a}}\n'],
    ['###\n'],
    ['a: b\n'],
    ['@a={{a}}\n'],
    ['{{'],
    ['{"a":', '}'],
  ],
  environment: [['A='], ['A=$A\n'], ['A="'], ['# '], ['export ']],
  lines: [
    ['"'],
    ['<a>', '</a>'],
    ['('],
    ['firewall/rules '],
    ['/'],
    ['cf.threat_score '],
    ['{"a":', '}'],
    ['https://'],
  ],
  prose: [
    ['"'],
    ['<a>', '</a>'],
    ['('],
    ['[a](b) '],
    ['/'],
    ['cf.threat_score '],
    ['> '],
    ['GET '],
    ['`'],
    ['https://'],
  ],
  terraform: [
    ['a {\n', '}\n'],
    ['[', ']'],
    ['(', ')'],
    ['{ a = ', ' }'],
    ['"${', '}"'],
    ['"%{ if a }', '%{ endif }"'],
    ['a ? b : '],
    ['[for x in a : ', ']'],
    ['f(', ')'],
    ['a = local.a\n'],
    ['x.y'],
    ['x[0]'],
    ['a + '],
    ['!'],
    ['/*', '*/'],
    ['# '],
    ['<<E\n'],
    ['a = <<E\nE\n'],
    ['"', '"'],
    ['[*]'],
    ['dynamic "a" {\ncontent {\n', '}\n}\n'],
    ['locals {\n a = "b"\n}\n'],
    ['variable "a" {}\n'],
    ['resource "cloudflare_filter" "a" {}\n'],
    ['module "a" {\n source = "./a"\n}\n'],
    ['merge(a, '],
    ['a = "${a}${a}"\n'],
  ],
  yaml: [
    ['- '],
    ['['],
    ['{a: ', '}'],
    ['[', ']'],
    ['a: b\n'],
    ['a:\n'],
    ['&a '],
    ['*a '],
    ['- *a\n'],
    ['? '],
    ['|\n'],
    ['- |\n  x\n'],
    ['- >-\n  x\n'],
    ['"'],
    ["'"],
    ['---\n'],
    ['!!a '],
    ['# '],
    ['{{ a }}'],
    ['{{- if a }}\n', '{{- end }}\n'],
    ['run: curl x\n'],
    ['- run: |\n    curl x\n'],
    ['<<: *a\n'],
    ['a: ${{ b }}\n'],
  ],
  json: [
    ['[', ']'],
    ['{"a":', '}'],
    ['"a",'],
    ['"\\"'],
    ['1,'],
    ['//\n'],
    ['/*', '*/'],
    ['"a":"b",'],
    ['{"url":"/zones","method":"GET"},'],
    ["'"],
    ['"${'],
    ['\\u0041'],
  ],
  markdown: [
    ['> '],
    ['- '],
    ['```sh\n', '```\n'],
    ['```\n'],
    ['~~~js\n'],
    ['<!--'],
    ['<div>', '</div>'],
    ['[', ']'],
    ['`'],
    ['    curl x\n'],
    ['|'],
    ['# '],
    ['*'],
    ['![a](b)'],
  ],
  markup: [
    ['<script>', '</script>'],
    ['<template>', '</template>'],
    ['<div>', '</div>'],
    ['<div a="', '">'],
    ['<div :a="'],
    ['<div @a="b">', '</div>'],
    ['<!--', '-->'],
    ['<'],
    ['{{ a', ' }}'],
    ['{{'],
    ['{#if a}', '{/if}'],
    ['{#each a as b}', '{/each}'],
    ['{'],
    ['<script>fetch(a)</script>\n'],
    ['<style>', '</style>'],
    ['<a b=c '],
    ['<a {...b}>', '</a>'],
    ['<!DOCTYPE '],
    ['---\n'],
    ['<script lang="ts">let a = 1;</script>'],
    ['<a onclick="f(1)">'],
    ['<div v-for="a in b">', '</div>'],
    ['</div>'],
    ['</script>'],
    ['&lt;'],
  ],
};

export const MARKUP = new Set(['vue', 'svelte', 'astro', 'html']);

export function constructsOf(language: Language): readonly Construct[] {
  const path =
    language.extensions[0] === undefined ? (language.names?.[0] ?? 'unknown') : `a.${language.extensions[0]}`;
  const syntax = syntaxOf(language.id);
  const units = MARKUP.has(language.id)
    ? (WRITTEN.markup ?? [])
    : syntax === null
      ? (WRITTEN[kindOf(language)] ?? WRITTEN.lines ?? [])
      : [...unitsOf(syntax)];
  const call = callIn(language.id);
  return units.flatMap(([open, close]): Construct[] => {
    const shown = JSON.stringify(open);
    const around = (text: string) => `${call}\n${text}\n${call}\n`;
    const repeated = {
      what: `${shown} repeated`,
      path,
      content: () => around((open + (close ?? '')).repeat(COUNT)),
    };
    if (close === undefined) return [repeated];
    return [
      repeated,
      { what: `${shown} nested`, path, content: () => around(open.repeat(COUNT) + close.repeat(COUNT)) },
      { what: `${shown} left open`, path, content: () => around(open.repeat(COUNT)) },
    ];
  });
}

function kindOf({ id, family }: Language): string {
  return family.kind === 'structured' ? id : family.kind;
}

function callIn(language: string): string {
  if (MARKUP.has(language)) return `<script>fetch("${DEAD_URL}")</script>`;
  if (language === 'php') return `<?php\nget("${DEAD_URL}");`;
  if (language === 'shell' || language === 'batch') return `curl ${DEAD_URL}`;
  if (language === 'terraform') return 'resource "cloudflare_filter" "x" {}';
  return language === 'json' ? `["${DEAD_URL}"]` : `get("${DEAD_URL}")`;
}

function* unitsOf(syntax: Syntax): Generator<readonly [string, string?]> {
  const end = syntax.newlines || syntax.bodies === 'indentation' ? '\n' : ';\n';
  const name = `${syntax.sigils.slice(0, 1)}a`;
  yield ['(', ')'];
  yield ['[', ']'];
  yield ['{', '}'];
  yield [`f(`, ')'];
  yield [`f(${name}, `, ')'];
  yield [`f("/zones/0/firewall/rules")${end}`];
  yield [`${name} = "/zones"${end}`];
  yield [`${name} = ${name} + "/zones"${end}`];
  yield [`${name} += "/zones"${end}`];
  yield [`return ${name}${end}`];
  yield [`if (${name}) {\n`, '}\n'];
  yield [`for (x in ${name}) {\n`, '}\n'];
  yield ['{ "a": "b", '];
  yield ['"a": "b", '];
  yield [`import a${end}`];
  yield ['"%s%s" % ('];
  for (const access of syntax.access) {
    yield [`${access}a`];
    yield [`${access}get("zones/0/firewall/rules")`];
  }
  for (const join of syntax.joins) {
    yield [`"a" ${join} `];
    yield [`${name} ${join} `];
  }
  if (syntax.adjacent) yield ['"a" '];
  for (const marker of syntax.lineComments) yield [`${marker} `];
  for (const { open, close } of syntax.blockComments) yield [open, close];
  yield* stringsOf(syntax);
  for (const word of syntax.functions) {
    yield [`${word} f(a, b) {\n`, '}\n'];
    yield [`${word} f(a):\n return a\n`];
    yield [`${word} `];
  }
  if (syntax.typedFunctions) yield ['String f(String a) {\n', '}\n'];
  if (syntax.bodies === 'indentation') yield ['do ', 'end '];
  if (syntax.heredoc === 'php') yield ['<<<E\n', 'E;\n'];
  else if (syntax.heredoc !== undefined) yield ['<<E\n', 'E\n'];
  if (syntax.quoteWords !== undefined) {
    yield ['%w[', ']'];
    yield ['qw(', ')'];
    yield ['~w(', ')'];
  }
  if (syntax.regexLiterals === true) {
    yield ['/a', '/'];
    yield ['/[', ']/'];
  }
  for (const sigil of syntax.sigils) yield [sigil];
}

/** Strings that are read alike are tried once. */
function* stringsOf(syntax: Syntax): Generator<readonly [string, string?]> {
  const seen = new Set<string>();
  for (const form of syntax.strings) {
    const key = JSON.stringify([form.close, form.escape, form.holes, form.multiline]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield* stringOf(form);
  }
}

function* stringOf({
  open,
  close,
  holes,
  escape: escaping,
}: StringForm): Generator<readonly [string, string?]> {
  yield [`${open}a`, `${close} `];
  if (escaping === 'backslash') yield [`${open}\\`];
  for (const hole of holes) {
    const [into, out] = HOLES[hole];
    yield [open + into, out + close];
    yield [`${open}${into}a${out}`];
  }
}
