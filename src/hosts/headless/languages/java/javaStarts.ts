// Each start of jdt.ls: in which folder it works, what it was asked to import, and what it therefore does not know.
import { howToLetRun, whyNothingRuns } from '../../../../ide/execution.ts';
import { installedJdks, type Jdk } from '../../../../machine/toolchains/jdks.ts';
import type { EngineProject } from '../engine/engineRow.ts';
import { javaSettings } from './javaSettings.ts';
import { OLDEST_JAVA } from './jdtlsProgram.ts';
import { mixedEdit, mixedUses } from './namesakes.ts';
import { type JavaFiles, javaFiles } from './sourceFolders.ts';
import { writeUnmanagedProjects } from './unmanagedProject.ts';
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
// Builds that could not be imported, with the reason, for the one start that works without them: the next tries again.
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

// Why an edit of these files would change what another class of the same name is used for.
export function whyMixed(project: EngineProject, uris: readonly string[]): string | undefined {
  const imported = starts.get(project)?.imported;
  return imported === undefined || imported.isManaged ? undefined : mixedEdit(imported.files, uris);
}

export function cannotImport(project: EngineProject, why: string): void {
  unimportable.set(project, why);
}

export async function javaOptions(project: EngineProject, signal: AbortSignal): Promise<Record<string, unknown>> {
  const start = starts.get(project) ?? newStart(project);
  const files = await javaFiles(project.documents, signal);
  const denied = whyNothingRuns(project);
  const failed = unimportable.get(project);
  unimportable.delete(project);
  const isManaged = files.builds.length > 0 && denied === undefined && failed === undefined;
  const settings = javaSettings(start.jdks, isManaged);
  const gaps = [files.builds.length === 0 ? undefined : gapOf(project, files, denied, failed), isManaged ? undefined : mixedUses(files, project.rootUri)];
  const gap = gaps.filter((text) => text !== undefined).join(' ');
  start.imported = { files, isManaged, gap: gap === '' ? undefined : gap, settings };
  const level = start.jdks[0]?.version ?? OLDEST_JAVA;
  return {
    settings,
    workspaceFolders: isManaged ? [project.rootUri] : writeUnmanagedProjects(start.workspace.folder, files, level),
    extendedClientCapabilities: {
      progressReportProvider: false,
      classFileContentsSupport: false,
      moveRefactoringSupport: true,
      advancedExtractRefactoringSupport: true,
      shouldLanguageServerExitOnShutdown: true,
    },
  };
}

function gapOf(project: EngineProject, { builds }: JavaFiles, denied: string | undefined, failed: string | undefined): string | undefined {
  const without = 'so only its own sources and the JDK are known, not the libraries that it uses';
  if (denied !== undefined) return `The build was not imported because ${denied}, ${without}. ${howToLetRun(project, project.root)}`;
  if (failed === undefined) return undefined;
  const isMaven = builds.some((uri) => uri.endsWith('/pom.xml'));
  const asks = isMaven ? 'mvn validate' : 'gradle help, or ./gradlew help where the project has it,';
  const needs = isMaven ? '' : ' Gradle must be on this machine, or be fetched by the wrapper, and run on the JDK of JAVA_HOME or the PATH.';
  return `The build could not be imported (${failed}), ${without}.${needs} Run ${asks} to see what it lacks, then call restart_engine with language java.`;
}
