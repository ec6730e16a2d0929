// Contents that are remembered in case a process changes them: one file of ours, written at its end and read anywhere.
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileState } from './fileState.ts';

// Where the bytes of a file are, or what a link leads to.
export type Kept =
  | { readonly kind: 'file'; readonly mode: number; readonly offset: number; readonly length: number }
  | { readonly kind: 'link'; readonly target: string };

export class KeptContents {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #end = 0;

  constructor(path: string) {
    this.#path = path;
  }

  // How much disk it takes, with what nobody needs any more.
  get bytes(): number {
    return this.#end;
  }

  async keep(state: NonNullable<FileState>): Promise<Kept> {
    if (state.kind === 'link') return state;
    const { bytes, mode } = state;
    const offset = this.#end;
    // Taken before anybody else can write here.
    this.#end += bytes.length;
    const file = await this.#opened();
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written);
      written += bytesWritten;
    }
    return { kind: 'file', mode, offset, length: bytes.length };
  }

  async read(kept: Kept): Promise<NonNullable<FileState>> {
    if (kept.kind === 'link') return kept;
    const bytes = Buffer.alloc(kept.length);
    const file = await this.#opened();
    for (let read = 0; read < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, kept.offset + read);
      if (bytesRead === 0) throw new Error('what was remembered of the project has been cut short');
      read += bytesRead;
    }
    return { kind: 'file', bytes, mode: kept.mode };
  }

  // Everything that was kept is forgotten.
  async empty(): Promise<void> {
    this.#end = 0;
    if (this.#file !== undefined) await (await this.#file).truncate(0);
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = undefined;
    await file?.close();
    await rm(this.#path, { force: true });
  }

  // What a daemon that was killed left there is written over: only one process is the writer of a project.
  #opened(): Promise<FileHandle> {
    this.#file ??= (async () => {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      return open(this.#path, 'w+', 0o600);
    })();
    return this.#file;
  }
}
