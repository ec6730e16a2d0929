// Which Python runs the code of a project: the one of its own environment, else the machine's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfProgram } from '../programs/machinePrograms.ts';

const WINDOWS = process.platform === 'win32';

// The first is the one to use.
export function pythonInterpreters(root: string): readonly string[] {
  return [...environmentPythons(root), ...machinePythons()];
}

// Of environments that lie in the folder itself.
export function environmentPythons(root: string): string[] {
  return ['.venv', 'venv', 'env']
    .map((folder) => join(root, folder, ...(WINDOWS ? ['Scripts', 'python.exe'] : ['bin', 'python'])))
    .filter((path) => existsSync(path));
}

function machinePythons(): string[] {
  return (WINDOWS ? ['python', 'py'] : ['python3', 'python']).flatMap((program) => pathOfProgram({ program }) ?? []);
}
