// Checks a plan in a private copy of the project, with engines of its own that end with the answer.

import { pathOf, uriOf } from '../../../base/files/fileUri.ts';
import { isInside } from '../../../base/files/realFolder.ts';
import { systemErrorCode } from '../../../base/files/systemError.ts';
import type { Log } from '../../../base/log.ts';
import { Bound } from '../../../base/waiting/abort.ts';
import { minutes } from '../../../base/waiting/duration.ts';
import { type Answer, complete, incomplete } from '../../../ide/answer.ts';
import type { ChangePlan, PlannedFile, PlannedText } from '../../../ide/doors/changes.ts';
import type { Copies, Uncopied } from '../../../ide/doors/copies.ts';
import type { DiagnosticsReport, Progress } from '../../../ide/doors/languages.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import { type HeadlessDocuments, openDiskDocuments } from '../../../machine/files/diskDocuments.ts';
import { bytesOf } from '../../../machine/files/textFile.ts';
import type { Processes } from '../../../machine/processes/processes.ts';
import { catalogue } from '../languages/catalogue.ts';
import { RowsByName } from '../languages/engine/languageFiles.ts';
import type { HeadlessLanguages } from '../languages/headlessLanguages.ts';
import { openLanguages } from '../languages/linkedLanguages.ts';
import { editableElsewhere } from './editableInstalls.ts';
import { ProjectCopy, removeAbandonedCopies, TooLarge } from './projectCopy.ts';

export interface CopiesParts {
  readonly project: Project;
  readonly documents: HeadlessDocuments;
  readonly languages: HeadlessLanguages;
  readonly processes: Processes;
  readonly log: Log;
}

// A project whose engines were too slow once will not be quicker with the next edit.
const SLOW_FOR = minutes(10);

export class HeadlessCopies implements Copies {
  readonly #parts: CopiesParts;
  #slowUntil = 0;
  #hasCleared = false;

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

  async #reason(uris: readonly string[]): Promise<string | undefined> {
    const { project, languages } = this.#parts;
    if (process.platform === 'win32') return 'a copy to check it in needs links, which Windows does not let everyone make.';
    if (performance.now() < this.#slowUntil) return TOO_SLOW;
    if (!uris.every((uri) => isInside(project.path, pathOf(uri)))) return 'a copy has no files from outside of the project.';
    const refusing = uris.flatMap((uri) => rows.find(uri) ?? []).find(({ checksCopies }) => checksCopies !== true);
    if (refusing !== undefined) return `${refusing.id} is not asked in a copy of the project.`;
    return uris.some((uri) => languages.languageOf(uri) === 'python') ? editableElsewhere(project.path) : undefined;
  }

  async #checked({ files }: Pick<ChangePlan, 'files'>, uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    const { project, documents, processes, log } = this.#parts;
    const versioned = await documents.versioned(signal);
    await using copy = await ProjectCopy.make(
      project.path,
      versioned.map(({ path }) => path),
      signal,
    );
    await carryOut(copy, files);
    const copied = await openDiskDocuments({ root: copy.root, stateFolder: copy.stateFolder, processes, log });
    const languages = openLanguages({ root: copy.root, trusted: project.trusted, runsDenied: project.runsDenied, documents: copied, processes, log });
    try {
      const answer = await languages.check({ uris: uris.map((uri) => uriOf(copy.copied(pathOf(uri)))), linted: [] }, signal, progress);
      const report = inProject(answer.value.compiled, uris, copy);
      return answer.complete ? complete(report) : incomplete(report, copy.named(answer.why));
    } finally {
      await languages.close();
      copied.close();
    }
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

function inProject({ files, unserved }: DiagnosticsReport, uris: readonly string[], copy: ProjectCopy): DiagnosticsReport {
  const originals = new Map(uris.map((uri) => [uriOf(copy.copied(pathOf(uri))), uri]));
  return {
    files: files.map(({ uri, diagnostics }) => ({
      uri: originals.get(uri) ?? uri,
      diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, message: copy.named(diagnostic.message) })),
    })),
    unserved: unserved.map((uri) => originals.get(uri) ?? uri),
  };
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
