// Files that a person has open: what they hold there is what a change is planned from, and where it is made.
import { resolve } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import { unsavedText } from '../../ide/errors/editorErrors.ts';
import { binaryFile, changedMeanwhile } from '../../ide/errors/errors.ts';
import type { HeldChange, HeldText, HeldTexts, WrittenTexts } from '../../ide/heldTexts.ts';
import { bytesOf, type TextFile, textFileOf } from '../files/textFile.ts';
import { type FileState, fileStateAt, isSameState } from './fileState.ts';
import type { ChangeRecord, FileStep } from './record.ts';
import type { PlannedStep } from './workingCopy.ts';

// A step that is made in an editor.
export interface HeldStep<Step extends PlannedStep = PlannedStep> extends HeldChange {
  readonly step: Step;
  // The disk holds something else than the editor did.
  readonly wasUnsaved: boolean;
}

export interface SplitSteps<Step extends PlannedStep> {
  readonly onDisk: readonly Step[];
  readonly inEditors: readonly HeldStep<Step>[];
}

export class OpenEditors {
  readonly #root: string;
  readonly #held: HeldTexts;

  constructor(root: string, held: HeldTexts) {
    this.#root = root;
    this.#held = held;
  }

  // Unsaved text is the text of its file, whatever the disk holds. The mode of a file that is not there yet is given.
  stateOf(path: string, asNamed: string, disk: FileState, newMode: number): FileState {
    const held = this.#held.at(uriOf(path));
    if (held === undefined || !held.isUnsaved || disk?.kind === 'link') return disk;
    const bytes = bytesOf({ ...styleOf(disk && textFileOf(disk.bytes)), text: held.text }, asNamed);
    // What could not be read back as it was must not be written either.
    if (textFileOf(bytes)?.text !== held.text) throw binaryFile(asNamed);
    return { kind: 'file', bytes, mode: disk?.mode ?? newMode };
  }

  // Throws unsaved_text for a file that would go, or become something else than text, while an editor holds unsaved text of it.
  split<Step extends PlannedStep>(steps: readonly Step[]): SplitSteps<Step> {
    const onDisk: Step[] = [];
    const inEditors: HeldStep<Step>[] = [];
    for (const step of steps) {
      const uri = uriOf(resolve(this.#root, step.path));
      const held = this.#held.at(uri);
      const texts = held && textsOf(step);
      if (held?.isUnsaved && texts === undefined) throw unsavedText(step.path);
      if (held === undefined || texts === undefined || !isForEditor(held, texts)) onDisk.push(step);
      else inEditors.push({ step, uri, before: texts.before.text, after: texts.after.text, wasUnsaved: held.isUnsaved });
    }
    return { onDisk, inEditors };
  }

  // Throws changed_meanwhile; then nothing is different.
  async write(steps: readonly HeldStep[]): Promise<WrittenTexts> {
    if (steps.length === 0) return { saved: [], unsaved: [] };
    const changed: string[] = [];
    for (const { step, wasUnsaved } of steps)
      if (!wasUnsaved && !isSameState(await fileStateAt(resolve(this.#root, step.path), step.path), step.before)) changed.push(step.path);
    if (changed.length > 0) throw changedMeanwhile(changed);
    return this.#held.write(steps);
  }

  // What saving made of the texts: an editor may lay out code when it saves. Undefined where they are as they were planned.
  async afterSaving<Step extends FileStep>(steps: readonly Step[], { saved }: WrittenTexts): Promise<readonly Step[] | undefined> {
    let isOther = false;
    const actual: Step[] = [];
    for (const step of steps) {
      const path = resolve(this.#root, step.path);
      const now = saved.includes(uriOf(path)) ? await fileStateAt(path, step.path) : step.after;
      isOther ||= !isSameState(now, step.after);
      actual.push({ ...step, after: now });
    }
    return isOther ? actual : undefined;
  }

  // Puts the texts of before into the editors that hold unsaved what the record says was made. Returns the paths.
  async takeBack({ steps }: ChangeRecord): Promise<readonly string[]> {
    const held = steps.flatMap((step) => {
      const uri = uriOf(resolve(this.#root, step.path));
      const texts = textsOf(step);
      const now = this.#held.at(uri);
      if (texts === undefined || now === undefined || !now.isUnsaved || now.text !== texts.after.text) return [];
      return [{ uri, before: texts.after.text, after: texts.before.text, path: step.path }];
    });
    if (held.length > 0) await this.#held.write(held);
    return held.map(({ path }) => path);
  }
}

// Of the steps that an editor's undo can take back: also those on disk, because an editor that read a file again can go back to what it showed before.
export function textSteps(root: string, steps: readonly PlannedStep[]): readonly HeldChange[] {
  return steps.flatMap((step) => {
    const texts = textsOf(step);
    return texts === undefined ? [] : [{ uri: uriOf(resolve(root, step.path)), before: texts.before.text, after: texts.after.text }];
  });
}

interface Texts {
  readonly before: TextFile;
  readonly after: TextFile;
}

// Of a file that stays where it is and stays text.
function textsOf({ before, after, movedFrom }: PlannedStep): Texts | undefined {
  if (before?.kind !== 'file' || after?.kind !== 'file' || movedFrom !== undefined) return undefined;
  const [old, fresh] = [textFileOf(before.bytes), textFileOf(after.bytes)];
  return old === undefined || fresh === undefined ? undefined : { before: old, after: fresh };
}

// An editor that holds nothing unsaved can be left to read the file again: so it is where it could not keep every byte, such as line breaks of two kinds.
function isForEditor({ text, isUnsaved, lineBreak }: HeldText, { before, after }: Texts): boolean {
  if (isUnsaved) return true;
  const isSameStyle = before.encoding === after.encoding && before.byteOrderMark === after.byteOrderMark;
  return text === before.text && isSameStyle && after.text.replaceAll(/\r\n|\r|\n/g, lineBreak) === after.text;
}

// An editor may hold characters that an old encoding lacks; it says so itself when a person saves.
function styleOf(file: TextFile | undefined): Omit<TextFile, 'text'> {
  if (file === undefined || !UNICODE.has(file.encoding)) return { encoding: 'utf8', byteOrderMark: false };
  return { encoding: file.encoding, byteOrderMark: file.byteOrderMark };
}

const UNICODE: ReadonlySet<string> = new Set(['utf8', 'utf16le', 'utf16be']);
