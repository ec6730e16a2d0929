// What is particular about rust-analyzer: it answers at once and knows nothing until Cargo has told it about the workspace, which it announces in its own way.
import { z } from 'zod';
import { Bound, untilAborted } from '../../../../base/abort.ts';
import { type Deferred, deferred } from '../../../../base/deferred.ts';
import { seconds } from '../../../../base/duration.ts';
import { cancelled } from '../../../../ide/errors.ts';
import type { Call, Callable, OutlineSymbol, Place, SymbolKind, TypeDirection, TypeRelations, WorkspaceSymbol } from '../../../../ide/languages.ts';
import type { Location, TextSnapshot } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { Quirk, Scope } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { keptOpen } from '../quirks/projectFiles.ts';
import { languageIn } from '../routing/languageFiles.ts';
import { usesInMacros } from './rustMacros.ts';
import { callersByOtherNames, usesByOtherNames } from './rustRenamed.ts';
import { rustTypeAt, rustTypes } from './rustTypes.ts';

// Cargo may have to fetch an index and dependencies, and build scripts and procedural macros are built before it is done.
const LOADING = seconds(90);
// It reads changed files in a thread of its own, but what we open it knows at once; after more changes than these a new process is quicker.
const MOST_OPENED = 100;
export const MOST_SYMBOLS = 1_000;
// Its own findings are told without a build; flycheck would run Cargo after each start and write into the project.
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

export class RustAnalyzerQuirk implements Quirk {
  readonly #session: EngineSession;
  readonly #changed = new Set<string>();
  #loaded: Deferred<void> = deferred();
  #isLoaded = false;
  #complaint: string | undefined;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  readonly tellsNoContainers = true;

  configuration(): unknown {
    return RUST_OPTIONS;
  }

  tidyOutline(outline: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
    return outline.map((symbol) => ({ ...symbol, kind: aliased(symbol.kind), children: this.tidyOutline(symbol.children) }));
  }

  tidySymbols(symbols: readonly WorkspaceSymbol[]): readonly WorkspaceSymbol[] {
    return symbols.map((symbol) => ({ ...symbol, kind: aliased(symbol.kind) }));
  }

  // Of a struct it tells the blocks that implement something for it, which is the other direction.
  canBeImplemented({ range }: Location, snapshot: TextSnapshot): boolean {
    const type = rustTypeAt(snapshot, range);
    return type === undefined || type.kind === 'interface';
  }

  types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<TypeRelations | undefined> {
    return rustTypes(this.#session, at, direction, signal);
  }

  readonly untoldUses = 'in macros or behind a renaming import';

  async moreReferences(word: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
    const inMacros = await usesInMacros(this.#session, word, found, signal);
    return [...inMacros, ...(await usesByOtherNames(this.#session, [...found, ...inMacros], signal))];
  }

  moreCallers(of: Callable, signal: AbortSignal): Promise<readonly Call[]> {
    return callersByOtherNames(this.#session, of, signal);
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

  async prepare(scope: Scope, signal: AbortSignal): Promise<string | undefined> {
    for (const uri of [...this.#changed]) {
      await keptOpen(this.#session, uri, signal);
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

// It has no other kind for `type Items = …`.
function aliased(kind: SymbolKind): SymbolKind {
  return kind === 'typeParameter' ? 'typeAlias' : kind;
}
