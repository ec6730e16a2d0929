// A new run configuration, written where VS Code has them.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { created } from './words/configurationFile.ts';

export const createRunConfiguration = defineTool({
  name: 'create_run_configuration',
  title: 'Create run configuration',
  description: 'Add a configuration to launch.json or, with a command, a task to tasks.json.',
  effect: 'edits',
  hints: {
    destructive: { is: false, because: 'it only adds a configuration; a name that is taken is refused' },
  },
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    name: z.string().min(1).describe('New.'),
    settings: z.record(z.string(), z.unknown()).describe('As in the file: type, program, args … or command.'),
    preview: changeInput.preview,
  }),
  // How list_run_configurations calls it.
  output: z.object({ name: z.string(), ...changeOutput }),
  async run(context, input) {
    const { name, file, operation } = await created(context, input.name, input.settings);
    const intention = { tool: 'create_run_configuration', title: `add ${name} to ${file}`, preview: input.preview, verify: 'report' as const };
    return { name, ...(await carryOut(context, { operations: [operation] }, intention)) };
  },
  *tell(value) {
    for (const text of tellChange(value)) yield `${value.name}: ${text}`;
  },
});
