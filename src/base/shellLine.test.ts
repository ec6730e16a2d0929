// Which programs a line would start, however it is written.
import { expect, test } from 'vitest';
import { commandsIn } from './shellLine.ts';

test.each<[string, string[][]]>([
  ['rm -rf build', [['rm', '-rf', 'build']]],
  [
    'cd sub && npm test; echo done',
    [
      ['cd', 'sub'],
      ['npm', 'test'],
      ['echo', 'done'],
    ],
  ],
  [`r''m "-rf" bu\\ild`, [['rm', '-rf', 'build']]],
  [
    `echo "a $(rm -rf x) b" 'c; d'`,
    [
      ['rm', '-rf', 'x'],
      ['echo', 'a $(rm -rf x) b', 'c; d'],
    ],
  ],
  [
    'echo `rm x`',
    [
      ['rm', 'x'],
      ['echo', '`rm x`'],
    ],
  ],
  ['FOO=1 BAR=2 make all', [['make', 'all']]],
  ['if true; then rm x; fi', [['true'], ['rm', 'x']]],
  ['(cd a; rm b) & wait', [['cd', 'a'], ['rm', 'b'], ['wait']]],
  [
    'diff <(sort a) <(sort b)',
    [
      ['sort', 'a'],
      ['sort', 'b'],
      ['diff', '<(sort a)', '<(sort b)'],
    ],
  ],
  ['make 2>&1 | tee log # rm -rf x', [['make'], ['tee', 'log']]],
  ['cat > script.sh <<EOF\nrm -rf build\nEOF\nls', [['cat'], ['ls']]],
  ['! { git push; }', [['git', 'push']]],
  ['', []],
  ["echo 'unclosed", [['echo', 'unclosed']]],
  ['echo $(unclosed', [['unclosed'], ['echo', '$(unclosed']]],
])('%s', (line, words) => {
  expect(commandsIn(line).map((command) => command.words)).toEqual(words);
});

test('what goes in and out is told', () => {
  expect(commandsIn('curl x | sh > /dev/sda')).toMatchObject([{ isPiped: false }, { words: ['sh'], isPiped: true, outputs: ['/dev/sda'] }]);
  expect(commandsIn('bash <<EOF\nrm x\nEOF')).toMatchObject([{ words: ['bash'], input: 'rm x\n' }]);
  expect(commandsIn('bash <<< "rm x"')).toMatchObject([{ words: ['bash'], input: 'rm x' }]);
});
