// Fixes of real engines, applied: what is fixed stays fixed, and undo brings every byte back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent } from '../../support/check.ts';
import { realAgentOn } from '../tools/realAgent.ts';

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [], "noUnusedLocals": true }, "include": ["src"] }';
const PROJECT = {
  'tsconfig.json': TSCONFIG,
  'package.json': '{ "type": "module" }',
  'src/cart.ts': 'export class Cart {}\nexport class Item {}\n',
  'src/main.ts': 'export const first = new Cart();\nexport const second = new Item();\n',
};

test('TypeScript: two imports from one module, each made on the text that the other left', async () => {
  const agent = await agentOn(PROJECT);
  const { value } = await agent.call('apply_quick_fix', { kind: '2304', file: 'src/main.ts', verify: 'refuse' });
  expect(value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [{ code: '2304' }, { code: '2304' }] });
  expect(await text(agent, 'src/main.ts')).toMatch(/^import \{ Cart, Item \} from ['"]\.\/cart\.js['"];\n/);
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await text(agent, 'src/main.ts')).toBe(PROJECT['src/main.ts']);
});

test('TypeScript: what nobody uses is removed from the whole project, and what then is unused too', async () => {
  const files = {
    'src/a.ts': "import { Cart, Item } from './cart.js';\nexport const cart = new Cart();\n",
    'src/b.ts': 'const one = 1;\nconst two = one;\nexport {};\n',
  };
  const agent = await agentOn({ ...PROJECT, 'src/main.ts': 'export {};\n', ...files });
  const { value } = await agent.call('apply_quick_fix', { kind: 'TS6133' });
  expect(value).toMatchObject({ applied: true, newErrors: [], files: [{ file: 'src/a.ts' }, { file: 'src/b.ts' }] });
  expect(await text(agent, 'src/a.ts')).toBe("import { Cart } from './cart.js';\nexport const cart = new Cart();\n");
  expect(await text(agent, 'src/b.ts')).toBe('export {};\n');
  await agent.call('undo', { change_id: value['changeId'] });
  for (const [file, before] of Object.entries(files)) expect(await text(agent, file)).toBe(before);
});

test('one fix by its id; the id is stale once it is made', async () => {
  const agent = await agentOn({ 'a.css': 'a { colr: red; }\n' });
  const listed = z.object({ problems: z.array(z.object({ fixes: z.array(z.object({ id: z.string(), title: z.string() })) })) });
  const { problems } = listed.parse((await agent.call('list_quick_fixes', { file: 'a.css' })).value);
  const { id } = problems.flatMap(({ fixes }) => fixes).find(({ title }) => title === "Rename to 'color'") ?? { id: '' };
  expect((await agent.call('apply_quick_fix', { fix_id: id })).value).toMatchObject({ applied: true, fixes: [{ title: "Rename to 'color'" }] });
  expect(await text(agent, 'a.css')).toBe('a { color: red; }\n');
  expect((await agent.refusal('apply_quick_fix', { fix_id: id })).error).toBe('stale_quick_fix');
});

function text(agent: Agent<Ide>, file: string): Promise<string> {
  return readFile(join(agent.ide.project.path, file), 'utf8');
}

async function agentOn(files: Readonly<Record<string, string>>): Promise<Agent<Ide>> {
  const { agent, close } = await realAgentOn(files);
  onTestFinished(close);
  return agent;
}
