// One file between three places: what is typed here, what the daemon keeps unsaved, and the disk. Nothing that was typed is ever given up without the person's word.
import { batch, signal } from '@preact/signals';
import type { EditorPlace, EditorRow, EditorText, EditorWrite } from '../../../../src/dashboard/protocol/editor.ts';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import type { AnswerOf, ParamsOf } from '../../../../src/dashboard/protocol/methods.ts';

// What the person sees and types.
export interface TypedText {
  text(): string;
  // Shows another one in its place; what was there can be brought back by undo.
  replace(text: string): void;
}

export interface DocumentParts {
  readonly place: EditorPlace;
  readonly typed: TypedText;
  ask<Name extends Asked>(method: Name, params: ParamsOf<Name>): Promise<AnswerOf<Name>>;
  errorOf(thrown: unknown): ShownError;
  after(milliseconds: number, work: () => void): () => void;
}

type Asked = 'editor.read' | 'editor.write' | 'editor.save' | 'editor.discard';

// disk: the file is another one than this text was made from. window: another window has written meanwhile, and neither is saved.
export type Conflict = 'disk' | 'gone' | 'window';

const BETWEEN_WRITES = 300;

export class FileDocument {
  // What is typed is not what the disk holds.
  readonly isUnsaved = signal(false);
  readonly isSaving = signal(false);
  readonly conflict = signal<Conflict | undefined>(undefined);
  readonly failure = signal<ShownError | undefined>(undefined);
  readonly readOnly = signal<string | undefined>(undefined);
  // Grows when the disk holds another text.
  readonly diskVersion = signal(0);
  // Hash of what the daemon keeps unsaved.
  readonly kept = signal<string | undefined>(undefined);
  readonly #parts: DocumentParts;
  // As the daemon said it last.
  #disk: EditorText['disk'];
  // Hash of the text on disk that the typed one is made from.
  #base: string | undefined;
  // The text that it had last, unsaved or not: what differs from it was not sent.
  #agreed: string;
  // Of the row: how often the file had changed on disk.
  #seen: number | undefined;
  #turn: Promise<void> = Promise.resolve();
  #cancelWrite: (() => void) | undefined;

  constructor(first: EditorText, parts: DocumentParts) {
    this.#parts = parts;
    this.#agreed = textOf(first);
    this.#take(first);
  }

  // Something that is not with the daemon yet.
  get hasUnsent(): boolean {
    return this.#parts.typed.text() !== this.#agreed;
  }

  // Called with every change of the typed text.
  typed(): void {
    this.#look();
    this.#cancelWrite ??= this.#parts.after(BETWEEN_WRITES, () => void this.flush());
  }

  // Reads again where the newest row of the tab is about another state.
  follow(newest: () => EditorRow | undefined): Promise<void> {
    return this.#inTurn(async () => {
      const row = newest();
      if (row === undefined || (row.disk === this.#seen && row.unsaved === this.kept.peek())) return;
      this.#seen = row.disk;
      await this.#read();
    });
  }

  // After the connection was lost, another daemon may answer.
  async reconnect(): Promise<void> {
    await this.#inTurn(() => this.#read());
    await this.flush();
  }

  flush(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    return this.#inTurn(() => this.#write());
  }

  save(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    return this.#inTurn(() => this.#save());
  }

  // Over what the disk or the other window holds.
  async keepMine(): Promise<void> {
    await this.#inTurn(async () => {
      const isWithWindow = this.conflict.peek() === 'window';
      if (!isWithWindow) this.#base = this.#disk?.hash;
      this.conflict.value = undefined;
      await (isWithWindow ? this.#write() : this.#save());
    });
  }

  async takeTheirs(): Promise<void> {
    await this.#inTurn(async () => {
      const kept = this.kept.peek();
      if (this.conflict.peek() !== 'window' && kept !== undefined) await this.#parts.ask('editor.discard', { ...this.#parts.place, expects: kept });
      const answer = await this.#parts.ask('editor.read', this.#parts.place);
      this.#agreed = this.#parts.typed.text();
      this.#take(answer);
    });
  }

  // One after another, so that each knows what came of the last.
  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(async () => {
      try {
        await work();
        this.failure.value = undefined;
      } catch (thrown) {
        this.failure.value = this.#parts.errorOf(thrown);
      }
    });
    this.#turn = mine;
    return mine;
  }

  async #read(): Promise<void> {
    this.#take(await this.#parts.ask('editor.read', this.#parts.place));
  }

  async #write(): Promise<void> {
    if (!this.hasUnsent || this.conflict.peek() === 'window') return;
    const text = this.#parts.typed.text();
    try {
      const { unsaved } = await this.#parts.ask('editor.write', this.#written(text));
      this.#agreed = text;
      this.kept.value = unsaved;
      // It is the text of the disk again, whichever that is by now.
      if (unsaved === undefined) await this.#read();
    } catch (thrown) {
      await this.#readAfter(thrown);
    }
  }

  async #save(): Promise<void> {
    if (this.conflict.peek() !== undefined) return;
    const text = this.#parts.typed.text();
    if (text === this.#disk?.text && this.kept.peek() === undefined) return;
    this.isSaving.value = true;
    try {
      const { hash } = await this.#parts.ask('editor.save', this.#written(text));
      this.#agreed = text;
      this.kept.value = undefined;
      this.#base = hash;
      this.#onDisk({ text, hash });
      this.#look();
    } catch (thrown) {
      await this.#readAfter(thrown);
    } finally {
      this.isSaving.value = false;
    }
  }

  // What is in the way is a conflict to be shown, not a failure.
  async #readAfter(thrown: unknown): Promise<void> {
    const { code } = this.#parts.errorOf(thrown);
    if (code !== 'changed_on_disk' && code !== 'unsaved_elsewhere') throw thrown;
    await this.#read();
  }

  #written(text: string): EditorWrite {
    const kept = this.kept.peek();
    return { ...this.#parts.place, text, ...(this.#base !== undefined && { base: this.#base }), ...(kept !== undefined && { expects: kept }) };
  }

  #take(answer: EditorText): void {
    const theirs = textOf(answer);
    const mine = this.#parts.typed.text();
    const isOthers = answer.unsaved?.hash !== this.kept.peek() && answer.unsaved !== undefined;
    batch(() => {
      this.readOnly.value = answer.readOnly;
      this.#onDisk(answer.disk);
      if (mine === theirs || mine === this.#agreed) {
        if (mine !== theirs) this.#parts.typed.replace(theirs);
        this.#agreed = theirs;
        this.#base = answer.unsaved === undefined ? answer.disk?.hash : answer.unsaved.base;
      } else if (answer.unsaved === undefined) this.#agreed = theirs;
      this.kept.value = answer.unsaved?.hash;
      this.#look();
      if (this.hasUnsent && isOthers) {
        this.#agreed = theirs;
        this.conflict.value = 'window';
      }
    });
  }

  #onDisk(disk: EditorText['disk']): void {
    if (disk?.hash !== this.#disk?.hash) this.diskVersion.value += 1;
    this.#disk = disk;
  }

  #look(): void {
    const isUnsaved = this.#parts.typed.text() !== this.#disk?.text;
    this.isUnsaved.value = isUnsaved;
    if (this.conflict.peek() === 'window' && this.hasUnsent) return;
    this.conflict.value = !isUnsaved || this.#base === this.#disk?.hash ? undefined : this.#disk === undefined ? 'gone' : 'disk';
  }
}

function textOf({ unsaved, disk }: EditorText): string {
  return unsaved?.text ?? disk?.text ?? '';
}
