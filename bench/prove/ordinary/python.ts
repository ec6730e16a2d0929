// The scripts of Python that a proof needs, asked over standard input and output.
import { fileURLToPath } from 'node:url';
import { ended } from './execution.ts';

export async function askedOfPython(
  script: 'places' | 'ropeChanges' | 'imports',
  question: object,
  interpreter = 'python3',
  environment: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const path = fileURLToPath(new URL(`${script}.py`, SCRIPTS));
  const { code, stdout, stderr } = await ended([interpreter, path], { folder: '/', input: JSON.stringify(question), environment });
  if (code !== 0) throw new Error(`${script}.py: ${stderr.trim().split('\n').at(-1) ?? `exit code ${code}`}`);
  return JSON.parse(stdout);
}

const SCRIPTS = new URL('scripts/', import.meta.url);
