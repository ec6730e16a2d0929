// Which commands start an agent, on whichever system.
import { expect, test } from 'vitest';
import { wordsIn } from '../../base/processes/commandWords.ts';
import { agentIn } from './agentPrograms.ts';

test.each([
  ['claude'],
  ['/home/me/.local/bin/claude --resume'],
  ['node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'],
  ['/usr/bin/node --no-warnings /usr/local/bin/gemini'],
  ['node /usr/lib/node_modules/@openai/codex/bin/codex.js'],
  ['C:\\\\npm\\\\codex.exe exec'],
  ['python3 /usr/bin/aider'],
  ['opencode run x'],
  ['/opt/cursor-agent -p'],
  ['bun /x/node_modules/@github/copilot/index.js'],
])('%s is an agent', (line) => {
  expect(agentIn(line.split(' '))).toBeDefined();
});

test.each([
  ['bash'],
  ['node server.js'],
  ['vim claude.md'],
  ['/usr/bin/gnome-terminal-server'],
  ['node'],
  ['less /work/codex/readme'],
  ['git commit -m claude'],
])('%s is none', (line) => {
  expect(agentIn(line.split(' '))).toBeUndefined();
});

test('what ps and Windows print are words', () => {
  expect(wordsIn('  12 /bin/zsh -l\n  345 node /usr/local/bin/gemini\r\n7 "C:\\a\\claude.exe" -p\n')).toEqual(
    new Map([
      [12, ['/bin/zsh', '-l']],
      [345, ['node', '/usr/local/bin/gemini']],
      [7, ['C:\\a\\claude.exe', '-p']],
    ]),
  );
});
