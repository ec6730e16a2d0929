// Tools and prompts of the conformance suite that need something from the client before they can answer.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './fixtureTools.ts';

// What a server says to itself through the client comes back sealed, or not at all.
export const sealed = createRequestStateCodec<{ tool: string; round?: number; name?: string; nonce: string }>({ key: randomBytes(32) });

const nothing = z.object({});
const accepted = {
  name: z.looseObject({ name: z.string() }),
  color: z.looseObject({ color: z.string() }),
  ok: z.looseObject({ ok: z.boolean() }),
};
const sampled = z.looseObject({ content: z.looseObject({ text: z.string() }) });
const rooted = z.looseObject({ roots: z.array(z.looseObject({})) });
const state = z.looseObject({ tool: z.string(), round: z.number().optional(), name: z.string().optional() });

const askName = () => elicit('What is your name?', 'name');
const askModel = (words: string) => inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 50 });

export function registerAskingTools(server: McpServer): void {
  server.registerTool('test_missing_capability', { description: 'Needs a model.', inputSchema: nothing }, (_input, { mcpReq }) =>
    mcpReq.inputResponses?.['answer'] === undefined ? inputRequired({ inputRequests: { answer: askModel('Say pong.') } }) : text('pong'),
  );
  server.registerTool('test_input_required_result_elicitation', { description: 'Needs a name.', inputSchema: nothing }, (_input, { mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', accepted.name);
    return given === undefined ? inputRequired({ inputRequests: { user_name: askName() } }) : text(`Hello, ${given.name}!`);
  });
  server.registerTool('test_input_required_result_sampling', { description: 'Needs a model.', inputSchema: nothing }, (_input, { mcpReq }) => {
    const given = sampled.safeParse(mcpReq.inputResponses?.['capital_question']);
    return given.success ? text(given.data.content.text) : inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
  });
  server.registerTool('test_input_required_result_list_roots', { description: 'Needs the roots.', inputSchema: nothing }, (_input, { mcpReq }) => {
    const given = rooted.safeParse(mcpReq.inputResponses?.['client_roots']);
    return given.success ? text(`${given.data.roots.length} roots`) : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  server.registerTool(
    'test_input_required_result_multiple_inputs',
    { description: 'Needs three things at once.', inputSchema: nothing },
    async (_input, { mcpReq }) => {
      const responses = mcpReq.inputResponses;
      const name = acceptedContent(responses, 'user_name', accepted.name);
      const greeting = sampled.safeParse(responses?.['greeting']);
      const roots = rooted.safeParse(responses?.['client_roots']);
      if (name !== undefined && greeting.success && roots.success) return text(`${greeting.data.content.text} ${name.name}, ${roots.data.roots.length} roots`);
      return inputRequired({
        inputRequests: { user_name: askName(), greeting: askModel('Greet them.'), client_roots: inputRequired.listRoots() },
        requestState: await sealed.mint({ tool: 'multiple_inputs', nonce: randomUUID() }),
      });
    },
  );
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only for what the client can give.', inputSchema: nothing },
    (_input, { mcpReq }) => {
      if (mcpReq.inputResponses !== undefined) return text('given');
      const inputRequests = possibleRequests(mcpReq.envelope);
      return Object.keys(inputRequests).length === 0 ? text('This client can give nothing.') : inputRequired({ inputRequests });
    },
  );
  registerRememberingTools(server);
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Needs a context.', argsSchema: nothing },
    (_input: unknown, { mcpReq }: ServerContext) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context', z.looseObject({ context: z.string() }));
      if (given === undefined) return inputRequired({ inputRequests: { user_context: elicit('Which context?', 'context') } });
      return { messages: [{ role: 'user', content: { type: 'text', text: `In the context of ${given.context}.` } }] };
    },
  );
  registerPushingTools(server);
}

// The state of a conversation travels through the client, for the server keeps none.
function registerRememberingTools(server: McpServer): void {
  for (const tool of ['request_state', 'tampered_state']) {
    server.registerTool(
      `test_input_required_result_${tool}`,
      { description: 'Needs a confirmation, and remembers that it asked.', inputSchema: nothing },
      async (_input, { mcpReq }) => {
        const isConfirmed = acceptedContent(mcpReq.inputResponses, 'confirm', accepted.ok) !== undefined && state.safeParse(mcpReq.requestState()).success;
        if (isConfirmed) return text('state-ok');
        return inputRequired({
          inputRequests: { confirm: elicit('Please confirm.', 'ok', 'boolean') },
          requestState: await sealed.mint({ tool, nonce: randomUUID() }),
        });
      },
    );
  }
  server.registerTool('test_input_required_result_multi_round', { description: 'Asks twice.', inputSchema: nothing }, async (_input, { mcpReq }) => {
    const before = state.safeParse(mcpReq.requestState()).data;
    if (before?.round === undefined) {
      return inputRequired({ inputRequests: { step1: askName() }, requestState: await sealed.mint({ tool: 'multi_round', round: 1, nonce: randomUUID() }) });
    }
    if (before.round === 1) {
      const name = acceptedContent(mcpReq.inputResponses, 'step1', accepted.name)?.name ?? 'nobody';
      return inputRequired({
        inputRequests: { step2: elicit('Which colour?', 'color') },
        requestState: await sealed.mint({ tool: 'multi_round', round: 2, name, nonce: randomUUID() }),
      });
    }
    return text(`${before.name} likes ${acceptedContent(mcpReq.inputResponses, 'step2', accepted.color)?.color ?? 'nothing'}`);
  });
}

// As servers asked before 2026-07-28: a request to the client in the middle of the call.
function registerPushingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client.', inputSchema: z.object({ prompt: z.string().describe('What to ask.') }) },
    async ({ prompt }, { mcpReq }) => {
      const answer = await mcpReq.requestSampling(
        { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 100 },
        inThisCall(mcpReq),
      );
      return text(`LLM response: ${JSON.stringify(answer.content)}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person at the client.', inputSchema: z.object({ message: z.string().describe('What to ask.') }) },
    async ({ message }, { mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput(
        {
          message,
          requestedSchema: { type: 'object', properties: { response: { type: 'string', description: 'The answer.' } }, required: ['response'] },
        },
        inThisCall(mcpReq),
      );
      return text(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`);
    },
  );
  for (const [name, properties] of Object.entries(forms)) {
    server.registerTool(name, { description: `Shows a form: ${name}.`, inputSchema: nothing }, async (_input, { mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput(
        { message: 'Please fill in the form.', requestedSchema: { type: 'object', properties, required: [] } },
        inThisCall(mcpReq),
      );
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
    });
  }
}

// Without it the SDK asks on the session's own stream, which the client may not have opened yet, and the question is lost.
function inThisCall(mcpReq: ServerContext['mcpReq']): { relatedRequestId: string | number } {
  return { relatedRequestId: mcpReq.id };
}

type FormProperties = Extract<Parameters<ServerContext['mcpReq']['elicitInput']>[0], { requestedSchema: unknown }>['requestedSchema']['properties'];

const titled = [1, 2, 3].map((number) => ({ const: `value${number}`, title: `Choice ${number}` }));
const untitled = ['option1', 'option2', 'option3'];

const forms: Readonly<Record<string, FormProperties>> = {
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: untitled },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: untitled } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
};

function elicit(message: string, property: string, type: 'string' | 'boolean' = 'string'): ReturnType<typeof inputRequired.elicit> {
  const properties: FormProperties = { [property]: type === 'string' ? { type } : { type } };
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [property] } });
}

const declared = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ elicitation: z.unknown(), sampling: z.unknown(), roots: z.unknown() }).partial(),
});

function possibleRequests(envelope: unknown): InputRequests {
  const capabilities = declared.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
  return {
    ...(capabilities?.elicitation !== undefined && { user_name: askName() }),
    ...(capabilities?.sampling !== undefined && { greeting: askModel('Greet them.') }),
    ...(capabilities?.roots !== undefined && { client_roots: inputRequired.listRoots() }),
  };
}
