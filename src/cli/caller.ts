// Calls as any client would make them: over the daemon's local socket, in the protocol's own words.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LineSplitter } from '../base/text/lines.ts';
import { build, version } from '../base/version.ts';
import { type Deferred, deferred } from '../base/waiting/deferred.ts';
import { attach } from '../daemon/door/attach.ts';
import { greeting } from '../daemon/door/greeting.ts';
import { type DoorHello, ownEnvironment, parseReply } from '../daemon/door/hello.ts';
import { stateFolder } from '../daemon/folders.ts';
import { daemonUnavailable } from '../ide/errors/machineErrors.ts';

const ToolResult = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().exactOptional() })),
  structuredContent: z.unknown().exactOptional(),
  isError: z.boolean().exactOptional(),
});

const Message = z.object({
  id: z.number().exactOptional(),
  method: z.string().exactOptional(),
  params: z.object({ message: z.string().exactOptional() }).exactOptional(),
  result: z.unknown().exactOptional(),
  error: z.object({ message: z.string() }).exactOptional(),
});

export type ToolResult = z.infer<typeof ToolResult>;

export interface CallerOptions {
  // Who calls, as the history names it.
  readonly name: string;
  // A folder; else the one where the command runs.
  readonly project: string | undefined;
  readonly program: string;
  // Calls again through the same connection, like an agent.
  readonly stays?: boolean;
  onProgress(message: string): void;
}

export interface Caller extends Disposable {
  call(tool: string, parameters: Record<string, unknown>): Promise<ToolResult>;
}

export interface Calling extends Omit<CallerOptions, 'name' | 'stays'> {
  readonly tool: string;
  readonly parameters: Record<string, unknown>;
}

const LONGEST_LINE = 64 * 1024 * 1024;
const INITIALIZE = 1;

export async function callThroughDaemon({ tool, parameters, ...options }: Calling): Promise<ToolResult> {
  using caller = await openCaller({ ...options, name: 'binnacle call' });
  return await caller.call(tool, parameters);
}

export async function openCaller({ name, project, program, stays = false, onProgress }: CallerOptions): Promise<Caller> {
  const folder = resolve(project ?? '.');
  const { socket, instance } = await attach({ state: stateFolder(), build, project: realFolder(folder), program });
  const hello: DoorHello = {
    ...greeting(instance.key),
    environment: ownEnvironment(),
    ...(!stays && { commandLine: true }),
    ...(project !== undefined && { project: folder }),
  };
  const waiting = new Map<number, Deferred<ToolResult>>();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const answer of waiting.values()) answer.reject(failure);
  };
  const lines = new LineSplitter(LONGEST_LINE);
  let greeted = false;
  socket.on('data', (chunk) => {
    for (const line of lines.feed(chunk)) {
      if (!greeted) {
        const reply = parseReply(line.toString());
        greeted = reply?.binnacle === 'welcome';
        if (!greeted)
          fail(daemonUnavailable(reply?.binnacle === 'refused' ? reply.why : 'it does not answer like one', 'Run binnacle stop --all, then try again.'));
        continue;
      }
      const { id, method, params, result, error } = Message.parse(JSON.parse(line.toString()));
      if (method === 'notifications/progress' && params?.message !== undefined) onProgress(params.message);
      const answer = id === undefined ? undefined : waiting.get(id);
      if (id === undefined || answer === undefined) continue;
      waiting.delete(id);
      if (error === undefined) answer.resolve(ToolResult.parse(result));
      else answer.reject(new Error(error.message));
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => fail(daemonUnavailable('it ended during the call', 'Call again: it is started anew.')));
  const send = (message: Record<string, unknown>) => socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  socket.write(`${JSON.stringify(hello)}\n`);
  send({ id: INITIALIZE, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version } } });
  send({ method: 'notifications/initialized' });
  let last = INITIALIZE;
  return {
    call(tool, parameters) {
      if (failure !== undefined) return Promise.reject(failure);
      last += 1;
      const answer = deferred<ToolResult>();
      waiting.set(last, answer);
      send({ id: last, method: 'tools/call', params: { name: tool, arguments: parameters, _meta: { progressToken: last } } });
      return answer.promise;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
