// The built daemon with one project, and a client that posts to its endpoints one message after another.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { binnacle, type Home } from './builtProgram.ts';

export interface ServedProject extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  ask(endpoint: string, method: string, params: Record<string, unknown>): Promise<Reply>;
  // Throws where the answer is an error of either kind.
  call(endpoint: string, tool: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>;
  refused(endpoint: string, tool: string, given: Record<string, unknown>): Promise<Refusal>;
}

export interface Refusal {
  readonly code: number | 'isError' | 'success';
  readonly text: string;
}

const reply = z.object({
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.looseObject({}).optional() }).optional(),
});
export type Reply = z.infer<typeof reply>;

const ready = z.object({ url: z.string(), token: z.string() });
const toolResult = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]) });

export async function serveProject(home: Home, project: string, variables: Readonly<Record<string, string>> = {}): Promise<ServedProject> {
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', project, '--port', '0', '--json'], {
    env: { ...home.environment, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const { url, token } = ready.parse(JSON.parse(line));
  const ask: ServedProject['ask'] = async (endpoint, method, params) => {
    const response = await fetch(`${url}${endpoint}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return reply.parse(await response.json());
  };
  return {
    url,
    token,
    ask,
    async call(endpoint, tool, given = {}) {
      const { error, result } = await ask(endpoint, 'tools/call', { name: tool, arguments: given });
      if (error !== undefined) throw new Error(`${tool}: ${error.code} ${error.message}`);
      const { isError, content } = toolResult.parse(result);
      if (isError === true) throw new Error(`${tool}: ${content[0].text}`);
      return z.looseObject({}).parse(JSON.parse(content[0].text));
    },
    async refused(endpoint, tool, given) {
      const { error, result } = await ask(endpoint, 'tools/call', { name: tool, arguments: given });
      if (error !== undefined) return { code: error.code, text: error.message };
      const { isError, content } = toolResult.parse(result);
      return { code: isError === true ? 'isError' : 'success', text: content[0].text };
    },
    [Symbol.asyncDispose]: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
}
