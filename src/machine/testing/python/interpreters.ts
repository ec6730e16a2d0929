// Which Python runs the tests of a folder, with which variables, what is installed there, and how tests are named to what of ours runs inside.
import { dirname, join } from 'node:path';
import { variable } from '../../../base/processes/environment.ts';
import { runnerMissing } from '../../../ide/errors/testErrors.ts';
import type { Processes } from '../../processes/processes.ts';
import { environmentPythons, pythonInterpreters } from '../../toolchains/pythonInterpreters.ts';
import type { RunnerContext, TestSelection } from '../runnerRow.ts';

// Of the nearest environment around the tests, else the machine's.
export function interpreterOf(folder: string, root: string): string {
  for (let around = folder; ; around = dirname(around)) {
    const own = environmentPythons(around)[0];
    if (own !== undefined) return own;
    if (around === root || around === dirname(around)) break;
  }
  const [machine] = pythonInterpreters(folder);
  if (machine === undefined) throw runnerMissing('Python', 'there is none on this machine', 'https://www.python.org/downloads');
  return machine;
}

// Much faster than to import it. Asked once for each folder: what is installed does not go away while tests run.
export async function imports(program: string, name: string, cwd: string, processes: Processes, signal: AbortSignal): Promise<boolean> {
  const key = JSON.stringify([program, name, cwd, variable('PYTHONPATH')]);
  if (installed.has(key)) return true;
  const args = ['-c', `import importlib.util, sys; sys.exit(importlib.util.find_spec('${name}') is None)`];
  const there = (await processes.run({ program, args, cwd }, signal)).code === 0;
  if (there) installed.add(key);
  return there;
}

const installed = new Set<string>();

// Compiled files are kept, but not in the project.
export function pythonEnvironment({ cache }: RunnerContext): Record<string, string> {
  return { PYTHONPYCACHEPREFIX: join(cache, 'python'), PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8', NO_COLOR: '1' };
}

export function choiceOf({ name, exact }: TestSelection): string {
  if (exact !== undefined) return JSON.stringify({ exact: exact.map((test) => [test.file ?? '', ...test.suite, test.name]) });
  return JSON.stringify(name === undefined ? {} : { name });
}
