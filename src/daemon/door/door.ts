// The stdio door: a thin process that carries an agent's bytes to the daemon and back, and survives the daemon's death.
import { realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { LineSplitter } from '../../base/text/lines.ts';
import { build } from '../../base/version.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { BoundedLines } from '../../transports/boundedLines.ts';
import { defaultLimits } from '../../transports/limits.ts';
import { type MessageHead, tooLongAnswer } from '../../transports/messageHead.ts';
import { stateFolder } from '../folders.ts';
import { attach, type DaemonConnection } from './attach.ts';
import { DoorSession } from './doorSession.ts';
import { EarlyAnswers } from './earlyAnswers.ts';
import { greeting } from './greeting.ts';
import { type DoorHello, ownEnvironment, parseReply } from './hello.ts';

// An answer of the daemon; this only keeps a stream without line breaks from filling the memory.
const LONGEST_LINE = 64 * 1024 * 1024;
// An agent that closed its side still gets the answers it waits for, if it still lives.
const LONGEST_FAREWELL = seconds(30);
// A busy daemon may be slow, but the welcome costs it nothing.
const LONGEST_WELCOME = seconds(20);
const LONGEST_LAST_WORD = seconds(2);
// A daemon that dies whenever it is greeted will not be better the fourth time.
const MOST_GREETINGS = 4;

// program: what becomes the daemon when there is none.
export function runDoor(parameters: readonly string[], program: string): void {
  open('mcp', meantBy(wordsOf(parameters)), 'binnacle mcp [--project DIR] [--toolset NAMES | --endpoint own|index|debugger]', program);
}

// The same door for agents that know the bridge for Copilot; its project is the first word, as that bridge takes it.
export function runBridgeDoor(parameters: readonly string[], program: string): void {
  const [project, ...others] = parameters;
  const wishes = others.length > 0 || project?.startsWith('-') || project === '' ? undefined : { ...(project !== undefined && { project }), dialect: BRIDGE };
  open('bridge', wishes, 'binnacle bridge [DIR]', program);
}

const BRIDGE = 'copilotBridge';
// By the names of endpoints; whose URLs have the same tools.
const DIALECTS: Readonly<Record<string, string | undefined>> = { own: undefined, index: 'jetbrainsIndex', debugger: 'jetbrainsDebugger' };

function open(command: string, wishes: Wishes | undefined, usage: string, program: string): void {
  const fail: Fail = (why) => void process.stderr.write(`binnacle ${command}: ${why}\n`, () => process.exit(1));
  // A line without end, or a fault of ours: said in a sentence, where the agent's log is.
  process.on('uncaughtException', (error) => fail(error.message));
  if (wishes === undefined) fail(`usage: ${usage}`);
  else new Door(wishes, program, fail).open();
}

type Fail = (why: string) => void;

class Door {
  readonly #session = new DoorSession();
  readonly #wishes: Wishes;
  readonly #program: string;
  readonly #fail: Fail;
  readonly #parent = process.ppid;
  // Lines that no daemon has taken yet.
  #queue: Buffer[] = [];
  // Lines that were sent without waiting for the welcome, kept until it comes: a daemon on its way out may never read them.
  #unread: Buffer[] | undefined;
  #connection: Socket | undefined;
  // Set while a daemon starts: clients drop a server that does not answer soon.
  #early: EarlyAnswers | undefined;
  #connecting = false;
  #greetings = 0;
  #agentGone = false;
  #failure: string | undefined;

  constructor(wishes: Wishes, program: string, fail: Fail) {
    this.#wishes = wishes;
    this.#program = program;
    this.#fail = fail;
  }

  open(): void {
    // Refused here already: the daemon would only read it to say the same.
    const lines = new BoundedLines(defaultLimits.messageBytes);
    process.stdin.on('data', (chunk: Buffer) => {
      for (const each of lines.feed(chunk)) {
        if ('line' in each) this.#fromAgent(each.line);
        else this.#refuseLong(each.tooLong);
      }
    });
    process.stdin.on('end', () => this.#farewell());
    process.stdin.on('error', () => this.#farewell());
    // Nobody reads any more.
    process.stdout.on('error', () => process.exit(0));
    // The daemon is started while the agent still prepares its first message.
    void this.#connect();
  }

  #fromAgent(line: Buffer): void {
    const cancelled = this.#queue.length > 0 ? this.#session.cancelledBy(line) : undefined;
    if (line.length === 0 || !this.#session.fromAgent(line)) return;
    if (this.#failure !== undefined) {
      this.#refuse(this.#failure);
      return;
    }
    // No daemon has heard of it yet, and none will.
    if (cancelled !== undefined && this.#queue.includes(cancelled)) {
      this.#queue = this.#queue.filter((queued) => queued !== cancelled);
      return;
    }
    this.#queue.push(line);
    this.#answerEarly(line);
    if (this.#connection === undefined) void this.#connect();
    else this.#flush(this.#connection);
  }

  #refuseLong(head: MessageHead): void {
    const answer = tooLongAnswer(head, defaultLimits.messageBytes);
    if (answer !== undefined) send(Buffer.from(answer));
  }

  async #connect(): Promise<void> {
    if (this.#connecting || this.#connection !== undefined || this.#failure !== undefined) return;
    this.#connecting = true;
    let failure: string | undefined;
    try {
      const cwd = process.cwd();
      const project = realpathSync(resolve(cwd, this.#wishes.project ?? '.'));
      const onStarting = () => this.#starting(resolve(cwd, this.#wishes.project ?? '.'));
      this.#use(await attach({ state: stateFolder(), build, project, program: this.#program, onStarting }), cwd);
    } catch (error) {
      failure = error instanceof Error && 'next' in error ? `${error.message} ${String(error.next)}` : String(error);
    } finally {
      this.#connecting = false;
      this.#early = undefined;
    }
    if (failure === undefined) return;
    if (this.#session.greetedEarly) this.#refuseForNow(failure);
    else this.#giveUp(failure);
  }

  #starting(project: string): void {
    const { toolset, dialect } = this.#wishes;
    this.#early = EarlyAnswers.read({ folder: dirname(this.#program), project, toolset, dialect });
    for (const line of this.#queue) this.#answerEarly(line);
  }

  #answerEarly(line: Buffer): void {
    // What the door itself repeats on the next daemon has been answered long ago.
    const answer = this.#session.awaits(line) ? this.#early?.answerTo(line) : undefined;
    if (answer === undefined) return;
    this.#session.answeredEarly(line, answer);
    send(answer);
  }

  #use({ socket, instance }: DaemonConnection, cwd: string): void {
    if (++this.#greetings > MOST_GREETINGS) {
      this.#giveUp('The Binnacle daemon ends whenever it is greeted. Run binnacle serve to see why.');
      return;
    }
    const hello: DoorHello = {
      ...greeting(instance.key),
      environment: ownEnvironment(),
      ...(this.#wishes.project !== undefined && { project: resolve(cwd, this.#wishes.project) }),
      ...(this.#wishes.toolset !== undefined && { toolset: this.#wishes.toolset }),
      ...(this.#wishes.dialect !== undefined && { dialect: this.#wishes.dialect }),
    };
    const lines = new LineSplitter(LONGEST_LINE);
    this.#unread = [];
    const impatience = setTimeout(
      () => this.#giveUp(`The Binnacle daemon (process ${instance.pid}) does not answer. End it with binnacle stop.`),
      LONGEST_WELCOME,
    );
    socket.on('data', (chunk) => {
      for (const line of lines.feed(chunk)) {
        if (this.#unread === undefined) this.#fromDaemon(line, socket);
        else {
          clearTimeout(impatience);
          const reply = parseReply(line.toString());
          if (reply?.binnacle !== 'welcome') return this.#giveUp(reply?.binnacle === 'refused' ? reply.why : 'Something that is no Binnacle daemon answered.');
          this.#session.welcomed(reply.reads);
          this.#unread = undefined;
        }
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(impatience);
      this.#connection = undefined;
      if (this.#unread === undefined) this.#daemonEnded(instance.pid);
      else if (this.#failure === undefined) {
        this.#queue = [...this.#unread, ...this.#queue];
        void this.#connect();
      }
    });
    this.#connection = socket;
    socket.write(`${JSON.stringify(hello)}\n`);
    this.#flush(socket);
  }

  #flush(socket: Socket): void {
    socket.cork();
    for (const line of this.#queue) {
      socket.write(line);
      socket.write('\n', (error) => error && this.#session.notDelivered(line));
    }
    socket.uncork();
    this.#unread?.push(...this.#queue);
    this.#queue = [];
  }

  #fromDaemon(line: Buffer, socket: Socket): void {
    this.#greetings = 0;
    const answer = this.#session.fromDaemon(line);
    if (answer !== undefined && !send(answer)) {
      socket.pause();
      process.stdout.once('drain', () => socket.resume());
    }
    if (this.#agentGone && this.#session.idle) leave();
  }

  // Nothing is started until the agent speaks again: someone may have stopped the daemon on purpose.
  #daemonEnded(pid: number): void {
    const { answers, repeated } = this.#session.lost(`process ${pid} is gone`);
    for (const answer of answers) send(answer);
    this.#queue = [...repeated, ...this.#queue];
    if (!this.#session.idle) void this.#connect();
    else if (this.#agentGone) leave();
  }

  #farewell(): void {
    this.#agentGone = true;
    if (this.#session.idle) leave();
    setTimeout(leave, LONGEST_FAREWELL);
    // An agent that was killed leaves its child to another parent.
    setInterval(() => process.ppid !== this.#parent && leave(), 100);
  }

  // The agent shows its person what it reads in an answer rather than what stands on stderr, so its first request is waited for.
  #giveUp(why: string): void {
    this.#failure = why;
    if (this.#session.greetedEarly) this.#refuse(why);
    else if (this.#session.idle && !this.#agentGone) setTimeout(() => this.#fail(why), LONGEST_LAST_WORD);
    else this.#refuse(why);
  }

  #refuse(why: string): void {
    for (const answer of this.#session.refuseAll(why)) send(answer);
    // An agent that was greeted takes itself for connected: it reads the reason in an answer, for which the door must be there.
    if (!this.#session.greetedEarly || this.#agentGone) this.#fail(why);
  }

  // The agent was greeted before the daemon failed to start: each of its requests says why, and the next one tries again.
  #refuseForNow(why: string): void {
    for (const answer of this.#session.refuseAll(why)) send(answer);
    process.stderr.write(`binnacle: ${why}\n`);
    this.#queue = this.#session.greeting();
    if (this.#agentGone) leave();
  }
}

const LINE_END = Buffer.from('\n');

// What the person who set up the agent wants of this door.
interface Wishes {
  // Undefined: the folder where the agent runs.
  readonly project?: string;
  readonly toolset?: string;
  readonly dialect?: string;
}

// Undefined: the parameters are not understood.
function meantBy(words: Readonly<Record<string, string>> | undefined): Wishes | undefined {
  if (words === undefined) return undefined;
  const { endpoint, ...wishes } = words;
  if (endpoint === undefined) return wishes;
  if (!Object.hasOwn(DIALECTS, endpoint)) return undefined;
  const dialect = DIALECTS[endpoint];
  if (dialect === undefined) return wishes;
  // Toolsets are of our own tools.
  return wishes['toolset'] === undefined ? { ...wishes, dialect } : undefined;
}

function wordsOf(parameters: readonly string[]): Readonly<Record<string, string>> | undefined {
  const [first, ...rest] = parameters;
  if (first === undefined) return {};
  const [, name, inline] = /^--(project|toolset|endpoint)(?:=(.*))?$/.exec(first) ?? [];
  const value = inline ?? rest[0];
  if (name === undefined || value === undefined || value === '') return undefined;
  const others = wordsOf(inline === undefined ? rest.slice(1) : rest);
  // Said twice, it is not clear which is meant.
  return others === undefined || name in others ? undefined : { ...others, [name]: value };
}

// False when the agent does not keep up.
function send(line: Buffer): boolean {
  // In one piece: the agent would be woken for the line, and once more for its end.
  return process.stdout.write(Buffer.concat([line, LINE_END]));
}

function leave(): void {
  // The last answer may still be on its way out.
  process.stdout.write('', () => process.exit(0));
}
