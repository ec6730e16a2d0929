// Checks a plan in a private copy of the project, with engines of its own. Copy and engines are kept for a short while, for whoever plans the next change.

import { pathOf } from '../../../base/files/fileUri.ts';
import { isInside } from '../../../base/files/realFolder.ts';
import { systemErrorCode } from '../../../base/files/systemError.ts';
import { Bound } from '../../../base/waiting/abort.ts';
import { minutes, seconds } from '../../../base/waiting/duration.ts';
import type { Answer } from '../../../ide/answer.ts';
import type { ChangePlan } from '../../../ide/doors/changes.ts';
import type { Copies, Uncopied } from '../../../ide/doors/copies.ts';
import type { DiagnosticsReport, Progress } from '../../../ide/doors/languages.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { catalogue } from '../languages/catalogue.ts';
import { RowsByName } from '../languages/engine/languageFiles.ts';
import type { HeadlessLanguages } from '../languages/headlessLanguages.ts';
import { editableElsewhere } from './editableInstalls.ts';
import { type CopyParts, LivingCopy } from './livingCopy.ts';
import { removeAbandonedCopies } from './projectCopy.ts';
import { TooLarge } from './wantedEntries.ts';

export interface CopiesParts extends CopyParts {
  readonly languages: HeadlessLanguages;
}

// A project whose engines were too slow once will not be quicker with the next edit.
const SLOW_FOR = minutes(10);
// Who moves one file often moves the next: its engines have read everything by then. After this long they are in the way of others.
const KEPT_FOR = seconds(25);
// Engines that hold more than this are not kept for what may never be asked.
const MOST_KEPT_MB = 1_500;

export class HeadlessCopies implements Copies {
  readonly #parts: CopiesParts;
  #slowUntil = 0;
  #hasCleared = false;
  // At most one, and only while nobody uses it.
  #kept: LivingCopy | undefined;
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: CopiesParts) {
    this.#parts = parts;
  }

  async check(
    plan: Pick<ChangePlan, 'files'>,
    uris: readonly string[],
    within: number,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<Answer<DiagnosticsReport> | Uncopied> {
    const uncopied = await this.#reason([...uris, ...plan.files.flatMap(({ uri, movedFrom }) => [uri, ...(movedFrom === undefined ? [] : [movedFrom])])]);
    if (uncopied !== undefined) return { uncopied };
    if (!this.#hasCleared) await removeAbandonedCopies();
    this.#hasCleared = true;
    using bound = new Bound(signal, within);
    try {
      return await this.#checked(plan, uris, bound.signal, progress);
    } catch (error) {
      if (error instanceof TooLarge) return { uncopied: error.message };
      if (signal.aborted) throw error;
      if (!(error instanceof IdeError)) return { uncopied: whyNot(error) };
      if (!bound.passed) return { uncopied: `it could not be checked in a copy of the project: ${error.message}` };
      this.#slowUntil = performance.now() + SLOW_FOR;
      return { uncopied: TOO_SLOW };
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#ending);
    if (this.#kept !== undefined) await this.#end(this.#kept);
  }

  async #reason(uris: readonly string[]): Promise<string | undefined> {
    const { project, languages } = this.#parts;
    if (process.platform === 'win32') return 'a copy to check it in needs links, which Windows does not let everyone make.';
    if (performance.now() < this.#slowUntil) return TOO_SLOW;
    if (!uris.every((uri) => isInside(project.path, pathOf(uri)))) return 'a copy has no files from outside of the project.';
    const refusing = uris.flatMap((uri) => rows.find(uri) ?? []).find(({ checksCopies }) => checksCopies !== true);
    if (refusing !== undefined) return `${refusing.id} is not asked in a copy of the project.`;
    return uris.some((uri) => languages.languageOf(uri) === 'python') ? editableElsewhere(project.path) : undefined;
  }

  async #checked(
    { files }: Pick<ChangePlan, 'files'>,
    uris: readonly string[],
    signal: AbortSignal,
    progress: Progress,
  ): Promise<Answer<DiagnosticsReport> | Uncopied> {
    const copy = (await this.#taken(signal)) ?? (await LivingCopy.make(this.#parts, signal));
    let answer: Answer<DiagnosticsReport> | undefined;
    try {
      answer = await copy.check(files, uris, signal, progress);
    } finally {
      // One that was asked in vain may still be at it.
      await (answer === undefined ? copy[Symbol.asyncDispose]() : this.#keep(copy));
    }
    return answer ?? { uncopied: 'somebody else changed the copy in which it was checked.' };
  }

  // The one that was kept, as the project is now. Whoever comes at the same time makes another.
  async #taken(signal: AbortSignal): Promise<LivingCopy | undefined> {
    const kept = this.#kept;
    if (kept === undefined) return undefined;
    this.#kept = undefined;
    clearTimeout(this.#ending);
    let follows = false;
    try {
      follows = await kept.follow(signal);
    } catch (error) {
      // Of one that a cleaner of temporary folders has come to nothing is expected.
      if (signal.aborted || systemErrorCode(error) === undefined) throw error;
    } finally {
      if (!follows) await kept[Symbol.asyncDispose]();
    }
    return follows ? kept : undefined;
  }

  async #keep(copy: LivingCopy): Promise<void> {
    const isSmall = copy.canFollow && (await copy.memoryMb()) <= MOST_KEPT_MB;
    if (!isSmall || !copy.canFollow || this.#isClosed || this.#kept !== undefined) return copy[Symbol.asyncDispose]();
    this.#kept = copy;
    this.#ending = setTimeout(() => void this.#end(copy), KEPT_FOR).unref();
  }

  async #end(copy: LivingCopy): Promise<void> {
    if (this.#kept === copy) this.#kept = undefined;
    else return;
    await copy[Symbol.asyncDispose]().catch((error: unknown) => this.#parts.log.warn(`a copy of ${this.#parts.project.path} did not end: ${String(error)}`));
  }
}

const rows = new RowsByName(catalogue);
const TOO_SLOW = 'a copy of the project could not be checked in time.';

// Trees hold whatever people and programs put there: what cannot be copied is checked as if there were no copies. Anything else is our fault.
function whyNot(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return `a copy to check it in could not be made (${code}).`;
}
