import type { Syntax } from './text/lexing/syntax.js';
import { type SyntaxName, syntaxNamed } from './text/lexing/syntaxes/index.js';

/** Which language a file is written in, by its name and first line, and who can read it. */

/** How the text tier takes a language apart. */
export type Family =
  /** Statements, calls and string literals, described by a `Syntax`. */
  | { readonly kind: 'code'; readonly syntax: SyntaxName }
  /** Commands made of words. */
  | { readonly kind: 'shell'; readonly style: 'posix' | 'dockerfile' | 'makefile' }
  /** Requests written out: `GET https://…`. */
  | { readonly kind: 'requests' }
  /** `NAME=value` lines. */
  | { readonly kind: 'environment' }
  /** Text for people. */
  | { readonly kind: 'prose' }
  /** Nothing is known: whole words are looked at. */
  | { readonly kind: 'lines' }
  /** Read by a reader of its own. */
  | { readonly kind: 'structured' };

export interface Language {
  readonly id: string;
  readonly extensions: readonly string[];
  /** Whole file names, in lower case. */
  readonly names?: readonly string[];
  readonly interpreters?: readonly string[];
  readonly family: Family;
}

const code = (syntax: SyntaxName): Family => ({ kind: 'code', syntax });
const structured: Family = { kind: 'structured' };

export const LANGUAGES: readonly Language[] = [
  {
    id: 'javascript',
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    interpreters: ['node', 'bun'],
    family: code('javascript'),
  },
  {
    id: 'typescript',
    extensions: ['ts', 'mts', 'cts', 'tsx'],
    interpreters: ['deno', 'tsx', 'ts-node'],
    family: code('javascript'),
  },
  { id: 'vue', extensions: ['vue'], family: code('javascript') },
  { id: 'svelte', extensions: ['svelte'], family: code('javascript') },
  { id: 'astro', extensions: ['astro'], family: code('javascript') },
  { id: 'html', extensions: ['html', 'htm', 'xhtml'], family: { kind: 'prose' } },
  {
    id: 'python',
    extensions: ['py', 'pyw', 'pyi', 'pyx', 'bzl', 'star'],
    names: ['sconstruct', 'snakefile', 'wscript'],
    interpreters: ['python', 'python2', 'python3', 'uv'],
    family: code('python'),
  },
  { id: 'go', extensions: ['go'], family: code('go') },
  {
    id: 'php',
    extensions: ['php', 'php3', 'php4', 'php5', 'php7', 'phtml', 'inc'],
    interpreters: ['php'],
    family: code('php'),
  },
  {
    id: 'ruby',
    extensions: ['rb', 'rake', 'gemspec', 'ru', 'podspec'],
    names: ['rakefile', 'gemfile', 'vagrantfile', 'fastfile', 'podfile', 'guardfile'],
    interpreters: ['ruby', 'jruby'],
    family: code('ruby'),
  },
  { id: 'java', extensions: ['java'], family: code('java') },
  { id: 'kotlin', extensions: ['kt', 'kts'], interpreters: ['kotlin'], family: code('kotlin') },
  {
    id: 'groovy',
    extensions: ['groovy', 'gradle', 'gvy'],
    names: ['jenkinsfile'],
    interpreters: ['groovy'],
    family: code('groovy'),
  },
  { id: 'csharp', extensions: ['cs', 'csx', 'cake'], family: code('csharp') },
  { id: 'rust', extensions: ['rs'], family: code('rust') },
  { id: 'c', extensions: ['c', 'h', 'm'], family: code('c') },
  { id: 'cpp', extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'mm', 'ino'], family: code('c') },
  { id: 'swift', extensions: ['swift'], interpreters: ['swift'], family: code('swift') },
  { id: 'dart', extensions: ['dart'], interpreters: ['dart'], family: code('dart') },
  { id: 'scala', extensions: ['scala', 'sc', 'sbt'], interpreters: ['scala'], family: code('scala') },
  { id: 'lua', extensions: ['lua', 'nse'], interpreters: ['lua', 'luajit'], family: code('lua') },
  { id: 'perl', extensions: ['pl', 'pm', 'perl', 't'], interpreters: ['perl'], family: code('perl') },
  { id: 'elixir', extensions: ['ex', 'exs', 'heex'], interpreters: ['elixir'], family: code('elixir') },
  {
    id: 'powershell',
    extensions: ['ps1', 'psm1', 'psd1'],
    interpreters: ['pwsh', 'powershell'],
    family: code('powershell'),
  },
  { id: 'r', extensions: ['r', 'rmd'], interpreters: ['rscript'], family: code('r') },
  { id: 'julia', extensions: ['jl'], interpreters: ['julia'], family: code('julia') },
  { id: 'zig', extensions: ['zig'], family: code('c') },
  { id: 'd', extensions: ['d', 'di'], family: code('java') },
  { id: 'crystal', extensions: ['cr'], interpreters: ['crystal'], family: code('crystal') },
  { id: 'nim', extensions: ['nim', 'nims'], family: code('nim') },
  { id: 'haskell', extensions: ['hs', 'lhs'], interpreters: ['runhaskell'], family: code('functional') },
  { id: 'ocaml', extensions: ['ml', 'mli'], family: code('functional') },
  { id: 'fsharp', extensions: ['fs', 'fsx', 'fsi'], family: code('functional') },
  {
    id: 'clojure',
    extensions: ['clj', 'cljs', 'cljc', 'edn'],
    interpreters: ['bb', 'clojure'],
    family: code('functional'),
  },
  { id: 'erlang', extensions: ['erl', 'hrl'], interpreters: ['escript'], family: { kind: 'lines' } },
  { id: 'visual-basic', extensions: ['vb', 'vbs', 'bas'], family: code('basic') },
  { id: 'nix', extensions: ['nix'], family: code('nix') },
  {
    id: 'shell',
    extensions: ['sh', 'bash', 'zsh', 'ksh', 'fish', 'bats', 'command', 'ash'],
    names: ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.envrc', 'pkgbuild'],
    interpreters: ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'busybox', 'bats'],
    family: { kind: 'shell', style: 'posix' },
  },
  { id: 'batch', extensions: ['bat', 'cmd'], family: { kind: 'shell', style: 'posix' } },
  {
    id: 'dockerfile',
    extensions: ['dockerfile', 'containerfile'],
    names: ['dockerfile', 'containerfile'],
    family: { kind: 'shell', style: 'dockerfile' },
  },
  {
    id: 'makefile',
    extensions: ['mk', 'mak', 'make'],
    names: ['makefile', 'gnumakefile', 'bsdmakefile'],
    interpreters: ['make'],
    family: { kind: 'shell', style: 'makefile' },
  },
  {
    id: 'just',
    extensions: ['just'],
    names: ['justfile', '.justfile'],
    family: { kind: 'shell', style: 'makefile' },
  },
  { id: 'http', extensions: ['http', 'rest', 'hurl'], family: { kind: 'requests' } },
  { id: 'bruno', extensions: ['bru'], family: { kind: 'requests' } },
  { id: 'dotenv', extensions: ['env'], names: ['.env'], family: { kind: 'environment' } },
  { id: 'terraform', extensions: ['tf', 'tofu', 'tfvars', 'hcl', 'nomad'], family: structured },
  { id: 'yaml', extensions: ['yml', 'yaml'], names: ['.clang-format'], family: structured },
  {
    id: 'json',
    extensions: ['json', 'jsonc', 'json5', 'webmanifest', 'ipynb', 'har', 'tfstate', 'geojson'],
    names: ['.babelrc', '.eslintrc', '.prettierrc'],
    family: structured,
  },
  { id: 'ndjson', extensions: ['ndjson', 'jsonl'], family: { kind: 'lines' } },
  { id: 'markdown', extensions: ['md', 'mdx', 'markdown', 'mdc', 'qmd'], family: structured },
  {
    id: 'toml',
    extensions: ['toml'],
    names: ['pipfile', 'cargo.lock', 'poetry.lock'],
    family: code('assignments'),
  },
  {
    id: 'ini',
    extensions: ['ini', 'cfg', 'conf', 'properties', 'service', 'editorconfig'],
    family: code('assignments'),
  },
  {
    id: 'xml',
    extensions: ['xml', 'xsd', 'xsl', 'xslt', 'plist', 'csproj', 'resx', 'svg'],
    family: { kind: 'lines' },
  },
  { id: 'sql', extensions: ['sql', 'psql'], family: { kind: 'lines' } },
  { id: 'graphql', extensions: ['graphql', 'gql'], family: { kind: 'prose' } },
  { id: 'css', extensions: ['css', 'scss', 'sass', 'less'], family: { kind: 'prose' } },
  { id: 'csv', extensions: ['csv', 'tsv'], family: { kind: 'prose' } },
  {
    id: 'prose',
    extensions: ['txt', 'rst', 'adoc', 'asciidoc', 'org', 'tex', 'log', 'diff', 'patch', 'po', 'pot'],
    names: ['readme', 'changelog', 'license', 'notice', 'authors', 'todo', '.gitignore', '.gitattributes'],
    family: { kind: 'prose' },
  },
  { id: 'text', extensions: [], family: { kind: 'lines' } },
];

/** Endings that wrap another name: `add-rule.sh.template`. */
const TEMPLATE_ENDINGS = new Set([
  'template',
  'tmpl',
  'tpl',
  'tftpl',
  'j2',
  'jinja',
  'jinja2',
  'erb',
  'ejs',
  'mustache',
  'hbs',
  'gotmpl',
  'dist',
  'example',
  'sample',
  'in',
  'bak',
  'orig',
  'default',
]);

const byExtension = new Map<string, Language>();
const byName = new Map<string, Language>();
const byInterpreter = new Map<string, Language>();
const byId = new Map<string, Language>();
for (const language of LANGUAGES) {
  byId.set(language.id, language);
  for (const extension of language.extensions) byExtension.set(extension, language);
  for (const name of language.names ?? []) byName.set(name, language);
  for (const interpreter of language.interpreters ?? []) byInterpreter.set(interpreter, language);
}

/** Names that people give a language in a code fence or an editor's mode line. */
const ALIASES: Readonly<Record<string, string>> = {
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  console: 'shell',
  'shell-session': 'shell',
  shellscript: 'shell',
  cmd: 'batch',
  'c#': 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  golang: 'go',
  node: 'javascript',
  hcl: 'terraform',
  terraform: 'terraform',
  'objective-c': 'c',
  vb: 'visual-basic',
  docker: 'dockerfile',
  pwsh: 'powershell',
  dotenv: 'dotenv',
};

function byFileName(name: string): Language | null {
  const exact = byName.get(name);
  if (exact !== undefined) return exact;
  if (/^\.env(?:\.|$)/.test(name)) return byId.get('dotenv') ?? null;
  if (/^(?:dockerfile|containerfile)\./.test(name)) return byId.get('dockerfile') ?? null;
  const dot = name.lastIndexOf('.');
  if (dot < 0) return null;
  const extension = name.slice(dot + 1);
  if (TEMPLATE_ENDINGS.has(extension) && dot > 0) return byFileName(name.slice(0, dot));
  return byExtension.get(extension) ?? null;
}

/** The interpreter that a first line `#!…` names, without its version: `/usr/bin/env -S python3.11 -u`. */
function interpreterOf(firstLine: string): string | null {
  const line = /^\uFEFF?#!\s*(\S+)(.*)/.exec(firstLine);
  if (line === null) return null;
  const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const program = base(line[1] ?? '');
  if (program !== 'env') return program;
  const argument = (line[2] ?? '')
    .split(/\s+/)
    .find((word) => word !== '' && !word.startsWith('-') && !word.includes('='));
  return argument === undefined ? null : base(argument);
}

const COMMAND = /^\s*(?:sudo\s+)?(?:curl|wget)\s+(?:-|["'$]|https?:)/;

/** Id of the language of a file; `text` when nothing tells. */
export function languageOf(path: string, firstLine = ''): string {
  const named = byFileName(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  if (named !== null) return named.id;
  const interpreter = interpreterOf(firstLine);
  if (interpreter !== null) {
    const found =
      byInterpreter.get(interpreter) ?? byInterpreter.get(interpreter.replace(/(?<![\d.])[\d.]+$/, ''));
    if (found !== undefined) return found.id;
  }
  if (firstLine.startsWith('<?php')) return 'php';
  // Notes of commands to paste have neither an ending nor an interpreter.
  if (COMMAND.test(firstLine)) return 'shell';
  return 'text';
}

/** Id of a language by a name that people use, such as the info string of a code fence; null if unknown. */
export function languageNamed(name: string): string | null {
  const lower = name.toLowerCase();
  return byId.get(lower)?.id ?? ALIASES[lower] ?? byExtension.get(lower)?.id ?? null;
}

export function familyOf(language: string): Family {
  return byId.get(language)?.family ?? { kind: 'lines' };
}

export function syntaxOf(language: string): Syntax | null {
  const family = familyOf(language);
  return family.kind === 'code' ? syntaxNamed(family.syntax) : null;
}
