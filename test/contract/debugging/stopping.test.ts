// Stop means stop: of a program that was stopped, and of what it has started, not one more statement runs, under each debugger.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { markingPrograms } from '../../support/markingPrograms.ts';
import { debuggee, withVariables } from './debuggee.ts';

// What a program does because it was asked to end, or saw another end.
const FAREWELLS = ['signal', 'atexit', 'finally', 'deferred', 'destructor', 'child was asked', 'saw its child end'];

const cases = Object.entries(markingPrograms).flatMap(([adapter, row]) => [false, true].map((child) => [adapter, child, row] as const));

test.skipIf(process.platform === 'win32').for(cases)('under %s, with a child: %s, a stopped program does nothing more', async ([, child, row], context) => {
  using _variables = withVariables(await row.environment(context));
  await using project = await debuggee(row.files, async (folder) => row.build?.(folder));
  const marks = () => {
    const file = join(project.real.agent.ide.project.path, 'marks');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const args = child ? ['child'] : [];
  await project.call('set_breakpoint', { file: row.source, line: row.line });
  expect(await project.call('start_debug_session', { program: row.program, args, timeout: 60 })).toMatchObject({ state: 'paused' });
  expect(marks()).toContain('one');
  expect(await project.call('stop_debug_session')).toMatchObject({ state: 'ended', ended: 'it was stopped' });
  const stopped = marks();
  await sleep(200);
  expect(marks()).toEqual(stopped);
  expect(new Set(stopped)).toEqual(new Set(child ? ['child', 'one'] : ['one']));

  await project.call('remove_breakpoint', { breakpoint_id: 'b1' });
  await project.call('start_debug_session', { program: row.program, args, timeout: 1 });
  await expect.poll(marks, { timeout: 10_000 }).toContain('loop');
  const answer = await project.call('stop_debug_session');
  expect(answer).toMatchObject({ state: 'ended', ended: 'it was stopped' });
  expect(answer).not.toHaveProperty('exitCode');
  const afterwards = marks();
  await sleep(200);
  expect(marks()).toEqual(afterwards);
  expect(afterwards.filter((mark) => FAREWELLS.includes(mark))).toEqual([]);
});
