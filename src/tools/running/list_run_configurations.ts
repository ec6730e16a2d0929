// What of the project can be run or debugged, by name.
import { z } from 'zod';
import { defineTool } from '../tool.ts';

const row = z.object({
  name: z.string(),
  type: z.string(),
  from: z.string(),
  canRun: z.boolean(),
  canDebug: z.boolean(),
  description: z.string(),
  folder: z.string().optional(),
});

export const listRunConfigurations = defineTool({
  name: 'list_run_configurations',
  title: 'List run configurations',
  description: 'What can be run or debugged by name: launch.json, tasks.json, scripts, make targets, entry points, programs.',
  effect: 'reads',
  needs: ['running'],
  hidden: true,
  input: z.strictObject({}),
  output: z.object({ configurations: z.array(row), problems: z.array(z.string()).optional() }),
  async run({ ide, signal }) {
    const { configurations, problems } = await ide.running.configurations(signal);
    return { configurations: [...configurations], ...(problems.length > 0 && { problems: [...problems] }) };
  },
  *tell({ configurations, problems = [] }) {
    const rows = configurations.map(
      ({ name, type, from, canRun, canDebug, description }) =>
        `${name}  (${[type, from, ...(canRun ? [] : ['cannot be run']), ...(canDebug ? [] : ['cannot be debugged'])].join(', ')}): ${description}`,
    );
    yield [...(rows.length === 0 ? ['No configuration was found; run_command takes a command, start_debug_session a program.'] : rows), ...problems].join('\n');
    yield configurations.map(({ name }) => name).join('\n');
  },
});
