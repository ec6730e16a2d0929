// What three languages hold at once on large sources, what a rest gives back, and whether the woken engines still answer rightly.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { type Home, temporaryHome } from '../../test/support/builtProgram.ts';
import { testTool } from '../../test/support/testTools.ts';
import { Agent } from '../agent.ts';
import { allReferences } from '../answers.ts';
import type { Target } from '../bareEngine.ts';
import { type Corpus, openDjango, openEffect, targetIn } from '../corpus.ts';
import { descendants, memoryMb, startDaemon } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';

const MOST_MB = 1_536;
// Long enough that none rests before all three were asked, short enough to wait for.
const HIBERNATE_MINUTES = 2;
const LONGEST_REST = minutes(6);
const ENGINE = /tsc(?= --lsp)|langserver|gopls/;

export async function memory(): Promise<Result[]> {
  await using home = await temporaryHome();
  await writeSettings(home);
  await using corpus = await openEffect();
  const targets = [corpus.hot, await withDjango(corpus), await withProtobuf(corpus)];
  const gopls = (await testTool('gopls')).command[0] ?? '';
  const environment = { ...home.environment, PATH: `${dirname(gopls)}:${home.environment['PATH'] ?? ''}` };
  await using daemon = await startDaemon(environment, corpus.folder);
  await using agent = await Agent.connect(environment, corpus.folder);
  const before = await asked(agent, targets);
  const awake = await heldMb(daemon.pid);
  const shares = await sharesOf(daemon.pid);
  const resting = await restingMb(daemon.pid);
  const after = await asked(agent, targets);
  const different = before.filter((lines, index) => lines.join('\n') !== after[index]?.join('\n')).length;
  const counts = before.map((lines) => lines.length).join(', ');
  return [
    limitResult({
      what: 'TypeScript, Python and Go at once, with the daemon',
      ours: awake,
      unit: 'MB',
      atMost: MOST_MB,
      note: `${shares}; ${counts} references found`,
    }),
    limitResult({ what: 'the same after a rest', ours: resting, unit: 'MB', atMost: awake / 2, note: `${Math.round(awake - resting)} MB given back` }),
    {
      what: 'answers that a woken engine gives otherwise',
      ours: different,
      unit: 'answers',
      bar: '0',
      met: different === 0 && before.every((lines) => lines.length > 0),
      note: `awake again: ${Math.round(await heldMb(daemon.pid))} MB`,
    },
  ];
}

async function asked(agent: Agent, targets: readonly Target[]): Promise<string[][]> {
  const answers: string[][] = [];
  for (const target of targets) answers.push(await allReferences(agent, target));
  return answers;
}

// Django and Google's Protocol Buffers for Go, beside effect: one project in three languages, as a person may have.
async function withDjango(corpus: Corpus): Promise<Target> {
  await using django = await openDjango();
  await cp(join(django.folder, 'django'), join(corpus.folder, 'django'), { recursive: true });
  return django.hot;
}

async function withProtobuf(corpus: Corpus): Promise<Target> {
  const { folder, version } = await testTool('go-protobuf');
  await cp(join(folder, 'google.golang.org', `protobuf@v${version}`), join(corpus.folder, 'protobuf'), { recursive: true });
  return targetIn(corpus.folder, 'protobuf/proto/proto.go', 'Message', /^type Message\b/m);
}

async function writeSettings(home: Home): Promise<void> {
  const folder = join(home.environment['XDG_CONFIG_HOME'] ?? home.folder, 'binnacle');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ hibernateMinutes: HIBERNATE_MINUTES }));
}

// The daemon and everything below it.
async function heldMb(daemon: number): Promise<number> {
  const held = await Promise.all([daemon, ...(await descendants(daemon)).map(({ pid }) => pid)].map((pid) => memoryMb(pid).catch(() => undefined)));
  return held.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

// Of each engine, by the name of its program.
async function sharesOf(daemon: number): Promise<string> {
  const engines = (await descendants(daemon)).filter(({ command }) => ENGINE.test(command));
  const shares = await Promise.all(engines.map(async ({ pid, command }) => `${ENGINE.exec(command)?.[0]} ${Math.round((await memoryMb(pid)) ?? 0)} MB`));
  return shares.join(', ');
}

// Once no engine runs any more.
async function restingMb(daemon: number): Promise<number> {
  const deadline = Date.now() + LONGEST_REST;
  const engines = async () => (await descendants(daemon)).filter(({ command }) => ENGINE.test(command));
  while ((await engines()).length > 0) {
    if (Date.now() > deadline) throw new Error('the engines do not rest');
    await sleep(seconds(1));
  }
  return heldMb(daemon);
}
