// What Go packages of the project import of each other, as go itself says; a package stands for all of its files.
import { posix, relative, sep } from 'node:path';
import { z } from 'zod';
import { Bound } from '../../../base/waiting/abort.ts';
import { minutes } from '../../../base/waiting/duration.ts';
import type { Processes } from '../../processes/processes.ts';
import { SpawnError } from '../../processes/spawnedProcess.ts';
import { parsedJson } from '../reporterEvents.ts';
import type { ProjectFiles, Site } from '../runnerRow.ts';
import type { ImportGraph } from './graph.ts';

const Package = z.object({
  ImportPath: z.string(),
  Dir: z.string(),
  Imports: z.array(z.string()).default([]),
  TestImports: z.array(z.string()).default([]),
  XTestImports: z.array(z.string()).default([]),
  EmbedFiles: z.array(z.string()).default([]),
});

// Undefined where go cannot say.
export async function goGraph(project: ProjectFiles, sites: readonly Site[], processes: Processes, signal: AbortSignal): Promise<ImportGraph | undefined> {
  const imports = new Map<string, Set<string>>();
  for (const { folder } of sites) {
    const packages = await packagesIn(folder, processes, signal);
    if (packages === undefined) return undefined;
    const folders = new Map(packages.map((one) => [one.ImportPath, relative(project.root, one.Dir).split(sep).join('/') || '.']));
    const files = new Map(
      [...folders.values()].map((inside) => [inside, project.paths.filter((path) => posix.dirname(path) === inside && path.endsWith('.go'))]),
    );
    for (const one of packages) {
      const own = folders.get(one.ImportPath) ?? '.';
      const isTest = (path: string) => path.endsWith('_test.go');
      const sources = (files.get(own) ?? []).filter((path) => !isTest(path));
      const needed = (names: readonly string[]) => names.flatMap((name) => (files.get(folders.get(name) ?? '') ?? []).filter((path) => !isTest(path)));
      const embedded = one.EmbedFiles.map((file) => posix.join(own, file));
      for (const path of files.get(own) ?? []) {
        const from = isTest(path) ? [...one.Imports, ...one.TestImports, ...one.XTestImports] : one.Imports;
        imports.set(path, new Set([...sources, ...needed(from), ...embedded].filter((other) => other !== path)));
      }
    }
  }
  return { imports };
}

async function packagesIn(folder: string, processes: Processes, signal: AbortSignal): Promise<readonly z.infer<typeof Package>[] | undefined> {
  using bound = new Bound(signal, minutes(1));
  try {
    const args = ['list', '-e', '-json=ImportPath,Dir,Imports,TestImports,XTestImports,EmbedFiles', './...'];
    const { code, stdout } = await processes.run({ program: 'go', args, cwd: folder }, bound.signal);
    if (code !== 0) return undefined;
    return stdout.split(/^(?=\{$)/m).flatMap((text) => {
      const parsed = Package.safeParse(parsedJson(text));
      return parsed.success ? [parsed.data] : [];
    });
  } catch (error) {
    if (signal.aborted || !(error instanceof SpawnError || bound.passed)) throw error;
    return undefined;
  }
}
