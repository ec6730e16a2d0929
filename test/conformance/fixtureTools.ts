// The tools that the official conformance suite calls by name. They exist only here, behind our doors, never in the product.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, fromJsonSchema, type McpServer, type ServerEventBus } from '@modelcontextprotocol/server';
import { z } from 'zod';

// One red pixel, and a WAV file of one sample.
export const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

type Content = CallToolResult['content'];

const fixedAnswers: Readonly<Record<string, Content>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [{ type: 'image', data: IMAGE, mimeType: 'image/png' }],
  test_audio_content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }],
  test_embedded_resource: [{ type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'An embedded resource.' } }],
  test_multiple_content_types: [
    { type: 'text', text: 'Several kinds of content:' },
    { type: 'image', data: IMAGE, mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } },
  ],
  test_streaming_elicitation: [{ type: 'text', text: 'Nothing but this result.' }],
};

export function registerTools(server: McpServer, events: ServerEventBus): void {
  for (const [name, content] of Object.entries(fixedAnswers))
    server.registerTool(name, { description: `Always answers the same: ${name}.` }, () => ({ content }));
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  registerTalkingTools(server);
  registerSchemaTools(server);
  server.registerTool('test_trigger_tool_change', { description: 'Says that the list of tools changed.' }, () => {
    events.publish({ kind: 'tools_list_changed' });
    return text('published');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Says that the list of prompts changed.' }, () => {
    events.publish({ kind: 'prompts_list_changed' });
    return text('published');
  });
}

// The suite looks at the order of what arrives, so there is a pause between one thing said and the next.
const PAUSE = 50;

function registerTalkingTools(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'Logs three times.', inputSchema: z.object({}) }, async (_input, { mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await sleep(PAUSE);
    }
    return text('logged');
  });
  server.registerTool('test_logging_tool', { description: 'Logs where the request allows it.', inputSchema: z.object({}) }, async (_input, { mcpReq }) => {
    await mcpReq.log('info', 'heard only by a client that asked for logs');
    return text('logged');
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports progress three times.', inputSchema: z.object({}) }, async (_input, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100, message: `${progress} of 100` } });
      await sleep(PAUSE);
    }
    return text(String(progressToken));
  });
  server.registerTool(
    'test_reconnection',
    { description: 'Cuts its own stream in the middle of the call.', inputSchema: z.object({}) },
    async (_input, { http }) => {
      http?.closeSSE?.();
      await sleep(2 * PAUSE);
      return text('Whoever reads this has come back.');
    },
  );
}

function registerSchemaTools(server: McpServer): void {
  const keywords = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  } as const;
  server.registerTool('json_schema_2020_12_tool', { description: 'Has every keyword in its schema.', inputSchema: fromJsonSchema(keywords) }, (input) =>
    text(JSON.stringify(input)),
  );
  const mirrored = {
    type: 'object',
    properties: {
      region: { type: 'string', description: 'Also sent as a header.', 'x-mcp-header': 'Region' },
      level: { type: 'integer', description: 'Not sent as a header.' },
    },
  } as const;
  server.registerTool('test_x_mcp_header', { description: 'Has an argument that is repeated in a header.', inputSchema: fromJsonSchema(mirrored) }, (input) =>
    text(JSON.stringify(input)),
  );
}

export function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}
