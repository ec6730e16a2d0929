// What is particular about our server for TypeScript 6: the projects it must have loaded, and problems of a configuration that it tells when asked.
import type { Call, Callable, Place } from '../../../../ide/languages.ts';
import type { Location } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { Scope } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { type ProtocolDiagnostic, pulledDiagnosticsOf } from '../questions/answers.ts';
import type { PlacedEdit } from '../questions/renames.ts';
import { callersThroughModules, type ModuleUses, moduleUses } from './commonJs.ts';
import { ConfiguredTypescript } from './configuredTypescript.ts';
import { exportCollisions, type RenamedExports } from './exportCollisions.ts';
import { TypescriptProjects } from './typescriptProjects.ts';
import { renamedThroughModules } from './typescriptRenames.ts';

export class Typescript6Quirk extends ConfiguredTypescript {
  readonly #session: EngineSession;
  readonly #projects: TypescriptProjects;

  constructor(session: EngineSession) {
    super(session);
    this.#session = session;
    this.#projects = new TypescriptProjects(session);
  }

  override filesChanged(changes: readonly DiskChange[]): void {
    super.filesChanged(changes);
    this.#projects.filesChanged(changes);
  }

  prepare(scope: Scope, signal: AbortSignal): Promise<string | undefined> {
    return this.#projects.prepare(scope, signal);
  }

  usesThroughModules(word: string, found: readonly Location[], at: Place, signal: AbortSignal): Promise<ModuleUses> {
    return moduleUses(this.#session, word, found, at, signal);
  }

  moreCallers(of: Callable, signal: AbortSignal): Promise<readonly Call[]> {
    return callersThroughModules(this.#session, of, signal);
  }

  rename(at: Place, newName: string, signal: AbortSignal, keptIn: readonly string[]): Promise<readonly PlacedEdit[]> {
    return renamedThroughModules(this.#session, at, { newName, keptIn }, signal);
  }

  exportCollisions(renamed: RenamedExports, signal: AbortSignal): Promise<readonly Location[]> {
    return exportCollisions(this.#session, renamed, signal);
  }

  async diagnosticsOfConfig(uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    return pulledDiagnosticsOf(await this.#session.request('textDocument/diagnostic', { textDocument: { uri } }, signal)) ?? [];
  }
}
