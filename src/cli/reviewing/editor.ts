// The person's own editor, on a copy of a text.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

// Undefined when the editor could not be run or ended with an error: then nothing was meant.
export async function editedInEditor(file: string, text: string, environment: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const editor = environment['VISUAL'] || environment['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-review-'));
  // With its own name, so that the editor knows the language.
  const copy = join(folder, basename(file));
  try {
    await writeFile(copy, text, { mode: 0o600 });
    return (await succeeded(editor, copy)) ? await readFile(copy, 'utf8') : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Through the shell, because an editor may be set with arguments, as in "code --wait"; the name of the copy is ours.
function succeeded(editor: string, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
