// Ties the knot inside VS Code: the catalogue over the folders of a window, whose disk the rooms of the headless host read.
import { join } from 'node:path';
import { isInside, realFolder } from './base/files/realFolder.ts';
import type { Log } from './base/log.ts';
import { issuerIn } from './base/processes/startedFor.ts';
import { version } from './base/version.ts';
import { configurationFolder } from './daemon/folders.ts';
import { installedProgram } from './daemon/installedProgram.ts';
import { type OpenWindow, openWindow } from './daemon/openWindow.ts';
import { ownSettingsIn } from './daemon/settingsChange.ts';
import { jetbrainsDebugger } from './dialects/jetbrainsDebugger.ts';
import { jetbrainsIndex } from './dialects/jetbrainsIndex.ts';
import { vscodeRefactoring } from './dialects/vscode/vscodeRefactoring.ts';
import { serveIde } from './hosts/forwarded/serveIde.ts';
import { keepTestEvidence } from './hosts/headless/evidence/testEvidence.ts';
import { HeadlessFormatting } from './hosts/headless/formatting/headlessFormatting.ts';
import { VscodeDebuggers } from './hosts/vscode/debuggers/vscodeDebuggers.ts';
import { VscodeEditor } from './hosts/vscode/editing/vscodeEditor.ts';
import { VscodeHeldTexts } from './hosts/vscode/editing/vscodeHeldTexts.ts';
import { layoutByExtensions } from './hosts/vscode/editing/vscodeLayout.ts';
import { httpWish } from './hosts/vscode/face/faceSettings.ts';
import { offeredInDialect, offeredTools } from './hosts/vscode/face/offeredTools.ts';
import { openWindowFace } from './hosts/vscode/face/windowFace.ts';
import { type Memory, offerInstallation } from './hosts/vscode/programs/offerInstallation.ts';
import { vscodeRipgrep } from './hosts/vscode/programs/vscodeRipgrep.ts';
import { VscodeSettings } from './hosts/vscode/settings/vscodeSettings.ts';
import { ptyModule } from './hosts/vscode/terminals/ptyModule.ts';
import { showTerminals } from './hosts/vscode/terminals/visibleTerminals.ts';
import { VscodeDiffs } from './hosts/vscode/vscodeDiffs.ts';
import { openVscodeIde, type WindowDoors } from './hosts/vscode/vscodeIde.ts';
import { registerCommands } from './hosts/vscode/windowCommands.ts';
import { openedFolders, vscodeVersion, WindowWorkbench, workspaceName } from './hosts/vscode/windowWorkbench.ts';
import type { Changes } from './ide/doors/changes.ts';
import type { EvaluationPolicy } from './ide/doors/debugging.ts';
import type { Documents } from './ide/doors/documents.ts';
import type { Search } from './ide/doors/search.ts';
import type { Ide, Project } from './ide/ide.ts';
import type { OptionalDoor } from './ide/optionalDoors.ts';
import { HeadlessChanges } from './machine/changes/headlessChanges.ts';
import { foundInProject } from './machine/configurations/foundInProject.ts';
import { WindowDebugging } from './machine/debugging/window/windowDebugging.ts';
import { openDiskDocuments } from './machine/files/diskDocuments.ts';
import { folderNameFor } from './machine/files/scratchFolder.ts';
import { HeadlessGit } from './machine/git/headlessGit.ts';
import { HeadlessHttp } from './machine/http/headlessHttp.ts';
import { WrittenLog } from './machine/log/writtenLog.ts';
import { HeadlessPackages } from './machine/packages/headlessPackages.ts';
import { Processes } from './machine/processes/processes.ts';
import { INSTALL_COMMAND, installedBinnacle } from './machine/programs/installation.ts';
import { HeadlessRunning } from './machine/running/headlessRunning.ts';
import { HeadlessSearch } from './machine/search/headlessSearch.ts';
import { HeadlessTerminals } from './machine/terminals/headlessTerminals.ts';
import { HeadlessTesting } from './machine/testing/headlessTesting.ts';
import { PathToolchains } from './machine/toolchains/pathToolchains.ts';
import { allTools, Catalogue, families } from './tools/catalogue.ts';

// What openIde opens of the doors that a host may lack. There are no terminals where VS Code does not say how it opens its own.
const DOORS: readonly OptionalDoor[] = [
  'changes',
  'formatting',
  'gitChanges',
  'editor',
  'settings',
  'running',
  'testing',
  'debugging',
  ...(ptyModule() === undefined ? [] : (['terminals'] as const)),
];

// VS Code may load an extension once and end and start it again.
let opened: { readonly window: OpenWindow; readonly things: readonly Disposable[] } | undefined;

// VS Code calls it once, after the window has started.
export async function activate(context: { readonly extensionPath: string; readonly globalState: Memory }): Promise<void> {
  const things: Disposable[] = [];
  let notServed: () => readonly string[] = () => [];
  const program = () => {
    const folder = ourInstallation();
    return folder === undefined ? undefined : installedProgram(folder);
  };
  const window = await openWindow({
    workspace: workspaceName(),
    http: httpWish(),
    reaperProgram: join(context.extensionPath, 'dist', 'reaper.cjs'),
    // A window starts no agents.
    catalogue: new Catalogue(allTools, families, families['agents']),
    dialects: [jetbrainsIndex, jetbrainsDebugger, vscodeRefactoring],
    program,
    serve: (ide, { socket, take, onTrouble }) => serveIde(ide, { input: socket, output: socket, take, onTrouble }),
    async workbench({ state, reaper, log, logFile, evaluation, heldByAnother }) {
      const diffs = new VscodeDiffs();
      const searchPrograms = { ripgrep: vscodeRipgrep(), installation: ourInstallation() };
      if (searchPrograms.installation === undefined) {
        log.warn(`Binnacle itself is not installed, so there is no search by structure: ${INSTALL_COMMAND}`);
        offerInstallation(INSTALL_COMMAND, context.globalState);
      }
      const services = {
        state,
        processes: new Processes(reaper, { issuer: issuerIn(state), ptyModule: ptyModule(), searchPrograms }),
        log,
        logFile,
        evaluation,
        diffs,
      };
      const workbench = new WindowWorkbench({ log, doors: DOORS, heldByAnother, openIde: (project) => openIde(project, services) });
      notServed = () => workbench.notServed();
      things.push(diffs, registerCommands(workbench));
      await workbench.follow();
      return workbench;
    },
  });
  const agents = window.connect({ name: 'vscode', version: vscodeVersion });
  const ofExtension = window.connect({ name: 'vscode', version: vscodeVersion, dialect: vscodeRefactoring });
  const tools = [...offeredTools(window.parts, agents), ...offeredInDialect(vscodeRefactoring, window.parts, ofExtension)];
  things.push(openWindowFace({ window, tools, notServed: () => notServed(), version, program, extension: context.extensionPath }));
  opened = { window, things };
}

export async function deactivate(): Promise<void> {
  for (const thing of opened?.things ?? []) thing[Symbol.dispose]();
  await opened?.window.close();
  opened = undefined;
}

// Of the person, and not of a folder that they have opened: its programs would run.
function ourInstallation(): string | undefined {
  const folders = openedFolders();
  return installedBinnacle((place) => !folders.some((folder) => isInside(folder, realFolder(place))));
}

interface Services {
  readonly state: string;
  readonly processes: Processes;
  readonly log: Log;
  readonly logFile: string;
  readonly evaluation: EvaluationPolicy;
  readonly diffs: VscodeDiffs;
}

async function openIde(project: Project, services: Services): Promise<Ide> {
  const { state, processes, log, logFile, diffs } = services;
  const held = new VscodeHeldTexts(project);
  const changes = new HeadlessChanges({ project, stateFolder: state, log, held });
  // Before anybody reads what a change that was cut short has left behind.
  await changes.recover();
  const documents = await openDiskDocuments({ root: project.path, stateFolder: state, processes, log });
  changes.listen(documents, processes);
  const toolchains = new PathToolchains({ root: project.path, processes });
  const git = new HeadlessGit({ project, processes, toolchains });
  const disk = {
    documents,
    search: new HeadlessSearch({ root: project.path, documents, processes }),
    toolchains,
    packages: new HeadlessPackages({ project, processes, toolchains }),
    git,
    http: new HeadlessHttp(),
    log: new WrittenLog(logFile),
    close: async () => documents.close(),
  };
  return openVscodeIde(project, disk, diffs, (inWindow) => {
    const runs = openDoors(project, inWindow, { ...disk, changes }, services);
    const editor = new VscodeEditor({ project, disk: documents, held, log });
    // The project's own formatter where it has one, else the extensions of the person.
    const formatting = new HeadlessFormatting({ project, documents: inWindow, byEngine: layoutByExtensions, processes });
    return {
      ...runs,
      changes,
      formatting,
      gitChanges: git,
      editor,
      settings: new VscodeSettings(project, ownSettingsIn(configurationFolder())),
      async close() {
        await runs.close();
        editor[Symbol.dispose]();
        await changes.close();
      },
    };
  });
}

// Programs and tests are run by our own runners here too: what a task of VS Code prints cannot be read, and its Testing API only runs, it does not say what came of it.
function openDoors(
  project: Project,
  texts: Documents,
  disk: { readonly documents: Documents; readonly search: Search; readonly changes: Changes },
  { state, processes, log, evaluation }: Services,
): WindowDoors {
  const { documents, search, changes } = disk;
  const debuggers = new VscodeDebuggers(project);
  const configurations = (signal: AbortSignal) => foundInProject(project.path, documents, (type) => debuggers.knows(type), signal);
  const running = new HeadlessRunning({ project, documents, processes, configurations });
  const testing: HeadlessTesting = new HeadlessTesting({
    project,
    documents,
    search,
    processes,
    folder: join(state, 'testing', folderNameFor(project.path)),
    onEnded: (run, measured) => {
      keepTestEvidence({ changes, testing, documents }, run, measured).catch((error: unknown) =>
        log.warn(`what the tests of run ${run.id} say of changes could not be kept: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
  });
  const debugging = new WindowDebugging({
    project,
    documents: texts,
    processes,
    configurations,
    debuggedTests: (path, name, signal) => testing.debugged(path, name, signal),
    testCommands: (path, signal) => testing.commands(path, signal),
    folder: join(state, 'debugging', folderNameFor(project.path)),
    log,
    debuggers,
    evaluation,
  });
  const terminals = ptyModule() === undefined ? undefined : new HeadlessTerminals({ project, documents, processes, changes });
  const shown = terminals && showTerminals(terminals);
  return {
    running,
    testing,
    debugging,
    ...(terminals !== undefined && { terminals }),
    async close() {
      shown?.[Symbol.dispose]();
      await Promise.all([running.close(), testing.close(), debugging.close(), terminals?.close()]);
      debuggers[Symbol.dispose]();
    },
  };
}
