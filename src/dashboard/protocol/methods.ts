// What only a person asks of the daemon: what is asked and what is answered, by name. The daemon's methods and the page are both held to it by their types.
import type {
  EditorClose,
  EditorDiscard,
  EditorFiles,
  EditorFilesQuery,
  EditorMentioned,
  EditorOpen,
  EditorPlace,
  EditorSaved,
  EditorSelect,
  EditorText,
  EditorWrite,
  EditorWritten,
  MentionWanted,
} from './editor.ts';
import type { CallRow, GrantRow, LogRow, SettingRow } from './rows.ts';
import type { AgentChoice, AgentPlan, AgentsList, ShownRegistration } from './shownAgents.ts';
import type { CallCursor, CallDetail, CallsWanted } from './shownCalls.ts';
import type { ChangeDetail, ReturnPlan, ShownFiles } from './shownChanges.ts';
import type { ConversationNews, MentionedFile, StartableAgent } from './shownConversations.ts';
import type { DaemonReport } from './shownDaemon.ts';
import type { PolicyEdit, ProjectRules, ShownPolicy, WrittenPolicy } from './shownPolicy.ts';
import type { AllowedScope, GivenAnswer, GrantOffer, ReviewDetail } from './shownReviews.ts';
import type { RunOutputPage, SessionOutputPage, TestsOfRun } from './shownRuns.ts';

export interface Methods {
  readonly 'history.list': { params: CallsWanted & { readonly limit?: number }; answer: { readonly rows: readonly CallRow[]; readonly total: number } };
  readonly 'history.read': { params: ById; answer: CallDetail };
  // Asked again with `before` as long as the answer has a `next`; the texts one behind the other are the file.
  readonly 'history.export': {
    params: CallsWanted & { readonly format: 'json' | 'csv' };
    answer: { readonly text: string; readonly next?: CallCursor; readonly total: number };
  };
  readonly 'history.clear': { params: Nothing; answer: Nothing };

  readonly 'review.read': { params: ById; answer: ReviewDetail };
  readonly 'review.answer': { params: ById & { readonly answer: GivenAnswer }; answer: Nothing };
  // Until when it may wait now.
  readonly 'review.extend': { params: ById; answer: { readonly expires?: string | undefined } };

  readonly 'change.read': { params: ById & OfProject; answer: ChangeDetail };
  readonly 'change.file': {
    params: ById & OfProject & { readonly file: string; readonly side?: 'before' | 'after' };
    answer: {
      readonly file: string;
      readonly text: string;
      readonly at: { readonly changeId: string; readonly side: 'before' | 'after'; readonly note?: string | undefined };
    };
  };
  // Without ids, everything that is there now.
  readonly 'change.seen': { params: OfProject & { readonly ids?: readonly string[]; readonly isSeen?: boolean }; answer: Nothing };
  readonly 'change.until': { params: OfProject & { readonly until: { readonly before: string } | { readonly at: string } }; answer: ReturnPlan };

  // The narrowest sentence for a review that waits or was just decided; nothing where it cannot be granted.
  readonly 'grant.offer': {
    params: ById;
    answer: { readonly offer?: GrantOffer };
  };
  // For so many minutes, or until midnight.
  readonly 'grant.give': {
    params: AllowedScope & { readonly time: number | 'today' };
    answer: { readonly grant: GrantRow; readonly matching: number };
  };
  // How many reviews that waited it has accepted.
  readonly 'grant.accept': { params: ById; answer: { readonly accepted: number } };
  readonly 'grant.revoke': { params: ById; answer: Nothing };
  // Without `writes`, what would be written. In all files and by every agent: the policy knows no others.
  readonly 'grant.always': {
    params: OfProject & { readonly tool: string; readonly writes?: boolean; readonly basis?: string };
    // The sentence that the rule says, in words.
    answer: WrittenPolicy & { readonly allows: string };
  };

  readonly 'hold.take': { params: { readonly target: HoldWanted; readonly note?: string }; answer: ById };
  // The note is what the waiting call returns.
  readonly 'hold.release': { params: ById & { readonly note?: string }; answer: Nothing };

  readonly 'project.trust': {
    params: { readonly path: string; readonly remove?: boolean };
    answer: { readonly path: string; readonly isTrusted: boolean; readonly note?: string };
  };
  readonly 'project.open': { params: { readonly path: string }; answer: { readonly path: string; readonly name: string; readonly isTrusted: boolean } };

  readonly 'policy.read': { params: Nothing; answer: ShownPolicy & { readonly ofProjects: readonly ProjectRules[] } };
  // preview: shows what would be written. basis: of an answer to read or to a preview; where the file is another since, nothing is written.
  readonly 'policy.write': { params: { readonly edits: readonly PolicyEdit[]; readonly preview?: boolean; readonly basis?: string }; answer: WrittenPolicy };

  // Its value as JSON has it: a number is no text.
  readonly 'setting.set': { params: { readonly name: string; readonly value: SettingRow['value'] }; answer: { readonly row?: SettingRow | undefined } };
  readonly 'setting.reset': { params: { readonly name: string }; answer: { readonly row?: SettingRow | undefined } };

  readonly 'agents.list': { params: Partial<OfProject>; answer: AgentsList };
  readonly 'agents.plan': { params: AgentChoice & { readonly action: 'install' | 'uninstall' }; answer: AgentPlan };
  // What a person puts there themselves: with the token, where the agent needs it there.
  readonly 'agents.copy': { params: AgentChoice; answer: { readonly file: string; readonly text: string } };
  // Null where nothing had to change.
  readonly 'agents.apply': { params: { readonly plan: string }; answer: { readonly applied: ShownRegistration | null } };
  // isExact: the file is as it was, byte for byte; otherwise somebody had changed it, and only our entry is as before.
  readonly 'agents.undo': { params: ById; answer: { readonly file: string; readonly isExact: boolean } };
  readonly 'agents.rule': { params: Nothing; answer: { readonly rule: string } };

  // Which agents can be started.
  readonly 'conversation.agents': { params: Nothing; answer: { readonly agents: readonly StartableAgent[] } };
  // A new one with an agent, or one that has ended, which keeps its id. login: a way that the agent does by itself, before the conversation begins.
  readonly 'conversation.start': {
    params: OfProject & { readonly agent?: string; readonly isolated?: boolean; readonly resume?: string; readonly login?: string };
    answer: ById;
  };
  // since: 0 for all of it. has: the last entry that the page has, and how much of its text.
  readonly 'conversation.read': {
    params: ById & { readonly since: number; readonly has?: { readonly number: number; readonly length: number } };
    answer: ConversationNews;
  };
  // Answers once the agent has got it.
  readonly 'conversation.prompt': {
    params: ById & {
      readonly text: string;
      readonly mentions?: readonly MentionedFile[];
      readonly images?: readonly { readonly mediaType: string; readonly base64: string }[];
    };
    answer: Nothing;
  };
  readonly 'conversation.choose': {
    params: ById & { readonly choice: { readonly mode: string } | { readonly option: string; readonly value: string | boolean } };
    answer: Nothing;
  };
  // Its turn only.
  readonly 'conversation.cancel': { params: ById; answer: Nothing };
  // Its process; what was said stays.
  readonly 'conversation.stop': { params: ById; answer: Nothing };

  readonly 'run.output': { params: ById & { readonly since?: string }; answer: RunOutputPage };
  readonly 'run.tests': { params: ById; answer: TestsOfRun };
  // With all that it was started with, which the daemon alone knows. Answers when it has ended.
  readonly 'run.again': { params: ById; answer: Nothing };
  readonly 'session.output': { params: ById & { readonly since?: number }; answer: SessionOutputPage };

  // Throws what Documents.read does, where nothing of it is unsaved either.
  readonly 'editor.read': { params: EditorPlace; answer: EditorText };
  // Also a tab that is open is brought to the front.
  readonly 'editor.open': { params: EditorOpen; answer: Nothing };
  readonly 'editor.close': { params: EditorClose; answer: { readonly wasOpen: boolean } };
  readonly 'editor.select': { params: EditorSelect; answer: Nothing };
  // Keeps a text unsaved.
  readonly 'editor.write': { params: EditorWrite; answer: EditorWritten };
  readonly 'editor.discard': { params: EditorDiscard; answer: Nothing };
  // Writes it to the disk, as a change set of the person.
  readonly 'editor.save': { params: EditorWrite; answer: EditorSaved };
  // What saving would do to the text that is on disk now; no file where that is nothing.
  readonly 'editor.diff': { params: EditorPlace; answer: ShownFiles };
  readonly 'editor.mention': { params: MentionWanted; answer: EditorMentioned };
  readonly 'editor.files': { params: EditorFilesQuery; answer: EditorFiles };

  // The newest that fit, oldest first; level: at least so bad.
  readonly 'log.read': {
    params: { readonly level?: LogRow['level']; readonly text?: string; readonly limit?: number };
    answer: { readonly lines: readonly (Omit<LogRow, 'id'> & { readonly processId: number })[]; readonly total: number };
  };

  // Of a window.
  readonly 'window.revoke': { params: ById; answer: Nothing };
  // Of an alarm.
  readonly 'window.acknowledge': { params: ById; answer: Nothing };

  readonly 'daemon.status': { params: Nothing; answer: DaemonReport };
  readonly 'daemon.stop': { params: Nothing; answer: Nothing };
}

export type Method = keyof Methods;
export type ParamsOf<Name extends Method> = Methods[Name]['params'];
export type AnswerOf<Name extends Method> = Methods[Name]['answer'];

// Ids are those of rows.
export interface ById {
  readonly id: string;
}

// By its path.
export interface OfProject {
  readonly project: string;
}

export type Nothing = Readonly<Record<never, never>>;

export type HoldWanted =
  | { readonly kind: 'everyone' }
  // By the id of a connection, or by the name of a client.
  | { readonly kind: 'connection' | 'client'; readonly id: string }
  // By the id of its row.
  | { readonly kind: 'session' | 'terminal'; readonly id: string };
