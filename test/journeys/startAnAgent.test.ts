// Can an agent have another one do a part? One session over stdio with an agent that speaks ACP, kept as a golden transcript.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryHome } from '../support/builtProgram.ts';
import { allowStartingAgents, installScriptedAgent } from '../support/installedAgent.ts';
import { door, openShop } from './shop.ts';
import { stabilised } from './stabilised.ts';

const task = JSON.stringify([{ plan: ['read the cart', 'say what it does'] }, { say: 'It adds up prices.' }]);
const session: readonly { thought: string; tool: string; arguments: (id: string) => Record<string, unknown> }[] = [
  { thought: 'Who could do a part of this?', tool: 'list_agents', arguments: () => ({}) },
  { thought: 'It shall read the cart.', tool: 'start_agent', arguments: () => ({ agent: 'opencode', prompt: task }) },
  { thought: 'And shorter?', tool: 'prompt_agent', arguments: (id) => ({ session_id: id, text: '[{"say":"A sum."}]' }) },
  { thought: 'What was it that it planned?', tool: 'read_agent', arguments: (id) => ({ session_id: id }) },
  { thought: 'That is all.', tool: 'stop_agent', arguments: (id) => ({ session_id: id }) },
  {
    thought: 'Another shall try something in a tree of its own.',
    tool: 'start_agent',
    arguments: () => ({ agent: 'opencode', isolated: true, prompt: '[{"touch":{"path":"NOTES.md","content":"It adds up prices.\\n"}}]' }),
  },
  { thought: 'That is good; a person looks at it too.', tool: 'merge_agent', arguments: (id) => ({ session_id: id }) },
  { thought: 'Its tree is not needed any more.', tool: 'discard_agent', arguments: (id) => ({ session_id: id }) },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test.skipIf(process.platform === 'win32')('an agent starts another, asks it twice and ends it', async () => {
  await using home = await temporaryHome();
  await using shop = await openShop();
  await installScriptedAgent(home, 'opencode');
  await allowStartingAgents(home);
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }));
  const environment = Object.fromEntries(Object.entries(home.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  await client.connect(new StdioClientTransport({ command, args, cwd: shop.folder, env: environment, stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    let id = '';
    for (const { thought, tool, arguments: given } of session) {
      const answer = Result.parse(await client.callTool({ name: tool, arguments: given(id) }));
      const text = answer.content.map(({ text: part }) => part).join('\n');
      expect(answer.isError, `${tool}: ${text}`).not.toBe(true);
      if (typeof answer.structuredContent?.['sessionId'] === 'string') id = answer.structuredContent['sessionId'];
      transcript.push({ thought, tool, arguments: given(id), answer: answer.structuredContent, text: text.split('\n') });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: shop.folder, home: home.folder });
    await expect(`${onlyOurs(stable)}\n`).toMatchFileSnapshot('startAnAgent.golden.json');
  } finally {
    await client.close();
  }
});

// Which agents a machine has is its own business; ours is there.
function onlyOurs(text: string): string {
  return text
    .replace(/\ba-[0-9a-f]{8}\b/g, 'a-1234abcd')
    .replace(/"agents": \[[\s\S]*?\n {6}\]/, '"agents": [{ "id": "opencode", "title": "opencode", "found": true }]')
    .replace(/"text": \[\n\s*"claude \(Claude Code\)[\s\S]*?\]/, '"text": ["opencode (opencode): can be started"]');
}
