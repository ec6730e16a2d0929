// What is particular about TypeScript 6 with components: what stands in a component and is read by nobody makes an answer incomplete.
import { basename } from 'node:path';
import { z } from 'zod';
import { pathOf } from '../../../../../base/files/fileUri.ts';
import type { Place } from '../../../../../ide/doors/languages.ts';
import type { Location, TextSnapshot } from '../../../../../ide/text.ts';
import { locationsOf } from '../../engine/answers.ts';
import { textOrNothing } from '../../engine/documents/sourceText.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import type { Next, QuestionScope } from '../../engine/middleware.ts';
import type { PartialAnswer } from '../../engine/partialAnswer.ts';
import { Typescript6 } from '../typescript6.ts';

// A template in another language than HTML, or one whose script or itself is a file of its own: what is declared there is not known in it.
const UNREAD_TEMPLATE = /<template\b[^>]*\s(?:lang\s*=\s*["']?(?!html)[\w-]|src\s*=)|<script\b[^>]*\ssrc\s*=/;
// Events and named models are declared as members and used by their names as text.
const BY_TEXT = /\b(?:defineEmits|defineModel)\b(?:(?!<\/script>|^\s*(?:const|let|function|import|export)\b)[\s\S])*$/m;
const MOST_NAMED = 5;

const notice = z.object({ text: z.string() });

export class ComponentsTypescript extends Typescript6 {
  readonly #session: EngineSession;
  readonly #notices = new Set<string>();

  constructor(session: EngineSession) {
    super(session);
    this.#session = session;
  }

  override async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    const unloaded = await super.prepare(scope, signal);
    if (scope.kind !== 'word') return unloaded;
    const gaps = [unloaded, await this.#unreadTemplates(scope.word, signal), await this.#usedByText(scope, signal)];
    return gaps.filter((gap) => gap !== undefined).join(' ') || undefined;
  }

  // What goes through CommonJS modules is known to TypeScript's own engines, which are asked too.
  override async references(_of: { readonly at: Place; readonly word: string }, next: Next<readonly Location[]>): Promise<PartialAnswer<readonly Location[]>> {
    return { value: await next() };
  }

  notified(method: string, params: unknown): void {
    const parsed = notice.safeParse(params);
    if (method === 'binnacle/notice' && parsed.success) this.#notices.add(parsed.data.text);
  }

  notes(): readonly string[] {
    return [...this.#notices];
  }

  async #unreadTemplates(word: string, signal: AbortSignal): Promise<string | undefined> {
    const unread: string[] = [];
    for (const uri of await this.#session.project.documents.filesWithWord(word, signal)) {
      const snapshot = uri.endsWith('.vue') ? await textOrNothing(this.#session, uri, signal) : undefined;
      if (snapshot !== undefined && UNREAD_TEMPLATE.test(snapshot.text)) unread.push(uri);
    }
    if (unread.length === 0) return undefined;
    const names = unread.slice(0, MOST_NAMED).map((uri) => basename(pathOf(uri)));
    return `The templates of ${names.join(', ')}${unread.length > MOST_NAMED ? ' and others' : ''}, which hold the word, are in another language than HTML or have parts in other files, and were not read.`;
  }

  async #usedByText({ word, from, at }: Extract<QuestionScope, { kind: 'word' }>, signal: AbortSignal): Promise<string | undefined> {
    if (at === undefined) return undefined;
    await this.#session.documents.open(from, signal);
    const declared = locationsOf(await this.#session.request('textDocument/definition', { textDocument: { uri: from }, position: at }, signal));
    for (const { uri, range } of declared) {
      const snapshot = uri.endsWith('.vue') ? await textOrNothing(this.#session, uri, signal) : undefined;
      if (snapshot !== undefined && BY_TEXT.test(before(snapshot, range.start))) {
        return `${word} is an event or a model of ${basename(pathOf(uri))}: where it is emitted and listened to it is named as text, which nobody follows. Look for it with search_text.`;
      }
    }
    return undefined;
  }
}

// Enough for the longest list of events.
const LONGEST = 4_000;

function before(snapshot: TextSnapshot, position: Location['range']['start']): string {
  const offset = snapshot.offsetAt(position);
  return snapshot.text.slice(Math.max(0, offset - LONGEST), offset);
}
