// Completion in the shells themselves: what each offers after some words.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { debianProgram } from '../support/debianProgram.ts';

let home: Home;
beforeAll(async () => {
  home = await temporaryHome();
  await shopIn(home);
  await writeFile(join(home.folder, 'file.txt'), '');
});
afterAll(() => home[Symbol.asyncDispose]());

async function inShell(command: readonly string[], input?: string): Promise<string> {
  const { stdout, stderr } = await run(command, {
    environment: home.environment,
    folder: home.folder,
    bound: seconds(30),
    ...(input !== undefined && { input }),
  });
  expect(stderr).toBe('');
  return stdout;
}

async function script(shell: string): Promise<string> {
  const file = join(home.folder, `completion.${shell}`);
  await writeFile(file, await inShell([process.execPath, binnacle, 'completion', shell]));
  return file;
}

// What a person has typed, and what is offered for the last word: these among others, and none of those.
const typed: readonly (readonly [words: string, offered: readonly string[], missing: readonly string[]])[] = [
  ['', ['serve', 'settings', 'token', 'completion'], ['rotate', 'shop']],
  ['se', ['serve', 'service', 'settings'], ['token']],
  ['token ', ['show', 'rotate'], ['serve']],
  ['settings set ', ['maxHistorySize', 'port'], ['list']],
  ['install ', ['claude-code', 'zed'], ['file.txt']],
  ['install codex --', ['--scope', '--endpoint', '--transport', '--print', '--undo', '--dry-run'], ['--csv']],
  ['uninstall ', ['claude-code', 'zed'], ['file.txt']],
  ['install --scope ', ['user', 'project', 'local'], ['codex']],
  ['install --endpoint ', ['own', 'index', 'debugger'], ['codex']],
  ['install --endpoint own c', ['claude-code', 'codex', 'copilot', 'cursor'], ['zed']],
  ['call find_re', ['find_references'], ['rename_symbol']],
  ['serve --', ['--project', '--port'], ['--service']],
  ['serve --project ', ['shop'], ['file.txt']],
  ['completion ', ['bash', 'zsh', 'fish'], []],
];

test('bash', async (context) => {
  await debianProgram(context, 'bash');
  const file = await script('bash');
  const lines = typed.map(([words]) => {
    const all = ['binnacle', ...words.split(' ')];
    return `COMP_WORDS=(${all.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${all.length - 1}; _binnacle; echo "\${COMPREPLY[*]}"`;
  });
  const offers = await inShell(['bash', '--norc', '-c', `source ${file}\n${lines.join('\n')}`]);
  check(offers.split('\n'));
});

test('fish', async (context) => {
  await debianProgram(context, 'fish');
  const file = await script('fish');
  const lines = typed.map(
    ([words]) => `echo (complete --do-complete 'binnacle ${words}' | string replace -r '\\t.*' '' | string trim -rc / | string join ' ')`,
  );
  const offers = await inShell(['fish', '--no-config', '-c', `source ${file}\n${lines.join('\n')}`]);
  check(offers.split('\n'));
});

test('zsh', async (context) => {
  await debianProgram(context, 'zsh');
  const file = await script('zsh');
  // Its completion runs only while a line is edited: by a zsh at a terminal of its own, with its whole completion system, which tells what it adds.
  const driver = join(home.folder, 'drive.zsh');
  await writeFile(
    driver,
    String.raw`zmodload zsh/zpty
zpty line zsh -f -i
zpty -w line 'PROMPT= RPROMPT=; stty -echo; autoload -Uz compinit && compinit -D -u; source ${file}
bindkey "^I" complete-word; zstyle ":completion:*" insert-tab false
edge() { print -rn -- $'"'"'\x01'"'"' }
compadd() { local -a hits; [[ "$${'{'}@[1,(i)(-|--)]}" == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }; builtin compadd -A hits "$@"; print -rn -- "$${'{'}(j: :)hits} "; builtin compadd "$@" }
print ready'
zpty -r line said $'*ready\r\n*'
for typed in "$@"; do
  zpty -w -n line "compprefuncs=(edge); comppostfuncs=(edge)"$'\n'
  zpty -w -n line "binnacle $typed"$'\t'
  zpty -r line said $'*\x01*\x01*'
  between=$${'{'}said#*$'\x01'}
  print -r -- "$${'{'}between%%$'\x01'*}"
  zpty -w -n line $'\x15'
done
zpty -d line
`,
  );
  const offers = await inShell(['zsh', '-f', driver, ...typed.map(([words]) => words)]);
  check(offers.split('\n'));
});

test('a shell that we do not know is refused with those that we do', async () => {
  const { code, stderr } = await run([process.execPath, binnacle, 'completion', 'tcsh'], { environment: home.environment, bound: seconds(30) });
  expect(code).toBe(1);
  expect(stderr).toContain('Allowed choices are bash, zsh, fish');
});

function check(offers: readonly string[]): void {
  for (const [index, [words, wanted, unwanted]] of typed.entries()) {
    const offered = (offers[index] ?? '').split(' ');
    expect(offered, words).toEqual(expect.arrayContaining([...wanted]));
    for (const word of unwanted) expect(offered, words).not.toContain(word);
  }
}
