// A session with the built adapter for Node, held by the test client that Microsoft publishes for debug adapters, on a program of a folder of its own.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../../src/base/waiting/duration.ts';

export const adapter = fileURLToPath(new URL('../../../../dist/nodeAdapter.cjs', import.meta.url));
const ours = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

// A machine with two cores that runs other things too.
const EVENT_BOUND = seconds(30);
const STOP_BOUND = seconds(2);

export interface Stop {
  readonly thread: number;
  readonly reason: string;
  // The function and its place: "total a.js:5".
  readonly at: string;
  readonly text: string | undefined;
  readonly hit: readonly number[];
}

export interface Wish {
  // Lines by the text that stands on them, or with everything that DAP knows.
  readonly breakpoints?: Readonly<Record<string, readonly (string | (Omit<DebugProtocol.SourceBreakpoint, 'line'> & { readonly on: string }))[]>>;
  readonly functions?: readonly DebugProtocol.FunctionBreakpoint[];
  readonly exceptions?: DebugProtocol.SetExceptionBreakpointsArguments;
}

const stoppedBody = z.object({
  threadId: z.number(),
  reason: z.string(),
  text: z.string().optional(),
  hitBreakpointIds: z.array(z.number()).default([]),
});
const outputBody = z.object({ category: z.string(), output: z.string(), data: z.unknown().optional() });
const breakpointBody = z.object({ breakpoint: z.object({ id: z.number(), verified: z.boolean(), line: z.number().optional() }) });

export class NodeSession {
  readonly root: string;
  readonly client: DebugClient;
  readonly events: { readonly name: string; readonly body: unknown }[] = [];
  #listeners: (() => void)[] = [];
  readonly #read = new Map<string, number>();

  constructor(root: string, client: DebugClient) {
    this.root = root;
    this.client = client;
    for (const name of ['initialized', 'stopped', 'continued', 'thread', 'output', 'breakpoint', 'exited', 'terminated', 'process'])
      client.on(name, (event: DebugProtocol.Event) => {
        this.events.push({ name, body: event.body });
        for (const listener of this.#listeners.splice(0)) listener();
      });
  }

  path(file: string): string {
    return join(this.root, file);
  }

  // The line, counted from 1, on which this text stands first.
  async lineOf(file: string, text: string): Promise<number> {
    const lines = (await readFile(this.path(file), 'utf8')).split('\n');
    const line = lines.findIndex((candidate) => candidate.includes(text));
    if (line < 0) throw new Error(`${file} has no "${text}"`);
    return line + 1;
  }

  async setBreakpoints(file: string, wanted: NonNullable<Wish['breakpoints']>[string]): Promise<DebugProtocol.Breakpoint[]> {
    const breakpoints = await Promise.all(
      wanted.map(async (one) => {
        if (typeof one === 'string') return { line: await this.lineOf(file, one) };
        const { on, ...rest } = one;
        return { line: await this.lineOf(file, on), ...rest };
      }),
    );
    const answer = await this.client.setBreakpointsRequest({ source: { path: this.path(file) }, breakpoints });
    return answer.body.breakpoints;
  }

  async launch(configuration: object, wish: Wish = {}): Promise<void> {
    await this.#begin(() => this.client.customRequest('launch', { cwd: this.root, ...configuration }), wish);
  }

  async attach(configuration: object, wish: Wish = {}): Promise<void> {
    await this.#begin(() => this.client.customRequest('attach', { cwd: this.root, ...configuration }), wish);
  }

  // The next event of this name that was not asked for yet.
  async next(name: string, bound = EVENT_BOUND): Promise<unknown> {
    return (await this.#next([name], bound)).body;
  }

  async #next(names: readonly string[], bound = EVENT_BOUND): Promise<{ name: string; body: unknown }> {
    const end = Date.now() + bound;
    for (;;) {
      const found = this.events.findIndex((event, index) => names.includes(event.name) && index >= (this.#read.get(event.name) ?? 0));
      const event = this.events[found];
      if (event !== undefined) {
        this.#read.set(event.name, found + 1);
        return event;
      }
      if (Date.now() > end) throw new Error(`no event "${names.join('" or "')}" came:\n${this.events.map((event) => JSON.stringify(event)).join('\n')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500);
        this.#listeners.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  // Whichever comes first.
  async stopOrExit(): Promise<Stop | number> {
    const event = await this.#next(['stopped', 'exited']);
    return event.name === 'stopped' ? this.#stop(event.body) : z.object({ exitCode: z.number() }).parse(event.body).exitCode;
  }

  async stop(): Promise<Stop> {
    return this.#stop(await this.next('stopped'));
  }

  async #stop(body: unknown): Promise<Stop> {
    const { threadId, reason, text, hitBreakpointIds } = stoppedBody.parse(body);
    const [top] = await this.frames(threadId);
    return { thread: threadId, reason, at: top === undefined ? 'nowhere' : frameText(top), text, hit: hitBreakpointIds };
  }

  async frames(threadId: number): Promise<DebugProtocol.StackFrame[]> {
    return (await this.client.stackTraceRequest({ threadId })).body.stackFrames;
  }

  // The stack as lines, without what belongs to Node.
  async stack(threadId: number): Promise<string[]> {
    return (await this.frames(threadId)).filter(({ source }) => !(source?.path ?? '').startsWith('node:')).map(frameText);
  }

  async go(threadId: number): Promise<void> {
    await this.client.continueRequest({ threadId });
  }

  async step(kind: 'next' | 'stepIn' | 'stepOut', threadId: number): Promise<string> {
    if (kind === 'next') await this.client.nextRequest({ threadId });
    else if (kind === 'stepIn') await this.client.stepInRequest({ threadId });
    else await this.client.stepOutRequest({ threadId });
    return (await this.stop()).at;
  }

  async topFrame(threadId: number): Promise<number> {
    return (await this.frames(threadId))[0]?.id ?? 0;
  }

  async evaluate(threadId: number, expression: string, more: object = {}): Promise<string> {
    const answer = await this.client.evaluateRequest({ expression, frameId: await this.topFrame(threadId), ...more });
    return answer.body.result;
  }

  // What the innermost scopes hold, by name.
  async locals(threadId: number, scopes = 2): Promise<Record<string, string>> {
    const all = (await this.client.scopesRequest({ frameId: await this.topFrame(threadId) })).body.scopes;
    const variables = await Promise.all(all.slice(0, scopes).map(({ variablesReference }) => this.variables(variablesReference)));
    return Object.fromEntries(variables.flat().map(({ name, value }) => [name, value]));
  }

  async variables(variablesReference: number, page: object = {}): Promise<DebugProtocol.Variable[]> {
    return (await this.client.variablesRequest({ variablesReference, ...page })).body.variables;
  }

  async expression(threadId: number, expression: string): Promise<DebugProtocol.EvaluateResponse['body']> {
    return (await this.client.evaluateRequest({ expression, frameId: await this.topFrame(threadId) })).body;
  }

  // To the end; its exit code.
  async exit(): Promise<number> {
    const { exitCode } = z.object({ exitCode: z.number() }).parse(await this.next('exited'));
    await this.next('terminated');
    return exitCode;
  }

  output(category: string): string {
    return this.outputs(category)
      .map(({ output }) => output)
      .join('');
  }

  outputs(category: string): z.output<typeof outputBody>[] {
    return this.events.flatMap(({ name, body }) => {
      const { data } = outputBody.safeParse(body);
      return name === 'output' && data?.category === category ? [data] : [];
    });
  }

  // What was said last about each breakpoint.
  bound(): Record<number, { verified: boolean; line?: number | undefined }> {
    return Object.fromEntries(
      this.events.flatMap(({ name, body }) => {
        const { data } = breakpointBody.safeParse(body);
        return name === 'breakpoint' && data !== undefined ? [[data.breakpoint.id, { verified: data.breakpoint.verified, line: data.breakpoint.line }]] : [];
      }),
    );
  }

  async #begin(start: () => Promise<unknown>, wish: Wish): Promise<void> {
    await this.client.initializeRequest();
    await this.next('initialized');
    const started = start();
    started.catch(() => {});
    for (const [file, lines] of Object.entries(wish.breakpoints ?? {})) await this.setBreakpoints(file, lines);
    if (wish.functions !== undefined) await this.client.setFunctionBreakpointsRequest({ breakpoints: [...wish.functions] });
    if (wish.exceptions !== undefined) await this.client.setExceptionBreakpointsRequest(wish.exceptions);
    await this.client.configurationDoneRequest();
    await started;
  }
}

// Ends with the test, and so does everything that it has launched.
export async function openSession(files: Readonly<Record<string, string>>, options: { modules?: string } = {}): Promise<NodeSession> {
  const root = await folderWith(files);
  if (options.modules !== undefined) await symlink(options.modules, join(root, 'node_modules'), 'junction');
  return openSessionIn(root);
}

export async function openSessionIn(root: string): Promise<NodeSession> {
  const client = new DebugClient(process.execPath, adapter, 'node', { env: environment() });
  client.defaultTimeout = EVENT_BOUND;
  await client.start();
  // The client says goodbye also to an adapter that a disconnect has ended before, and does not hear that nobody listens.
  z.instanceof(Writable)
    .parse(Reflect.get(client, 'outputStream'))
    .on('error', () => {});
  const session = new NodeSession(root, client);
  onTestFinished(async () => {
    // It waits for the end of the adapter, also of one that a disconnect has ended before.
    await Promise.race([client.stop().catch(() => {}), new Promise((late) => setTimeout(late, STOP_BOUND))]);
  });
  return session;
}

export async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  if (!existsSync(adapter)) throw new Error('dist/nodeAdapter.cjs is missing: npm run build');
  const root = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-debug-node-')));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  return root;
}

export const ownModules = ours;

// Our own test runner marks its children so that they know they are tests.
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|JEST|NODE_ENV|TEST|NODE_V8_COVERAGE|NODE_EXTRA_CA_CERTS|NODE_OPTIONS)/.test(name)),
  );
}

function frameText({ name, source, line }: DebugProtocol.StackFrame): string {
  return source === undefined ? `— ${name}` : `${name} ${basename(source.path ?? source.name ?? '')}:${line}`;
}
