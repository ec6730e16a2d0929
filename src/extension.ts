// Ties the knot inside VS Code: the catalogue over the folders of a window, whose disk the rooms of the headless host read.
import { join } from 'node:path';
import type { Log } from './base/log.ts';
import { type OpenWindow, openWindow } from './daemon/openWindow.ts';
import { jetbrainsIndex } from './dialects/jetbrainsIndex.ts';
import { openDiskDocuments } from './hosts/headless/documents/diskDocuments.ts';
import { Processes } from './hosts/headless/processes/processes.ts';
import { HeadlessSearch } from './hosts/headless/search/headlessSearch.ts';
import { PathToolchains } from './hosts/headless/toolchains/pathToolchains.ts';
import { openVscodeIde } from './hosts/vscode/vscodeIde.ts';
import { WindowWorkbench } from './hosts/vscode/windowWorkbench.ts';
import type { Ide, Project } from './ide/ide.ts';
import { allTools, Catalogue, families } from './tools/catalogue.ts';

let opened: OpenWindow | undefined;

// VS Code calls it once, after the window has started.
export async function activate(context: { readonly extensionPath: string }): Promise<void> {
  opened = await openWindow({
    reaperProgram: join(context.extensionPath, 'dist', 'reaper.cjs'),
    catalogue: new Catalogue(allTools, families),
    dialects: [jetbrainsIndex],
    async workbench({ state, reaper, log }) {
      const processes = new Processes(reaper);
      const workbench = new WindowWorkbench({ log, openIde: (project) => openIde(project, { state, processes, log }) });
      await workbench.follow();
      return workbench;
    },
  });
}

export async function deactivate(): Promise<void> {
  await opened?.close();
  opened = undefined;
}

async function openIde(project: Project, { state, processes, log }: { state: string; processes: Processes; log: Log }): Promise<Ide> {
  const documents = await openDiskDocuments({ root: project.path, stateFolder: state, processes, log });
  return openVscodeIde(project, {
    documents,
    search: new HeadlessSearch({ root: project.path, documents, processes }),
    toolchains: new PathToolchains({ root: project.path, processes }),
    async close() {
      documents.close();
    },
  });
}
