// What the project is made of: its packages or modules, and where their sources and tests are.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { defineTool } from '../tool.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { manifestsOf } from './manifests/projectManifests.ts';
import { type Module, modulesOf } from './modules.ts';

const module = z.object({
  name: z.string(),
  folder: z.string(),
  // Whose package it is: npm, python, go, cargo, maven, …
  kinds: z.array(z.string()),
  version: z.string().optional(),
  sourceRoots: z.array(z.string()),
  testRoots: z.array(z.string()).optional(),
  // The folder whose manifest lists it as a member.
  workspace: z.string().optional(),
});

const output = z.object({
  name: z.string(),
  path: z.string(),
  total: z.number(),
  modules: z.array(module),
  complete: z.boolean(),
  why: z.string().optional(),
  ...pageOutput,
});

export const projectStructure = defineTool({
  name: 'project_structure',
  title: 'Project structure',
  description: 'Modules of the project (npm, Python, Go, Cargo, Maven … packages and workspaces) with their source and test folders.',
  effect: 'reads',
  input: z.strictObject(pageInput),
  output,
  async run(context, input) {
    const { ide, budget } = context;
    const { manifests, problems } = await manifestsOf(context);
    const modules = await modulesOf(context, manifests);
    const around = {
      name: ide.project.name,
      path: ide.project.path,
      total: modules.length,
      complete: problems.length === 0,
      ...(problems.length > 0 && { why: problems.slice(0, MOST_PROBLEMS).join(' ') }),
    };
    const page = pageOf({ tool: 'project_structure', input, rows: modules, weigh: weighJson, budget: budget - weighJson(around) - OVERHEAD });
    return { ...around, modules: page.rows.map(copied), ...page.turn };
  },
  *tell(value) {
    const head = `${value.name}: ${counted(value.total, 'module')}`;
    const foot = [
      ...(value.stale === true ? ['The modules changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...(value.complete ? [] : [`INCOMPLETE: ${value.why}`]),
    ];
    yield [head, ...value.modules.map(tellModule), ...foot].join('\n');
    yield [head, ...value.modules.map(({ name, folder }) => `${name} (${folder})`), ...foot].join('\n');
  },
});

const OVERHEAD = 40;
// The first ones say what is wrong; a hundred would hide it.
const MOST_PROBLEMS = 5;

function tellModule({ name, folder, kinds, version, sourceRoots, testRoots, workspace }: z.infer<typeof module>): string {
  const what = [`${folder}`, ...kinds, ...(version === undefined ? [] : [version]), ...(workspace === undefined ? [] : [`member of ${workspace}`])].join(', ');
  return [
    `${name} (${what})`,
    ...(sourceRoots.length === 0 ? [] : [`  sources: ${sourceRoots.join(', ')}`]),
    ...(testRoots === undefined ? [] : [`  tests: ${testRoots.join(', ')}`]),
  ].join('\n');
}

function copied({ kinds, sourceRoots, testRoots, ...rest }: Module): z.infer<typeof module> {
  return { ...rest, kinds: [...kinds], sourceRoots: [...sourceRoots], ...(testRoots !== undefined && { testRoots: [...testRoots] }) };
}
