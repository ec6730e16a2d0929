// Lines for a shell with the programs that each of them starts, as every reader of such lines must find them.
export const SHELL_LINES: readonly [line: string, words: string[][]][] = [
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
];
