// Whoever has js-debug can name it: the same answers through VS Code's own debugger for Node.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { debuggee, onPath } from './debuggee.ts';

const MAIN = `function total(items) {
  let result = 0;
  for (const item of items) {
    result += item.cents;
  }
  return result;
}
console.log(total([{ cents: 30 }, { cents: 45 }]));
`;
const LAUNCH = { configurations: [{ name: 'shop', type: 'js-debug', request: 'launch', program: '${workspaceFolder}/main.js' }] };

test.skipIf(process.platform === 'win32')('a program runs under it, stops, shows its values and ends', async (context) => {
  const { command } = await needs(context, 'js-debug');
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-js-debug-'));
  // As its installers put it onto the PATH.
  await writeFile(join(folder, 'js-debug-adapter'), `#!/bin/sh\nexec ${command.map((part) => `"${part}"`).join(' ')} "$@"\n`);
  await chmod(join(folder, 'js-debug-adapter'), 0o755);
  using _path = onPath(folder);
  try {
    await using project = await debuggee({ 'main.js': MAIN, '.vscode/launch.json': JSON.stringify(LAUNCH) });
    await project.call('set_breakpoint', { file: 'main.js', line: 4, condition: 'item.cents > 40' });
    const stop = await project.call('start_debug_session', { configuration_name: 'shop' });
    expect(stop).toMatchObject({
      reason: 'breakpoint',
      location: { file: 'main.js', line: 4 },
      variables: expect.arrayContaining([expect.objectContaining({ name: 'result', value: '30' })]),
    });
    expect(await project.call('evaluate', { expression: 'items.length' })).toMatchObject({ result: { value: '2' } });
    expect(await project.call('step_over')).toMatchObject({ reason: 'step', location: { line: 3 } });
    await project.call('remove_breakpoint', { breakpoint_id: 'b1' });
    await project.call('resume');
    expect(await project.call('wait_for_pause', { session_id: 's1' })).toMatchObject({ state: 'ended' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('without it the error says what to install', async () => {
  await using project = await debuggee({ 'main.js': MAIN, '.vscode/launch.json': JSON.stringify(LAUNCH) });
  expect(await project.refusal('start_debug_session', { configuration_name: 'shop' })).toMatchObject({
    error: 'adapter_missing',
    next: expect.stringContaining('js-debug-adapter'),
  });
});
