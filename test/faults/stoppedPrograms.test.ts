// What a debugged program still does when its agent or its daemon is killed: nothing, not one statement.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryHome } from '../support/builtProgram.ts';
import { markingPrograms } from '../support/markingPrograms.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf } from './machine.ts';

const cases = Object.entries(markingPrograms).flatMap(([adapter, row]) => (['agent', 'daemon'] as const).map((who) => [adapter, who, row] as const));

test.skipIf(process.platform !== 'linux').for(cases)('under %s, a killed %s takes the paused program and its child along', async ([, who, row], context) => {
  const environment = await row.environment(context);
  await using home = await temporaryHome();
  const project = join(home.folder, 'marking');
  await mkdir(project);
  for (const [path, text] of Object.entries(row.files)) await writeFile(join(project, path), text);
  row.build?.(project);
  const marks = () => (existsSync(join(project, 'marks')) ? readFileSync(join(project, 'marks'), 'utf8').trim().split('\n') : []);
  await using agent = await Agent.connected(home, project, environment);
  await agent.call('set_breakpoint', { file: row.source, line: row.line });
  const stop = await agent.call('start_debug_session', { program: row.program, args: ['child'], timeout: 50 });
  expect(stop.result?.structuredContent, textOf(stop)).toMatchObject({ state: 'paused' });
  const [daemon] = await daemonsOf(home);
  process.kill(who === 'agent' ? (agent.door.pid ?? 0) : (daemon?.pid ?? 0), 'SIGKILL');
  // It is over when the child, which never waits for anybody, marks no more.
  await expect.poll(() => quiet(marks), { timeout: 10_000 }).toBe(true);
  expect(new Set(marks())).toEqual(new Set(['child', 'one']));
});

async function quiet(marks: () => readonly string[]): Promise<boolean> {
  const before = marks().length;
  await sleep(200);
  return marks().length === before;
}
