// The completion of our command line as a script for each shell.
import { type CommandWords, flattened, type OptionWords, type Values } from './words.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type CompletedShell = (typeof SHELLS)[number];

export const scripts: Readonly<Record<CompletedShell, (words: CommandWords) => string>> = { bash, zsh, fish };

// One table for bash and zsh: what may follow a command, and what an option takes. bash 3.2, as macOS has it, knows no associative arrays, so it is a case.
function bash(words: CommandWords): string {
  return `# Completion of binnacle for bash: eval "$(binnacle completion bash)"
_binnacle() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place='' position=0 skip='' word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [ -n "$skip" ]; then skip=''; continue; fi
${walk(words)}
  done
  COMPREPLY=()
  local found=''
${choose(words)}
  case "$found" in
    @folders) COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null ;;
    @anything) COMPREPLY=($(compgen -f -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$found" -- "$current")) ;;
  esac
}
complete -F _binnacle binnacle
`;
}

function zsh(words: CommandWords): string {
  return `#compdef binnacle
# Completion of binnacle for zsh: eval "$(binnacle completion zsh)" after compinit, or as a file _binnacle in a folder of fpath.
_binnacle() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}" place='' position=0 skip='' word index
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    if [ -n "$skip" ]; then skip=''; continue; fi
${walk(words)}
  done
  local found=''
${choose(words)}
  case "$found" in
    @folders) _files -/ ;;
    @anything) _files ;;
    *) compadd -- \${=found} ;;
  esac
}
if [ "\${funcstack[1]}" = _binnacle ]; then _binnacle "$@"; else compdef _binnacle binnacle; fi
`;
}

// How a word that stands there already moves the place: a command goes into it, an option with a value takes the next word, anything else is an operand.
function walk(words: CommandWords): string {
  const commands = flattened(words).flatMap(({ path, commands: inner }) =>
    inner.map(({ path: into }) => `      ${pattern(`${path.join(' ')}:${into.at(-1) ?? ''}`)}) place=${quoted(into.join(' '))}; position=0 ;;`),
  );
  const valued = flattened(words).flatMap(({ path, options }) =>
    options.flatMap(({ flags, values }) => (values === undefined ? [] : flags.map((flag) => pattern(`${path.join(' ')}:${flag}`)))),
  );
  return [
    '    case "$place:$word" in',
    ...commands,
    `      ${valued.join('|')}) skip=yes ;;`,
    '      *:-*) ;;',
    '      *) position=$((position + 1)) ;;',
    '    esac',
  ].join('\n');
}

function choose(words: CommandWords): string {
  const values = flattened(words).flatMap(({ path, options }) =>
    options.flatMap(({ flags, values: taken }) =>
      taken === undefined ? [] : [`    ${flags.map((flag) => pattern(`${path.join(' ')}:${flag}`)).join('|')}) found=${quoted(said(taken))} ;;`],
    ),
  );
  const operands = flattened(words).flatMap(({ path, operands: each }) =>
    each.map((taken, index) => `      ${pattern(`${path.join(' ')}:${index}`)}) found=${quoted(said(taken))} ;;`),
  );
  const inner = flattened(words).map(
    ({ path, commands }) => `      ${pattern(`${path.join(' ')}:0`)}) found=${quoted(commands.map(({ path: into }) => into.at(-1) ?? '').join(' '))} ;;`,
  );
  const options = flattened(words).map(({ path, options: each }) => `      ${pattern(path.join(' '))}) found=${quoted(allFlags(each).join(' '))} ;;`);
  return [
    '  [ -n "$skip" ] && case "$place:$previous" in',
    ...values,
    '  esac',
    '  if [ -z "$skip" ]; then case "$current" in',
    '    -*) case "$place" in',
    ...options,
    '    esac ;;',
    '    *) case "$place:$position" in',
    ...operands,
    ...inner.filter((line) => !line.includes("found=''")),
    '    esac ;;',
    '  esac; fi',
  ].join('\n');
}

function fish(words: CommandWords): string {
  const lines = flattened(words).flatMap(({ path, commands, options, operands }) => {
    const here = `-n ${quoted(`__binnacle_at ${path.join(' ')}`)}`;
    return [
      ...commands.map(({ path: into, about }) => `complete -c binnacle ${here} -f -a ${quoted(into.at(-1) ?? '')} -d ${quoted(about)}`),
      ...options.map((option) => `complete -c binnacle ${here} ${fishFlags(option)} -d ${quoted(option.about)}`),
      ...operands.map((taken) => `complete -c binnacle ${here} ${fishValues(taken)}`),
    ];
  });
  const named = flattened(words).flatMap(({ path }) => (path.length === 0 ? [] : [quoted(path.join(' '))]));
  return `# Completion of binnacle for fish: binnacle completion fish > ~/.config/fish/completions/binnacle.fish
function __binnacle_at
    set -l known ${named.join(' ')}
    set -l place
    for word in (commandline -opc)[2..-1]
        contains -- (string trim -- "$place $word") $known; and set -a place $word
    end
    test "$place" = "$argv"
end
complete -c binnacle -f
${lines.join('\n')}
`;
}

function fishFlags({ flags, values }: OptionWords): string {
  const named = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
  return values === undefined ? named : `${named} -r ${fishValues(values)}`;
}

function fishValues(values: Values): string {
  if (values === 'folders') return `-f -a '(__fish_complete_directories (commandline -ct))'`;
  return values === 'anything' ? '-F' : `-f -a ${quoted(values.join(' '))}`;
}

function said(values: Values): string {
  return typeof values === 'string' ? `@${values}` : values.join(' ');
}

function allFlags(options: readonly OptionWords[]): string[] {
  return options.flatMap(({ flags }) => flags);
}

function pattern(text: string): string {
  return quoted(text);
}

// In single quotes nothing means anything; a quote itself ends them for a moment. What fish would read otherwise, a backslash, is in no word of ours.
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
