// Changes a run configuration in its file; comments and everything else stay as they are.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { changed, removed } from './words/configurationFile.ts';

export const editRunConfiguration = defineTool({
  name: 'edit_run_configuration',
  title: 'Edit run configuration',
  description: 'Change, rename or remove a configuration of launch.json or tasks.json.',
  effect: 'edits',
  needs: ['changes', 'running'],
  hidden: true,
  input: z.strictObject({
    name: z.string().min(1).describe('As listed.'),
    settings: z.record(z.string(), z.unknown()).optional().describe('To set; null removes one.'),
    new_name: z.string().min(1).optional().describe('To rename.'),
    remove: z.boolean().optional().describe('All of it.'),
    preview: changeInput.preview,
  }),
  output: z.object({ name: z.string(), ...changeOutput }),
  async run(context, input) {
    const wanted = { settings: input.settings ?? {}, newName: input.new_name };
    const { name, file, operation } = input.remove === true ? await removed(context, input.name) : await changed(context, input.name, wanted);
    const title = `${input.remove === true ? 'remove' : 'change'} ${input.name} in ${file}`;
    return {
      name,
      ...(await carryOut(context, { operations: [operation] }, { tool: 'edit_run_configuration', title, preview: input.preview, verify: 'report' as const })),
    };
  },
  *tell(value) {
    for (const text of tellChange(value)) yield `${value.name}: ${text}`;
  },
});
