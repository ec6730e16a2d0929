// A server with everything that the official conformance suite asks for by name; it stands behind our real doors in place of the catalogue.
import { McpServer, ResourceTemplate, type ServerEventBus } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { registerAskingTools, sealed } from './askingTools.ts';
import { IMAGE, registerTools } from './fixtureTools.ts';

export function fixtureServer(events: ServerEventBus): McpServer {
  const server = new McpServer(
    { name: 'binnacle-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: sealed.verify },
    },
  );
  registerTools(server, events);
  registerAskingTools(server);
  registerResources(server);
  registerPrompts(server);
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}

function registerResources(server: McpServer): void {
  for (const name of ['static-text', 'watched-resource']) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: `Text under ${uri}.`, mimeType: 'text/plain' }, () => ({
      contents: [{ uri, mimeType: 'text/plain', text: `This is ${name}.` }],
    }));
  }
  server.registerResource('static-binary', 'test://static-binary', { description: 'A picture.', mimeType: 'image/png' }, () => ({
    contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: IMAGE }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { description: 'Something by its id.', mimeType: 'application/json' }, (uri, { id }) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Has no arguments.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
  }));
  const two = z.object({ arg1: z.string().describe('The first.'), arg2: z.string().describe('The second.') });
  server.registerPrompt('test_prompt_with_arguments', { description: 'Has two arguments.', argsSchema: two }, ({ arg1, arg2 }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` } }],
  }));
  const one = z.object({ resourceUri: z.string().describe('What to embed.') });
  server.registerPrompt('test_prompt_with_embedded_resource', { description: 'Embeds a resource.', argsSchema: one }, ({ resourceUri }) => ({
    messages: [{ role: 'user', content: { type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'An embedded resource.' } } }],
  }));
  server.registerPrompt('test_prompt_with_image', { description: 'Shows a picture.' }, () => ({
    messages: [{ role: 'user', content: { type: 'image', data: IMAGE, mimeType: 'image/png' } }],
  }));
}
