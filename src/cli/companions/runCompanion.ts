// binnacle claude and its like: the real command, started so that this folder's project is its IDE.
import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename, delimiter, extname, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineSplitter } from '../../base/text/lines.ts';
import { build } from '../../base/version.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { CompanionAgent } from '../../daemon/companions/agents/agent.ts';
import { agentNamed } from '../../daemon/companions/agents/agents.ts';
import type { CompanionName } from '../../daemon/companions/agents/companionNames.ts';
import { attach } from '../../daemon/door/attach.ts';
import { greeting } from '../../daemon/door/greeting.ts';
import { type DoorHello, LONGEST_HELLO, parseReply } from '../../daemon/door/hello.ts';
import { stateFolder } from '../../daemon/folders.ts';
import { commandNotFound, companionUnavailable, lineBreakInArgument } from '../../ide/errors/companionErrors.ts';

type Variables = Readonly<Record<string, string | undefined>>;

// Ends as the command ends: with its exit code, or by its signal.
export async function runCompanion(name: CompanionName, words: readonly string[], program: string): Promise<void> {
  const agent = agentNamed[name];
  const command = commandOf(agent, process.env);
  if (command === undefined) throw commandNotFound(name, agent.package);
  const { file, parameters, verbatim } = startedAs(command, words);
  const held = await holdPort(agent, program);
  const child = spawn(file, parameters, {
    stdio: 'inherit',
    env: { ...process.env, ...agent.variables(held.port, process.env) },
    windowsVerbatimArguments: verbatim,
  });
  const ending = endOf(child);
  const keeping = new AbortController();
  void keepHeld(agent, held, program, keeping.signal);
  const { code, signal } = await ending;
  keeping.abort();
  if (signal === null) process.exitCode = code ?? 1;
  else {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
}

// On the PATH, or where its own installers put it.
export function commandOf(agent: CompanionAgent, environment: Variables, platform: NodeJS.Platform = process.platform): string | undefined {
  const names = platform === 'win32' ? [`${agent.name}.exe`, `${agent.name}.cmd`] : [agent.name];
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  const folders = [...path.split(delimiter).filter(isAbsolute), ...agent.programFolders()];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => isProgram(file, platform));
}

function isProgram(file: string, platform: NodeJS.Platform): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && (platform === 'win32' || (found.mode & 0o111) !== 0);
}

interface StartedAs {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly verbatim: boolean;
}

// npm's shim on Windows is a script, which only cmd.exe runs, and reads its line twice: once itself, once in the shim.
export function startedAs(command: string, words: readonly string[], environment: Variables = process.env): StartedAs {
  if (!/\.cmd$/i.test(command)) return { file: command, parameters: words, verbatim: false };
  // Such a line ends there, and the rest would be lost without a word.
  if (words.some((word) => /[\r\n]/.test(word))) throw lineBreakInArgument(basename(command, extname(command)));
  const line = [escaped(command), ...words.map((word) => escaped(escaped(quoted(word))))].join(' ');
  return { file: environment['ComSpec'] ?? 'cmd.exe', parameters: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

// As programs of Windows take their words apart: a backslash counts as one but before a quote.
function quoted(word: string): string {
  return `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;
}

function escaped(text: string): string {
  return text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}

interface HeldPort {
  readonly port: number;
  readonly socket: Socket;
  // When the daemon is gone: whether somebody ended it, or it died.
  readonly ended: Promise<'ended' | 'died'>;
}

// program: undefined where no daemon is to be started.
async function holdPort({ name, title, placeVariables }: CompanionAgent, program: string | undefined): Promise<HeldPort> {
  const { socket, instance } = await attach({ state: stateFolder(), build, project: realpathSync(process.cwd()), program });
  const environment = Object.fromEntries(
    placeVariables.flatMap((variable) => (process.env[variable] === undefined ? [] : [[variable, process.env[variable]]])),
  );
  const hello: DoorHello = { ...greeting(instance.key), control: 'companion', companion: name, environment };
  const splitter = new LineSplitter(LONGEST_HELLO);
  const lines: string[] = [];
  const answer = deferred<void>();
  const ended = deferred<'ended' | 'died'>();
  socket.on('data', (chunk: Buffer) => {
    lines.push(...splitter.feed(chunk).map(String));
    if (lines.length > 0) answer.resolve();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    answer.resolve();
    ended.resolve(lines.length > 1 ? 'ended' : 'died');
  });
  socket.write(`${JSON.stringify(hello)}\n`);
  await answer.promise;
  const reply = parseReply(lines[0] ?? '');
  if (reply?.binnacle === 'companion') return { port: reply.port, socket, ended: ended.promise };
  socket.destroy();
  throw companionUnavailable(title, reply?.binnacle === 'refused' ? reply.why : 'the daemon did not answer');
}

// A command that has lost its IDE looks for it at the same port for fifteen seconds, and there it is again: one that died is started, for one that somebody ended another is awaited.
async function keepHeld(agent: CompanionAgent, first: HeldPort, program: string, signal: AbortSignal): Promise<void> {
  let held: HeldPort | undefined = first;
  while (held !== undefined && !signal.aborted) {
    const { socket, ended }: HeldPort = held;
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    const how = await ended;
    if (signal.aborted) return;
    held = await heldAgain(agent, how === 'died' ? program : undefined, signal);
  }
  if (signal.aborted) held?.socket.destroy();
}

const LONGEST_WAIT = seconds(15);
const BETWEEN_TRIES = 250;

async function heldAgain(agent: CompanionAgent, program: string | undefined, signal: AbortSignal): Promise<HeldPort | undefined> {
  const deadline = Date.now() + LONGEST_WAIT;
  while (Date.now() < deadline && !signal.aborted) {
    const held = await holdPort(agent, program).catch(() => undefined);
    if (held !== undefined) return held;
    await sleep(BETWEEN_TRIES, undefined, { signal, ref: false }).catch(() => {});
  }
  return undefined;
}

// A terminal sends its own signals to both of us.
const FORWARDED = ['SIGTERM', 'SIGHUP'] as const;
const OF_TERMINAL = ['SIGINT', 'SIGQUIT'] as const;

function endOf(child: ChildProcess): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  for (const signal of OF_TERMINAL)
    process.on(signal, () => {
      if (process.stdin.isTTY !== true) child.kill(signal);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
