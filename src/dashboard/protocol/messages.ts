// What the window and the daemon say to each other over one socket.
import type { Method } from './methods.ts';
import type { RowsByTopic, RowTopic, TerminalTopic, Topic } from './rows.ts';

// ---- messages of the page ----

export type PageMessage =
  // The first one. `redeems` is set by a page that was just opened by its link; a second redemption of one link revokes both.
  // `isProgram` is set by a program of ours that shows pages: it keeps no key, so its session ends with it.
  | { readonly kind: 'hello'; readonly session: string; readonly nonce: string; readonly redeems?: true; readonly isProgram?: true }
  | { readonly kind: 'proof'; readonly proof: string }
  // With `boot` and `since` of what it has: then only what came after is sent, where that is still known.
  | { readonly kind: 'subscribe'; readonly topic: Topic; readonly boot?: string; readonly since?: number }
  | { readonly kind: 'unsubscribe'; readonly topic: Topic }
  // Every frame up to this one has been shown.
  | { readonly kind: 'acknowledge'; readonly frame: number }
  // Nobody looks at a hidden page, so it gets frames once a second.
  | { readonly kind: 'presence'; readonly hidden: boolean; readonly mayNotify: boolean }
  // A person has touched it.
  | { readonly kind: 'used' }
  // A tool of the catalogue, called by the person. `isForView` is set by a page that asks by itself, to draw what somebody looks at:
  // where the tool only reads, that is no line of the history.
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly project?: string;
      readonly isForView?: true;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'ask'; readonly id: number; readonly method: Method; readonly params?: unknown }
  // Of a terminal that it is subscribed to.
  | { readonly kind: 'input'; readonly topic: TerminalTopic; readonly text: string }
  | { readonly kind: 'resize'; readonly topic: TerminalTopic; readonly columns: number; readonly rows: number }
  // It has drawn so many bytes more of what was printed. Only then more is sent, so that nobody types behind megabytes.
  | { readonly kind: 'drawn'; readonly topic: TerminalTopic; readonly bytes: number };

// ---- messages of the daemon ----

export type DaemonMessage =
  | { readonly kind: 'challenge'; readonly nonce: string; readonly proof: string }
  // Anybody at the port can say it, so a page keeps its key and shows what is said.
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string; readonly next: string }
  | Welcome
  | Frame
  | { readonly kind: 'progress'; readonly id: number; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value: unknown; readonly text?: string }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly error: ShownError }
  // Something that every window must show until a person has acknowledged it.
  | { readonly kind: 'alarm'; readonly alarm: Alarm }
  // A person has, in whichever window.
  | { readonly kind: 'acknowledged'; readonly id: string };

export type RefusalCode = 'unknown_session' | 'revoked_session' | 'expired_session' | 'used_link' | 'wrong_proof' | 'too_many_windows' | 'bad_message';

export interface Welcome {
  readonly kind: 'welcome';
  // Another daemon, or the same started anew, has another.
  readonly boot: string;
  readonly version: string;
  // Where agents reach it; absent where nothing listens.
  readonly url?: string;
  // The server is that of a VS Code window and ends with it; there is no daemon.
  readonly isOfEditor?: true;
  // ISO 8601.
  readonly expires: string;
  readonly alarms: readonly Alarm[];
  readonly settings: { readonly autoScroll: boolean; readonly showTimestamps: boolean };
}

export interface ShownError {
  readonly code: string;
  readonly message: string;
  // What to do.
  readonly next: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Alarm {
  readonly id: string;
  readonly time: string;
  readonly kind: 'new_window' | 'link_used_twice' | 'agent_asked';
  readonly message: string;
  // The processes that asked, innermost first.
  readonly chain: string;
}

// Numbered from 1 in one connection. At most two are under way unacknowledged; meanwhile only the newest state of each row is kept.
export interface Frame {
  readonly kind: 'frame';
  readonly frame: number;
  readonly deltas: readonly TopicDelta[];
}

export interface TopicDelta<Name extends RowTopic = RowTopic> {
  readonly topic: Name;
  // Of the topic, so that a page which comes back can say what it has.
  readonly number: number;
  // Then `rows` is all that there is, the oldest first, and what the page has beside it is gone.
  readonly isSnapshot?: true;
  // New, or the newest state of those with the same id.
  readonly rows: readonly RowsByTopic[Name][];
  readonly removed?: readonly string[];
}

// The bytes of a terminal are binary frames: one byte for the length of the id, the id in ASCII, then what the program printed in UTF-8.
// After a subscription the first one draws the whole screen in an empty terminal; its size is in the row.
