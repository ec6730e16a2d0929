// Lays out code with the project's own formatter, given the text and asked for another: it never writes a file itself.

import { dirname, relative } from 'node:path';
import { pathOf } from '../../../base/files/fileUri.ts';
import { Bound } from '../../../base/waiting/abort.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { Answer } from '../../../ide/answer.ts';
import type { Documents } from '../../../ide/doors/documents.ts';
import type { Formatted, Formatting } from '../../../ide/doors/formatting.ts';
import { formatterFailed, formatterMissing, noFormatter } from '../../../ide/errors/editErrors.ts';
import { cancelled, IdeError, timedOut, unsupportedByEngine } from '../../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../../ide/execution.ts';
import type { Project } from '../../../ide/ide.ts';
import type { Range, TextSnapshot } from '../../../ide/text.ts';
import { editedText, type TextEdit } from '../../../ide/workspaceEdit.ts';
import { trackedAmong, whyNotTracked } from '../../../machine/git/trackedFiles.ts';
import type { Processes } from '../../../machine/processes/processes.ts';
import { SpawnError } from '../../../machine/processes/spawnedProcess.ts';
import type { FormattedFile, FormatterRow } from './formatterRow.ts';
import { formatterRows } from './formatterRows.ts';
import { commandOf, wantedFormatter } from './wantedFormatter.ts';

export interface FormattingDependencies {
  readonly project: Project;
  readonly documents: Documents;
  // Who does it where the project has no formatter of its own.
  readonly byEngine: LayoutEngine;
  readonly processes: Processes;
}

// Throws unsupported or no_engine where nobody can.
export type LayoutEngine = (
  document: TextSnapshot,
  does: FormatterRow['does'],
  range: Range | undefined,
  signal: AbortSignal,
) => Promise<Answer<readonly TextEdit[]>>;

// ESLint with types of a large project; others take less than a second.
const LONGEST_RUN = seconds(60);
const NO_CONFIGURATION = 'The project configures no formatter for it.';

export class HeadlessFormatting implements Formatting {
  readonly #room: FormattingDependencies;

  constructor(room: FormattingDependencies) {
    this.#room = room;
  }

  async format(uri: string, range: Range | undefined, signal: AbortSignal): Promise<Formatted> {
    const document = await this.#room.documents.read(uri, signal);
    return (await this.#byProject('layout', document, range, signal)) ?? this.#byEngine(document, 'layout', range, signal);
  }

  async organizeImports(uri: string, signal: AbortSignal): Promise<Formatted> {
    const document = await this.#room.documents.read(uri, signal);
    return (await this.#byProject('imports', document, undefined, signal)) ?? this.#byEngine(document, 'imports', undefined, signal);
  }

  // Undefined where the project wants none, or may not run any.
  async #byProject(does: FormatterRow['does'], document: TextSnapshot, range: Range | undefined, signal: AbortSignal): Promise<Formatted | undefined> {
    const { path: root } = this.#room.project;
    const file = { path: pathOf(document.uri), root };
    if (this.#whyLeftOut(does, file) !== undefined) return undefined;
    const wanted = wantedFormatter(formatterRows, does, file);
    if (wanted === undefined) return undefined;
    const { row, configuration } = wanted;
    const [program, ...first] = commandOf(row, file) ?? [];
    // Where nothing in the project asks for it, its engine may do as well.
    if (program === undefined && configuration === undefined) return undefined;
    if (program === undefined) throw formatterMissing(row.name, relative(root, configuration ?? ''), row.install);
    if (range !== undefined && row.rangeArgs === undefined) throw unsupportedByEngine(row.name, 'it lays out whole files only; leave out the lines');
    const args = [...first, ...row.args(file, range === undefined ? [] : (row.rangeArgs?.(range, document) ?? []))];
    const text = await this.#run(row, { program, args, cwd: dirname(configuration ?? file.path) }, document, signal);
    return { text, by: row.name, notes: [] };
  }

  // Why the formatter that the project brings is not run, as the end of a sentence.
  #whyLeftOut(does: FormatterRow['does'], file: FormattedFile): string | undefined {
    const why = whyNothingRuns(this.#room.project);
    if (why !== undefined) return why;
    const wanted = wantedFormatter(formatterRows, does, file);
    const tracked = wanted && trackedAmong(file.root, commandOf(wanted.row, file) ?? []);
    return tracked === undefined ? undefined : whyNotTracked(tracked);
  }

  async #run(row: FormatterRow, command: { program: string; args: string[]; cwd: string }, document: TextSnapshot, signal: AbortSignal): Promise<string> {
    using bound = new Bound(signal, LONGEST_RUN);
    const finished = await this.#room.processes.run(command, bound.signal, document.text).catch((error: unknown) => {
      if (signal.aborted) throw cancelled();
      if (bound.passed) throw timedOut(row.name, `${LONGEST_RUN / seconds(1)} s`);
      throw error instanceof SpawnError ? formatterFailed(row.name, error.message) : error;
    });
    const { code, stdout, stderr } = finished;
    if (!(row.fine ?? [0]).includes(code ?? -1)) throw formatterFailed(row.name, firstLines(stderr || stdout));
    const text = row.textIn === undefined ? stdout : (row.textIn(stdout) ?? document.text);
    // A formatter that prints nothing of a text has failed, whatever it says.
    if (text === '' && document.text.trim() !== '') throw formatterFailed(row.name, firstLines(stderr) || 'it printed nothing');
    return text;
  }

  async #byEngine(document: TextSnapshot, does: FormatterRow['does'], range: Range | undefined, signal: AbortSignal): Promise<Formatted> {
    const { byEngine, project } = this.#room;
    const why = this.#whyLeftOut(does, { path: pathOf(document.uri), root: project.path });
    const notes = why === undefined ? [] : [`The project’s own formatter was not run: ${why}.`];
    try {
      const answer = await byEngine(document, does, range, signal);
      return { text: editedText(document, answer.value), by: answer.engine ?? '', notes: [...notes, ...(answer.notes ?? [])] };
    } catch (error) {
      if (!(error instanceof IdeError) || !['unsupported', 'no_engine'].includes(error.code)) throw error;
      throw noFormatter(relative(project.path, pathOf(document.uri)), does, `${error.message} ${notes[0] ?? NO_CONFIGURATION}`);
    }
  }
}

function firstLines(text: string): string {
  return text.trim().split('\n').slice(0, 6).join('\n');
}
