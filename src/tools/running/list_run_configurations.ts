// What of the project can be run or debugged, by name.
import { z } from 'zod';
import { defineTool } from '../tool.ts';

const row = z.object({ name: z.string(), type: z.string(), from: z.string(), canDebug: z.boolean(), description: z.string(), folder: z.string().optional() });

export const listRunConfigurations = defineTool({
  name: 'list_run_configurations',
  title: 'List run configurations',
  description: 'What can be debugged by name: launch.json, package.json scripts, Python packages, Go programs, Cargo and CMake targets.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({}),
  output: z.object({ configurations: z.array(row), problems: z.array(z.string()).optional() }),
  async run({ ide, signal }) {
    const { configurations, problems } = await ide.debugging.configurations(signal);
    return { configurations: [...configurations], ...(problems.length > 0 && { problems: [...problems] }) };
  },
  *tell({ configurations, problems = [] }) {
    const rows = configurations.map(
      ({ name, type, from, canDebug, description }) => `${name}  (${type}, ${from}${canDebug ? '' : ', cannot be debugged'}): ${description}`,
    );
    yield [...(rows.length === 0 ? ['No configuration was found; start_debug_session takes a program.'] : rows), ...problems].join('\n');
    yield configurations.map(({ name }) => name).join('\n');
  },
});
