// binnacle install vscode --extension: puts the extension into the editors of this machine that take it, by their own commands.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stateFolder } from '../daemon/folders.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { extensionNotInstalled, extensionNotPacked, noEditor } from '../ide/errors/registrationErrors.ts';
import { userHome } from '../registration/agents.ts';
import { programOnPath } from '../registration/detection.ts';
import { startedAs } from './companions/runCompanion.ts';
import { remark, say } from './screen.ts';

// VS Code and those that are made from it, by the commands that they put on the PATH.
const EDITORS = ['code', 'code-insiders', 'codium', 'code-server', 'cursor', 'windsurf'];

// file: a .vsix; without one the package that came with Binnacle.
export async function installExtension(file: string | undefined, program: string, isDryRun: boolean): Promise<void> {
  const vsix = file === undefined ? join(dirname(program), 'binnacle.vsix') : resolve(file);
  if (!existsSync(vsix)) throw extensionNotPacked(vsix);
  const editors = EDITORS.flatMap((name) => programOnPath(name, userHome()));
  if (editors.length === 0) throw noEditor(EDITORS, vsix);
  if (isDryRun) {
    for (const editor of editors) say(`${editor} --install-extension ${vsix}`);
    return;
  }
  await onlyForPeople('binnacle install vscode --extension', stateFolder());
  const failed: string[] = [];
  for (const editor of editors) {
    const why = await installedBy(editor, vsix);
    const name = basename(editor).replace(/\.\w+$/, '');
    if (why === undefined) say(`${name} has the extension: ${editor}`);
    else failed.push(`${name} (${why})`);
  }
  if (failed.length > 0) throw extensionNotInstalled(failed, vsix);
  remark('Windows that are open load it when they are reloaded. It uses the programs of this installation for search by structure.');
}

// Undefined when it did; else the last line of what the editor said.
async function installedBy(editor: string, vsix: string): Promise<string | undefined> {
  const { file, parameters, verbatim } = startedAs(editor, ['--install-extension', vsix, '--force']);
  const child = spawn(file, parameters, { stdio: ['ignore', 'pipe', 'pipe'], windowsVerbatimArguments: verbatim });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000);
    });
  const code = await new Promise<number | string | null>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', done);
  });
  if (code === 0) return undefined;
  return typeof code === 'string' ? code : (output.trim().split('\n').at(-1) ?? `exit code ${code}`);
}
