// How a person starts agents in the window, talks with them and stops them.
import { z } from 'zod';
import { agentsElsewhere } from '../../ide/errors/agentErrors.ts';
import { projectNotOpen } from '../../ide/errors/errors.ts';
import type { Workbench } from '../../ide/ide.ts';
import type { AgentFeed } from '../../server/agents/agentFeed.ts';
import { ChoiceWish, chosen, PromptWish, promptedBy, startedFor } from '../../server/agents/agentWishes.ts';
import type { MethodsOf } from '../sources.ts';
import { idShape, method, nothing, pathShape } from './method.ts';

export interface ConversationParts {
  // Absent where no agents are started.
  readonly feed: AgentFeed | undefined;
  readonly workbench: Workbench;
  // With what a new terminal of the person has.
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  readonly decided: (what: string, session: string) => void;
}

const count = z.int().min(0);

export function conversationMethods({ feed: own, workbench, environment, decided }: ConversationParts): MethodsOf<'conversation'> {
  const feed = () => {
    if (own === undefined) throw agentsElsewhere();
    return own;
  };
  return {
    'conversation.agents': method('conversation.agents', nothing, async () => ({ agents: feed().agents.known(await environment()) })),
    'conversation.start': method(
      'conversation.start',
      z.strictObject({
        project: pathShape,
        agent: idShape.optional(),
        isolated: z.boolean().optional(),
        resume: idShape.optional(),
        login: idShape.optional(),
      }),
      async ({ project, agent, isolated, resume, login }, { session: window, signal }) => {
        const ide = workbench.ide(project);
        if (ide === undefined) throw projectNotOpen(project, workbench.projects());
        const wish = {
          ...(agent !== undefined && { agent }),
          ...(isolated !== undefined && { isolated }),
          ...(resume !== undefined && { resume }),
          ...(login !== undefined && { login }),
          environment: definedIn(await environment()),
        };
        const { id } = await startedFor(feed(), ide, wish, signal);
        decided(`the agent ${agent ?? ''} was started as ${id} in ${project}`, window);
        return { id };
      },
    ),
    'conversation.read': method(
      'conversation.read',
      z.strictObject({ id: idShape, since: count, has: z.strictObject({ number: count, length: count }).optional() }),
      async ({ id, since, has }) => feed().news(id, since, has),
    ),
    'conversation.prompt': method('conversation.prompt', z.strictObject({ id: idShape, ...PromptWish.shape }), async ({ id, ...prompt }) => {
      await promptedBy(feed(), feed().session(id), prompt);
      return {};
    }),
    'conversation.choose': method('conversation.choose', z.strictObject({ id: idShape, choice: ChoiceWish }), async ({ id, choice }) => {
      await chosen(feed().session(id), choice);
      return {};
    }),
    'conversation.cancel': method('conversation.cancel', z.strictObject({ id: idShape }), async ({ id }) => {
      await feed().session(id).cancel();
      return {};
    }),
    'conversation.stop': method('conversation.stop', z.strictObject({ id: idShape }), async ({ id }, { session: window }) => {
      await feed().session(id).close();
      decided(`${id} was stopped`, window);
      return {};
    }),
  };
}

function definedIn(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
