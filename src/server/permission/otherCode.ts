// Which words make a program run what its name does not say, as rows: a rule that allows a program with a star does not mean those.

// Programs whose first operand is a program, or code in a language of their own.
const LAUNCHER =
  /^(?:sudo|doas|su|runuser|pkexec|env|nohup|nice|ionice|chrt|taskset|timeout|stdbuf|xargs|parallel|setsid|setpriv|watch|entr|busybox|toybox|time|chroot|unshare|nsenter|strace|ltrace|valgrind|script|flock|systemd-run|ssh|npx|pnpx|bunx|uvx|pipx|[gmn]?awk|g?sed|start|call|forfiles|invoke-expression|iex|start-process)$/i;

// What changes how the shell understands the commands behind it, or runs its own words as a line. No star stands for those.
const SHELL_STATE =
  /^(?:alias|unalias|abbr|eval|exec|\.|source|export|setenv|declare|typeset|local|readonly|set|setx|unset|shopt|setopt|hash|enable|builtin|command|trap|read|mapfile|readarray|getopts|let|fc|bind|complete|coproc|noglob|nocorrect|autoload|zmodload|emulate|functions?|and|or|not|begin|then|else|do|if|for|while)$/i;

const SHELL = /^(?:ba|z|da|k|fi|a|c|tc)?sh$|^cmd$|^pwsh$|^powershell$/i;
const INTERPRETER =
  /^(?:python|pypy|node|nodejs|bun|deno|tsx|ts-node|perl|ruby|php|lua|luajit|Rscript|R|osascript|psql|mysql|sqlite3|gdb|lldb|ed|ex|vim?|nvim|emacs|bc|dc)[\d.]*$/i;

export function isLauncher(program: string): boolean {
  return LAUNCHER.test(program);
}

export function changesShell(program: string): boolean {
  return SHELL_STATE.test(program);
}

export function isShell(program: string): boolean {
  return SHELL.test(program);
}

// What it is fed is run.
export function runsItsInput(program: string): boolean {
  return SHELL.test(program) || INTERPRETER.test(program) || LAUNCHER.test(program);
}

// Whether this word makes the program run something else, or be another than its name says.
export function isOtherCode(program: string, word: string): boolean {
  return word === '-c' || LONG.some((option) => isLongOption(word, option)) || ROWS.some((row) => row.program.test(program) && row.word.test(word));
}

// Written with one dash or two, with its value or without, and as short as programs let people write it.
function isLongOption(word: string, option: string): boolean {
  const [, dashes = '', name = ''] = /^(--?)([A-Za-z][\w-]+)/.exec(word) ?? [];
  // Two letters behind one dash are two options.
  return dashes.length + name.length >= 4 && option.startsWith(name.toLowerCase());
}

const LONG: readonly string[] = [
  'exec',
  'execdir',
  'exec-path',
  'exec-batch',
  'eval',
  'extcmd',
  'ext-diff',
  'command',
  'commands',
  'encodedcommand',
  'cmd',
  'call',
  'config',
  'config-env',
  'config-file',
  'configfile',
  'configuration',
  'userconfig',
  'globalconfig',
  'prefix',
  'cwd',
  'dir',
  'directory',
  'git-dir',
  'work-tree',
  'manifest-path',
  'shell',
  'script-shell',
  'rcfile',
  'init-file',
  'init-module',
  'node-options',
  'node-option',
  'require',
  'import',
  'loader',
  'experimental-loader',
  'pager',
  'open-files-in-pager',
  'editor',
  'viewer',
  'upload-pack',
  'receive-pack',
  'rsh',
  'rsh-command',
  'rmt-command',
  'rsync-path',
  'use-compress-program',
  'compress-program',
  'unzip-command',
  'checkpoint-action',
  'to-command',
  'info-script',
  'new-volume-script',
  'strip-program',
  'toolexec',
  'vettool',
  'overlay',
  'tree-filter',
  'wrapper',
  'fplugin',
  'plugin',
  'specs',
  'askpass',
  'use-askpass',
];

interface OtherCodeRow {
  readonly program: RegExp;
  readonly word: RegExp;
}

const ROWS: readonly OtherCodeRow[] = [
  { program: SHELL, word: /^[-+][A-Za-z]*[cs]|^\/[ckr]|^-(?:e|en|enc|f|file)/i },
  { program: /^(?:python|pypy)[\d.]*$/, word: /^-[A-Za-z]*c|^-$/ },
  { program: /^(?:node|nodejs|bun|deno|tsx|ts-node)$/, word: /^-[A-Za-z]*[epr]|^--pr|^-$|^eval$/ },
  { program: /^(?:perl|ruby|php|lua|luajit|Rscript|R|osascript)[\d.]*$/, word: /^-[A-Za-z]*[eErRMmxlI]|^-$/ },
  { program: /^(?:vi|vim|nvim|view|ex|emacs|nano|less|more|man)$/, word: /^\+|^-[a-zA-Z]*[cSP]|^-(?:f|l)$/ },
  // Configuration on its command line, another repository, and what a subcommand runs for somebody.
  {
    program: /^git$/,
    word: /^-[a-zA-Z]*[cCxO]|^-u$|^ext::|^(?:config|foreach|bisect|filter-branch|difftool|mergetool|daemon|instaweb|web--browse|send-email|hook)$/,
  },
  { program: /^(?:npm|pnpm|yarn|bun)$/, word: /^-C|^(?:exec|x|dlx|explore|edit|config|set|c|create|init|innit|node|run-gen)$/ },
  { program: /^(?:g?make|ninja|just|task)$/, word: /=|^-[a-zA-Z]*[fCEI]/ },
  { program: /^cargo$/, word: /^\+|^-[CZ]/ },
  { program: /^go$/, word: /^--?(?:C|w|modfile|ldflags|gccgoflags|gcflags)\b/ },
  { program: /^find$/, word: /^-(?:exec|ok|fprint|fls)/ },
  { program: /^(?:g|bsd)?tar$/, word: /^-?[A-Za-z]*[IF][A-Za-z]*$/ },
  { program: /^(?:rsync|scp|sftp|ssh)$/, word: /^-[a-zA-Z]*[eoFSJ]/ },
  { program: /^(?:gcc|g\+\+|cc|c\+\+|clang|ld|rustc)(?:[-\d.]*)?$/, word: /^-(?:B|C|fuse-ld|wrapper)|^@/ },
  { program: /^printf$/, word: /^-v/ },
  { program: /^(?:gdb|lldb|sqlite3|psql|mysql|expect|zip|tcpdump|split|curl|wget)$/, word: /^-(?:ex|x|o|O|cmd|e|T|TT|z|K|init|-filter)/ },
];
