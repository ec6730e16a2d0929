// Node's inspector with nothing but its own protocol over its own socket: the floor of every debugger for Node.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { deferred } from '../../src/base/waiting/deferred.ts';
import { seconds } from '../../src/base/waiting/duration.ts';

const Message = z.looseObject({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const Scope = z.looseObject({ type: z.string(), object: z.looseObject({ objectId: z.string().optional() }) });
const Paused = z.looseObject({ callFrames: z.array(z.looseObject({ callFrameId: z.string(), scopeChain: z.array(Scope) })) });
const Evaluated = z.looseObject({ result: z.looseObject({ value: z.unknown() }) });

type Paused = z.output<typeof Paused>;

const AGAIN = seconds(1);

export class BareInspector implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #lastId = 0;
  #next = deferred<Paused>();
  #pause: Paused | undefined;

  private constructor(child: ChildProcess, socket: WebSocket) {
    this.#child = child;
    this.#socket = socket;
    socket.on('message', (text) => this.#receive(Message.parse(JSON.parse(String(text)))));
  }

  // Returns with the first stop.
  static async stopped(folder: string, environment: NodeJS.ProcessEnv, file: string, line: number): Promise<BareInspector> {
    const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', file], { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    const socket = new WebSocket(await addressIn(child), { perMessageDeflate: false });
    await once(socket, 'open');
    const inspector = new BareInspector(child, socket);
    await Promise.all([
      inspector.#post('Debugger.enable', {}),
      inspector.#post('Debugger.setBreakpointByUrl', { url: pathToFileURL(file).href, lineNumber: line - 1 }),
      inspector.#post('Runtime.runIfWaitingForDebugger', {}),
    ]);
    // Node forgets it where it comes before the program has begun to wait.
    const again = setInterval(() => void inspector.#post('Runtime.runIfWaitingForDebugger', {}), AGAIN);
    // The first one is the entry, which is not what was asked for.
    await inspector.#halted();
    clearInterval(again);
    await inspector.#onwards('Debugger.resume');
    return inspector;
  }

  step(): Promise<void> {
    return this.#onwards('Debugger.stepOver');
  }

  async variables(): Promise<void> {
    const scopes = (this.#frame()?.scopeChain ?? []).filter(({ type }) => type === 'local' || type === 'block');
    await Promise.all(
      scopes.map(({ object }) => this.#post('Runtime.getProperties', { objectId: object.objectId, ownProperties: true, generatePreview: true })),
    );
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#post('Debugger.evaluateOnCallFrame', { callFrameId: this.#frame()?.callFrameId, expression, generatePreview: true });
    return Evaluated.parse(answer).result.value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #frame(): Paused['callFrames'][number] | undefined {
    return this.#pause?.callFrames[0];
  }

  async #onwards(method: string): Promise<void> {
    this.#next = deferred();
    await this.#post(method, {});
    await this.#halted();
  }

  async #halted(): Promise<void> {
    this.#pause = await this.#next.promise;
  }

  #post(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }

  #receive(message: z.output<typeof Message>): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message.result);
      this.#waiting.delete(message.id);
    } else if (message.method === 'Debugger.paused') this.#next.resolve(Paused.parse(message.params));
  }
}

function addressIn(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`node did not open its inspector: ${text}`)));
  });
}
