// A debug session of a window as a debug adapter of ours: what the window has asked its debugger already is answered from that, everything else is asked past it.
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import type { SharedMessage, SharedSession } from '../../../ide/sharedDebuggers.ts';
import { contentLengthFraming } from '../../../wire/framing.ts';
import type { AdapterConnection } from '../adapters/adapterConnection.ts';
import { traceIn } from '../sessions/traces.ts';
import { invisiblyMarked, markedApart } from './invisibleMarks.ts';
import { WindowRequests } from './windowRequests.ts';

const LARGEST_MESSAGE = 128 * 1024 * 1024;
// For what a window does by itself once its margin has changed.
const MARGIN = seconds(3);
const LOOK = seconds(0.02);

const Asked = z.object({ seq: z.number(), command: z.string(), arguments: z.looseObject({}).default({}) });
const Filters = z.object({ filters: z.array(z.string()).default([]), filterOptions: z.array(z.unknown()).optional() });
const Wanted = z.looseObject({
  line: z.number().optional(),
  name: z.string().optional(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
  logMessage: z.string().optional(),
});
const Output = z.looseObject({ output: z.string() });
const Breakpoints = z.looseObject({ source: z.looseObject({ path: z.string() }).optional(), breakpoints: z.array(Wanted).default([]) });

export type SharedBreakpoint = z.output<typeof Wanted>;

export interface SharedAdapterOptions {
  // The window has let the program go on, or pauses it, without us.
  moved(command: string): void;
  // Which tracepoint of an agent it is that stands on this line and says this.
  tracepointAt(path: string, line: number, logMessage: string): string | undefined;
  // Whether the project has such a breakpoint; a run to a line ends where it has none.
  isInMargin(path: string | undefined, wanted: SharedBreakpoint): boolean;
  // Which exceptions agents want, as setExceptionBreakpoints takes them; undefined before that is known.
  exceptions(): object | undefined;
}

export class SharedAdapter {
  readonly connection: AdapterConnection;
  readonly #session: SharedSession;
  readonly #requests = new WindowRequests();
  readonly #toClient = new PassThrough();
  // Files of which the debugger has other breakpoints than the window has sent: those of a run to a line.
  readonly #past = new Set<string>();
  // What a person has chosen among the window's own exception filters.
  #persons: z.output<typeof Filters> = { filters: [] };
  readonly #printed: unknown[] = [];
  #reader: SharedAdapter | undefined;
  readonly #moving = new Set<Readonly<Record<string, unknown>>>();
  #isOver = false;
  #sequence = 0;
  #options: SharedAdapterOptions | undefined;

  constructor(session: SharedSession) {
    this.#session = session;
    const decoder = contentLengthFraming.decoder({ largestMessage: LARGEST_MESSAGE, onGarbage: () => {} });
    const output = new Writable({
      write: (chunk: Buffer, _, done) => {
        for (const body of decoder.push(chunk)) void this.#answer(JSON.parse(body));
        done();
      },
    });
    session.onMessage((heard) => this.#heard(heard));
    session.amend((command, given) => {
      if (command === 'setBreakpoints') return this.#withMarks(given);
      return command === 'setExceptionBreakpoints' ? this.#withAgents(given) : undefined;
    });
    this.connection = { input: this.#toClient, output, process: undefined, address: undefined, onText: () => {}, close: async () => void this.#end() };
  }

  // From before the first message on.
  serve(options: SharedAdapterOptions): void {
    this.#options = options;
  }

  #heard(heard: SharedMessage | undefined): void {
    const known = heard === undefined ? undefined : this.#requests.note(heard);
    if (heard === undefined) this.#end();
    else if (known?.type === 'event') this.#happened(known.event, known.body);
    else if (known !== undefined && MOVES.has(known.command)) this.#movedByWindow(known.command, known.arguments);
  }

  #movedByWindow(command: string, given: unknown): void {
    this.#options?.moved(command);
    // Before whatever comes of it. Not every debugger says what a window knows because it has asked for it.
    if (command !== 'pause') this.#send({ type: 'event', event: 'continued', body: { threadId: threadIn(given), allThreadsContinued: true } });
  }

  #happened(event: string, body: unknown): void {
    if (event === 'terminated') this.#ended();
    for (const part of event === 'output' ? apart(body) : [body]) {
      // It is counted once, where the program is debugged.
      if (this.#reader !== undefined && isTraced(part)) {
        this.#reader.#send({ type: 'event', event, body: part });
        continue;
      }
      if (event === 'output' && isPrinted(part)) {
        this.#printed.push(part);
        if (this.#printed.length > MOST_PRINTED) this.#printed.shift();
        if (this.#reader !== undefined) this.#reader.#send({ type: 'event', event, body: part });
      }
      this.#send({ type: 'event', event, body: part });
    }
  }

  // What this session prints is the other's too, from its beginning: js-debug starts a program in one session and debugs it in another.
  copyOutputTo(reader: SharedAdapter): void {
    if (this.#reader !== undefined) return;
    this.#reader = reader;
    for (const body of this.#printed) reader.#send({ type: 'event', event: 'output', body });
  }

  async #answer(message: unknown): Promise<void> {
    const { seq, command, arguments: given } = Asked.parse(message);
    const reply = { type: 'response', request_seq: seq, command };
    if (MOVES.has(command)) this.#moving.add(reply);
    try {
      this.#send({ ...reply, success: true, body: (await this.#done(command, given)) ?? {} });
    } catch (error) {
      this.#send({ ...reply, success: false, message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#moving.delete(reply);
    }
  }

  #done(command: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
    switch (command) {
      // The window does these by itself.
      case 'initialize':
      case 'launch':
      case 'attach':
        return this.#requests.answerTo(command === 'initialize' ? ['initialize'] : ['launch', 'attach']);
      case 'configurationDone':
      case 'cancel':
        return Promise.resolve({});
      case 'setBreakpoints':
      case 'setFunctionBreakpoints':
        return this.#breakpoints(command, given);
      case 'setExceptionBreakpoints':
        return this.#exceptions(given);
      case 'disconnect':
      case 'terminate':
        // The window lets go by itself of what has ended; asked to, it would stop also what has started it.
        return this.#isOver ? Promise.resolve({}) : this.#session.stop();
      default:
        return this.#session.ask(command, given);
    }
  }

  // The window sends what its margin has. What it does not have, such as the end of a run to a line, goes past it.
  async #breakpoints(command: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { source, breakpoints } = Breakpoints.parse(given);
    const place = source?.path ?? command;
    const isKnown = breakpoints.every((wanted) => this.#options?.isInMargin(source?.path, wanted) ?? true);
    for (const end = Date.now() + MARGIN; isKnown && !this.#past.has(place); await sleep(LOOK)) {
      const sent = this.#requests.breakpointsAt(command, source?.path);
      if (sent === undefined && breakpoints.length === 0) return { breakpoints: [] };
      const answers = sent && breakpoints.map((wanted) => sent.find((one) => keyOf(one.wanted) === keyOf(wanted))?.answer);
      if (sent !== undefined && answers?.length === sent.length && answers.every((answer) => answer !== undefined)) return { breakpoints: answers };
      if (Date.now() > end) break;
    }
    this.#past.add(place);
    // As the window has sent them, so that the debugger keeps those that it has.
    const sent = this.#requests.breakpointsAt(command, source?.path) ?? [];
    const same = breakpoints.map((wanted) => sent.find((one) => keyOf(one.wanted) === keyOf(wanted))?.wanted ?? wanted);
    return this.#session.ask(command, { ...given, breakpoints: same });
  }

  // So that what a tracepoint says is known as its own.
  #withMarks(given: unknown): object | undefined {
    const asked = Breakpoints.safeParse(given).data;
    if (asked?.source === undefined || !asked.breakpoints.some(({ logMessage }) => logMessage !== undefined)) return undefined;
    const { path } = asked.source;
    const marked = asked.breakpoints.map((one) => {
      const id = one.logMessage === undefined ? undefined : this.#options?.tracepointAt(path, one.line ?? 0, one.logMessage);
      return id === undefined || one.logMessage === undefined ? one : { ...one, logMessage: invisiblyMarked(id, one.logMessage) };
    });
    return { ...asked, breakpoints: marked };
  }

  // Before the program runs, where the window lets us: asked afterwards, a short program may be over by then.
  #withAgents(given: unknown): object | undefined {
    this.#persons = Filters.safeParse(given).data ?? this.#persons;
    const agents = this.#options?.exceptions();
    return agents === undefined ? undefined : together(Filters.parse(agents), this.#persons);
  }

  async #exceptions(given: Readonly<Record<string, unknown>>): Promise<unknown> {
    const agents = Filters.parse(given);
    const isNothing = agents.filters.length === 0 && (agents.filterOptions ?? []).length === 0;
    // What a person has chosen stays as it is until an agent wants more.
    if (isNothing && !this.#past.has('exceptions')) return {};
    this.#past.add('exceptions');
    return this.#session.ask('setExceptionBreakpoints', together(agents, this.#persons));
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    if (!this.#toClient.writableEnded) this.#toClient.write(contentLengthFraming.encode(JSON.stringify({ seq: ++this.#sequence, ...message })));
  }

  // A program that runs to its end has gone on, whether or not its debugger still says so.
  #ended(): void {
    this.#isOver = true;
    for (const reply of this.#moving) this.#send({ ...reply, success: true, body: {} });
    this.#moving.clear();
  }

  #end(): void {
    this.#ended();
    this.#requests.end();
    if (!this.#toClient.writableEnded) this.#toClient.end();
  }
}

const MOVES: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut', 'stepBack', 'reverseContinue', 'goto', 'restartFrame', 'pause']);

// A person's own choice stands beside that of the agents.
function together(agents: z.output<typeof Filters>, persons: z.output<typeof Filters>): object {
  const filterOptions = [...(persons.filterOptions ?? []), ...(agents.filterOptions ?? [])];
  return { filters: [...new Set([...persons.filters, ...agents.filters])], ...(filterOptions.length > 0 && { filterOptions }) };
}

const MOST_PRINTED = 1_000;

// Tracepoints of agents come as they do from our own adapters.
function apart(body: unknown): readonly unknown[] {
  const said = Output.safeParse(body).data;
  return said === undefined ? [body] : markedApart(said.output).map((output) => ({ ...said, output }));
}

function isTraced(body: unknown): boolean {
  return traceIn(Output.safeParse(body).data?.output ?? '') !== undefined;
}

// By the program, as opposed to what its debugger says.
function isPrinted(body: unknown): boolean {
  return z.looseObject({ category: z.enum(['stdout', 'stderr']) }).safeParse(body).success;
}

function keyOf({ line, name, condition = '', hitCondition = '' }: z.output<typeof Wanted>): string {
  return JSON.stringify([line, name, condition, hitCondition]);
}

function threadIn(given: unknown): number | undefined {
  return z.looseObject({ threadId: z.number() }).safeParse(given).data?.threadId;
}
