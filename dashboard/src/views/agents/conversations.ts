// What the page has of each conversation: everything once, and from then on what is new, one question at a time.
import { type Signal, signal } from '@preact/signals';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import type { ConversationEntry, ConversationNews, ShownConversation } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { ask, shownError } from '../../wire/asking.ts';

class Conversation {
  readonly id: string;
  readonly session: Signal<ShownConversation | undefined> = signal(undefined);
  readonly entries: Signal<readonly ConversationEntry[]> = signal([]);
  readonly failed: Signal<ShownError | undefined> = signal(undefined);
  #revision = 0;
  #wanted = 0;
  #isAsking = false;

  constructor(id: string) {
    this.id = id;
  }

  // Its row says that so much is there.
  async want(revision: number): Promise<void> {
    this.#wanted = revision;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#revision < this.#wanted || this.session.peek() === undefined) {
        const last = this.entries.peek().at(-1);
        const has = last !== undefined && 'text' in last ? { number: last.number, length: last.text.length } : undefined;
        const news = await ask('conversation.read', { id: this.id, since: this.#revision, ...(has !== undefined && { has }) });
        this.#apply(news);
        this.failed.value = undefined;
      }
    } catch (thrown) {
      this.failed.value = shownError(thrown);
    } finally {
      this.#isAsking = false;
    }
  }

  #apply({ revision, session, entries, first, isWhole }: ConversationNews): void {
    const known = new Map((isWhole === true ? [] : this.entries.peek()).map((entry) => [entry.number, entry]));
    for (const { entry, from } of entries) {
      const before = known.get(entry.number);
      const grows = from !== undefined && before !== undefined && 'text' in before && 'text' in entry;
      known.set(entry.number, grows ? { ...entry, text: before.text.slice(0, from) + entry.text } : entry);
    }
    this.#revision = revision;
    this.session.value = session;
    this.entries.value = [...known.values()].filter(({ number }) => number >= first).sort((a, b) => a.number - b.number);
  }
}

const conversations = new Map<string, Conversation>();

export function conversation(id: string): Conversation {
  const known = conversations.get(id) ?? new Conversation(id);
  conversations.set(id, known);
  return known;
}
