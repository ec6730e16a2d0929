// An IDE without a window: the project's files on this disk and the language servers on this machine.
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { EvaluationPolicy } from '../../ide/doors/debugging.ts';
import type { ServerConsent } from '../../ide/doors/servers.ts';
import type { OwnSettings } from '../../ide/doors/settings.ts';
import type { Project } from '../../ide/ide.ts';
import type { WholeIde } from '../../ide/optionalDoors.ts';
import { HeadlessChanges } from '../../machine/changes/headlessChanges.ts';
import { foundInProject } from '../../machine/configurations/foundInProject.ts';
import { rowsOfType } from '../../machine/debugging/adapters/adapterRows.ts';
import { HeadlessDebugging } from '../../machine/debugging/headlessDebugging.ts';
import { FileSettings } from '../../machine/editor/fileSettings.ts';
import { openProjectEditor } from '../../machine/editor/projectEditor.ts';
import { openDiskDocuments } from '../../machine/files/diskDocuments.ts';
import { folderNameFor } from '../../machine/files/scratchFolder.ts';
import { HeadlessGit } from '../../machine/git/headlessGit.ts';
import { HeadlessHttp } from '../../machine/http/headlessHttp.ts';
import { WrittenLog } from '../../machine/log/writtenLog.ts';
import { HeadlessPackages } from '../../machine/packages/headlessPackages.ts';
import type { Processes } from '../../machine/processes/processes.ts';
import { HeadlessRunning } from '../../machine/running/headlessRunning.ts';
import { HeadlessSearch } from '../../machine/search/headlessSearch.ts';
import { MachineServers } from '../../machine/servers/machineServers.ts';
import { HeadlessTerminals } from '../../machine/terminals/headlessTerminals.ts';
import { HeadlessTesting } from '../../machine/testing/headlessTesting.ts';
import { PathToolchains } from '../../machine/toolchains/pathToolchains.ts';
import { HeadlessCopies } from './copies/headlessCopies.ts';
import { keepTestEvidence } from './evidence/testEvidence.ts';
import { HeadlessFormatting } from './formatting/headlessFormatting.ts';
import type { Hibernation } from './languages/engine/hibernation.ts';
import { layoutBy } from './languages/layoutEdits.ts';
import { openLanguages } from './languages/linkedLanguages.ts';

export interface HeadlessServices {
  // The daemon's own folder; nothing is written into the project.
  readonly stateFolder: string;
  readonly processes: Processes;
  readonly log: Log;
  // What it is written to, so that it can be read.
  readonly logFile?: string;
  // Of all projects together; without it engines never rest.
  readonly hibernation?: Hibernation;
  // What expressions may do to programs; anything when absent.
  readonly evaluation?: EvaluationPolicy;
  // Binnacle's own; none when absent.
  readonly ownSettings?: OwnSettings;
  // Whether a person is asked before a language server is fetched; asked when absent.
  readonly servers?: () => ServerConsent;
}

// Reads the names of folders and files, nothing else: engines start and texts are read when somebody asks.
export async function openHeadlessIde(project: Project, services: HeadlessServices): Promise<WholeIde> {
  const { stateFolder, processes, log, logFile, hibernation, evaluation, ownSettings, servers } = services;
  const changes = new HeadlessChanges({ project, stateFolder, log });
  // Before anybody reads what a change that was cut short has left behind.
  await changes.recover();
  const documents = await openDiskDocuments({ root: project.path, stateFolder, processes, log });
  changes.listen(documents, processes);
  const languages = openLanguages({ root: project.path, trusted: project.trusted, runsDenied: project.runsDenied, documents, processes, log, hibernation });
  const copies = new HeadlessCopies({ project, documents, languages, processes, log, hibernation });
  const toolchains = new PathToolchains({ root: project.path, processes });
  const folder = join(stateFolder, 'debugging', folderNameFor(project.path));
  const configurations = (signal: AbortSignal) => foundInProject(project.path, documents, (type) => rowsOfType(type).length > 0, signal);
  const search = new HeadlessSearch({ root: project.path, documents, processes });
  const testing: HeadlessTesting = new HeadlessTesting({
    project,
    documents,
    search,
    processes,
    folder: join(stateFolder, 'testing', folderNameFor(project.path)),
    onEnded: (run, measured) => {
      keepTestEvidence({ changes, testing, documents }, run, measured).catch((error: unknown) =>
        log.warn(`what the tests of run ${run.id} say of changes could not be kept: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
  });
  const debugging = new HeadlessDebugging({
    project,
    documents,
    processes,
    configurations,
    debuggedTests: (path, name, signal) => testing.debugged(path, name, signal),
    testCommands: (path, signal) => testing.commands(path, signal),
    folder,
    log,
    ...(evaluation !== undefined && { evaluation }),
  });
  const running = new HeadlessRunning({ project, documents, processes, configurations });
  const terminals = new HeadlessTerminals({ project, documents, processes, changes });
  const editor = await openProjectEditor({ project, documents, changes, folder: join(stateFolder, 'editor', folderNameFor(project.path)), log });
  const git = new HeadlessGit({ project, processes, toolchains });
  return {
    project,
    documents,
    languages,
    search,
    toolchains,
    packages: new HeadlessPackages({ project, processes, toolchains }),
    servers: new MachineServers({ processes, ...(servers !== undefined && { consent: servers }) }),
    changes,
    copies,
    formatting: new HeadlessFormatting({ project, documents, byEngine: layoutBy(languages), processes }),
    debugging,
    editor,
    git,
    gitChanges: git,
    running,
    terminals,
    http: new HeadlessHttp(),
    log: new WrittenLog(logFile),
    testing,
    settings: new FileSettings(documents, ownSettings),
    needing: (onMissing) => {
      const own = languages.needing(onMissing);
      return { languages: own, asOf: (state) => ({ documents: documents.asOf(state), languages: own.asOf(state) }) };
    },
    asOf: (state) => ({ documents: documents.asOf(state), languages: languages.asOf(state) }),
    async close() {
      await Promise.all([debugging.close(), running.close(), terminals.close(), testing.close()]);
      await editor[Symbol.asyncDispose]();
      await changes.close();
      await copies.close();
      await languages.close();
      documents.close();
    },
  };
}
