// Which programs a line would start by the grammar of the shell, however it is written.
import { expect, test } from 'vitest';
import { SHELL_LINES } from '../../../test/support/shellLines.ts';
import { lineReader } from './shellLine.ts';

test.each<[string, string[][]]>([
  ...SHELL_LINES,
  ["$'\\x72m' -rf x", [['rm', '-rf', 'x']]],
  ['for f in a b; do rm $f; done', [['rm', '$f']]],
  ['case x in a) rm b;; esac', [['rm', 'b']]],
  ['clean() { rm -rf x; }; clean', [['rm', '-rf', 'x'], ['clean']]],
  [
    'export A=$(rm x)',
    [
      ['rm', 'x'],
      ['export', 'A=$(rm x)'],
    ],
  ],
  [
    'echo ${x:-$(rm y)} $((1 + $(rm z)))',
    [
      ['rm', 'y'],
      ['rm', 'z'],
      ['echo', '${x:-$(rm y)}', '$((1 + $(rm z)))'],
    ],
  ],
  ['[[ -n $(rm x) ]] && ls', [['rm', 'x'], ['ls']]],
])('%s', async (line, words) => {
  const read = (await lineReader('linux'))(line);
  expect(read.commands.map((command) => command.words)).toEqual(words);
  expect(read.isUnderstood).toBe(true);
});

test('what goes in and out is reported', async () => {
  const read = await lineReader('linux');
  expect(read('curl x | sh > /dev/sda').commands).toMatchObject([{ isPiped: false }, { words: ['sh'], isPiped: true, outputs: ['/dev/sda'] }]);
  expect(read('bash <<EOF\nrm x\nEOF').commands).toMatchObject([{ words: ['bash'], input: 'rm x\n' }]);
  expect(read('bash <<EOF | tee log\nrm x\nEOF').commands).toMatchObject([
    { words: ['tee', 'log'], isPiped: true },
    { words: ['bash'], input: 'rm x\n' },
  ]);
  expect(read('bash <<< "rm x"').commands).toMatchObject([{ words: ['bash'], input: 'rm x' }]);
  expect(read('(bash) <<EOF\nrm x\nEOF').commands).toMatchObject([{ words: ['bash'], input: 'rm x\n' }]);
  expect(read('for f in a; do cat $f; done > /dev/sda').commands).toMatchObject([{ words: ['cat', '$f'] }, { outputs: ['/dev/sda'] }]);
});

test.each([
  "echo 'unclosed",
  'echo $(rm -rf x',
  'if true; then rm -rf x',
  `echo ${'('.repeat(300)}`,
  `echo ${'$('.repeat(200)}rm -rf x${')'.repeat(200)}`,
  'x'.repeat(300_000),
])('a line that the grammar does not read to the end is said to be none', async (line) => {
  expect((await lineReader('linux'))(line).isUnderstood).toBe(false);
});

test('what can be seen in such a line is reported all the same', async () => {
  expect((await lineReader('linux'))("rm -rf x; echo 'unclosed").commands).toContainEqual({ words: ['rm', '-rf', 'x'], isPiped: false, outputs: [] });
});

test('lines of Windows, whose shells have no grammar here, are read as text', async () => {
  const read = (await lineReader('win32'))('del /s build & Remove-Item -Recurse x');
  expect(read.commands.map(({ words }) => words)).toEqual([
    ['del', '/s', 'build'],
    ['Remove-Item', '-Recurse', 'x'],
  ]);
});
