// What a rule that allows a program means, and what it does not: the ways around it, as a table.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainCommands } from '../../base/shell/plainLine.ts';
import type { JudgedStep } from '../../ide/doors/running.ts';
import { findsProgramsInFolder } from './commandCoverage.ts';
import { judgeCommands } from './commandPermission.ts';
import { defaultPolicy } from './permission.ts';
import type { Patterns, Verdict } from './rules.ts';

const posix = test.skipIf(process.platform === 'win32');
const ALLOWED = [
  'npm *',
  'git *',
  'env *',
  'sudo apt *',
  'sh *',
  './build *',
  'export *',
  'make *',
  'rm -rf dist',
  'find *',
  'eslint -c strict.js *',
  'cd *',
  'node *',
];

const judged = async (step: JudgedStep, commands: Patterns = rules(...ALLOWED)): Promise<Verdict> =>
  (await judgeCommands([step], undefined, { ...defaultPolicy, commands }, 'ask')).verdict;

posix.each([
  'npm test',
  'npm run build -- --watch',
  'npm ci && npm test',
  'npm ci; npm test &',
  'npm ci | npm test',
  "npm run 'a b' \"c d\" e'f'g",
  'git status --short',
  'git commit -m "fix: it"',
  'sudo apt install x',
  'sh build.sh',
  './build all',
  'rm -rf dist',
  'eslint -c strict.js src',
  'cd sub && npm test',
  'env',
  'npm test\nnpm run lint',
])('a rule covers %s', async (line) => {
  expect(await judged({ command: { line } })).toBe('allow');
});

posix.each([
  ...['X=1 npm test', 'PATH=. npm test', 'npm test > out', 'npm test 2>&1', 'npm test < in', 'npm test <<EOF\nx\nEOF', 'npm test <<< x'],
  ...[
    'npm test $(evil)',
    'npm test `evil`',
    'npm test "$(evil)"',
    'npm <(evil)',
    'npm $X',
    'npm "${X}"',
    'npm ~/x',
    'npm *.ts',
    'npm {a,b}',
    "npm $'a'",
    'npm $"a"',
    'npm a\\ b',
  ],
  ...[
    './npm test',
    '/tmp/npm test',
    '../npm test',
    '"npm" test',
    "n'p'm test",
    '\\npm test',
    'NPM test',
    'evil',
    'npm test; evil',
    'npm test | evil',
    'npm test |& npm x',
    'npm test # x',
  ],
  ...[
    'npm() { evil; }; npm test',
    'function npm { evil; }',
    'alias npm=evil',
    'if npm test; then npm x; fi',
    'for npm in a; do npm x; done',
    '(npm test)',
    '{ npm test; }',
    '! npm test',
  ],
  ...['npm test "', 'npm (', 'npm test &&', 'npm\rtest', 'npm test\u0015evil', 'npm test !!', 'npm =evil'],
  ...[
    'git -c alias.x=!evil x',
    'git -C /tmp status',
    'git --exec-path=/tmp status',
    'git --exec-pa=/tmp status',
    'git bisect run evil',
    'git submodule foreach evil',
    'git rebase -x evil',
  ],
  ...[
    'git config alias.x !evil',
    'npm exec evil',
    'npm x evil',
    'npm --script-shell=evil test',
    'npm --script-sh evil test',
    'npm -script-shell evil test',
    'npm --prefix /tmp test',
  ],
  ...[
    'env npm test',
    'env X=1 npm test',
    'sudo evil',
    'sudo -u root apt x',
    "sudo 'apt x' y",
    'sh -c evil',
    'sh -ec evil',
    'npm x | sh',
    'export PATH=.',
    'make SHELL=evil',
    'make -f evil',
  ],
  ...[
    'rm -rf dist src',
    'find . -exec evil',
    'eslint -c evil.js src',
    'cd evil && ./build',
    'node -e evil',
    'node --require evil x',
    'npm x | node',
    'node - x',
  ],
])('no rule covers %s', async (line) => {
  expect(await judged({ command: { line } })).toBe('ask');
});

posix('an environment, a folder for a path, and what a shell reads take a command out of the rules', async () => {
  expect(await judged({ command: { line: 'npm test' }, environment: {} })).toBe('allow');
  expect(await judged({ command: { line: 'npm test' }, environment: { PATH: '.' } })).toBe('ask');
  expect(await judged({ command: { words: ['npm', 'test'] }, environment: { NODE_OPTIONS: '--require ./evil' } })).toBe('ask');
  expect(await judged({ command: { words: ['npm', 'test;', 'evil'] } })).toBe('allow');
  expect(await judged({ command: { words: ['./npm', 'test'] } })).toBe('ask');
  expect(await judged({ command: { line: 'npm test' }, folder: 'sub' })).toBe('allow');
  expect(await judged({ command: { line: './build' }, folder: 'sub' })).toBe('ask');
  expect(await judged({ command: { line: './build' }, isTyped: true })).toBe('ask');
  expect(await judged({ command: { line: 'npm login' }, input: 'me' })).toBe('allow');
  expect(await judged({ command: { line: 'sh build.sh' }, input: 'evil' })).toBe('ask');
  expect(await judged({ command: { line: 'node' }, input: 'evil' })).toBe('ask');
});

test('what is fed to a shell is judged as a command, also where everything may run', async () => {
  const fed = async (line: string, input: string) => (await judgeCommands([{ command: { line }, input }], undefined, defaultPolicy, 'allow')).verdict;
  for (const line of ['sh', 'bash -s', 'sudo -n bash', 'env bash', 'ssh host', '/bin/zsh', 'cat - | sh -'])
    expect([line, await fed(line, 'rm -rf x')]).toEqual([line, 'ask']);
  expect(await fed('sh', 'ls')).toBe('allow');
  expect(await fed('cat', 'rm -rf x')).toBe('allow');
});

posix('what forbids looks further than what allows, and the longest that means the command says most', async () => {
  const commands: Patterns = { '*': 'allow', 'git push *': 'deny', 'git push origin docs': 'allow' };
  for (const line of [
    'git push',
    '/usr/bin/git push',
    'git -c a=b push',
    'X=1 git push',
    'echo $(git push)',
    'PATH=. git push origin docs',
    './git push origin docs',
  ])
    expect([line, await judged({ command: { line } }, commands)]).toEqual([line, 'deny']);
  expect(await judged({ command: { line: 'git push origin docs' } }, commands)).toBe('allow');
  expect(await judged({ command: { line: 'X=$(y) z > a' } }, commands)).toBe('allow');
});

test('several steps are one question', async () => {
  const steps = [{ command: { line: 'rm -rf a' } }, { command: { line: 'npm test' } }, { command: { line: 'git push --force' } }];
  expect(await judgeCommands(steps, undefined, defaultPolicy, 'allow')).toEqual({ verdict: 'ask', why: 'rm -rf a: it deletes folders' });
});

test.each([
  ['npm test', ['npm', 'test']],
  ['npm run "a b"', ['npm', 'run', 'a b']],
  ['dotnet build src\\a.csproj', ['dotnet', 'build', 'src\\a.csproj']],
  ...[
    ...[
      'npm test & evil',
      'npm test && evil',
      'npm test | evil',
      'npm %X%',
      'npm !X!',
      'npm ^& evil',
      'npm > x',
      'npm (x)',
      'npm "%X%"',
      'npm "a" & "b"',
      'npm\nevil',
      'npm "a\\" b',
    ],
    ...[
      'npm $(evil)',
      'npm `evil',
      'npm; evil',
      'npm, evil',
      'npm @x',
      '@npm',
      '& npm',
      'npm {evil}',
      "npm 'a b'",
      'npm a"b"c',
      'npm "a',
      'X=1 npm',
      'npm --a=b',
    ],
  ].map((line) => [line, undefined] as const),
] as const)('on Windows %s is plain where cmd and PowerShell read the same', async (line, words) => {
  expect((await plainCommands(line, 'win32'))?.map((command) => command.words)).toEqual(words === undefined ? undefined : [words]);
});

test('a program that lies in the folder itself is not the one on the way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-shadow-'));
  try {
    writeFileSync(join(folder, 'npm.CMD'), '');
    expect(findsProgramsInFolder('npm', folder, { PATHEXT: '.EXE;.CMD' }, 'win32')).toBe(true);
    expect(findsProgramsInFolder('git', folder, {}, 'win32')).toBe(false);
    for (const path of ['', '.', '/bin:', ':/bin', 'node_modules/.bin:/bin'])
      expect([path, findsProgramsInFolder('npm', folder, { PATH: path }, 'linux')]).toEqual([path, true]);
    expect(findsProgramsInFolder('npm', folder, { PATH: '/usr/bin:/bin' }, 'linux')).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function rules(...allowed: readonly string[]): Patterns {
  return Object.fromEntries(allowed.map((pattern) => [pattern, 'allow']));
}
