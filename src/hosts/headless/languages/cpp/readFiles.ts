// The files that clangd has read: what they hold stays in its index when they are closed, so all of them can be known while a few are held open.
import { Bound } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';

// Each open file is kept parsed, with everything that it includes.
const MOST_HELD = 60;
// Read at once; the next are opened when these have been.
const AT_ONCE = 20;
// It was sent, by whomever, and nobody has waited until it was read.
const UNREAD = -1;

export class ReadFiles {
  readonly #session: EngineSession;
  // Each with the state of the headers in which it was read.
  readonly #read = new Map<string, number>();
  // Open on purpose, those first that were not needed for the longest time.
  readonly #held = new Set<string>();
  // The index has of these what they were, whatever they hold now.
  readonly #outdated = new Set<string>();
  readonly #gone = new Set<string>();
  #headers = 0;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  // A text of it goes to clangd: its own, or one that is only planned.
  sent(uri: string): void {
    if (this.#session.documents.showsPlan) this.#outdate(uri);
    else if (!this.#read.has(uri)) this.#read.set(uri, UNREAD);
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      const isKnown = this.#read.has(uri) || this.#outdated.has(uri);
      if (kind === 'deleted' && isKnown) this.#gone.add(uri);
      if (kind === 'deleted') for (const known of [this.#read, this.#held, this.#outdated]) known.delete(uri);
      else if (this.#gone.delete(uri) || (isKnown && !this.#held.has(uri))) this.#outdate(uri);
    }
  }

  // Those that are open are opened again by whoever calls; the others when they are needed.
  headersChanged(): void {
    this.#headers += 1;
  }

  // Returns once these are read as they are, with a sentence about those for which there was no time. Whoever asks again goes on from there.
  async read(uris: readonly string[], longest: number, signal: AbortSignal): Promise<string | undefined> {
    using bound = new Bound(signal, longest);
    for (const uri of uris) if (this.#held.delete(uri)) this.#held.add(uri);
    const wanted = [...new Set([...this.#outdated, ...uris])].filter((uri) => languageIn(this.#session.row, uri) !== undefined && !this.#isRead(uri));
    const left = [...wanted];
    try {
      await this.#emptyGone(bound.signal);
      while (left.length > 0) {
        const next = left.slice(0, AT_ONCE);
        await this.#hold(next, bound.signal);
        await this.#published(next, longest, bound.signal);
        left.splice(0, next.length);
      }
      // Those that were open may have got other texts.
      await this.#published([...this.#held], longest, bound.signal);
      return undefined;
    } catch (error) {
      if (signal.aborted || !bound.passed) throw error;
      if (left.length === 0) return `${this.#session.name} is still reading.`;
      return `${left.length} of ${wanted.length} files that may hold it are not read yet: ${this.#session.name} needs more than ${longest / seconds(1)} s. Ask again to go on.`;
    }
  }

  #isRead(uri: string): boolean {
    return this.#held.has(uri) || this.#read.get(uri) === this.#headers;
  }

  #outdate(uri: string): void {
    this.#read.delete(uri);
    this.#outdated.add(uri);
  }

  async #hold(uris: readonly string[], signal: AbortSignal): Promise<void> {
    for (const uri of uris) {
      // A file that cannot be read as text holds nothing to be found.
      if (await this.#session.documents.pinText(uri, signal)) this.#held.add(uri);
      else this.#known(uri);
    }
    for (const uri of [...this.#held].slice(0, Math.max(0, this.#held.size - MOST_HELD))) {
      this.#held.delete(uri);
      this.#session.documents.unpin(uri);
    }
  }

  // It reads in threads of its own, and puts a file into its index before it publishes the diagnostics of that version.
  async #published(uris: readonly string[], longest: number, signal: AbortSignal): Promise<void> {
    const { documents, published } = this.#session;
    await documents.refresh(signal);
    await Promise.all(
      uris.map(async (uri) => {
        const headers = this.#headers;
        if (documents.has(uri)) await published.until(uri, documents.versionOf(uri), longest, signal);
        // It went while it was to be read.
        else this.#held.delete(uri);
        if (headers === this.#headers) this.#known(uri);
      }),
    );
  }

  #known(uri: string): void {
    this.#read.set(uri, this.#headers);
    this.#outdated.delete(uri);
  }

  // What a deleted file held would stay in the index; of an empty one nothing does.
  async #emptyGone(signal: AbortSignal): Promise<void> {
    const { documents, published } = this.#session;
    const gone = [...this.#gone];
    for (const uri of gone) documents.openEmpty(uri);
    await Promise.all(gone.map((uri) => published.until(uri, documents.versionOf(uri), seconds(10), signal)));
    for (const uri of gone) {
      this.#gone.delete(uri);
      this.#read.delete(uri);
      documents.close(uri);
    }
  }
}
