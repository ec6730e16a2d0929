// Ties the knot inside VS Code: the catalogue over the folders of a window, whose disk the rooms of the headless host read.
import { join } from 'node:path';
import type { Log } from './base/log.ts';
import { issuerIn } from './base/processes/startedFor.ts';
import { type OpenWindow, openWindow } from './daemon/openWindow.ts';
import { jetbrainsIndex } from './dialects/jetbrainsIndex.ts';
import { VscodeDiffs } from './hosts/vscode/vscodeDiffs.ts';
import { openVscodeIde } from './hosts/vscode/vscodeIde.ts';
import { registerCommands } from './hosts/vscode/windowCommands.ts';
import { WindowWorkbench } from './hosts/vscode/windowWorkbench.ts';
import type { Ide, Project } from './ide/ide.ts';
import { openDiskDocuments } from './machine/files/diskDocuments.ts';
import { HeadlessGit } from './machine/git/headlessGit.ts';
import { HeadlessHttp } from './machine/http/headlessHttp.ts';
import { WrittenLog } from './machine/log/writtenLog.ts';
import { HeadlessPackages } from './machine/packages/headlessPackages.ts';
import { Processes } from './machine/processes/processes.ts';
import { HeadlessSearch } from './machine/search/headlessSearch.ts';
import { PathToolchains } from './machine/toolchains/pathToolchains.ts';
import { allTools, Catalogue, families } from './tools/catalogue.ts';

// VS Code may load an extension once and end and start it again.
let opened: { readonly window: OpenWindow; readonly things: readonly Disposable[] } | undefined;

// VS Code calls it once, after the window has started.
export async function activate(context: { readonly extensionPath: string }): Promise<void> {
  const things: Disposable[] = [];
  const window = await openWindow({
    reaperProgram: join(context.extensionPath, 'dist', 'reaper.cjs'),
    catalogue: new Catalogue(allTools, families),
    dialects: [jetbrainsIndex],
    async workbench({ state, reaper, log, logFile }) {
      const diffs = new VscodeDiffs();
      const services = { state, processes: new Processes(reaper, { issuer: issuerIn(state) }), log, logFile, diffs };
      const workbench = new WindowWorkbench({ log, openIde: (project) => openIde(project, services) });
      things.push(diffs, registerCommands(workbench));
      await workbench.follow();
      return workbench;
    },
  });
  opened = { window, things };
}

export async function deactivate(): Promise<void> {
  for (const thing of opened?.things ?? []) thing[Symbol.dispose]();
  await opened?.window.close();
  opened = undefined;
}

interface Services {
  readonly state: string;
  readonly processes: Processes;
  readonly log: Log;
  readonly logFile: string;
  readonly diffs: VscodeDiffs;
}

async function openIde(project: Project, { state, processes, log, logFile, diffs }: Services): Promise<Ide> {
  const documents = await openDiskDocuments({ root: project.path, stateFolder: state, processes, log });
  const toolchains = new PathToolchains({ root: project.path, processes });
  const disk = {
    documents,
    search: new HeadlessSearch({ root: project.path, documents, processes }),
    toolchains,
    packages: new HeadlessPackages({ root: project.path, trusted: project.trusted, processes, toolchains }),
    git: new HeadlessGit({ project, processes, toolchains }),
    http: new HeadlessHttp(),
    log: new WrittenLog(logFile),
    close: async () => documents.close(),
  };
  return openVscodeIde(project, disk, diffs);
}
