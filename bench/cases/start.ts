// What it costs to be there: the start of the stdio door, its memory and the daemon's, and engines for five agents.
import { spawn } from 'node:child_process';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { firstReferences } from '../answers.ts';
import { openEffect } from '../corpus.ts';
import { descendants, memoryMb, startDaemon } from '../daemon.ts';
import { limitResult, type Result, ratioResult, tails } from '../result.ts';
import { sideBySide } from '../statistics.ts';

const START_ROUNDS = 20;
const AGENTS = 5;

export async function start(): Promise<Result[]> {
  await using corpus = await openEffect();
  await using home = await temporaryHome();
  await using daemon = await startDaemon(home.environment, corpus.folder);
  await using first = await Agent.connect(home.environment, corpus.folder);
  await first.request('tools/list', {});
  const doorMemory = await memoryMb(first.pid);
  const daemonMemory = await memoryMb(daemon.pid);

  const opened: Agent[] = [];
  const { floor, ours } = await sideBySide(
    START_ROUNDS,
    () => bareNode(home.environment),
    async () => opened.push(await Agent.connect(home.environment, corpus.folder)),
  );
  for (const agent of opened) await agent[Symbol.asyncDispose]();
  return [
    ratioResult({
      what: 'stdio door, spawn to initialize answer, daemon warm',
      floorName: 'node -e 0',
      floor: floor.p50,
      ours: ours.p50,
      atMost: 1.25,
      note: tails(floor, ours),
    }),
    ...(doorMemory === undefined ? [] : [limitResult({ what: 'stdio door, resident', ours: doorMemory, unit: 'MB', atMost: 45 })]),
    ...(daemonMemory === undefined ? [] : [limitResult({ what: 'daemon without engines, resident', ours: daemonMemory, unit: 'MB', atMost: 120 })]),
  ];
}

export async function agents(): Promise<Result[]> {
  await using corpus = await openEffect();
  await using home = await temporaryHome();
  await using daemon = await startDaemon(home.environment, corpus.folder);
  await using first = await Agent.connect(home.environment, corpus.folder);
  await firstReferences(first, corpus.mid);
  const withOne = await engines(daemon.pid);
  const others = await Promise.all(Array.from({ length: AGENTS - 1 }, () => Agent.connect(home.environment, corpus.folder)));
  await Promise.all(others.map((agent) => firstReferences(agent, corpus.mid)));
  const withFive = await engines(daemon.pid);
  for (const agent of others) await agent[Symbol.asyncDispose]();
  return [
    {
      what: 'further engines for the second to fifth agent',
      ours: withFive - withOne,
      unit: 'processes',
      bar: '0',
      met: withOne === 1 && withFive === withOne,
      note: `${withOne} engine for the first`,
    },
  ];
}

async function engines(daemon: number): Promise<number> {
  return (await descendants(daemon)).filter(({ command }) => /--lsp|langserver|language-server/.test(command)).length;
}

// To its end, which is what a script needs that loads nothing.
function bareNode(environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', '0'], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
