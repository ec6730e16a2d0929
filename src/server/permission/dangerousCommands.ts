// Commands that do what no undo takes back, as rows: a person is asked before one runs, unless the policy says otherwise. Patterns, not a sandbox.
import { type ReadLine, type ShellLine, textLine } from '../../base/shell/shellLine.ts';
import type { SimpleCommand } from '../../base/shell/textReader.ts';

interface DangerRow {
  readonly program: RegExp;
  readonly when: (words: readonly string[]) => boolean;
  readonly why: string;
  // Its arguments say enough where only the shell will know the program: `$X -rf y`, `$(which git) push -f`, `/bin/r? -r x`.
  readonly byArguments?: true;
}

// Why a person should know first; undefined for what can be taken back. Only of the command itself, not of what it passes to others.
export function dangerOf(words: readonly string[]): string | undefined {
  const plain = plainWords(words);
  const [program = '', ...args] = plain;
  if (!ONLY_THE_SHELL_KNOWS.test(program)) return ROWS.find((row) => row.program.test(program) && row.when(args))?.why;
  return ROWS.find((row) => row.byArguments === true && (row.when(args) || row.when(withoutGitOptions(args))))?.why;
}

// The name of a program that is an expansion, a substitution or a pattern; `$HOME/bin/tool` has a name.
const ONLY_THE_SHELL_KNOWS = /[$`*?[\](){}]/;

// What a shell is fed from elsewhere, and what goes to a disk itself.
export function dangerAround({ words, isPiped, outputs }: SimpleCommand): string | undefined {
  const [program = ''] = plainWords(words);
  if (isPiped && SHELL.test(program) && words.length === 1) return 'it runs what another program prints';
  return outputs.some((file) => /^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk)/.test(file)) ? 'it writes to a disk itself' : undefined;
}

// The name of the program without its folder, and git without what stands before its subcommand.
export function plainWords(words: readonly string[]): readonly string[] {
  const [program = '', ...args] = words;
  const name = (program.split(/[\\/]/).at(-1) ?? program).replace(/\.(?:exe|cmd|bat)$/i, '');
  return name === 'git' ? [name, ...withoutGitOptions(args)] : [name, ...args];
}

// Commands that a command starts in turn: of `sudo`, `env`, `xargs` and their like, of `sh -c`, `eval`, `ssh` and `find -exec`.
export function innerCommands({ words, input }: SimpleCommand, read: ReadLine): ShellLine {
  const [program = '', ...args] = plainWords(words);
  if (SHELL.test(program)) {
    const at = args.findIndex((word) => /^-\w*c$/.test(word) || /^\/[ck]$/i.test(word) || /^-(?:command|c)$/i.test(word));
    const line = at < 0 ? input : args[at + 1];
    return line === undefined ? fixed([]) : WITHOUT_GRAMMAR.test(program) ? textLine(line) : read(line);
  }
  if (program === 'eval' || program === 'ssh') return read(args.slice(program === 'ssh' ? 1 : 0).join(' '));
  if (program === 'find') return fixed(args.flatMap((word, index) => (/^-(?:exec|ok)/.test(word) ? [simple(args.slice(index + 1))] : [])));
  // Which of its words begin the command cannot be known from its options, so each might.
  return fixed(WRAPPER.test(program) ? args.map((_, index) => simple(args.slice(index))) : []);
}

function fixed(commands: readonly SimpleCommand[]): ShellLine {
  return { commands, isUnderstood: true };
}

function simple(words: readonly string[]): SimpleCommand {
  return { words, isPiped: false, outputs: [] };
}

const SHELL = /^(?:ba|z|da|k|fi|a)?sh$|^cmd$|^pwsh$|^powershell$/i;
const WITHOUT_GRAMMAR = /^(?:cmd|pwsh|powershell|fish)$/i;
const WRAPPER = /^(?:sudo|doas|env|nohup|nice|ionice|timeout|stdbuf|xargs|parallel|command|exec|builtin|setsid|watch|busybox|time|coproc|then|else|do)$/;

const GIT_OPTION_WITH_VALUE = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/;

function withoutGitOptions(args: readonly string[]): readonly string[] {
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += GIT_OPTION_WITH_VALUE.test(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

function git(subcommand: RegExp, when: (args: readonly string[]) => boolean, why: string): DangerRow {
  return { program: /^git$/, when: ([first = '', ...args]) => subcommand.test(first) && when(args), why, byArguments: true };
}

const has =
  (...options: readonly string[]) =>
  (args: readonly string[]): boolean =>
    args.some((word) => options.includes(word) || options.some((option) => option.startsWith('--') && word.startsWith(`${option}=`)));

// Short options may be written together: -rf.
const hasShort = (letter: RegExp) => (args: readonly string[]) => args.some((word) => /^-\w+$/.test(word) && letter.test(word.slice(1)));

const either =
  (...tests: readonly ((args: readonly string[]) => boolean)[]) =>
  (args: readonly string[]) =>
    tests.some((test) => test(args));

const always = () => true;

const OURSELVES = /(?:^|[\\/])binnacle(?:\.cjs|-ide(?:@[\w.-]+)?)?$/;

// They refuse by themselves what an agent runs; but their person shall hear of it.
function isForPeople([command = '', ...args]: readonly string[]): boolean {
  return /^(?:review|hold|release|grant|trust|stop|settings|open|token|service)$/.test(command) || (command === 'history' && args.includes('--clear'));
}

const ROWS: readonly DangerRow[] = [
  git(
    /^push$/,
    either(hasShort(/f/), has('--force', '--force-with-lease', '--force-if-includes', '--mirror', '--prune'), (args) => args.some((word) => /^\+/.test(word))),
    'it forces a push',
  ),
  git(
    /^push$/,
    either(hasShort(/d/), has('--delete'), (args) => args.some((word) => /^:./.test(word))),
    'it deletes what others have',
  ),
  git(/^reset$/, has('--hard', '--merge'), 'it discards changes'),
  git(/^clean$/, either(hasShort(/f/), has('--force')), 'it deletes files that git does not know'),
  git(/^(?:checkout|switch)$/, either(hasShort(/f/), has('--force', '--discard-changes')), 'it discards changes'),
  git(/^branch$/, either(hasShort(/[dD]/), has('--delete')), 'it deletes a branch'),
  git(/^tag$/, either(hasShort(/d/), has('--delete')), 'it deletes a tag'),
  git(/^stash$/, ([first = '']) => /^(?:drop|clear)$/.test(first), 'it deletes stashed changes'),
  git(/^worktree$/, (args) => args[0] === 'remove', 'it deletes a worktree'),
  git(/^(?:filter-branch|filter-repo)$/, always, 'it rewrites the history'),
  git(/^reflog$/, ([first = '']) => /^(?:expire|delete)$/.test(first), 'it deletes what a mistake could be fixed with'),
  git(/^update-ref$/, hasShort(/d/), 'it deletes a reference'),
  { program: /^rm$/, when: either(hasShort(/[rR]/), has('--recursive')), why: 'it deletes folders', byArguments: true },
  { program: /^(?:rmdir|rd|del|erase)$/i, when: (args) => args.some((word) => /^\/s$/i.test(word)), why: 'it deletes folders' },
  { program: /^(?:remove-item|ri)$/i, when: (args) => args.some((word) => /^-r(?:ecurse)?$/i.test(word)), why: 'it deletes folders' },
  { program: /^find$/, when: has('-delete'), why: 'it deletes files', byArguments: true },
  { program: /^(?:shred|mkfs(?:\.\w+)?|fdisk|parted|wipefs)$/, when: always, why: 'it destroys data' },
  { program: /^dd$/, when: (args) => args.some((word) => word.startsWith('of=')), why: 'it writes over whatever is there', byArguments: true },
  { program: /^(?:sudo|doas|su|runas)$/, when: always, why: 'it runs as another user' },
  { program: /^(?:shutdown|reboot|halt|poweroff)$/, when: always, why: 'it stops the machine' },
  { program: /^(?:npm|pnpm|yarn|bun|cargo|poetry|uv|flit|hatch)$/, when: (args) => /^(?:un)?publish$/.test(args[0] ?? ''), why: 'it publishes' },
  { program: /^yarn$/, when: (args) => args[0] === 'npm' && args[1] === 'publish', why: 'it publishes' },
  { program: /^twine$/, when: has('upload'), why: 'it publishes' },
  { program: /^gem$/, when: (args) => args[0] === 'push' || args[0] === 'yank', why: 'it publishes' },
  { program: /^docker$|^podman$/, when: (args) => args[0] === 'push' || args.includes('prune'), why: 'it publishes or deletes' },
  { program: /^docker$|^podman$/, when: ([first = '', second = '']) => first === 'volume' && second === 'rm', why: 'it deletes data' },
  { program: /^kubectl$/, when: has('delete', 'drain'), why: 'it deletes what is running' },
  { program: /^(?:terraform|tofu|pulumi)$/, when: has('apply', 'destroy', 'up'), why: 'it changes what is running' },
  { program: /^gh$/, when: (args) => args.includes('delete') || (args[0] === 'pr' && args[1] === 'merge'), why: 'it changes what others have' },
  { program: /^binnacle(?:\.cjs)?$/, when: isForPeople, why: 'it is for people' },
  {
    program: /^(?:node|npx|npm|pnpm|yarn|bunx?)$/,
    when: (args) => args.some((word, at) => OURSELVES.test(word) && isForPeople(args.slice(at + 1))),
    why: 'it is for people',
  },
  { program: /^dropdb$/, when: always, why: 'it deletes data' },
];
