// The Messages API on loopback, as far as the claude command asks for it: whoever answers sees what was asked and says one thing.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

export interface ScriptedCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

const Block = z.looseObject({ type: z.string(), text: z.string().optional(), content: z.unknown().optional() });
const Asked = z.object({
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ name: z.string().optional() })).optional(),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })),
});
export type Asked = z.infer<typeof Asked>;

export type Said = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

export interface MessagesServer extends AsyncDisposable {
  readonly url: string;
}

export async function messagesServer(answer: (asked: Asked) => Said | Promise<Said>): Promise<MessagesServer> {
  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) return end(response, 200, {});
    if (request.url.includes('count_tokens')) return end(response, 200, { input_tokens: 1 });
    say(response, await answer(Asked.parse(JSON.parse(await bodyOf(request)))));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Also of requests that are side questions, such as a title for the session: these come without the tool.
export function offers({ tools }: Asked, name: string): boolean {
  return tools?.some((tool) => tool.name === name) === true;
}

// What the client handed to the model as the results of its calls, in order.
export function resultsIn({ messages }: Asked): string[] {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content));
}

// Everything that a message says, results of tools and reminders too.
export function wordsOf({ content }: Asked['messages'][number]): string {
  return typeof content === 'string' ? content : content.map((block) => block.text ?? textOf(block.content)).join('\n');
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = z.array(z.looseObject({ text: z.string().optional() })).safeParse(content);
  return parts.success ? parts.data.map(({ text }) => text ?? '').join('') : (JSON.stringify(content) ?? '');
}

// Always as a stream: the command asks for one, and its other requests accept it.
function say(response: ServerResponse, said: Said): void {
  const usage = { input_tokens: 1, output_tokens: 1 };
  // Messages of one id are one message to the command, however much lies between them.
  const id = `msg_${randomUUID()}`;
  const message = { id, type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, stop_sequence: null, usage };
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
