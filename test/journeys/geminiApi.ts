// Gemini's API on loopback, as far as the gemini command asks for it, in the shape of the Messages API that our scripted models answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Asked, MessagesServer, Said } from './messagesApi.ts';

const Part = z.looseObject({ text: z.string().optional(), functionResponse: z.object({ response: z.unknown() }).optional() });
const Generate = z.object({
  contents: z.array(z.object({ role: z.string().optional(), parts: z.array(Part) })),
  tools: z.array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() })).optional(),
});

export async function geminiServer(answer: (asked: Asked) => Said | Promise<Said>): Promise<MessagesServer> {
  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const generate = Generate.safeParse(await bodyOf(request)).data;
    if (generate === undefined || request.url?.includes('countTokens') === true) return end(response, { totalTokens: 1 });
    const said = saidAs(await answer(askedIn(generate)));
    if (request.url?.includes('streamGenerateContent') !== true) return end(response, said);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(said)}\n\n`);
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

function askedIn({ contents, tools = [] }: z.infer<typeof Generate>): Asked {
  return {
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => ({ name }))),
    messages: contents.map(({ role, parts }) => ({
      role: role === 'model' ? 'assistant' : 'user',
      content: parts.map(({ text, functionResponse }) => ({
        type: 'text',
        text: text ?? (functionResponse && JSON.stringify(functionResponse.response)) ?? '',
      })),
    })),
  };
}

function saidAs(said: Said): unknown {
  const part = said.type === 'text' ? { text: said.text } : { functionCall: { id: said.id, name: said.name, args: said.input } };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata, modelVersion: 'scripted' };
}

function end(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
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
