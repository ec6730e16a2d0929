// A model on loopback that follows a script: it asks for the tool calls that it was given, then says what came back. No thinking, no network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

export interface ScriptedCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  // What the client handed to the model as the results of its calls, in order.
  readonly toolResults: readonly string[];
  // The tools that the client offered to the model.
  readonly offered: ReadonlySet<string>;
}

const Block = z.looseObject({ type: z.string(), content: z.unknown().optional() });
const Request = z.object({
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ name: z.string().optional() })).optional(),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })),
});
type Request = z.infer<typeof Request>;

// Speaks the Messages API, which is what the claude command asks for.
export async function scriptedModel(calls: readonly ScriptedCall[]): Promise<ScriptedModel> {
  const toolResults: string[] = [];
  const offered = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) return end(response, 200, {});
    if (request.url.includes('count_tokens')) return end(response, 200, { input_tokens: 1 });
    const asked = Request.parse(JSON.parse(await bodyOf(request)));
    for (const tool of asked.tools ?? []) if (tool.name !== undefined) offered.add(tool.name);
    const results = resultsIn(asked);
    // Side questions, such as a title for the session, come without the tool.
    const call = calls[results.length];
    if (call !== undefined && asked.tools?.some((tool) => tool.name === call.tool))
      return say(response, { type: 'tool_use', id: `call_${results.length}`, name: call.tool, input: call.input });
    if (results.length > toolResults.length) toolResults.splice(0, toolResults.length, ...results);
    return say(response, { type: 'text', text: results.at(-1) ?? 'ok' });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    toolResults,
    offered,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function resultsIn({ messages }: Request): string[] {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content));
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = z.array(z.looseObject({ text: z.string().optional() })).safeParse(content);
  return parts.success ? parts.data.map(({ text }) => text ?? '').join('') : JSON.stringify(content);
}

type Said = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

// Always as a stream: the command asks for one, and its other requests accept it.
function say(response: ServerResponse, said: Said): void {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, stop_sequence: null, usage };
  const start = said.type === 'text' ? { type: 'text', text: '' } : { ...said, input: {} };
  const delta = said.type === 'text' ? { type: 'text_delta', text: said.text } : { type: 'input_json_delta', partial_json: JSON.stringify(said.input) };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: said.type === 'text' ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

function end(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
