// Which projects are open.
import { z } from 'zod';
import { defineMachineTool } from '../tool.ts';
import { projectFields, projectOutput, tellProject } from './words/project.ts';

export const listProjects = defineMachineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Open projects, whose path other tools take as project_path.',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.object({ projects: z.array(projectOutput) }),
  async run(context) {
    return { projects: context.workbench.projects().map(projectFields) };
  },
  *tell(value) {
    yield value.projects.length === 0 ? 'No project is open.' : value.projects.map(tellProject).join('\n');
  },
});
