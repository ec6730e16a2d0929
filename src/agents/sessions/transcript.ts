// What was said and done in a conversation: chunks become messages, updates of a tool call one entry, and nothing in it is a secret.
import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { CUT } from '../../base/text/redaction.ts';
import type { AgentEntry, AgentEntryBody, ToolCallEntry } from '../../ide/doors/agents.ts';
import { type Hide, hiddenAndCut } from './hiding.ts';
import { StreamedText } from './streamedText.ts';

// Of one message, one output and one side of a diff, in characters.
const LONGEST_TEXT = 1_000_000;
// Of the whole; the oldest go first.
const MOST_ENTRIES = 5_000;
const MOST_CHARACTERS = 16_000_000;
// Of a title or a path, and of the files, diffs or runs of one call, and the steps of a plan.
const LONGEST_NAME = 4_096;
const MOST_FILES = 200;

export class Transcript {
  readonly #entries = new Map<number, AgentEntry>();
  readonly #byCall = new Map<string, number>();
  readonly #changed: (number: number) => void;
  readonly #hide: Hide;
  readonly #now: () => number;
  // In characters, by entry.
  readonly #weights = new Map<number, number>();
  #weight = 0;
  #next = 1;
  // The message that further chunks belong to, and the agent's id of it where it has one.
  #open: { readonly number: number; readonly kind: 'message' | 'thought'; readonly id: string | undefined; readonly text: StreamedText } | undefined;

  // changed: with the number of an entry that is new or says more.
  constructor(changed: (number: number) => void, hide: Hide, now: () => number = Date.now) {
    this.#changed = changed;
    this.#hide = hide;
    this.#now = now;
  }

  get entries(): readonly AgentEntry[] {
    this.#settle();
    return [...this.#entries.values()];
  }

  entry(number: number): AgentEntry | undefined {
    this.#settle();
    return this.#entries.get(number);
  }

  // What was said before, in a conversation that goes on.
  goOn(entries: readonly AgentEntry[]): void {
    for (const entry of entries) this.#set(entry);
    this.#next = (entries.at(-1)?.number ?? 0) + 1;
  }

  add(body: AgentEntryBody): AgentEntry {
    this.#close();
    return this.#append(body);
  }

  // What the agent says beside these is not of the conversation.
  update(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        this.#chunk('message', textOf(update.content), update.messageId ?? undefined);
        break;
      case 'agent_thought_chunk':
        this.#chunk('thought', textOf(update.content), update.messageId ?? undefined);
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.#tool(update);
        break;
      case 'plan':
        this.add({
          kind: 'plan',
          steps: update.entries.slice(0, MOST_FILES).map(({ content, status, priority }) => ({ text: this.#bounded(content), status, priority })),
        });
    }
  }

  #chunk(kind: 'message' | 'thought', text: string, id: string | undefined): void {
    if (this.#open?.kind !== kind || (id !== undefined && this.#open.id !== id)) {
      this.#close();
      this.#open = { number: this.#append({ kind, text: '' }).number, kind, id, text: new StreamedText(LONGEST_TEXT, this.#hide) };
    }
    this.#open.text.add(text);
    this.#changed(this.#open.number);
  }

  #close(): void {
    this.#settle();
    this.#open = undefined;
  }

  // What has been streamed into the open message is looked through for secrets when somebody reads it, not with each chunk.
  #settle(): void {
    const entry = this.#open === undefined ? undefined : this.#entries.get(this.#open.number);
    if (this.#open === undefined || (entry?.kind !== 'message' && entry?.kind !== 'thought')) return;
    this.#set({ ...entry, text: this.#open.text.clean() });
  }

  #tool(update: Extract<SessionUpdate, { sessionUpdate: 'tool_call' | 'tool_call_update' }>): void {
    const id = update.toolCallId.slice(0, LONGEST_NAME);
    const number = this.#byCall.get(id);
    const known = number === undefined ? undefined : this.#entries.get(number);
    // What is said while an earlier call goes on is one message, and a secret in it one word.
    if (known === undefined) this.#close();
    const before: ToolCallEntry = known?.kind === 'tool' ? known : EMPTY;
    const content = update.content ?? undefined;
    const body: ToolCallEntry = {
      kind: 'tool',
      call: this.#named(update.toolCallId),
      title: update.title === undefined || update.title === null ? before.title : this.#named(update.title),
      does: update.kind ?? before.does,
      status: update.status ?? before.status,
      text: content === undefined ? before.text : this.#bounded(content.map(printed).filter(Boolean).join('\n')),
      files:
        update.locations === undefined || update.locations === null
          ? before.files
          : [...new Set(update.locations.slice(0, MOST_FILES).map(({ path }) => this.#named(path)))],
      diffs: content === undefined ? before.diffs : content.slice(0, MOST_FILES).flatMap((part) => this.#diffOf(part)),
      runs:
        content === undefined ? before.runs : content.slice(0, MOST_FILES).flatMap((part) => (part.type === 'terminal' ? [this.#named(part.terminalId)] : [])),
    };
    if (known === undefined) this.#byCall.set(id, this.#append(body).number);
    else {
      this.#set({ ...body, number: known.number, time: known.time });
      this.#changed(known.number);
    }
  }

  #diffOf(part: ToolCallContent): ToolCallEntry['diffs'] {
    if (part.type !== 'diff') return [];
    const before = part.oldText ?? undefined;
    return [
      {
        file: this.#named(part.path),
        ...(before !== undefined && { before: this.#bounded(before) }),
        after: this.#bounded(part.newText),
      },
    ];
  }

  #bounded(text: string): string {
    return hiddenAndCut(text, LONGEST_TEXT, this.#hide, CUT);
  }

  #named(text: string): string {
    return hiddenAndCut(text, LONGEST_NAME, this.#hide);
  }

  #append(body: AgentEntryBody): AgentEntry {
    const entry = { ...body, number: this.#next, time: new Date(this.#now()).toISOString() };
    this.#next += 1;
    this.#set(entry);
    this.#changed(entry.number);
    return entry;
  }

  // The newest stays, however long it is.
  #set(entry: AgentEntry): void {
    const weight = weightOf(entry);
    this.#weight += weight - (this.#weights.get(entry.number) ?? 0);
    this.#weights.set(entry.number, weight);
    this.#entries.set(entry.number, entry);
    for (const oldest of this.#entries.keys()) {
      if ((this.#entries.size <= MOST_ENTRIES && this.#weight <= MOST_CHARACTERS) || oldest === entry.number) break;
      this.#weight -= this.#weights.get(oldest) ?? 0;
      this.#weights.delete(oldest);
      this.#entries.delete(oldest);
      this.#forgetCall(oldest);
    }
  }

  #forgetCall(number: number): void {
    // The oldest entry is one of the first.
    for (const [call, of] of this.#byCall) {
      if (of > number) return;
      if (of === number) this.#byCall.delete(call);
    }
  }
}

const EMPTY: ToolCallEntry = { kind: 'tool', call: '', title: '', does: 'other', status: 'pending', text: '', files: [], diffs: [], runs: [] };

function textOf(content: Extract<SessionUpdate, { sessionUpdate: 'agent_message_chunk' }>['content']): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource_link':
      return content.name;
    case 'resource':
      return 'text' in content.resource ? content.resource.text : `(${content.resource.uri})`;
    default:
      return `(${content.type}, ${content.mimeType})`;
  }
}

function printed(part: ToolCallContent): string {
  return part.type === 'content' ? textOf(part.content) : '';
}

function weightOf(entry: AgentEntry): number {
  switch (entry.kind) {
    case 'tool':
      return (
        entry.call.length +
        entry.title.length +
        entry.text.length +
        [...entry.files, ...entry.runs].reduce((sum, { length }) => sum + length, 0) +
        entry.diffs.reduce((sum, { file, before = '', after }) => sum + file.length + before.length + after.length, 0)
      );
    case 'plan':
      return entry.steps.reduce((sum, { text }) => sum + text.length, 0);
    case 'stop':
      return 0;
    default:
      return entry.text.length;
  }
}
