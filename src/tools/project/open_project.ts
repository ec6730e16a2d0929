// Opens a folder as a project. An agent may look at any code, but only a person can let it be run.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { notAFolder } from '../../ide/errors/errors.ts';
import { howToTrust } from '../../ide/execution.ts';
import { defineMachineTool } from '../tool.ts';
import { projectFields, projectOutput, tellProject } from './words/project.ts';

export const openProject = defineMachineTool({
  name: 'open_project',
  title: 'Open project',
  description: 'Open a folder as a project. Until a person trusts it, nothing in it is executed.',
  effect: 'controls',
  hints: {
    idempotent: { is: true, because: 'a project that is open stays open' },
  },
  input: z.strictObject({ path: z.string().min(1).describe('Absolute path of the folder.') }),
  output: z.object({ ...projectOutput.shape, alreadyOpen: z.boolean(), next: z.string().optional() }),
  async run(context, input) {
    // The daemon's own folder is nobody's, so a relative path could mean anything.
    if (!isAbsolute(input.path)) throw notAFolder(input.path);
    const before = new Set(context.workbench.projects().map(({ path }) => path));
    const { project } = await context.workbench.open(input.path, { trusted: false });
    return {
      ...projectFields(project),
      alreadyOpen: before.has(project.path),
      ...(!project.trusted && { next: `It is not trusted: reading works, running its code does not. A person can trust it: ${howToTrust(project)}` }),
    };
  },
  *tell(value) {
    yield [`${value.alreadyOpen ? 'Already open' : 'Opened'}: ${tellProject(value)}`, ...(value.next === undefined ? [] : [value.next])].join('\n');
  },
});
