import { builtinCatalogue } from '../../catalogue/index.js';
import { type Flag, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { COMMANDS } from './commands.js';

const FLAGS = {} as const;

export const completionsCommand: Command = {
  name: 'completions',
  summary: 'print a completion script for a shell',
  flags: FLAGS,
  help: `Print a completion script for commands, options, entries and files.

Usage: edge-sunset completions bash|zsh|fish

  edge-sunset completions bash > ~/.local/share/bash-completion/completions/edge-sunset
  edge-sunset completions zsh > ~/.zfunc/_edge-sunset       (a folder of fpath)
  edge-sunset completions fish > ~/.config/fish/completions/edge-sunset.fish
`,
  run: completions,
};

/** One option as a shell needs it. */
interface Option {
  /** `--format`, `-f` */
  readonly names: readonly string[];
  readonly summary: string;
  /** What may follow; null where nothing does, an empty list where a shell cannot know. */
  readonly values: readonly string[] | null;
}

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Words that may follow beside files. */
  readonly words: readonly string[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = { bash, zsh, fish };

async function completions(argv: readonly string[], io: Io): Promise<number> {
  const { positionals } = parseArguments(argv, FLAGS);
  const [name = '', ...more] = positionals;
  const shell = Object.hasOwn(SHELLS, name) && more.length === 0 ? SHELLS[name] : undefined;
  if (shell === undefined) throw new UsageError(`name one shell: ${Object.keys(SHELLS).join(', ')}.`);
  io.stdout(shell(await Promise.all(COMMANDS.map(completed))));
  return EXIT.clean;
}

async function completed(row: (typeof COMMANDS)[number]): Promise<Completed> {
  const { flags, name } = await row.load();
  const entries = builtinCatalogue().entries.map(({ id }) => id);
  const options = Object.entries(flags).map(([flag, about]) => ({
    names: [`--${flag}`, ...(about.short === undefined ? [] : [`-${about.short}`])],
    summary: (about.summary.split('\n')[0] ?? '').replace(/[;:,]$/, ''),
    values: valuesOf(about, entries),
  }));
  const help = { names: ['--help', '-h'], summary: 'print the help of the command', values: null };
  // `list|show|check`: the first argument is one of some words.
  const words = /^[a-z-]+(?:\|[a-z-]+)+/.exec(row.arguments)?.[0].split('|') ?? [];
  return {
    name,
    summary: row.summary,
    options: [...options, help],
    words: name === 'explain' ? entries : words,
  };
}

function valuesOf(flag: Flag, entries: readonly string[]): readonly string[] | null {
  if (flag.kind === 'switch') return null;
  return flag.choices ?? (flag.value === 'ENTRY' ? entries : []);
}

function bash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ names: written, values: known }) =>
      known === null || known.length === 0
        ? []
        : [`    ${written.map((one) => `'${name} ${one}'`).join('|')}) words='${known.join(' ')}' ;;`],
    ),
  );
  const rows = commands.map(
    ({ name, options, words }) =>
      `    ${name}) options='${options.flatMap((option) => option.names).join(' ')}' first='${words.join(' ')}' ;;`,
  );
  return `# bash completion for edge-sunset
_edge_sunset_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done
}
_edge_sunset() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"
  local words='' options='' first=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _edge_sunset_offer < <(compgen -W '${names} --help --version' -- "$current")
    return
  fi
  case "$command $previous" in
${values.join('\n')}
  esac
  if [ -n "$words" ]; then
    _edge_sunset_offer < <(compgen -W "$words" -- "$current")
    return
  fi
  case "$command" in
${rows.join('\n')}
  esac
  case "$current" in
    -*) _edge_sunset_offer < <(compgen -W "$options" -- "$current") ;;
    *) _edge_sunset_offer < <(compgen -W "$first" -- "$current"; compgen -f -- "$current") ;;
  esac
}
complete -o filenames -F _edge_sunset edge-sunset
`;
}

function zsh(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const bare = (text: string) => text.replaceAll(/[[\]:\\]/g, '\\$&');
  const list = commands.map(({ name, summary }) => `    ${quoted(`${name}:${bare(summary)}`)}`).join('\n');
  const rows = commands.map(({ name, options, words }) => {
    const specs = options.flatMap(({ names, summary, values }) =>
      names.map((one) => {
        const what = `*${one}[${bare(summary)}]`;
        if (values === null) return quoted(what);
        return quoted(values.length === 0 ? `${what}: :_files` : `${what}: :(${values.join(' ')})`);
      }),
    );
    const rest = quoted(
      words.length === 0
        ? '*: :_files'
        : `*: :_alternative "words\\:word\\:(${words.join(' ')})" "files\\:file\\:_files"`,
    );
    return `    ${name}) _arguments ${[...specs, rest].join(' ')} ;;`;
  });
  return `#compdef edge-sunset
_edge-sunset() {
  local -a commands
  commands=(
${list}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${rows.join('\n')}
  esac
}
if [[ \${funcstack[1]} == _edge-sunset ]]; then
  _edge-sunset "$@"
else
  compdef _edge-sunset edge-sunset
fi
`;
}

function fish(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, options, words }) => {
    const inside = `complete -c edge-sunset -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c edge-sunset -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...(words.length === 0 ? [] : [`${inside} -a ${quoted(words.join(' '))}`]),
      ...options.map(({ names, summary: what, values }) => {
        const forms = names.map((one) =>
          one.startsWith('--') ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`,
        );
        const value =
          values === null ? '' : values.length === 0 ? ' -r' : ` -x -a ${quoted(values.join(' '))}`;
        return `${inside} ${forms.join(' ')}${value} -d ${quoted(what)}`;
      }),
    ];
  });
  return `# fish completion for edge-sunset\n${lines.join('\n')}\n`;
}
