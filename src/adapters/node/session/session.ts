// One debug session with a DAP client: its requests become questions to the debuggee, and what the debuggee does becomes events.
import type { Writable } from 'node:stream';
import { DebugSession, Event, Response } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { z } from 'zod';
import { Turns } from '../../../base/waiting/turns.ts';
import { BreakpointStore } from '../breakpoints/breakpointStore.ts';
import { type Counting, countingFrom } from '../breakpoints/counting.ts';
import type { Debuggee, DebuggeeEvents } from '../process/debuggee.ts';
import { Sources } from '../sources/sources.ts';
import { Frames } from '../thread/frames.ts';
import { ValueStore } from '../values/values.ts';
import { breakpointHandlers } from './breakpointRequests.ts';
import { capabilities } from './capabilities.ts';
import { executionHandlers } from './executionRequests.ts';
import { type Handlers, handler } from './handler.ts';
import { inspectionHandlers } from './inspectionRequests.ts';
import { lifeHandlers } from './lifeRequests.ts';
import { nothingRuns, unsupportedRequest } from './refusals.ts';

// These change what will happen, so they take effect in the order in which they came.
const IN_ORDER = new Set(['setBreakpoints', 'setFunctionBreakpoints', 'setExceptionBreakpoints', 'configurationDone', 'launch', 'attach', 'restart']);
// The client is slower than the program prints.
const BACKLOG = 4 * 1024 * 1024;

const initializeArguments = z.looseObject({ linesStartAt1: z.boolean().default(true), columnsStartAt1: z.boolean().default(true) });

export class NodeDebugSession extends DebugSession {
  readonly store = new BreakpointStore();
  readonly sources = new Sources();
  readonly values = new ValueStore();
  readonly frames = new Frames(this.sources);
  // Breakpoints that the client knows: before, an event about one would be about nothing.
  readonly announced = new Set<number>();
  counting: Counting = countingFrom({ lines: 1, columns: 1 });
  debuggee: Debuggee | undefined;
  readonly #turns = new Turns();
  readonly #output: Writable;
  readonly #handlers: Handlers;
  readonly #ended: () => void;

  constructor(output: Writable, ended: () => void) {
    super();
    this.#output = output;
    this.#ended = ended;
    this.#handlers = {
      initialize: handler(initializeArguments, ({ linesStartAt1, columnsStartAt1 }) => {
        this.counting = countingFrom({ lines: linesStartAt1 ? 1 : 0, columns: columnsStartAt1 ? 1 : 0 });
        return capabilities;
      }),
      ...lifeHandlers(this),
      ...breakpointHandlers(this),
      ...executionHandlers(this),
      ...inspectionHandlers(this),
    };
  }

  running(): Debuggee {
    if (this.debuggee === undefined) throw nothingRuns();
    return this.debuggee;
  }

  // The client is gone.
  override shutdown(): void {
    this.debuggee?.kill();
    this.#ended();
  }

  send(event: string, body?: object): void {
    this.sendEvent(new Event(event, body));
    if (this.#output.writableLength > BACKLOG) {
      this.debuggee?.pauseOutput();
      this.#output.once('drain', () => this.debuggee?.resumeOutput());
    }
  }

  // What a debuggee of this session says.
  readonly events: DebuggeeEvents = {
    stopped: (thread, { reason, description, breakpoints, exception }) =>
      this.send('stopped', {
        reason: reason === 'debugger statement' ? 'pause' : reason,
        description,
        threadId: thread.id,
        allThreadsStopped: false,
        ...(breakpoints.length > 0 && { hitBreakpointIds: breakpoints }),
        ...(exception !== undefined && { text: (exception.object.description ?? String(exception.object.value)).split('\n')[0] }),
      }),
    continued: (thread) => this.send('continued', { threadId: thread.id, allThreadsContinued: false }),
    forget: (thread) => {
      this.frames.forget(thread);
      this.values.forget(thread);
    },
    threadStarted: ({ id }) => this.send('thread', { reason: 'started', threadId: id }),
    threadEnded: (thread) => {
      this.sources.forget(thread);
      this.values.forget(thread);
      this.send('thread', { reason: 'exited', threadId: thread.id });
    },
    processStarted: (name, pid) =>
      this.send('process', {
        name,
        isLocalProcess: true,
        startMethod: pid === undefined ? 'attach' : 'launch',
        ...(pid !== undefined && { systemProcessId: pid }),
      }),
    breakpointChanged: (breakpoint) => {
      if (this.announced.has(breakpoint.id))
        this.send('breakpoint', { reason: 'changed', breakpoint: 'name' in breakpoint ? breakpoint.toDap() : breakpoint.toDap(this.counting) });
    },
    output: (category, text) => this.send('output', { category, output: text }),
    logged: (thread, id, text, values) => {
      const breakpoint = this.store.byId(id);
      const place =
        breakpoint === undefined || 'name' in breakpoint
          ? {}
          : { source: { path: breakpoint.place.source ?? breakpoint.file }, line: this.counting.line(breakpoint.place.line) };
      this.send('output', {
        category: 'console',
        output: `${text}\n`,
        ...place,
        data: { breakpointId: id, threadId: thread.id, values: Object.fromEntries(values) },
      });
    },
    exited: (code) => this.send('exited', { exitCode: code }),
    over: () => this.send('terminated'),
  };

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const answer = () => this.#answer(request);
    if (IN_ORDER.has(request.command)) void this.#turns.take(answer);
    else void answer();
  }

  async #answer(request: DebugProtocol.Request): Promise<void> {
    const response = new Response(request);
    try {
      const known = this.#handlers[request.command];
      if (known === undefined) throw unsupportedRequest(request.command);
      const body = await known(request.command, request.arguments);
      this.sendResponse({ ...response, ...(body !== undefined && { body }) });
      if (request.command === 'initialize') this.send('initialized');
      if (request.command === 'disconnect') this.shutdown();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.sendResponse({ ...response, success: false, message: text, body: { error: { id: 1, format: text.replaceAll('{', '{{'), showUser: true } } });
    }
  }
}
