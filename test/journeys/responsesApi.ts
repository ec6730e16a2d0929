// The Responses API on loopback, as far as the codex command asks for it, in the shape of the Messages API that our scripted models answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Asked, MessagesServer, Said } from './messagesApi.ts';

const Item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).optional(),
  output: z.unknown().optional(),
});
// Tools of one server come together.
const Tool = z.looseObject({ type: z.string(), name: z.string().optional(), tools: z.array(z.looseObject({ name: z.string() })).optional() });
const Create = z.object({ input: z.array(Item), tools: z.array(Tool).optional() });

export async function responsesServer(answer: (asked: Asked) => Said | Promise<Said>): Promise<MessagesServer> {
  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const create = request.url?.endsWith('/responses') === true ? Create.safeParse(await bodyOf(request)).data : undefined;
    if (create === undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":[],"data":[]}');
    say(response, await answer(askedIn(create)), create);
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

function askedIn({ input, tools = [] }: z.infer<typeof Create>): Asked {
  return {
    tools: tools.flatMap(({ name, tools: inner }) => (inner ?? (name === undefined ? [] : [{ name }])).map((tool) => ({ name: tool.name }))),
    messages: input.map(({ role, content, output }) => ({
      role: role ?? 'user',
      content: [{ type: 'text', text: textOf(content) || (output === undefined ? '' : typeof output === 'string' ? output : JSON.stringify(output)) }],
    })),
  };
}

function textOf(content: z.infer<typeof Item>['content']): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');
}

function say(response: ServerResponse, said: Said, { tools = [] }: z.infer<typeof Create>): void {
  const namespace = said.type === 'text' ? undefined : tools.find(({ tools: inner }) => inner?.some(({ name }) => name === said.name))?.name;
  const item =
    said.type === 'text'
      ? { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: said.text }] }
      : {
          type: 'function_call',
          id: `fc_${said.id}`,
          call_id: said.id,
          name: said.name,
          ...(namespace !== undefined && { namespace }),
          arguments: JSON.stringify(said.input),
        };
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
  const events = [
    { type: 'response.created', response: { id: 'resp_1' } },
    ...(said.type === 'text'
      ? [
          { type: 'response.output_item.added', item: { ...item, content: [] } },
          { type: 'response.output_text.delta', delta: said.text },
        ]
      : []),
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { id: 'resp_1', usage } },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
