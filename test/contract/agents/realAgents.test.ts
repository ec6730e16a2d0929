// Agents as people install them, started by us with a model on loopback: they shake hands, call our find_references, and edit a file, which can be undone.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../../faults/agent.ts';
import { eventually, processesOf, shopIn } from '../../faults/machine.ts';
import { geminiServer } from '../../journeys/geminiApi.ts';
import { type Asked, type MessagesServer, messagesServer, type Said, type ScriptedCall, wordsOf } from '../../journeys/messagesApi.ts';
import { responsesServer } from '../../journeys/responsesApi.ts';
import { binnacle, type Home, run, temporaryHome } from '../../support/builtProgram.ts';
import { allowStartingAgents, installProgram } from '../../support/installedAgent.ts';
import { type ToolName, testTool } from '../../support/testTools.ts';

const Entries = z.object({
  sessionId: z.string(),
  state: z.string(),
  entries: z.array(z.looseObject({ kind: z.string(), text: z.string() })),
});

let home: Home;

beforeAll(async () => {
  home = await temporaryHome();
  await allowStartingAgents(home);
});
afterAll(() => home?.[Symbol.asyncDispose]());

interface Model extends MessagesServer {
  // What it read of its calls, in order.
  readonly read: string[];
}

// Calls our find_references by whatever name it is offered, then edits; what it is offered for that is the agent's own.
async function model(serve: typeof messagesServer, edits: (file: string) => readonly ScriptedCall[], file: () => string): Promise<Model> {
  const read: string[] = [];
  let done = 0;
  const server = await serve((asked: Asked): Said => {
    const references = asked.tools?.find(({ name }) => name?.endsWith('find_references') === true)?.name;
    // Side questions, such as a title, come without our tools.
    if (references === undefined) return { type: 'text', text: 'a title' };
    read.push(asked.messages.slice(-2).map(wordsOf).join('\n'));
    const calls = [{ tool: references, input: { symbol: { name: 'total' } } }, ...edits(file())];
    const call = calls[done];
    done += 1;
    return call === undefined ? { type: 'text', text: 'All is done.' } : { type: 'tool_use', id: `call_${done}`, name: call.tool, input: call.input };
  });
  return { ...server, read };
}

interface RealAgent {
  readonly id: string;
  readonly tool: ToolName;
  readonly serve: typeof messagesServer;
  // How it finds the model, with an account that nobody has.
  environment(url: string): Promise<NodeJS.ProcessEnv>;
  edits(file: string): readonly ScriptedCall[];
}

const OLD = 'sum + price, 0);';
const NEW = 'sum + price, 1);';

const agents: readonly RealAgent[] = [
  {
    id: 'claude',
    tool: 'claude-agent-acp',
    serve: messagesServer,
    environment: async (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'dummy',
      ENABLE_TOOL_SEARCH: 'false',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // It refuses to run as root outside of one.
      IS_SANDBOX: '1',
    }),
    edits: (file) => [
      { tool: 'Read', input: { file_path: file } },
      { tool: 'Edit', input: { file_path: file, old_string: OLD, new_string: NEW } },
    ],
  },
  {
    id: 'gemini',
    tool: 'gemini-cli',
    serve: geminiServer,
    environment: async (url) => ({
      GEMINI_API_KEY: 'dummy',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_MODEL: 'gemini-2.5-flash',
    }),
    edits: (file) => [{ tool: 'replace', input: { file_path: file, old_string: OLD, new_string: NEW, instruction: 'begin with one' } }],
  },
  {
    id: 'copilot',
    tool: 'copilot-cli',
    serve: messagesServer,
    environment: async (url) => ({
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'claude-sonnet-4',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    edits: (file) => [
      { tool: 'view', input: { path: file } },
      { tool: 'edit', input: { path: file, old_str: OLD, new_str: NEW } },
    ],
  },
  {
    id: 'opencode',
    tool: 'opencode',
    serve: messagesServer,
    async environment(url) {
      const config = {
        model: 'anthropic/claude-sonnet-4-5',
        small_model: 'anthropic/claude-sonnet-4-5',
        autoupdate: false,
        share: 'disabled',
        provider: { anthropic: { options: { baseURL: `${url}/v1`, apiKey: 'dummy' }, models: { 'claude-sonnet-4-5': { name: 'Scripted', tool_call: true } } } },
      };
      const folder = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'opencode');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'opencode.json'), JSON.stringify(config));
      return { ANTHROPIC_API_KEY: 'dummy' };
    },
    edits: (file) => [
      { tool: 'read', input: { filePath: file } },
      { tool: 'edit', input: { filePath: file, oldString: OLD, newString: NEW } },
    ],
  },
  {
    id: 'codex',
    tool: 'codex-acp',
    serve: responsesServer,
    async environment(url) {
      const folder = join(home.folder, '.codex');
      await mkdir(folder, { recursive: true });
      const provider = `[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\n`;
      await writeFile(join(folder, 'config.toml'), `model = "scripted"\nmodel_provider = "scripted"\nsandbox_mode = "danger-full-access"\n${provider}`);
      return { CODEX_HOME: folder, SCRIPTED_KEY: 'dummy' };
    },
    edits: (file) => [{ tool: 'exec_command', input: { cmd: `sed -i 's/price, 0/price, 1/' '${file}'` } }],
  },
];

test.each(agents)('$id calls find_references and edits a file, which is in the history and can be undone', async (agent) => {
  const { command } = await testTool(agent.tool);
  const shop = await shopIn(home, agent.id);
  execFileSync('git', ['init', '-q'], { cwd: shop });
  const file = join(shop, 'cart.ts');
  const before = await readFile(file, 'utf8');
  await using served = await model(agent.serve, agent.edits, () => file);
  const environment = { ...home.environment, ...(await agent.environment(served.url)) };
  const own: Home = { ...home, environment };
  await installProgram(own, programOf(agent.id), `exec ${command.map((word) => `"${word}"`).join(' ')} "$@"`);
  await run([process.execPath, binnacle, 'trust', shop], { environment, folder: shop, bound: 60_000 });
  await using client = new Agent(own, { folder: shop, parameters: ['--toolset', 'all'] });
  await client.initialize();
  // Slow machines need more than the minute that a call has otherwise.
  const { answer: called } = client.callThatMayBeCancelled('start_agent', {
    agent: agent.id,
    prompt: 'Who calls total? Then let it begin with one.',
    timeout: 240,
  });
  const answer = await called;
  const said = Entries.parse(answer.result?.structuredContent ?? { entries: [{ kind: 'refused', text: textOf(answer) }] });
  const story = `${JSON.stringify(said.entries, undefined, 1)}\n${served.read.join('\n---\n')}`.slice(0, 20_000);
  expect(said.entries.at(-1), story).toMatchObject({ kind: 'stop', text: 'end_turn' });
  expect(said.entries.map(({ text }) => text).join('\n'), story).toContain('All is done.');
  // What our tool answered, read by the model.
  expect(served.read.join('\n'), story).toContain('checkout.ts');
  expect(await readFile(file, 'utf8'), story).toBe(before.replace(OLD, NEW));
  const { changes } = z
    .object({ changes: z.array(z.looseObject({ changeId: z.string(), author: z.string(), files: z.array(z.looseObject({ file: z.string() })) })) })
    .parse((await client.call('list_changes', {})).result?.structuredContent);
  const change = changes.find(({ files }) => files.some((each) => each.file === 'cart.ts'));
  expect(change, JSON.stringify(changes)).toBeDefined();
  await client.call('undo', { change_id: change?.changeId });
  expect(await readFile(file, 'utf8')).toBe(before);
  await client[Symbol.asyncDispose]();
  await eventually(
    () => processesOf(home).every(({ command: each }) => !each.includes(command.at(-1) ?? '')),
    () => `${agent.id} still runs`,
  );
});

function programOf(id: string): string {
  return { claude: 'claude-agent-acp', codex: 'codex-acp' }[id] ?? id;
}
