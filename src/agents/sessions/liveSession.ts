// One conversation with an agent: its process, what was said, what it works on and what can be chosen.
import { type ContentBlock, methods, type SessionNotification } from '@agentclientprotocol/sdk';
import { CUT } from '../../base/text/redaction.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type {
  AgentChoices,
  AgentEntry,
  AgentIsolation,
  AgentOption,
  AgentPrompt,
  AgentSession,
  AgentState,
  AgentStop,
  AgentUsage,
} from '../../ide/doors/agents.ts';
import { agentBusy, agentEnded, agentFailed } from '../../ide/errors/agentErrors.ts';
import { IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import { AgentProcess } from './agentProcess.ts';
import { AgentTurns } from './agentTurns.ts';
import { ChangedEntries } from './changedEntries.ts';
import { modesOf, optionsOf } from './choices.ts';
import { hiddenAndCut } from './hiding.ts';
import type { LiveSessionParts, OpenServer, SessionEditor } from './liveSessionParts.ts';
import { openConversation } from './openConversation.ts';
import { OwnTree } from './ownTree.ts';
import { promptBlocks } from './promptBlocks.ts';
import { Transcript } from './transcript.ts';

// Agents that do not stop when they are asked are ended.
const LONGEST_CANCEL = seconds(15);
const LONGEST_PROMPT = 1024 * 1024;
const MOST_CONNECTIONS = 20;
// Of a prompt, in the title of what was done for it.
const LONGEST_ABOUT = 60;
const LONGEST_TITLE = 200;
const LONGEST_NOTICE = 100_000;
const LONGEST_ID = 4_096;
const NOTHING_MORE: AgentPrompt = { text: '', by: '' };

export class LiveSession implements AgentSession {
  readonly id: string;
  readonly agent: string;
  readonly project: string;
  readonly owner: string | undefined;
  readonly author: string;
  readonly started: string;
  readonly #parts: LiveSessionParts;
  readonly #transcript: Transcript;
  readonly #changed = new ChangedEntries((number) => this.#entryChanged(number));
  #process: AgentProcess | undefined;
  #editor: SessionEditor | undefined;
  #server: OpenServer | undefined;
  readonly #turns = new AgentTurns(() => this.#title);
  readonly #tree: OwnTree;
  #turnOver: Promise<unknown> = Promise.resolve();
  // Its tree, at the end.
  #leaving: Promise<void> | undefined;
  // What it must hear with its next prompt.
  #messages: string[] = [];
  // A person wants it to go on with that at once.
  #goesOn = false;
  #state: AgentState = { state: 'idle' };
  #conversation = '';
  #title: string;
  #modes: AgentChoices | undefined;
  #options: readonly AgentOption[] = [];
  #usage: AgentUsage | undefined;
  #connections: readonly string[] = [];
  // While it works: a stop may come before the agent has the prompt.
  #isCancelled = false;
  // Before that nobody hears of it: one that cannot go on with what was said must not take its place.
  #isOpen = false;

  // Throws agent_failed, agent_login_needed, cancelled.
  static async open(parts: LiveSessionParts, signal: AbortSignal): Promise<LiveSession> {
    const session = new LiveSession(parts);
    try {
      await session.#open(signal);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  private constructor(parts: LiveSessionParts) {
    const { wanted } = parts;
    this.#parts = parts;
    this.id = parts.id;
    this.started = wanted.resume?.started ?? new Date().toISOString();
    this.agent = wanted.agent;
    this.#title = parts.launch.title;
    this.project = wanted.project.path;
    this.owner = wanted.owner;
    this.author = wanted.author;
    this.#tree = new OwnTree({ tree: parts.tree, notice: (text) => this.notice(text), left: () => parts.left() });
    this.#transcript = new Transcript((number) => this.#changed.add(number), parts.hide);
  }

  get title(): string {
    return this.#title;
  }

  get conversation(): string {
    return this.#conversation;
  }

  get state(): AgentState {
    return this.#state;
  }

  // Where it works.
  get folder(): string {
    return this.#tree.folder ?? this.project;
  }

  get isolated(): boolean {
    return this.#parts.tree !== undefined;
  }

  get isolation(): AgentIsolation | undefined {
    return this.#tree.isolation;
  }

  get modes(): AgentChoices | undefined {
    return this.#modes;
  }

  get options(): readonly AgentOption[] {
    return this.#options;
  }

  get usage(): AgentUsage | undefined {
    return this.#usage;
  }

  get takesImages(): boolean {
    return this.#process?.about.agentCapabilities?.promptCapabilities?.image === true;
  }

  get connections(): readonly string[] {
    return this.#connections;
  }

  get entries(): readonly AgentEntry[] {
    return this.#transcript.entries;
  }

  // A client that belongs to it.
  connected(connection: string): void {
    this.#connections = [...this.#connections, connection].slice(-MOST_CONNECTIONS);
    this.#report('changed');
  }

  async prompt(prompt: AgentPrompt, signal: AbortSignal): Promise<AgentStop> {
    const process = this.#running();
    if (this.#state.state === 'working') throw agentBusy(this.id);
    const images = prompt.images ?? [];
    if (prompt.text.trim() === '' && images.length === 0) throw invalidArguments('prompt_agent', ['the prompt is empty'], ['text']);
    if (prompt.text.length > LONGEST_PROMPT) throw invalidArguments('prompt_agent', [`the prompt is longer than ${LONGEST_PROMPT} characters`], ['text']);
    if (images.length > 0 && !this.takesImages) throw invalidArguments('prompt_agent', [`${this.title} takes no images`], ['text', 'mentions']);
    const mentions = prompt.mentions ?? [];
    this.#isCancelled = signal.aborted;
    this.#become({ state: 'working', since: new Date().toISOString() });
    const stop = () => void this.cancel();
    signal.addEventListener('abort', stop, { once: true });
    try {
      // So that a mention that cannot be read is refused before anything is written down.
      const blocks = await this.#blocks(process, prompt, signal);
      this.#transcript.add({ kind: 'prompt', text: this.#parts.hide(prompt.text), by: prompt.by, mentions, images: images.length });
      let reason = await this.#inTurn(process, prompt.text, blocks);
      // What a person took of its edits, or wants otherwise, is part of what it was asked.
      // Some agents end a turn as cancelled where a question was answered with no.
      while (this.#goesOn && (reason === 'end_turn' || (reason === 'cancelled' && !this.#isCancelled)))
        reason = await this.#inTurn(process, prompt.text, await this.#blocks(process, NOTHING_MORE, signal));
      return reason;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#rest();
    }
  }

  #inTurn(process: AgentProcess, about: string, blocks: ContentBlock[]): Promise<AgentStop> {
    const turn = this.#turn(process, about, blocks);
    this.#turnOver = turn.catch(() => {});
    return turn;
  }

  async #turn(process: AgentProcess, about: string, blocks: ContentBlock[]): Promise<AgentStop> {
    this.#turns.begin();
    const observed = await this.#editor?.observed(`${this.#title}: ${hiddenAndCut(about, LONGEST_ABOUT, this.#parts.hide)}`, NEVER);
    let reason: AgentStop | undefined;
    try {
      // A cancellation that overtakes its prompt is one that agents do not know.
      if (this.#isCancelled) {
        reason = 'cancelled';
        return reason;
      }
      const asked = process.agent.request(methods.agent.session.prompt, { sessionId: this.#conversation, prompt: blocks });
      // Whoever waits no longer has asked it to stop, and it says when it has.
      reason = (await process.ask(asked, NEVER, 'none')).stopReason;
      return reason;
    } catch (error) {
      this.notice(error instanceof IdeError && error.code === 'agent_login_needed' ? `${error.message} ${error.next}` : messageOf(error));
      if (process.isOver) await this.#end(await process.ended);
      throw error;
    } finally {
      this.#turns.stop();
      const [change] = (await observed?.()) ?? [];
      await this.#tree.look();
      if (reason !== undefined) this.#transcript.add({ kind: 'stop', reason, ...(change !== undefined && { change }) });
    }
  }

  // With what it must hear first.
  async #blocks(process: AgentProcess, prompt: AgentPrompt, signal: AbortSignal): Promise<ContentBlock[]> {
    const takes = process.about.agentCapabilities?.promptCapabilities ?? {};
    const blocks = await promptBlocks(prompt, this.#messages, takes, this.#parts.readMention, signal);
    this.#messages = [];
    this.#goesOn = false;
    return blocks;
  }

  async cancel(): Promise<void> {
    const process = this.#process;
    if (process === undefined || this.#state.state !== 'working') return;
    const { since } = this.#state;
    this.#goesOn = false;
    this.#isCancelled = true;
    this.#turns.stop();
    await process.agent.notify(methods.agent.session.cancel, { sessionId: this.#conversation });
    const late = setTimeout(() => {
      if (this.#state.state === 'working' && this.#state.since === since) void this.#end('it did not stop when it was asked to');
    }, LONGEST_CANCEL);
    late.unref();
  }

  async setMode(id: string): Promise<void> {
    const known = this.#modes?.available.map((mode) => mode.id) ?? [];
    if (!known.includes(id)) throw invalidArguments('mode', [`${this.title} has no mode ${id}`], known);
    const process = this.#running();
    await process.ask(process.agent.request(methods.agent.session.setMode, { sessionId: this.#conversation, modeId: id }), NEVER);
    if (this.#modes !== undefined) this.#modes = { ...this.#modes, current: id };
    this.#report('changed');
  }

  async setOption(id: string, value: string | boolean): Promise<void> {
    const known = this.#options.map((option) => option.id);
    if (!known.includes(id)) throw invalidArguments('option', [`${this.title} has no option ${id}`], known);
    const process = this.#running();
    const wanted = typeof value === 'boolean' ? { type: 'boolean' as const, value } : { value };
    const asked = process.agent.request(methods.agent.session.setConfigOption, { sessionId: this.#conversation, configId: id, ...wanted });
    this.#options = optionsOf((await process.ask(asked, NEVER)).configOptions);
    this.#report('changed');
  }

  async close(): Promise<void> {
    await this.#end('it was stopped');
    await this.#leaving;
  }

  notice(text: string): void {
    this.#transcript.add({ kind: 'notice', text: hiddenAndCut(text, LONGEST_NOTICE, this.#parts.hide, CUT) });
  }

  // With the next prompt; goesOn: when its turn has ended.
  tell(text: string, goesOn: boolean): void {
    this.notice(`The agent hears: ${text}`);
    this.#messages.push(text);
    this.#goesOn ||= goesOn;
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { launch, wanted } = this.#parts;
    // It may ask for nothing before it knows a conversation.
    const process = await AgentProcess.start(
      launch,
      this.#turns.guarding(
        () => this.#editor ?? unready(launch.title),
        () => this.#conversation,
      ),
      signal,
    );
    this.#process = process;
    this.#parts.logins(process.logins);
    void process.ended.then((why) => this.#end(why));
    const { agentInfo } = process.about;
    this.#title = this.#named(agentInfo?.title ?? launch.title);
    this.#editor = this.#parts.editor(this, { name: agentInfo?.name ?? wanted.agent, version: agentInfo?.version ?? '', pid: process.pid });
    if (wanted.login !== undefined) await process.authenticate(wanted.login, signal);
    const server = await this.#parts.openServer(this.id, process.about);
    this.#server = server;
    // It has ended meanwhile.
    if (process.isOver) await server.close();
    const request = { cwd: this.folder, mcpServers: [server.server] };
    // Known before it is taken up, because what was said is repeated meanwhile.
    this.#conversation = wanted.resume?.conversation ?? '';
    const opened = await openConversation(process, request, { resume: wanted.resume, goOn: (entries) => this.#transcript.goOn(entries) }, signal);
    if (opened.conversation.length > LONGEST_ID) throw agentFailed(this.#title, 'the id of its conversation is longer than any');
    this.#conversation = opened.conversation;
    this.#modes = modesOf(opened.modes);
    this.#options = optionsOf(opened.configOptions);
    this.#isOpen = true;
    this.#report('started');
  }

  updated({ sessionId, update }: SessionNotification): void {
    if (sessionId !== this.#conversation && this.#conversation !== '') return;
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
        // Of a conversation that is repeated when it is loaded; what is asked here is known already.
        if (this.#state.state !== 'working' && update.content.type === 'text')
          this.#transcript.add({ kind: 'prompt', text: this.#parts.hide(update.content.text), by: '', mentions: [], images: 0 });
        break;
      case 'current_mode_update':
        if (this.#modes !== undefined) this.#modes = { ...this.#modes, current: update.currentModeId };
        this.#report('changed');
        break;
      case 'config_option_update':
        this.#options = optionsOf(update.configOptions);
        this.#report('changed');
        break;
      case 'session_info_update':
        if (update.title !== undefined && update.title !== null) this.#title = this.#named(update.title);
        this.#report('changed');
        break;
      case 'usage_update':
        this.#usage = { used: update.used, size: update.size };
        this.#report('changed');
        break;
      case 'notice':
        this.notice([update.title, update.description].filter(Boolean).join(': '));
        break;
      default:
        this.#transcript.update(update);
    }
  }

  #named(text: string): string {
    return hiddenAndCut(text, LONGEST_TITLE, this.#parts.hide);
  }

  #running(): AgentProcess {
    if (this.#state.state === 'ended' || this.#process === undefined)
      throw agentEnded(this.id, this.#state.state === 'ended' ? this.#state.why : 'it never began');
    return this.#process;
  }

  async #end(why: string): Promise<void> {
    if (this.#state.state === 'ended') return;
    this.#become({ state: 'ended', why: this.#parts.hide(why) });
    this.#turns.stop();
    this.#changed.flush();
    this.#editor?.[Symbol.dispose]();
    await Promise.all([this.#process?.close(), this.#server?.close()]);
    this.#leaving ??= this.#turnOver.then(() => this.#leave());
  }

  async #leave(): Promise<void> {
    await this.#tree.leave();
    this.#changed.flush();
    this.#report('changed');
  }

  // What was said is heard before it.
  #become(state: AgentState): void {
    this.#changed.flush();
    this.#state = state;
    this.#report(state.state === 'ended' ? 'ended' : 'changed');
  }

  // Unless it has ended meanwhile.
  #rest(): void {
    if (this.#state.state === 'working') this.#become({ state: 'idle' });
  }

  #report(kind: 'started' | 'changed' | 'ended'): void {
    if (this.#isOpen) this.#parts.report({ kind, session: this });
  }

  #entryChanged(number: number): void {
    if (this.#isOpen) this.#parts.report({ kind: 'entry', session: this, number, entry: () => this.#transcript.entry(number) });
  }
}

// What a person waits for ends by cancelling it, or with the process.
const NEVER = new AbortController().signal;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unready(title: string): never {
  throw agentFailed(title, 'it asked for something before it had said who it is.');
}
