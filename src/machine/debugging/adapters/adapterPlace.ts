// Where debuggers are looked for and what they may run on the way: the project's folder, a folder of ours, and programs that are asked something.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Bound } from '../../../base/waiting/abort.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { Project } from '../../../ide/ide.ts';
import { runBefore } from '../../configurations/tasks.ts';
import type { Processes } from '../../processes/processes.ts';
import type { AdapterPlace } from './adapterRow.ts';

const PROBE = seconds(15);

export interface PlaceDependencies {
  readonly project: Project;
  // Of this project, in the daemon's own folder.
  readonly folder: string;
  readonly processes: Processes;
}

export async function adapterPlace({ project, folder, processes }: PlaceDependencies, signal: AbortSignal): Promise<AdapterPlace> {
  const scratch = join(folder, 'built');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  return {
    root: project.path,
    scratch,
    signal,
    async runs(program, args, until) {
      using bound = new Bound(until, PROBE);
      // Undefined where it fails or is not there.
      const finished = await processes.run({ program, args, cwd: project.path }, bound.signal).catch(() => undefined);
      return finished?.code === 0 ? finished.stdout : undefined;
    },
    async parses(program, args, text) {
      using bound = new Bound(signal, PROBE);
      return (await processes.run({ program, args, cwd: project.path }, bound.signal, text).catch(() => undefined))?.stderr;
    },
    builds: (program, args, cwd) => runBefore(`${program} ${args.join(' ')}`, { program, args, cwd }, processes, signal),
  };
}
