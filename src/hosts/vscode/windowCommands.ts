// What a person's keys and other extensions may ask of this one.
import * as vscode from 'vscode';
import { z } from 'zod';
import { seconds } from '../../base/waiting/duration.ts';
import { notInThisWindow } from '../../ide/errors/errors.ts';
import type { Workbench } from '../../ide/ide.ts';

const Diff = z.strictObject({ project: z.string(), file: z.string(), title: z.string(), text: z.string() });
const LONGEST_SHOWING = seconds(30);

// binnacle.showDiff: a file of a project of this window beside the text that is proposed for it.
export function registerCommands(workbench: Workbench): Disposable {
  const command = vscode.commands.registerCommand('binnacle.showDiff', async (given: unknown) => {
    const { project, file, title, text } = Diff.parse(given);
    const ide = workbench.ide(project);
    if (ide?.diffs === undefined) throw notInThisWindow(project, workbench.projects());
    await ide.diffs.show({ uri: await ide.documents.locate(file), title, text }, AbortSignal.timeout(LONGEST_SHOWING));
  });
  return { [Symbol.dispose]: () => command.dispose() };
}
