// The standard streams of a debugged program behave as in a plain pipe, and what it reads can be written.

import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { debuggee, onPath, withVariable } from './debuggee.ts';

// Faster than anybody reads: a pipe that does not wait says EAGAIN.
const WRITES = `const fs = require('node:fs');
const line = Buffer.from('x'.repeat(1023) + '\\n');
for (let turn = 0; turn < 4096; turn++) for (let at = 0; at < line.length; ) at += fs.writeSync(1, line, at);
fs.writeSync(2, JSON.stringify([process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY].map(Boolean)) + '\\n');
`;

test('a program that writes by itself waits as in a pipe, and has no terminal', async () => {
  await using project = await debuggee({ 'main.js': WRITES });
  await project.call('set_breakpoint', { file: 'main.js', line: 4 });
  expect(await project.call('start_debug_session', { program: 'main.js', timeout: 50 })).toMatchObject({ state: 'paused', location: { line: 4 } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 0, output: expect.stringContaining('[false,false,false]') });
});

const READS = `const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  console.log('read ' + line);
});
lines.on('close', () => console.log('the end'));
`;

test('a program reads what is written, line by line and to the end', async () => {
  await using project = await debuggee({ 'main.js': READS });
  await project.call('set_breakpoint', { file: 'main.js', line: 3 });
  expect(await project.call('start_debug_session', { program: 'main.js', timeout: 2 })).toMatchObject({
    state: 'running',
  });
  await project.call('write_debug_input', { text: 'größer\nsecond\n' });
  expect(await project.call('wait_for_pause')).toMatchObject({ state: 'paused', location: { line: 3 } });
  expect(await project.call('evaluate', { expression: 'line' })).toMatchObject({ result: { value: "'größer'" } });
  // Also while it stands still.
  expect(await project.call('write_debug_input', { text: 'third\n', end: true })).toMatchObject({ state: 'paused', written: 6, ended: true });
  await project.call('remove_breakpoint', { breakpoint_id: 'b1' });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 0, output: 'read größer\nread second\nread third\nthe end\n' });
  expect(await project.refusal('write_debug_input', { text: 'more' })).toMatchObject({ error: 'session_ended' });
});

test('more than a pipe holds is taken, and what is written after the end is refused', async () => {
  await using project = await debuggee({
    'main.js':
      "let size = 0;\nprocess.stdin.on('data', (chunk) => {\n  size += chunk.length;\n});\nprocess.stdin.on('end', () => {\n  console.log(size);\n  setInterval(() => {}, 1_000);\n});\n",
  });
  await project.call('set_breakpoint', { file: 'main.js', line: 6 });
  await project.call('start_debug_session', { program: 'main.js', timeout: 1 });
  await project.call('write_debug_input', { text: 'x'.repeat(500_000), end: true });
  expect(await project.call('wait_for_pause')).toMatchObject({ state: 'paused', location: { line: 6 } });
  expect(await project.call('evaluate', { expression: 'size' })).toMatchObject({ result: { value: '500000' } });
  expect(await project.refusal('write_debug_input', { text: 'more' })).toMatchObject({ error: 'no_debug_input' });
});

test('a program sees the environment of the person, not that of our own programs', async () => {
  using _options = withVariable('NODE_OPTIONS', '--max-old-space-size=512');
  await using project = await debuggee({
    'main.js':
      "console.log(process.env.NODE_OPTIONS.includes('512'), process.env.ELECTRON_RUN_AS_NODE, Object.keys(process.env).filter((name) => name === 'BINNACLE_DEBUGGEE'));\n",
  });
  expect(await project.call('start_debug_session', { program: 'main.js' })).toMatchObject({ state: 'ended', output: 'true undefined []\n' });
});

test('breakpoints that were never in place are named when the program has ended', async () => {
  await using project = await debuggee({
    'main.js': "console.log('over');\n",
    'other.js': "console.log('never loaded');\n",
    'main.py': 'print(1)\n',
  });
  await project.call('set_breakpoint', { file: 'other.js', line: 1 });
  await project.call('set_breakpoint', { function: 'nowhere' });
  await project.call('set_breakpoint', { file: 'main.py', line: 1 });
  const end = await project.call('start_debug_session', { program: 'main.js' });
  expect(end).toMatchObject({ state: 'ended', notes: [expect.stringMatching(/^Never in place.*b1 \(other\.js:1\), b2 \(nowhere\)\.$/)] });
});

test('a Go program reads what is written', async (context) => {
  using _path = onPath(dirname((await needs(context, 'dlv')).command[0] ?? ''));
  await using project = await debuggee({
    'go.mod': 'module reads\n\ngo 1.19\n',
    'main.go':
      'package main\n\nimport (\n\t"bufio"\n\t"fmt"\n\t"os"\n)\n\nfunc main() {\n\tscanner := bufio.NewScanner(os.Stdin)\n\tfor scanner.Scan() {\n\t\tfmt.Println("read", scanner.Text())\n\t}\n\tfmt.Println("the end")\n}\n',
  });
  await project.call('set_breakpoint', { file: 'main.go', line: 10 });
  await project.call('set_breakpoint', { file: 'main.go', line: 12 });
  expect(await project.call('start_debug_session', { program: 'main.go', timeout: 50 })).toMatchObject({ state: 'paused', location: { line: 10 } });
  expect(await project.call('resume', { timeout: 1 })).toMatchObject({ state: 'running' });
  await project.call('write_debug_input', { text: 'first\n', end: true });
  expect(await project.call('wait_for_pause')).toMatchObject({ state: 'paused', location: { line: 12 } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', output: expect.stringContaining('read first\nthe end') });
});
