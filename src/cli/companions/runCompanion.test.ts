// What the command is started with: its variables, and how npm's shim on Windows gets its words.
import { expect, test } from 'vitest';
import { claude } from '../../daemon/companions/agents/claude.ts';
import { startedAs } from './runCompanion.ts';

test.each([
  [{}, 'localhost,127.0.0.1,::1'],
  [{ NO_PROXY: 'example.com, .corp' }, 'example.com,.corp,localhost,127.0.0.1,::1'],
  [{ no_proxy: 'localhost', NO_PROXY: 'other' }, 'localhost,127.0.0.1,::1'],
])('with %j no proxy is used for %s', (environment, hosts) => {
  expect(claude.variables(4711, environment)).toEqual({ CLAUDE_CODE_SSE_PORT: '4711', ENABLE_IDE_INTEGRATION: 'true', NO_PROXY: hosts, no_proxy: hosts });
});

test('a program gets its words as they are', () => {
  const words = ['-p', 'two words', '"', ''];
  expect(startedAs('/usr/bin/claude', words)).toEqual({ file: '/usr/bin/claude', parameters: words, verbatim: false });
});

test('npm’s shim gets them through cmd.exe, escaped for it and for the shim', () => {
  expect(startedAs('C:\\npm\\claude.cmd', ['-p', 'a & b', 'say "hi"\\'], { ComSpec: 'C:\\cmd.exe' })).toEqual({
    file: 'C:\\cmd.exe',
    parameters: ['/d', '/s', '/c', String.raw`"C:\npm\claude.cmd ^^^"-p^^^" ^^^"a^^^ ^^^&^^^ b^^^" ^^^"say^^^ \^^^"hi\^^^"\\^^^""`],
    verbatim: true,
  });
});

test('a line break cannot be given to the shim, and is refused instead of cut off', () => {
  expect(() => startedAs('C:\\npm\\claude.cmd', ['one\ntwo'])).toThrow(expect.objectContaining({ code: 'line_break_in_argument' }));
});
