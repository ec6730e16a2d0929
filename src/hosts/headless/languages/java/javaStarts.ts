// Each start of jdt.ls: in which folder it works, what it was asked to import, and what it therefore does not know.
import { howToLetRun, whyNothingRuns } from '../../../../ide/execution.ts';
import { installedJdks, type Jdk } from '../../../../machine/toolchains/jdks.ts';
import type { EngineProject } from '../engine/engineRow.ts';
import { javaSettings } from './javaSettings.ts';
import { OLDEST_JAVA } from './jdtlsProgram.ts';
import { type JavaFiles, javaFiles } from './sourceFolders.ts';
import { writeUnmanagedProject } from './unmanagedProject.ts';
import { type JavaWorkspace, newWorkspace, removeWorkspace } from './workspaces.ts';

export interface JavaStart {
  readonly workspace: JavaWorkspace;
  readonly jdks: readonly Jdk[];
  imported: JavaImport | undefined;
}

export interface JavaImport {
  readonly files: JavaFiles;
  // By Maven and Gradle themselves; else from our own project of all folders with sources.
  readonly isManaged: boolean;
  // What it does not know because of that, as a sentence.
  readonly gap: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

const starts = new WeakMap<EngineProject, JavaStart>();
// Builds that could not be imported, with the reason, until one of their files changes.
const unimportable = new WeakMap<EngineProject, string>();

export function startOf(project: EngineProject): JavaStart | undefined {
  return starts.get(project);
}

export function newStart(project: EngineProject): JavaStart {
  const earlier = starts.get(project);
  if (earlier !== undefined) removeWorkspace(earlier.workspace);
  const start: JavaStart = { workspace: newWorkspace(), jdks: installedJdks(), imported: undefined };
  starts.set(project, start);
  return start;
}

export function cannotImport(project: EngineProject, why: string): void {
  unimportable.set(project, why);
}

export function buildChanged(project: EngineProject): void {
  unimportable.delete(project);
}

export async function javaOptions(project: EngineProject, signal: AbortSignal): Promise<Record<string, unknown>> {
  const start = starts.get(project) ?? newStart(project);
  const files = await javaFiles(project.documents, signal);
  const denied = whyNothingRuns(project);
  const failed = unimportable.get(project);
  const isManaged = files.builds.length > 0 && denied === undefined && failed === undefined;
  const settings = javaSettings(start.jdks, isManaged);
  start.imported = { files, isManaged, gap: files.builds.length === 0 ? undefined : gapOf(project, denied, failed), settings };
  const folder = isManaged ? project.rootUri : writeUnmanagedProject(start.workspace.folder, files, start.jdks[0]?.version ?? OLDEST_JAVA);
  return {
    settings,
    workspaceFolders: [folder],
    extendedClientCapabilities: {
      progressReportProvider: false,
      classFileContentsSupport: false,
      moveRefactoringSupport: true,
      advancedExtractRefactoringSupport: true,
      shouldLanguageServerExitOnShutdown: true,
    },
  };
}

function gapOf(project: EngineProject, denied: string | undefined, failed: string | undefined): string | undefined {
  const without = 'so only its own sources and the JDK are known, not the libraries that it uses';
  if (denied !== undefined) return `The build was not imported because ${denied}, ${without}. ${howToLetRun(project, project.root)}`;
  return failed === undefined ? undefined : `The build could not be imported (${failed}), ${without}.`;
}
