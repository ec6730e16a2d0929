// One call as any client would make it: over the daemon's local socket, in the protocol's own words.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LineSplitter } from '../base/text/lines.ts';
import { build, version } from '../base/version.ts';
import { deferred } from '../base/waiting/deferred.ts';
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

export interface Calling {
  readonly tool: string;
  readonly parameters: Record<string, unknown>;
  // A folder; else the one where the command runs.
  readonly project: string | undefined;
  readonly program: string;
  onProgress(message: string): void;
}

const LONGEST_LINE = 64 * 1024 * 1024;
const CALL = 2;

export async function callThroughDaemon({ tool, parameters, project, program, onProgress }: Calling): Promise<ToolResult> {
  const folder = resolve(project ?? '.');
  const { socket, instance } = await attach({ state: stateFolder(), build, project: realFolder(folder), program });
  const hello: DoorHello = { ...greeting(instance.key), environment: ownEnvironment(), commandLine: true, ...(project !== undefined && { project: folder }) };
  const answer = deferred<ToolResult>();
  const lines = new LineSplitter(LONGEST_LINE);
  let greeted = false;
  socket.on('data', (chunk) => {
    for (const line of lines.feed(chunk)) {
      if (!greeted) {
        const reply = parseReply(line.toString());
        greeted = reply?.binnacle === 'welcome';
        if (!greeted)
          answer.reject(
            daemonUnavailable(reply?.binnacle === 'refused' ? reply.why : 'it does not answer like one', 'Run binnacle stop --all, then try again.'),
          );
        continue;
      }
      const { id, method, params, result, error } = Message.parse(JSON.parse(line.toString()));
      if (method === 'notifications/progress' && params?.message !== undefined) onProgress(params.message);
      if (id !== CALL) continue;
      if (error === undefined) answer.resolve(ToolResult.parse(result));
      else answer.reject(new Error(error.message));
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => answer.reject(daemonUnavailable('it ended during the call', 'Call again: it is started anew.')));
  const send = (message: Record<string, unknown>) => socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  socket.write(`${JSON.stringify(hello)}\n`);
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'binnacle call', version } } });
  send({ method: 'notifications/initialized' });
  send({ id: CALL, method: 'tools/call', params: { name: tool, arguments: parameters, _meta: { progressToken: 1 } } });
  try {
    return await answer.promise;
  } finally {
    socket.destroy();
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
