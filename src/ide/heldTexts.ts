// The texts that a person's editors hold over the files of a project: whoever writes those files changes what is open where the person sees it.

export interface HeldTexts {
  // What an editor shows, or holds unsaved, of this file; undefined where only the disk knows it.
  at(uri: string): HeldText | undefined;
  // Gives them new texts, all as one step of the editor's own undo, and saves those that held nothing unsaved before.
  // Throws changed_meanwhile, with every text as it was, when one of them is another by then.
  write(changes: readonly HeldChange[]): Promise<WrittenTexts>;
  // Called when the editor's own undo or redo has given a file this text.
  onUndo(listener: (undone: UndoneText) => void): Disposable;
}

export interface HeldText {
  readonly text: string;
  readonly isUnsaved: boolean;
  // An editor has one for all lines.
  readonly lineBreak: '\n' | '\r\n';
}

export interface HeldChange {
  readonly uri: string;
  readonly before: string;
  readonly after: string;
}

export interface WrittenTexts {
  // On disk now; what an editor does when it saves, such as to lay out code, has been done.
  readonly saved: readonly string[];
  // Only in the editor, because a person had text in it that is not saved, or because it could not be saved.
  readonly unsaved: readonly string[];
}

export interface UndoneText {
  readonly uri: string;
  readonly text: string;
  readonly by: 'undo' | 'redo';
}
