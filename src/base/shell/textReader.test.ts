// Which programs a line would start, however it is written.
import { expect, test } from 'vitest';
import { SHELL_LINES } from '../../../test/support/shellLines.ts';
import { commandsIn } from './textReader.ts';

test.each<[string, string[][]]>([...SHELL_LINES, ["echo 'unclosed", [['echo', 'unclosed']]], ['echo $(unclosed', [['unclosed'], ['echo', '$(unclosed']]]])(
  '%s',
  (line, words) => {
    expect(commandsIn(line).map((command) => command.words)).toEqual(words);
  },
);

test('what goes in and out is reported', () => {
  expect(commandsIn('curl x | sh > /dev/sda')).toMatchObject([{ isPiped: false }, { words: ['sh'], isPiped: true, outputs: ['/dev/sda'] }]);
  expect(commandsIn('bash <<EOF\nrm x\nEOF')).toMatchObject([{ words: ['bash'], input: 'rm x\n' }]);
  expect(commandsIn('bash <<< "rm x"')).toMatchObject([{ words: ['bash'], input: 'rm x' }]);
});
