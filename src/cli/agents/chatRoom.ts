// One conversation in a terminal: what the agent says is printed as it comes, what it asks is answered by the next line, and lines that nobody waits for are prompts.
import { visibleText } from '../../base/text/visibleText.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { stateFolder } from '../../daemon/folders.ts';
import type { News, ShownSession } from '../../server/agents/agentShape.ts';
import type { Review } from '../../server/reviews/reviewShape.ts';
import { hunksIn } from '../../server/reviews/reviewText.ts';
import { answerIn, reviewLine } from '../reviewing/lineReview.ts';
import { ReviewWindow } from '../reviewing/reviewWindow.ts';
import type { AgentClient } from './agentClient.ts';
import { ChatInput } from './chatInput.ts';
import { ChatText } from './chatText.ts';
import { mentionsIn } from './mentions.ts';

// Two of them within this time are one wish.
const TWICE = seconds(3);

const HELP = `Type what you want done; @file or @file:10-20 shows the agent a file.
/stop     stop what it does now (as Ctrl+C)
/mode     show its modes; /mode NAME chooses one
/set      show what else can be chosen, such as the model; /set NAME VALUE chooses
/merge    bring what an isolated agent changed into the project, once you have looked at it
/discard  delete its tree, with what was not merged; twice, for it is gone for good
/quit     leave; the agent ends, and binnacle chat --resume goes on with it later`;

export class ChatRoom {
  readonly #client: AgentClient;
  readonly #text: ChatText;
  readonly #input: ChatInput;
  readonly #reviews: ReviewWindow;
  readonly #left = deferred<void>();
  readonly #lines: string[] = [];
  #session: ShownSession;
  #question: Review | undefined;
  // Their end is reported a moment after the answer.
  readonly #answered = new Set<string>();
  #interrupted = Number.NEGATIVE_INFINITY;
  // A prompt or an answer is on its way.
  #isSending = false;
  #isKnown = false;
  #isEnded = false;
  #isLeaving = false;
  #discards = false;

  constructor(client: AgentClient, session: ShownSession, colours: boolean) {
    this.#client = client;
    this.#session = session;
    this.#input = new ChatInput({ line: (text) => this.#typed(text), interrupted: () => this.#interrupt(), ended: () => this.#inputEnded() });
    this.#text = new ChatText({ colours, echoesPrompts: !this.#input.isTerminal });
    this.#reviews = new ReviewWindow(stateFolder(), () => this.#look());
  }

  // Until the person leaves, or the agent ends.
  async stay(): Promise<void> {
    const { id } = this.#session;
    try {
      await this.#reviews.open();
      await Promise.race([this.#left.promise, this.#listen()]);
    } finally {
      this.#reviews[Symbol.dispose]();
      this.#input[Symbol.dispose]();
      await this.#client.stop(id).catch(() => {});
      const { isolation } = this.#session;
      if (isolation !== undefined && isolation.files > 0)
        this.#say(
          `${this.#text.closed()}${isolation.files} changed files are not merged, in ${visibleText(isolation.folder)}: binnacle agents --merge ${id}\n`,
        );
      this.#say(`${this.#text.closed()}Go on with it: binnacle chat --resume ${id}\n`);
    }
  }

  async #listen(): Promise<void> {
    try {
      for await (const news of this.#client.news(this.#session.id)) {
        this.#heard(news);
        if (news.session.state.state === 'ended') {
          if (!this.#isLeaving) this.#say(`${this.#text.closed()}The agent has ended: ${visibleText(news.session.state.why)}.\n`);
          if (news.session.state.why !== 'it was stopped') process.exitCode = 1;
          return;
        }
      }
    } catch (error) {
      if (this.#isLeaving) return;
      throw error;
    }
    this.#say('The daemon has ended.\n');
    process.exitCode = 1;
  }

  #heard(news: News): void {
    const before = this.#session;
    this.#session = news.session;
    this.#isKnown ||= news.more !== true;
    const changes = choicesOf(news.session).filter((each) => !choicesOf(before).includes(each));
    const text = this.#text.news(news) + (changes.length === 0 ? '' : `${this.#text.closed()}${visibleText(changes.join('\n'))}\n`);
    if (text !== '') this.#say(text);
    this.#look();
  }

  // What the next line is for.
  #look(): void {
    if (this.#isLeaving) return;
    const review = this.#reviews.reviews().find(({ id }) => !this.#answered.has(id));
    if (review?.id !== this.#question?.id) {
      if (this.#question !== undefined && review === undefined) this.#say('That question does not wait any more.\n');
      this.#question = review;
      if (review !== undefined) this.#say(`${this.#text.closed()}${reviewLine(review)}\n${askingLine(review)}\n`);
    }
    // In a terminal what was typed before a question is no answer to it.
    if (!this.#input.isTerminal) this.#takeLine();
    else if (this.#question === undefined) this.#takeLine();
    if (this.#isLeaving) return;
    if (this.#question !== undefined || (this.#isIdle() && this.#lines.length === 0)) this.#input.ask();
  }

  #isIdle(): boolean {
    return this.#isKnown && !this.#isSending && this.#session.state.state === 'idle';
  }

  #takeLine(): void {
    const isWanted = !this.#isSending && (this.#question !== undefined || this.#isIdle());
    const line = isWanted ? this.#lines.shift() : undefined;
    if (line !== undefined) this.#use(line);
    else if (this.#isEnded && this.#lines.length === 0 && isWanted) this.#leave();
  }

  #typed(line: string): void {
    if (line.startsWith('/')) this.#command(line).catch((error: unknown) => this.#failed(error));
    else if (this.#input.isTerminal && this.#question !== undefined) this.#use(line);
    else {
      if (line.trim() !== '') this.#lines.push(line);
      if (this.#input.isTerminal && this.#lines.length > 0 && !this.#isIdle()) this.#say('(when it has finished; /stop stops it now)\n');
      this.#look();
    }
  }

  #use(line: string): void {
    this.#isSending = true;
    const question = this.#question;
    const sent = question === undefined ? this.#prompt(line) : this.#answer(question, line);
    sent
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#isSending = false;
        this.#look();
      });
  }

  async #prompt(line: string): Promise<void> {
    this.#text.typed();
    await this.#client.prompt(this.#session.id, { text: line, mentions: mentionsIn(line, this.#session.project) });
    // The daemon says so a moment later too; nothing else may be asked before it.
    this.#session = { ...this.#session, state: { state: 'working', since: new Date().toISOString() } };
  }

  async #answer(review: Review, line: string): Promise<void> {
    const answer = answerIn(line);
    if (answer === undefined) {
      this.#say(`${askingLine(review)}\n`);
      return;
    }
    const problem = await this.#reviews.answer(review.id, answer);
    if (problem === undefined) {
      this.#answered.add(review.id);
      this.#say(`${{ accept: 'Accepted.', reject: 'Rejected.', sendBack: 'Sent back.' }[answer.decision]}\n`);
      if (this.#question?.id === review.id) this.#question = undefined;
    } else this.#say(`${visibleText(problem)}\n`);
  }

  async #command(line: string): Promise<void> {
    const [, word = '', rest = ''] = /^\/(\S*)\s*(.*)$/.exec(line) ?? [];
    const { id, modes, options } = this.#session;
    switch (word) {
      case 'stop':
        await this.#client.cancel(id);
        break;
      case 'merge':
        this.#say(`${visibleText(await this.#client.end(id, 'merge'))}\n`);
        break;
      case 'discard':
        if (this.#session.isolation !== undefined && this.#session.isolation.files > 0 && this.#discards === false) {
          this.#discards = true;
          this.#say(`${this.#session.isolation.files} changed files are not merged. /discard again deletes them.\n`);
          break;
        }
        this.#say(`${visibleText(await this.#client.end(id, 'discard'))}\n`);
        break;
      case 'quit':
      case 'exit':
        return this.#leave();
      case 'mode': {
        const list = (modes?.available ?? []).map((mode) => `${mode.id === modes?.current ? '*' : ' '} ${mode.id}  ${mode.description ?? mode.name}`);
        if (rest === '') this.#say(`${visibleText(list.length === 0 ? 'It has no modes.' : list.join('\n'))}\n`);
        else await this.#client.choose(id, { mode: rest.trim() });
        break;
      }
      case 'set': {
        const [, name = '', value = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? [];
        const list = options.map(
          (option) => `${option.id} = ${option.value}${option.choices.length === 0 ? '' : `  (${option.choices.map((each) => each.value).join(', ')})`}`,
        );
        if (name === '' || value === '') this.#say(`${visibleText(list.length === 0 ? 'Nothing else can be chosen.' : list.join('\n'))}\n`);
        else await this.#client.choose(id, { option: name, value: value === 'true' || value === 'false' ? value === 'true' : value });
        break;
      }
      default:
        this.#say(`${HELP}\n`);
    }
    this.#look();
  }

  #interrupt(): void {
    const now = performance.now();
    const isTwice = now - this.#interrupted < TWICE;
    this.#interrupted = now;
    if (isTwice) this.#leave();
    else if (this.#session.state.state === 'working') {
      this.#say(`${this.#text.closed()}Stopping; Ctrl+C again leaves.\n`);
      this.#client.cancel(this.#session.id).catch((error: unknown) => this.#failed(error));
    } else this.#say(`${this.#text.closed()}Ctrl+C again leaves.\n`);
    this.#look();
  }

  #inputEnded(): void {
    this.#isEnded = true;
    if (this.#input.isTerminal) this.#leave();
    else this.#look();
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#left.resolve();
  }

  #failed(error: unknown): void {
    this.#say(`${this.#text.closed()}${visibleText(error instanceof Error ? error.message : String(error))}\n`);
    this.#look();
  }

  #say(text: string): void {
    process.stdout.write(this.#input.withdraw() + text);
  }
}

// What is chosen, in words.
function choicesOf({ modes, options }: ShownSession): readonly string[] {
  return [...(modes === undefined ? [] : [`mode = ${modes.current}`]), ...options.map(({ id, value }) => `${id} = ${value}`)];
}

function askingLine(review: Review): string {
  const several = hunksIn(review).length > 1 ? ', or the numbers of the hunks, such as 1,3' : '';
  return `Apply it? y, n${several}; "n why" tells the agent why, "m what" sends it back, "y note" says something with it.`;
}
