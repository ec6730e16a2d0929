// What is particular about basedpyright: it answers before it has found the project's files, and it finds new ones late.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { basename } from 'node:path/posix';
import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../../../base/waiting/deferred.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { CallRelations, Place } from '../../../../ide/doors/languages.ts';
import { cannotRename, refactoringRefused } from '../../../../ide/errors/editErrors.ts';
import { cancelled, IdeError } from '../../../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import { type Location, placeKey } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { trackedAmong, whyNotTracked } from '../../../../machine/git/trackedFiles.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { hoverOf, locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineProject } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type {
  CallQuestion,
  FoundTypes,
  Middleware,
  MovedFile,
  MovingFiles,
  Next,
  PlacedEdit,
  QuestionScope,
  RenamedPlaces,
  TypeQuestion,
  WantedName,
} from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { referencesElsewhere } from '../questions/crossCheck.ts';
import { RENAMING_IMPORTS, withUnreported } from '../questions/references.ts';
import { mergedEdits, renamedAt } from '../questions/renames.ts';
import { builtRelations } from '../questions/typeRelations.ts';
import { RefusedRefactoring } from '../refactorings/refused.ts';
import { PyrightOutsideFiles } from './pyrightOutsideFiles.ts';
import { callersByOtherNames, usesByOtherNames } from './pyrightRenamed.ts';
import { pythonTypesBelow } from './pythonSubclasses.ts';
import type { ModuleMove } from './refactorings/move/moduleUses.ts';
import { movedModule } from './refactorings/move/moveModule.ts';
import { Relocation } from './refactorings/move/relocation.ts';
import { isPlainRename, renamedModule } from './refactorings/move/renameModule.ts';
import { mentionNotes } from './refactorings/move/writtenNames.ts';
import { moduleOrNothing } from './refactorings/syntax/sources.ts';

// It enumerates in slices between other work; a very large tree takes some ten seconds.
const ENUMERATION = seconds(60);
const NEXT_ENUMERATION = seconds(15);
// Opening a file makes it known at once; for more than these, waiting for the next enumeration is cheaper.
const MOST_OPENED = 30;
const VIRTUAL_ENVIRONMENTS = ['.venv', 'venv', 'env'];

export class Basedpyright implements Middleware {
  readonly #session: EngineSession;
  readonly #outside: PyrightOutsideFiles;
  // Resolves when the files of the project have been enumerated: only its log says so.
  #enumerated: Deferred<void> = deferred();
  #known = false;
  // Files that appeared since. Those it has certainly heard of will be part of the next enumeration.
  readonly #appeared = new Map<string, { heard: boolean }>();

  constructor(session: EngineSession) {
    this.#session = session;
    this.#outside = new PyrightOutsideFiles(session);
  }

  notes(): readonly string[] {
    const found = environmentIn(this.#session.project);
    const why = found === undefined ? undefined : whyNoPython(this.#session.project, found);
    return why === undefined ? [] : [`The Python of the project’s environment was not asked for its packages: ${why}.`];
  }

  // It asks when it starts and whenever settings have changed, and enumerates anew after each.
  configuration(section: string): unknown {
    this.#forgetEnumeration();
    if (section === 'python') return pythonSettings(this.#session.project);
    if (section !== 'basedpyright' && section !== 'pyright') return {};
    // In "workspace" mode it answers pulls for files that are not open, and still checks nothing unasked.
    // Its own default level warns of every unused call result; a project that wants that says so in its configuration file.
    return { analysis: { diagnosticMode: 'workspace', typeCheckingMode: 'standard', autoSearchPaths: true, useLibraryCodeForTypes: true } };
  }

  busy(): string | undefined {
    return this.#known ? undefined : 'looking for the files of the project';
  }

  logged(text: string): void {
    if (!/^(?:Found \d+ source files?|No source files found\.)$/.test(text.trim())) return;
    this.#known = true;
    this.#enumerated.resolve();
    for (const [uri, { heard }] of this.#appeared) {
      if (!heard) continue;
      this.#appeared.delete(uri);
      this.#session.documents.unpin(uri);
    }
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#outside.filesChanged(changes);
    for (const { uri, kind } of changes) {
      if (this.#session.row.rootMarkers.includes(basename(uri))) {
        // Its own watcher reloads after a delay that nobody can wait for; asked this way, it answers nothing until it has reloaded.
        this.#forgetEnumeration();
        this.#session.configurationChanged();
      } else if (kind === 'created' && languageIn(this.#session.row, uri) !== undefined) this.#appeared.set(uri, { heard: false });
      else if (kind === 'deleted') this.#appeared.delete(uri);
    }
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    // What a file imports it finds without knowing all the others.
    if (scope.kind === 'file') return undefined;
    const gaps = [await this.#prepareMembers(signal), await this.#outside.open(scope, signal)].filter((text) => text !== undefined);
    return gaps.length === 0 ? undefined : gaps.join(' ');
  }

  // Of a member of a module that it cannot find it returns the definition of whatever is called around it.
  async definition(at: Place, next: Next<readonly Location[]>, signal: AbortSignal): Promise<readonly Location[]> {
    const found = await next();
    if (found.length === 0 || found.some(({ uri }) => uri.startsWith(`${this.#session.project.rootUri}/`))) return found;
    const hover = hoverOf(await this.#session.request('textDocument/hover', { textDocument: { uri: at.uri }, position: at.position }, signal));
    // Of a function it returns the parameters, unless it is not the one that stands there.
    return /: Unknown$|^\(function\) \w+: Any$/.test(hover?.signature ?? '') ? [] : found;
  }

  async references({ word }: { readonly word: string }, next: Next<readonly Location[]>, signal: AbortSignal): Promise<PartialAnswer<readonly Location[]>> {
    const reported = await next();
    return withUnreported(this.#session, reported, await this.#unreportedReferences(word, reported, signal), RENAMING_IMPORTS);
  }

  types(question: TypeQuestion, _next: Next<FoundTypes>, signal: AbortSignal): Promise<FoundTypes> {
    return builtRelations(this.#session, question, signal, (found, naming) => pythonTypesBelow(this.#session, found, naming, signal));
  }

  async #unreportedReferences(name: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
    // Uses lead to the stub of a module, and only from there back to the module.
    const modules = new Set(found.map(({ uri }) => uri));
    const hasStub = (await this.#session.project.documents.filesWithWord(name, signal)).some((uri) => uri.endsWith('.pyi') && modules.has(uri.slice(0, -1)));
    const behindStubs = hasStub ? await referencesElsewhere(this.#session, name, found, signal) : [];
    return [...behindStubs, ...(await usesByOtherNames(this.#session, name, [...found, ...behindStubs], signal))];
  }

  // A module and its stub are renamed together, from whichever of them it is asked: of some it has everything to change where one declares them, and nothing where the other does.
  async rename({ at, newName }: WantedName, _next: Next<unknown>, signal: AbortSignal): Promise<RenamedPlaces> {
    const name = wordAt(await this.#session.project.documents.read(at.uri, signal), at.position) ?? '';
    const [own, refusal] = await this.#renamedOrRefused(at, newName, signal);
    const begin = refusal === undefined ? own : [{ uri: at.uri, range: { start: at.position, end: at.position } }];
    const edits = [own];
    const others: Location[] = [];
    for (const other of await this.#unreportedReferences(name, begin, signal)) {
      const snapshot = await textOrNothing(this.#session, other.uri, signal);
      if (snapshot?.textIn(other.range) !== name) continue;
      others.push(other);
      if (edits.flat().some((edit) => placeKey(edit) === placeKey(other))) continue;
      const [more] = await this.#renamedOrRefused({ uri: other.uri, position: other.range.start }, newName, signal);
      edits.push(more);
    }
    const merged = mergedEdits(edits);
    const done = new Set(merged.map(placeKey));
    const left = others.find((other) => !done.has(placeKey(other)));
    if (left !== undefined || (refusal !== undefined && !merged.some(({ uri }) => uri === at.uri)))
      throw refusal ?? cannotRename(name, `${this.#session.name} has nothing to change in ${basename(left?.uri ?? at.uri)}.`);
    return { edits: merged };
  }

  async #renamedOrRefused(at: Place, newName: string, signal: AbortSignal): Promise<readonly [readonly PlacedEdit[], IdeError?]> {
    try {
      return [await renamedAt(this.#session, at, newName, signal)];
    } catch (error) {
      if (error instanceof IdeError && error.code === 'cannot_rename') return [[], error];
      throw error;
    }
  }

  // To answer this itself it evaluates every file of the project, which takes minutes for a large one.
  async moveFiles({ move: { from, to }, files }: MovingFiles, next: Next<MovedFile>, signal: AbortSignal): Promise<MovedFile> {
    const { documents, rootUri } = this.#session.project;
    const all = (await documents.list({}, signal)).map(({ uri }) => uri);
    const staysInFolder = dirname(from) === dirname(to);
    const isFolder = files.some((uri) => uri !== from);
    if ((isFolder && staysInFolder) || (!isFolder && !isPlainRename(from, to, all))) {
      if (staysInFolder) return this.#ofPresentFiles(await next(), signal);
      throw refactoringRefused('move', `${basename(from)} stands for its package, has a stub, or would get a name that no import can write.`);
    }
    const [old, fresh] = [basename(from, '.py'), basename(to, '.py')];
    const words = staysInFolder ? [old] : [old, fresh];
    const move: ModuleMove = {
      ...{ rootUri, files: all },
      ...(isFolder ? { from: `${from}/__init__.py`, to: `${to}/__init__.py` } : { from, to }),
      holders: [...new Set((await Promise.all(words.map((word) => documents.filesWithWord(word, signal)))).flat())],
      read: (uri) => moduleOrNothing(this.#session, uri, signal),
      definition: async (uri, { snapshot }, offset) => {
        await this.#session.documents.open(uri, signal);
        return locationsOf(await this.#session.request('textDocument/definition', { textDocument: { uri }, position: snapshot.positionAt(offset) }, signal));
      },
    };
    try {
      const followed = await (staysInFolder ? renamedModule(move) : movedModule(move));
      const text = async (uri: string) => (await textOrNothing(this.#session, uri, signal))?.text;
      return { ...followed, notes: await mentionNotes(move, new Relocation(move), text) };
    } catch (error) {
      if (error instanceof RefusedRefactoring) throw refactoringRefused('move', error.message);
      throw error;
    }
  }

  // It goes on to report a deleted file until it looks for files again, a second later.
  async #ofPresentFiles(moved: MovedFile, signal: AbortSignal): Promise<MovedFile> {
    const present = await Promise.all(
      moved.operations.map(async ({ kind, uri }) => kind !== 'edit' || (await textOrNothing(this.#session, uri, signal)) !== undefined),
    );
    return { ...moved, operations: moved.operations.filter((_, index) => present[index]) };
  }

  async calls({ of, direction }: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations> {
    const reported = await next();
    // Calls that were read off the uses are all there are.
    if (direction === 'callees' || reported.note !== undefined) return reported;
    return { ...reported, calls: [...reported.calls, ...(await callersByOtherNames(this.#session, of, signal))] };
  }

  async #prepareMembers(signal: AbortSignal): Promise<string | undefined> {
    if (!this.#known && !(await this.#enumeratedWithin(ENUMERATION, signal))) return `${this.#session.name} is still looking for the files of the project.`;
    if (this.#appeared.size === 0) return undefined;
    return this.#appeared.size <= MOST_OPENED ? this.#openAppeared(signal) : this.#awaitAppeared(signal);
  }

  async #openAppeared(signal: AbortSignal): Promise<undefined> {
    for (const uri of [...this.#appeared.keys()]) {
      try {
        await this.#session.documents.pin(uri, signal);
      } catch (error) {
        // Gone again, or not text: then it holds nothing to be found.
        if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
        this.#appeared.delete(uri);
      }
    }
    await this.#hear(signal);
    return undefined;
  }

  async #awaitAppeared(signal: AbortSignal): Promise<string | undefined> {
    await this.#hear(signal);
    const count = this.#appeared.size;
    if (count === 0) return undefined;
    this.#enumerated = deferred();
    return (await this.#enumeratedWithin(NEXT_ENUMERATION, signal)) ? undefined : `${this.#session.name} has not yet read ${count} new files.`;
  }

  // Any answer proves that it has processed what it was sent before, so the next enumeration it reports is a new one.
  async #hear(signal: AbortSignal): Promise<void> {
    const unheard = [...this.#appeared].filter(([, { heard }]) => !heard);
    const [first] = unheard;
    if (first === undefined) return;
    await this.#session.request('textDocument/documentSymbol', { textDocument: { uri: first[0] } }, signal);
    for (const [, state] of unheard) state.heard = true;
  }

  async #enumeratedWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    using bound = new Bound(signal, milliseconds);
    try {
      await untilAborted(this.#enumerated.promise, bound.signal, cancelled);
      return true;
    } catch (error) {
      if (bound.passed) return false;
      throw error;
    }
  }

  #forgetEnumeration(): void {
    if (!this.#known) return;
    this.#known = false;
    this.#enumerated = deferred();
  }
}

// It runs the interpreter to learn its search paths, and takes the one of a virtual environment in the project if it finds it there:
// where nothing that the project brings may be run, it is given one that does not exist.
function pythonSettings(project: EngineProject): { pythonPath?: string } {
  const found = environmentIn(project);
  if (whyNoPython(project, found) !== undefined) return { pythonPath: join(dirname(process.execPath), 'no-python-for-this-project') };
  return found === undefined ? {} : { pythonPath: found.interpreter };
}

interface VirtualEnvironment {
  readonly interpreter: string;
  // It says where the interpreter looks for code that it runs when it starts.
  readonly configuration: string;
}

function environmentIn({ root }: EngineProject): VirtualEnvironment | undefined {
  const interpreter = process.platform === 'win32' ? join('Scripts', 'python.exe') : join('bin', 'python');
  const folder = VIRTUAL_ENVIRONMENTS.map((name) => join(root, name)).find((path) => existsSync(join(path, interpreter)));
  return folder === undefined ? undefined : { interpreter: join(folder, interpreter), configuration: join(folder, 'pyvenv.cfg') };
}

function whyNoPython(project: EngineProject, found: VirtualEnvironment | undefined): string | undefined {
  const tracked = found === undefined ? undefined : trackedAmong(project.root, [found.interpreter, found.configuration]);
  return whyNothingRuns(project) ?? (tracked === undefined ? undefined : whyNotTracked(tracked));
}
