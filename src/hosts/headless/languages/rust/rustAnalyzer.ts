// What is particular about rust-analyzer: it answers at once and knows nothing until Cargo has described the workspace to it, which it announces in its own way.
import { z } from 'zod';
import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../../../base/waiting/deferred.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { CallRelations, OutlineSymbol, SymbolKind, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import type { Location, TextSnapshot } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { CallQuestion, FoundTypes, Implementations, Implemented, Middleware, Next, QuestionScope, TypeQuestion } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { withContainers } from '../questions/callRelations.ts';
import { withUnreported } from '../questions/references.ts';
import { usesInMacros } from './rustMacros.ts';
import { callersByOtherNames, usesByOtherNames } from './rustRenamed.ts';
import { rustTypeAt, rustTypes } from './rustTypes.ts';

// Cargo may have to fetch an index and dependencies, and build scripts and procedural macros are built before it is done.
const LOADING = seconds(90);
// It reads changed files in a thread of its own, but what we open it knows at once; after more changes than these a new process is quicker.
const MOST_OPENED = 100;
export const MOST_SYMBOLS = 1_000;
// Its own findings are reported without a build; flycheck would run Cargo after each start and write into the project.
export const RUST_OPTIONS = {
  checkOnSave: false,
  cargo: { targetDir: true },
  // It would analyse the standard library before it says that it is ready; what a question needs it analyses for the question.
  cachePriming: { enable: false },
  // Sizes and destructors are nothing that was asked for.
  hover: { memoryLayout: { enable: false }, dropGlue: { enable: false } },
  // By default it leaves out functions wherever a type matches.
  workspace: { symbol: { search: { kind: 'all_symbols', limit: MOST_SYMBOLS } } },
};

const serverStatus = z.object({ health: z.enum(['ok', 'warning', 'error']), quiescent: z.boolean(), message: z.string().nullish() });

export class RustAnalyzer implements Middleware {
  readonly #session: EngineSession;
  readonly #changed = new Set<string>();
  #loaded: Deferred<void> = deferred();
  #isLoaded = false;
  #complaint: string | undefined;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return RUST_OPTIONS;
  }

  async outline(_of: TextSnapshot, next: Next<readonly OutlineSymbol[]>): Promise<readonly OutlineSymbol[]> {
    return withAliases(await next());
  }

  async symbols(next: Next<readonly WorkspaceSymbol[]>): Promise<readonly WorkspaceSymbol[]> {
    return (await next()).map((symbol) => ({ ...symbol, kind: aliased(symbol.kind) }));
  }

  // Of a struct it returns the blocks that implement something for it, which is the other direction.
  async implementations({ declared: [declared] }: Implemented, next: Next<readonly Location[]>, signal: AbortSignal): Promise<Implementations> {
    const snapshot = declared === undefined ? undefined : await textOrNothing(this.#session, declared.uri, signal);
    const type = declared === undefined || snapshot === undefined ? undefined : rustTypeAt(snapshot, declared.range);
    return { locations: type === undefined || type.kind === 'interface' ? await next() : [] };
  }

  // It has no type hierarchy.
  async types({ at, direction }: TypeQuestion, _next: Next<FoundTypes>, signal: AbortSignal): Promise<FoundTypes> {
    const word = wordAt(await this.#session.project.documents.read(at.uri, signal), at.position) ?? '';
    return prepared(this.#session, { kind: 'word', word, from: at.uri }, signal, () => rustTypes(this.#session, at, direction, signal));
  }

  async references({ word }: { readonly word: string }, next: Next<readonly Location[]>, signal: AbortSignal): Promise<PartialAnswer<readonly Location[]>> {
    const reported = await next();
    const inMacros = await usesInMacros(this.#session, word, reported, signal);
    const renamed = await usesByOtherNames(this.#session, [...reported, ...inMacros], signal);
    return withUnreported(this.#session, reported, [...inMacros, ...renamed], 'in macros or behind a renaming import');
  }

  async calls({ of, direction }: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations> {
    const reported = await next();
    const isReported = direction === 'callers' && reported.note === undefined;
    const calls = isReported ? [...reported.calls, ...(await callersByOtherNames(this.#session, of, signal))] : reported.calls;
    return withContainers(this.#session, { ...reported, calls }, signal);
  }

  get outdated(): boolean {
    return this.#changed.size > MOST_OPENED;
  }

  notified(method: string, params: unknown): void {
    if (method !== 'experimental/serverStatus') return;
    const { health, quiescent, message } = serverStatus.parse(params);
    this.#complaint = health === 'ok' ? undefined : (message ?? undefined);
    if (quiescent) {
      this.#isLoaded = true;
      this.#loaded.resolve();
    } else this.#forget();
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      if (languageIn(this.#session.row, uri) === undefined) continue;
      if (kind === 'deleted') this.#changed.delete(uri);
      else this.#changed.add(uri);
    }
  }

  busy(): string | undefined {
    return this.#isLoaded ? undefined : 'loading the Cargo workspace';
  }

  notes(): readonly string[] {
    return this.#complaint === undefined ? [] : [`rust-analyzer could not load everything: ${this.#complaint.trim().split('\n', 1)[0]}`];
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    for (const uri of [...this.#changed]) {
      await this.#session.documents.pinText(uri, signal);
      this.#changed.delete(uri);
    }
    if (!(await this.#loadedWithin(LOADING, signal))) return `${this.#session.name} is still loading the Cargo workspace.`;
    return scope.kind === 'files'
      ? 'rust-analyzer tells what it finds itself; names and imports that lead nowhere, the borrow checker and lints are checked only by cargo check.'
      : undefined;
  }

  #forget(): void {
    if (this.#isLoaded) this.#loaded = deferred();
    this.#isLoaded = false;
  }

  async #loadedWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    using bound = new Bound(signal, milliseconds);
    try {
      await untilAborted(this.#loaded.promise, bound.signal, cancelled);
      return true;
    } catch (error) {
      if (bound.passed) return false;
      throw error;
    }
  }
}

function withAliases(outline: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return outline.map((symbol) => ({ ...symbol, kind: aliased(symbol.kind), children: withAliases(symbol.children) }));
}

// It has no other kind for `type Items = …`.
function aliased(kind: SymbolKind): SymbolKind {
  return kind === 'typeParameter' ? 'typeAlias' : kind;
}
