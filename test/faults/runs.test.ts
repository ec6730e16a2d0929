// What is left of commands, runs and terminals when their agent or their daemon is killed: nothing.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf, eventually, processesOf } from './machine.ts';

// Each with a child in its group, one in a group of its own, and one that has left its session; none of them listens to a polite end.
const STUBBORN = `for (const s of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(s, () => {}); setInterval(() => {}, 1000);`;
const PROGRAM = `const { spawn } = require('node:child_process');
${STUBBORN}
for (const detached of [false, true]) spawn(process.execPath, ['-e', ${JSON.stringify(`/* stubborn */${STUBBORN}`)}], { stdio: 'ignore', detached }).unref();
setTimeout(() => console.log('all are up'), 500);`;

let home: Home;
let project: string;
beforeEach(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'project');
  await mkdir(join(project, '.vscode'), { recursive: true });
  await writeFile(join(project, 'stubborn.cjs'), PROGRAM);
  const launch = { configurations: [{ name: 'stubborn', type: 'node', request: 'launch', program: '${workspaceFolder}/stubborn.cjs' }] };
  await writeFile(join(project, '.vscode', 'launch.json'), JSON.stringify(launch));
});
afterEach(() => home[Symbol.asyncDispose]());

const stubborn = () => processesOf(home).filter(({ command }) => /stubborn/.test(command) && !/binnacle/.test(command));

// A command that is awaited, a run that goes on, and a terminal.
async function busy(): Promise<Agent> {
  const agent = await Agent.connected(home, project);
  const node = JSON.stringify(process.execPath);
  const terminal = await agent.call('run_in_terminal', { command: `${node} stubborn.cjs`, until: 'all are up' });
  expect(terminal.result?.structuredContent, textOf(terminal)).toMatchObject({ state: 'running', screen: 'all are up' });
  const run = await agent.call('run_configuration', { name: 'stubborn', timeout: 0 });
  expect(run.result?.structuredContent, textOf(run)).toMatchObject({ state: 'running' });
  void agent.call('run_command', { command: `${node} stubborn.cjs` }).catch(() => {});
  await eventually(
    () => stubborn().filter(({ command }) => command.includes('/* stubborn */')).length === 6,
    () => `not all are up: ${JSON.stringify(stubborn())}`,
  );
  return agent;
}

const nobody = () =>
  eventually(
    () => stubborn().length === 0,
    () => `still there: ${JSON.stringify(stubborn())}`,
  );

test.skipIf(process.platform !== 'linux')('an agent that is killed takes everything with it that it ran, and the daemon lives', async () => {
  const agent = await busy();
  agent.door.kill('SIGKILL');
  await agent.ended();
  await nobody();
  expect(await daemonsOf(home)).toHaveLength(1);
});

test.skipIf(process.platform !== 'linux')('a daemon that is killed leaves nothing that it ran', async () => {
  await using _agent = await busy();
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  await nobody();
});

test.skipIf(process.platform !== 'linux')('a daemon that is asked to end leaves nothing that it ran', async () => {
  await using _agent = await busy();
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGTERM');
  await nobody();
});
