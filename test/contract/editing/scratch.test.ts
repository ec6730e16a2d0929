// Files for trying something out, on a real disk: outside the project, and read, edited, checked and undone like those inside.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { realAgentOn } from '../tools/realAgent.ts';

const Created = z.looseObject({ file: z.string(), changeId: z.string() });

test('lies outside the project, and every tool takes its path', async () => {
  const { agent, close } = await realAgentOn({ 'a.ts': 'export {};\n' });
  onTestFinished(close);
  const { file, changeId, ...rest } = Created.parse(
    (await agent.call('create_scratch_file', { language: 'typescript', text: 'const a: number = "x";\n' })).value,
  );
  expect(file.startsWith(agent.ide.project.path)).toBe(false);
  expect(rest).toMatchObject({ applied: true, newErrors: [{ code: '2322' }] });
  expect(await readFile(file, 'utf8')).toBe('const a: number = "x";\n');
  const edited = await agent.call('edit_file', { file, edits: [{ old_text: '"x"', new_text: '1' }] });
  expect(edited.value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [{ code: '2322' }] });
  expect((await agent.call('read_file', { file, line_numbers: false })).value).toMatchObject({ text: expect.stringContaining('const a: number = 1;') });
  await agent.call('undo', { change_id: edited.value['changeId'] });
  await agent.call('undo', { change_id: changeId });
  expect(existsSync(file)).toBe(false);
});

test('what lies beside the scratch folder stays out of reach', async () => {
  const { agent, close } = await realAgentOn({ 'a.ts': 'export {};\n' });
  onTestFinished(close);
  const { file } = Created.parse((await agent.call('create_scratch_file', { name: 'a.txt' })).value);
  const other = join(dirname(dirname(file)), 'other.txt');
  expect((await agent.refusal('write_file', { file: other, text: '' })).error).toBe('outside_project');
  expect((await agent.refusal('read_file', { file: join(dirname(file), '..', '..', 'changes') })).error).toBe('outside_project');
});
