// What a person may want of an agent, checked where it comes in: the same words for the terminal and for the window.
import { z } from 'zod';
import { deferred } from '../../base/waiting/deferred.ts';
import type { AgentSession } from '../../ide/doors/agents.ts';
import { agentSessionNotFound } from '../../ide/errors/agentErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { AgentFeed } from './agentFeed.ts';

const LONGEST_PROMPT = 1024 * 1024;
const MOST_MENTIONS = 50;
const MOST_IMAGES = 10;
const LONGEST_IMAGE = 8 * 1024 * 1024;

const Line = z.int().min(1);

export const PromptWish = z.strictObject({
  text: z.string().max(LONGEST_PROMPT),
  mentions: z
    .array(z.strictObject({ file: z.string().min(1).max(4_096), startLine: Line.exactOptional(), endLine: Line.exactOptional() }))
    .max(MOST_MENTIONS)
    .exactOptional(),
  images: z
    .array(z.strictObject({ mediaType: z.string().regex(/^image\/[\w.+-]{1,40}$/), base64: z.base64().max(LONGEST_IMAGE) }))
    .max(MOST_IMAGES)
    .exactOptional(),
});

export const ChoiceWish = z.union([
  z.strictObject({ mode: z.string().min(1).max(200) }),
  z.strictObject({ option: z.string().min(1).max(200), value: z.union([z.string().max(500), z.boolean()]) }),
]);

export const StartWish = z.strictObject({
  // The id of a row; with a command, how it shall be called.
  agent: z.string().min(1).max(100).exactOptional(),
  command: z.array(z.string().max(4_096)).min(1).max(100).exactOptional(),
  // In a tree of its own.
  isolated: z.boolean().exactOptional(),
  // A conversation that has ended.
  resume: z.string().min(1).max(100).exactOptional(),
  environment: z.record(z.string(), z.string()).exactOptional(),
  // The agent's own way to log in, before the conversation begins.
  login: z.string().min(1).max(200).exactOptional(),
});

// How a person is called in conversations.
const PERSON = 'you';

// In a project that is open. Throws what Agents.start does, and agent_session_not_found.
export async function startedFor(feed: AgentFeed, ide: Ide, wish: z.output<typeof StartWish>, signal: AbortSignal): Promise<AgentSession> {
  const resume = wish.resume === undefined ? undefined : feed.session(wish.resume);
  if (resume !== undefined && resume.project !== ide.project.path) throw agentSessionNotFound(resume.id, []);
  const agent = resume?.agent ?? wish.agent ?? '';
  return feed.agents.start(
    {
      agent,
      project: ide.project,
      owner: undefined,
      author: PERSON,
      ...(resume !== undefined && { resume }),
      ...(wish.command !== undefined && { command: wish.command }),
      ...(wish.isolated !== undefined && { isolated: wish.isolated }),
      ...(wish.environment !== undefined && { environment: wish.environment }),
      ...(wish.login !== undefined && { login: wish.login }),
    },
    signal,
  );
}

// Returns once it was taken; what fails later stands in the conversation. Throws agent_busy, agent_ended, invalid_arguments.
export async function promptedBy(feed: AgentFeed, session: AgentSession, prompt: z.output<typeof PromptWish>): Promise<void> {
  const taken = deferred<void>();
  using _ = feed.agents.onEvent((event) => {
    if (event.kind === 'entry' && event.session.id === session.id && event.entry()?.kind === 'prompt') taken.resolve();
  });
  const work = session.prompt({ ...prompt, by: PERSON }, new AbortController().signal);
  // What is refused is refused before anything is written down.
  await Promise.race([work, taken.promise]);
  work.catch(() => {});
}

export async function chosen(session: AgentSession, choice: z.output<typeof ChoiceWish>): Promise<void> {
  if ('mode' in choice) await session.setMode(choice.mode);
  else await session.setOption(choice.option, choice.value);
}

// What was refused, as a door answers it. Throws what is no refusal.
export function refusalOfWish(error: unknown): {
  readonly status: 404 | 409;
  readonly body: { readonly error: string; readonly message: string; readonly next: string };
} {
  if (!(error instanceof IdeError)) throw error;
  const { code, message, next } = error;
  return { status: code.endsWith('_not_found') ? 404 : 409, body: { error: code, message, next } };
}
