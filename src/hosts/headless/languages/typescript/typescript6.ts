// What is particular about our server for TypeScript 6: the projects it must have loaded, and problems of a configuration that it reports when asked.

import type { CallRelations } from '../../../../ide/doors/languages.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { type ProtocolDiagnostic, pulledDiagnosticsOf } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { CallQuestion, Next, QuestionScope } from '../engine/middleware.ts';
import { callersThroughModules } from './commonJs.ts';
import { withoutComponentImports } from './componentImports.ts';
import { ModuleTypescript } from './moduleTypescript.ts';
import { TypescriptProjects } from './typescriptProjects.ts';

export class Typescript6 extends ModuleTypescript {
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

  prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    return this.#projects.prepare(scope, signal);
  }

  async calls({ of, direction }: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations> {
    const reported = await next();
    if (direction === 'callees' || reported.note !== undefined) return reported;
    return { ...reported, calls: [...reported.calls, ...(await callersThroughModules(this.#session, of, signal))] };
  }

  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    if (this.#session.row.diagnosesConfigs?.test(uri) !== true) return withoutComponentImports(this.#session, uri, await next(), signal);
    return pulledDiagnosticsOf(await this.#session.request('textDocument/diagnostic', { textDocument: { uri } }, signal)) ?? [];
  }
}
