// What is left of a debugged program when its agent, its daemon or its debugger is killed: nothing.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { needs } from '../support/testTools.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf, eventually, processesOf } from './machine.ts';

let home: Home;
let project: string;
beforeEach(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'loop');
  await mkdir(project);
  await writeFile(join(project, 'loop.py'), 'import time\n\nturn = 0\nwhile True:\n    turn += 1\n    time.sleep(0.02)\n');
});
afterEach(() => home[Symbol.asyncDispose]());

// At a breakpoint in the program, which would wait for ever.
async function paused(context: TestContext): Promise<Agent> {
  const { folder } = await needs(context, 'debugpy');
  const agent = await Agent.connected(home, project, { PYTHONPATH: folder });
  await agent.call('set_breakpoint', { file: 'loop.py', line: 5 });
  const stop = await agent.call('start_debug_session', { program: 'loop.py' });
  expect(stop.result?.structuredContent, textOf(stop)).toMatchObject({ state: 'paused', location: { line: 5 } });
  expect(pythons()).not.toEqual([]);
  return agent;
}

const pythons = () => processesOf(home).filter(({ command }) => /python/.test(command));

test.skipIf(process.platform !== 'linux')(
  'an agent that is killed in the middle of a stop takes its program with it, and the daemon lives',
  async (context) => {
    const agent = await paused(context);
    agent.door.kill('SIGKILL');
    await agent.ended();
    await eventually(
      () => pythons().length === 0,
      () => `still there: ${JSON.stringify(pythons())}`,
    );
    expect(await daemonsOf(home)).toHaveLength(1);
    await using next = await Agent.connected(home, project);
    expect((await next.call('list_breakpoints')).result?.structuredContent).toMatchObject({ breakpoints: [{ file: 'loop.py', line: 5, hits: 1 }] });
  },
);

test.skipIf(process.platform !== 'linux')(
  'a daemon that is killed leaves no debugger and no program, and its breakpoints are there in the next one',
  async (context) => {
    await using agent = await paused(context);
    const [daemon] = await daemonsOf(home);
    process.kill(daemon?.pid ?? 0, 'SIGKILL');
    await eventually(
      () => pythons().length === 0,
      () => `still there: ${JSON.stringify(pythons())}`,
    );
    await using next = await Agent.connected(home, project);
    expect((await next.call('list_breakpoints')).result?.structuredContent).toMatchObject({ breakpoints: [{ file: 'loop.py', line: 5 }] });
    void agent;
  },
);
