// A copy of the project with the engines that look at it, for as long as it is what we have made it.
import { pathOf, uriOf } from '../../../base/files/fileUri.ts';
import { isInside } from '../../../base/files/realFolder.ts';
import type { Log } from '../../../base/log.ts';
import { type Answer, complete, incomplete } from '../../../ide/answer.ts';
import type { PlannedFile, PlannedText } from '../../../ide/doors/changes.ts';
import type { DiagnosticsReport, Progress } from '../../../ide/doors/languages.ts';
import type { Project } from '../../../ide/ide.ts';
import type { DiskChange } from '../../../machine/files/diskChanges.ts';
import { type HeadlessDocuments, openDiskDocuments } from '../../../machine/files/diskDocuments.ts';
import { bytesOf } from '../../../machine/files/textFile.ts';
import type { Processes } from '../../../machine/processes/processes.ts';
import type { Hibernation } from '../languages/engine/hibernation.ts';
import type { HeadlessLanguages } from '../languages/headlessLanguages.ts';
import { openLanguages } from '../languages/linkedLanguages.ts';
import { Outdated, ProjectCopy } from './projectCopy.ts';

export interface CopyParts {
  readonly project: Project;
  readonly documents: HeadlessDocuments;
  readonly processes: Processes;
  readonly log: Log;
  // Engines of copies count among all engines.
  readonly hibernation?: Hibernation | undefined;
}

// Where engines keep what they have found out; nothing of the project.
const ENGINES_OWN = /[\\/]\.cache[\\/]/;

export class LivingCopy implements AsyncDisposable {
  readonly #parts: CopyParts;
  readonly #copy: ProjectCopy;
  readonly #copied: HeadlessDocuments;
  readonly #languages: HeadlessLanguages;
  readonly #listening: readonly Disposable[];
  // Something that engines of the copy read through a link has changed, or somebody else put something into the copy.
  #isOutdated: boolean;
  // Somebody else took something away.
  #isDamaged = false;

  private constructor(parts: CopyParts, copy: ProjectCopy, copied: HeadlessDocuments, changedMeanwhile: ReadonlySet<string>) {
    const { project, documents, processes, log, hibernation } = parts;
    this.#parts = parts;
    this.#copy = copy;
    this.#copied = copied;
    this.#isOutdated = [...changedMeanwhile].some((uri) => copy.isLinked(pathOf(uri)));
    this.#languages = openLanguages({
      root: copy.root,
      trusted: project.trusted,
      runsDenied: project.runsDenied,
      documents: copied,
      processes,
      log,
      hibernation,
    });
    this.#listening = [
      documents.onChanges((changes) => {
        if (changes.some(({ uri }) => copy.isLinked(pathOf(uri)))) this.#isOutdated = true;
      }),
      copied.onChanges((changes) => {
        for (const change of changes) this.#heard(change);
      }),
    ];
  }

  // Throws TooLarge.
  static async make(parts: CopyParts, signal: AbortSignal): Promise<LivingCopy> {
    const { project, documents, processes, log } = parts;
    // A file that changes while it is copied is copied again when it is used again; of what is only linked, nobody will see it later.
    const meanwhile = new Set<string>();
    using _ = documents.onChanges((changes) => {
      for (const { uri } of changes) meanwhile.add(uri);
    });
    const copy = await ProjectCopy.make(project.path, await pathsOf(documents, signal), signal);
    try {
      return new LivingCopy(parts, copy, await openDiskDocuments({ root: copy.root, stateFolder: copy.stateFolder, processes, log }), meanwhile);
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
  }

  // Makes it what the project is now; false when it cannot become that.
  async follow(signal: AbortSignal): Promise<boolean> {
    const { documents } = this.#parts;
    await documents.settle(signal);
    await this.#copied.settle(signal);
    if (this.#isOutdated || this.#isDamaged || !this.#copy.canFollow) return false;
    try {
      await this.#copy.follow(await pathsOf(documents, signal), signal);
      return true;
    } catch (error) {
      if (error instanceof Outdated) return false;
      throw error;
    }
  }

  // What its engines say of these files once the plan is carried out in it. Undefined where somebody has changed the copy meanwhile.
  async check(files: readonly PlannedFile[], uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport> | undefined> {
    await carryOut(this.#copy, files);
    const answer = await this.#languages.check({ uris: uris.map((uri) => this.#uriOf(uri)), linted: [] }, signal, progress);
    await this.#copied.settle(signal);
    this.#copy.forgetWritten();
    if (this.#isDamaged) return undefined;
    const report = this.#inProject(answer.value.compiled, uris);
    return answer.complete ? complete(report) : incomplete(report, this.#copy.named(answer.why));
  }

  // Whether it can be used once more, as far as is known now.
  get canFollow(): boolean {
    return !this.#isOutdated && !this.#isDamaged && this.#copy.canFollow;
  }

  memoryMb(): Promise<number> {
    return this.#languages.memoryMb();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const listener of this.#listening) listener[Symbol.dispose]();
    try {
      await this.#languages.close();
      this.#copied.close();
    } finally {
      await this.#copy[Symbol.asyncDispose]();
    }
  }

  #heard({ uri, kind }: DiskChange): void {
    const place = pathOf(uri);
    if (this.#copy.hasWritten(place) || !isInside(this.#copy.root, place) || ENGINES_OWN.test(place)) return;
    if (kind === 'deleted') this.#isDamaged = true;
    else if (kind === 'created') this.#isOutdated = true;
    // Where all files are looked at, a young one counts as changed.
    else this.#copy.doubt(place);
  }

  #uriOf(uri: string): string {
    return uriOf(this.#copy.copied(pathOf(uri)));
  }

  #inProject({ files, unserved }: DiagnosticsReport, uris: readonly string[]): DiagnosticsReport {
    const originals = new Map(uris.map((uri) => [this.#uriOf(uri), uri]));
    return {
      files: files.map(({ uri, diagnostics }) => ({
        uri: originals.get(uri) ?? uri,
        diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, message: this.#copy.named(diagnostic.message) })),
      })),
      unserved: unserved.map((uri) => originals.get(uri) ?? uri),
    };
  }
}

async function pathsOf(documents: HeadlessDocuments, signal: AbortSignal): Promise<readonly string[]> {
  return (await documents.versioned(signal)).map(({ path }) => path);
}

async function carryOut(copy: ProjectCopy, files: readonly PlannedFile[]): Promise<void> {
  for (const { uri, movedFrom, after } of files) {
    if (movedFrom !== undefined) await copy.remove(pathOf(movedFrom));
    if (after === undefined) await copy.remove(pathOf(uri));
  }
  for (const { uri, movedFrom, after } of files) if (after !== undefined) await put(copy, pathOf(uri), after, movedFrom);
}

// What is not text is only ever moved, or stays.
async function put(copy: ProjectCopy, path: string, after: PlannedText, movedFrom: string | undefined): Promise<void> {
  if (!('text' in after)) {
    if (movedFrom !== undefined) await copy.copyOf(path, pathOf(movedFrom));
  } else if (after.link) await copy.link(path, after.text.replace(/^-> /, '').trimEnd());
  else await copy.write(path, encoded(after.text, after.encoding));
}

function encoded(text: string, encoding = 'utf8'): Buffer {
  const unicode = /^utf-16[lb]e$/.test(encoding);
  return bytesOf({ text, encoding: unicode ? encoding.replace('-', '') : encoding, byteOrderMark: unicode }, 'a copy');
}
