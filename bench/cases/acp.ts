// Agents that we start, against the bare SDK on the same agent: what a streamed chunk and a question of permission cost more, and whether ten that stream at once slow anybody else down.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { client as acpClient, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { allowStartingAgents, installScriptedAgent } from '../../test/support/installedAgent.ts';
import { Agent } from '../agent.ts';
import { openEffect } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { type Result, ratioResult, tails } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';

const ROUNDS = 9;
const CHUNKS = 5_000;
const QUESTIONS = 100;
const SESSIONS = 10;
// One connection may have no more.
const SESSIONS_OF_ONE = 4;
// As fast as models speak.
const BETWEEN_CHUNKS = 10;
const OTHER_CALLS = 200;
// Longer than the other calls take; the sessions are stopped before.
const STREAMED = 100_000;
const STREAMS = fileURLToPath(new URL('bareStreams.mjs', import.meta.url));
const SCRIPTED = fileURLToPath(new URL('../../test/support/scriptedAgent.mjs', import.meta.url));

const chunks = JSON.stringify([{ chunks: CHUNKS }]);
const questions = JSON.stringify(Array.from({ length: QUESTIONS }, () => ({ permit: { kind: 'read', title: 'read a file' } })));
const streaming = JSON.stringify([{ paced: { count: STREAMED, every: BETWEEN_CHUNKS } }]);
const Started = z.looseObject({ sessionId: z.string() });

export async function acp(): Promise<Result[]> {
  await using corpus = await openEffect();
  await using home = await temporaryHome();
  await installScriptedAgent(home, 'opencode');
  await allowStartingAgents(home);
  await using _ = await startDaemon(home.environment, corpus.folder);
  await using agent = await Agent.connectToAll(home.environment, corpus.folder);
  const { sessionId } = Started.parse(await agent.call('start_agent', { agent: 'opencode' }));
  using bare = await BareClient.open(corpus.folder);
  const ours = (text: string) => agent.call('prompt_agent', { session_id: sessionId, text, timeout: 800 });
  await bare.prompt(chunks);
  await ours(chunks);
  const chunk = await sideBySide(
    ROUNDS,
    () => bare.prompt(chunks),
    () => ours(chunks),
  );
  const question = await sideBySide(
    ROUNDS,
    () => bare.prompt(questions),
    () => ours(questions),
  );
  await agent.call('stop_agent', { session_id: sessionId });

  const asked = async () => {
    const taken: number[] = [];
    for (let index = 0; index < OTHER_CALLS; index += 1) taken.push((await timed(() => agent.call('find_definition', { symbol: target(corpus.mid) }))).ms);
    return spread(taken);
  };
  await asked();
  const alone = await asked();
  const besideBare = await besideBareStreams(corpus.folder, asked);
  const owners: Agent[] = [];
  try {
    for (let index = 0; index < SESSIONS; index += 1) {
      if (index % SESSIONS_OF_ONE === 0) owners.push(await Agent.connectToAll(home.environment, corpus.folder));
      await owners.at(-1)?.call('start_agent', { agent: 'opencode', prompt: streaming, timeout: 0 });
    }
    // All of them speak.
    await sleep(seconds(1));
    const beside = await asked();
    return [
      perOne('a streamed chunk', 'bare SDK', chunk, CHUNKS, 0.2),
      perOne('a question of permission, answered by the policy', 'bare SDK', question, QUESTIONS, 10),
      ratioResult({
        what: `find_definition while ${SESSIONS} agents stream ${1_000 / BETWEEN_CHUNKS} chunks a second each`,
        floorName: 'alone',
        floor: alone.p50,
        ours: beside.p50,
        atMost: 1.2,
        note: tails(alone, beside),
      }),
      // The agents take their part of the machine whoever listens to them: what is left is ours.
      ratioResult({
        what: `find_definition while ${SESSIONS} agents stream to us`,
        floorName: `while ${SESSIONS} stream to the bare SDK in another process`,
        floor: besideBare.p50,
        ours: beside.p50,
        atMost: 1.2,
        note: tails(besideBare, beside),
      }),
    ];
  } finally {
    for (const owner of owners) await owner[Symbol.asyncDispose]();
  }
}

// The same agents and the same chunks, of which the daemon hears nothing.
async function besideBareStreams<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const streams = spawn(process.execPath, [STREAMS, String(SESSIONS), SCRIPTED, streaming], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(streams, 'exit');
  try {
    await Promise.race([once(streams.stdout, 'data'), ended.then(() => Promise.reject(new Error('the bare streams have ended')))]);
    return await work();
  } finally {
    streams.stdin.end();
    await ended;
  }
}

function perOne(what: string, floorName: string, { floor, ours }: Awaited<ReturnType<typeof sideBySide>>, count: number, orMore: number): Result {
  return ratioResult({
    what,
    floorName,
    floor: floor.p50 / count,
    ours: ours.p50 / count,
    atMost: 2,
    orMore,
    note: `${count} in one turn; ${tails(floor, ours)}`,
  });
}

function target({ file, line, name }: { readonly file: string; readonly line: number; readonly name: string }) {
  return { file, line, name };
}

// A client that does nothing: it counts chunks and says yes.
class BareClient implements Disposable {
  readonly #kill: () => void;
  readonly #prompt: (text: string) => Promise<unknown>;

  static async open(folder: string): Promise<BareClient> {
    const child = spawn(process.execPath, [SCRIPTED], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const { agent } = acpClient({ name: 'bench' })
      .onNotification(methods.client.session.update, () => {})
      .onRequest(methods.client.session.requestPermission, () => ({ outcome: { outcome: 'selected', optionId: 'allow_once' } }))
      .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
    await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd: folder, mcpServers: [] });
    const prompt = (text: string) => agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
    return new BareClient(() => void child.kill(), prompt);
  }

  private constructor(kill: () => void, prompt: (text: string) => Promise<unknown>) {
    this.#kill = kill;
    this.#prompt = prompt;
  }

  prompt(text: string): Promise<unknown> {
    return this.#prompt(text);
  }

  [Symbol.dispose](): void {
    this.#kill();
  }
}
