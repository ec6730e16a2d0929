// The documents that an engine holds open: as few as it needs, each with the text as Documents has it.
import { untilAborted } from '../../../../../base/waiting/abort.ts';
import { cancelled, IdeError } from '../../../../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../../../../ide/text.ts';
import type { DiskChange, DiskDocuments } from '../../../../../machine/files/diskChanges.ts';
import type { LspClient } from '../../../../../wire/lspClient.ts';

interface OpenDocument {
  // Counted by us: what the server has been sent.
  version: number;
  // Counted by Documents: what that text was.
  readVersion: number;
  // Somebody needs it open, so it is not closed to make room.
  pinned: boolean;
}

// Agents work on a handful of files at a time; more than this only costs the engine memory.
const MOST_UNPINNED = 32;
// The version of a text that Documents never had.
const PLANNED = -1;

export class OpenDocuments {
  readonly #client: LspClient;
  readonly #documents: DiskDocuments;
  readonly #languageOf: (uri: string) => string;
  // Called before the server is sent a text of a document, so that whatever it said about an earlier one can be forgotten.
  readonly #sending: (uri: string) => void;
  // What the server is sent in place of a text, and whether that must be sent as a file that is opened, also where it is open.
  readonly #sent: (uri: string, text: string) => { readonly text: string; readonly anew: boolean };
  // In the order of their last use.
  readonly #open = new Map<string, OpenDocument>();
  // Being read in order to be opened.
  readonly #opening = new Set<string>();
  readonly #stale = new Set<string>();
  // What the server takes for the texts of these is only planned; what happens to them on disk waits.
  #planned: ReadonlyMap<string, string> = new Map();
  #openings = 0;
  #refreshing: Promise<void> | undefined;

  constructor(
    client: LspClient,
    documents: DiskDocuments,
    languageOf: (uri: string) => string,
    sending: (uri: string) => void,
    sent: (uri: string, text: string) => { readonly text: string; readonly anew: boolean },
  ) {
    this.#client = client;
    this.#documents = documents;
    this.#languageOf = languageOf;
    this.#sending = sending;
    this.#sent = sent;
  }

  get size(): number {
    return this.#open.size;
  }

  // How many documents were opened so far.
  get openings(): number {
    return this.#openings;
  }

  // The server takes for texts what is only planned.
  get showsPlan(): boolean {
    return this.#planned.size > 0;
  }

  has(uri: string): boolean {
    return this.#open.has(uri);
  }

  // The version that the server has of an open document.
  versionOf(uri: string): number | undefined {
    return this.#open.get(uri)?.version;
  }

  async open(uri: string, signal: AbortSignal): Promise<void> {
    await this.#ensure(uri, signal);
    this.#makeRoom();
  }

  // Stays open until it is deleted or closed by name.
  async pin(uri: string, signal: AbortSignal): Promise<void> {
    const document = await this.#ensure(uri, signal);
    document.pinned = true;
  }

  // False when the file cannot be read as text: then it holds nothing to be found.
  async pinText(uri: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.pin(uri, signal);
      return true;
    } catch (error) {
      if (error instanceof IdeError && error.code !== 'cancelled') return false;
      throw error;
    }
  }

  // For a server that remembers what a deleted file held.
  openEmpty(uri: string): void {
    if (!this.#open.has(uri)) this.#opened(uri, '', PLANNED);
  }

  unpin(uri: string): void {
    const document = this.#open.get(uri);
    if (document !== undefined) document.pinned = false;
    this.#makeRoom();
  }

  close(uri: string): void {
    if (!this.#open.delete(uri)) return;
    this.#stale.delete(uri);
    this.#client.notify('textDocument/didClose', { textDocument: { uri } });
  }

  // Called synchronously, before anyone can ask: texts that have changed are sent before the next request.
  changed(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      // They are all sent again as soon as the plan has been looked at.
      if (this.#planned.has(uri)) continue;
      if (this.#open.has(uri) && kind === 'deleted') this.close(uri);
      // What is just being read may be the old text.
      else if (this.#open.has(uri) || this.#opening.has(uri)) this.#stale.add(uri);
    }
  }

  // Returns once the server has been sent every text that is known to have changed.
  async refresh(signal: AbortSignal): Promise<void> {
    while (this.#stale.size > 0 || this.#refreshing !== undefined) {
      // One refresh serves everyone who waits, so it must not end with the call that happened to start it.
      this.#refreshing ??= this.#refreshStale(new AbortController().signal).finally(() => {
        this.#refreshing = undefined;
      });
      await untilAborted(this.#refreshing, signal, cancelled);
    }
  }

  // Closes every open document and opens it with its text of now, so that the server reads it and what it includes anew.
  async reopenAll(signal: AbortSignal): Promise<void> {
    await this.refresh(signal);
    for (const [uri, document] of [...this.#open]) {
      const snapshot = await this.#readOrNothing(uri, signal);
      if (snapshot === undefined || this.#open.get(uri) !== document) continue;
      document.readVersion = snapshot.version;
      this.#reopen(uri, document, this.#sent(uri, snapshot.text).text);
    }
  }

  // Shows the server these texts for as long as the work takes; whoever calls sees to it that nobody else asks meanwhile.
  async overlaid<Value>(texts: ReadonlyMap<string, string>, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.refresh(signal);
    const before = new Set(this.#open.keys());
    try {
      this.#show(texts);
      return await work();
    } finally {
      for (const uri of this.#endPlan()) {
        if (before.has(uri)) this.#stale.add(uri);
        else this.close(uri);
      }
      await this.refresh(new AbortController().signal);
    }
  }

  // The same as changes of what is open with its own text; see `plansAsChanges`.
  async overlaidAsChanges<Value>(texts: ReadonlyMap<string, string>, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.refresh(signal);
    const before = new Set(this.#open.keys());
    for (const uri of texts.keys()) await this.#openAsItIs(uri, signal);
    try {
      this.#show(texts);
      return await work();
    } finally {
      for (const uri of this.#endPlan()) this.#stale.add(uri);
      await this.refresh(new AbortController().signal);
      for (const uri of texts.keys()) if (!before.has(uri)) this.close(uri);
    }
  }

  #show(texts: ReadonlyMap<string, string>): void {
    this.#planned = texts;
    for (const [uri, text] of texts) {
      const document = this.#open.get(uri);
      if (document === undefined) this.#opened(uri, text, PLANNED);
      else this.#change(uri, document, text);
    }
  }

  // The open documents whose texts were only planned, and must be sent again or closed.
  #endPlan(): readonly string[] {
    const shown = [...this.#planned.keys()].flatMap((uri) => {
      const document = this.#open.get(uri);
      return document === undefined ? [] : [{ uri, document }];
    });
    this.#planned = new Map();
    for (const { document } of shown) document.readVersion = PLANNED;
    return shown.map(({ uri }) => uri);
  }

  // A file that does not exist has no text yet.
  async #openAsItIs(uri: string, signal: AbortSignal): Promise<void> {
    const snapshot = this.#open.has(uri) ? undefined : await this.#readOrNothing(uri, signal);
    if (snapshot !== undefined && !this.#open.has(uri)) this.#opened(uri, snapshot.text, snapshot.version);
  }

  #change(uri: string, document: OpenDocument, text: string): void {
    const sent = this.#sent(uri, text);
    if (sent.anew) {
      this.#reopen(uri, document, sent.text);
      return;
    }
    document.version += 1;
    this.#sending(uri);
    this.#client.notify('textDocument/didChange', { textDocument: { uri, version: document.version }, contentChanges: [{ text: sent.text }] });
  }

  // Versions go on, so that nobody takes what is said about an earlier text for what is said about this one.
  #reopen(uri: string, document: OpenDocument, text: string): void {
    document.version += 1;
    this.#sending(uri);
    this.#client.notify('textDocument/didClose', { textDocument: { uri } });
    this.#client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: this.#languageOf(uri), version: document.version, text },
    });
  }

  async #refreshStale(signal: AbortSignal): Promise<void> {
    for (const uri of [...this.#stale]) {
      this.#stale.delete(uri);
      const snapshot = await this.#readOrNothing(uri, signal);
      const document = this.#open.get(uri);
      if (document === undefined) continue;
      if (snapshot === undefined) this.close(uri);
      else if (snapshot.version !== document.readVersion) {
        document.readVersion = snapshot.version;
        this.#change(uri, document, snapshot.text);
      }
    }
  }

  async #ensure(uri: string, signal: AbortSignal): Promise<OpenDocument> {
    const known = this.#open.get(uri);
    if (known !== undefined) {
      this.#open.delete(uri);
      this.#open.set(uri, known);
      return known;
    }
    const snapshot = await this.#readToOpen(uri, signal);
    // Two calls may have read the same file at once; only the first opens it.
    const meanwhile = this.#open.get(uri);
    if (meanwhile !== undefined) return meanwhile;
    return this.#opened(uri, snapshot.text, snapshot.version);
  }

  #opened(uri: string, text: string, readVersion: number): OpenDocument {
    const document = { version: 1, readVersion, pinned: false };
    this.#open.set(uri, document);
    this.#openings += 1;
    const sent = this.#sent(uri, text);
    this.#sending(uri);
    this.#client.notify('textDocument/didOpen', { textDocument: { uri, languageId: this.#languageOf(uri), version: 1, text: sent.text } });
    return document;
  }

  async #readToOpen(uri: string, signal: AbortSignal): Promise<TextSnapshot> {
    this.#opening.add(uri);
    try {
      return await this.#documents.read(uri, signal);
    } finally {
      this.#opening.delete(uri);
    }
  }

  #makeRoom(): void {
    const unpinned = [...this.#open].filter(([uri, document]) => !document.pinned && !this.#planned.has(uri));
    for (const [uri] of unpinned.slice(0, Math.max(0, unpinned.length - MOST_UNPINNED))) this.close(uri);
  }

  // A file that has gone since we heard of it is closed; what it was is of no interest any more.
  async #readOrNothing(uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
    try {
      return await this.#documents.read(uri, signal);
    } catch (error) {
      if (error instanceof IdeError) return undefined;
      throw error;
    }
  }
}
