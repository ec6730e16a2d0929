// Agents and conversations as people's doors send them, and as the command line and the disk read them.
import { z } from 'zod';

const mention = z.object({ file: z.string(), startLine: z.number().exactOptional(), endLine: z.number().exactOptional() });
const base = { number: z.number(), time: z.string() };

export const EntryShape = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('prompt'), text: z.string(), by: z.string(), mentions: z.array(mention), images: z.number() }),
  z.object({ ...base, kind: z.enum(['message', 'thought', 'notice']), text: z.string() }),
  z.object({
    ...base,
    kind: z.literal('tool'),
    call: z.string(),
    title: z.string(),
    does: z.string(),
    status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
    text: z.string(),
    files: z.array(z.string()),
    diffs: z.array(z.object({ file: z.string(), before: z.string().exactOptional(), after: z.string() })),
    runs: z.array(z.string()),
  }),
  z.object({
    ...base,
    kind: z.literal('plan'),
    steps: z.array(z.object({ text: z.string(), status: z.enum(['pending', 'in_progress', 'completed']), priority: z.string() })),
  }),
  z.object({
    ...base,
    kind: z.literal('stop'),
    reason: z.enum(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']),
    change: z.string().exactOptional(),
  }),
]);
export type SaidEntry = z.infer<typeof EntryShape>;

const KnownAgentShape = z.object({
  id: z.string(),
  title: z.string(),
  program: z.string().exactOptional(),
  version: z.string().exactOptional(),
  installedBy: z.string().exactOptional(),
  account: z.object({ state: z.enum(['found', 'none', 'unknown']), where: z.string().exactOptional() }).exactOptional(),
  command: z.string().exactOptional(),
  license: z.string().exactOptional(),
  install: z.string(),
  login: z.string(),
  logins: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().exactOptional(), command: z.string().exactOptional() })).exactOptional(),
});

const choices = z.array(z.object({ id: z.string(), name: z.string(), description: z.string().exactOptional() }));

const SessionShape = z.object({
  id: z.string(),
  agent: z.string(),
  title: z.string(),
  project: z.string(),
  author: z.string(),
  started: z.string(),
  state: z.discriminatedUnion('state', [
    z.object({ state: z.literal('idle') }),
    z.object({ state: z.literal('working'), since: z.string() }),
    z.object({ state: z.literal('ended'), why: z.string() }),
  ]),
  modes: z.object({ current: z.string(), available: choices }).exactOptional(),
  options: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      value: z.union([z.string(), z.boolean()]),
      choices: z.array(z.object({ value: z.string(), name: z.string() })),
    }),
  ),
  usage: z.object({ used: z.number(), size: z.number() }).exactOptional(),
  takesImages: z.boolean(),
  // Another process of the same agent could go on with it.
  canResume: z.boolean(),
  // The ids of its connections to us, by which its reviews and calls are known.
  connections: z.array(z.string()),
  entries: z.number(),
  // It works in a tree of its own; files: how many nobody has merged.
  isolation: z.object({ folder: z.string(), files: z.number() }).exactOptional(),
});
export type ShownSession = z.infer<typeof SessionShape>;

// What is new since a revision. from: the text of this entry begins there, and what the reader has of it up to there is the same.
export const NewsShape = z.object({
  revision: z.number(),
  session: SessionShape,
  entries: z.array(z.object({ entry: EntryShape, from: z.number().exactOptional() })),
  // Numbers below it are forgotten.
  first: z.number(),
  // What the reader has beside these is not true any more.
  isWhole: z.literal(true).exactOptional(),
  // Further ones are there already.
  more: z.literal(true).exactOptional(),
});
export type News = z.infer<typeof NewsShape>;

export const StartedShape = z.object({ session: SessionShape });
export const AgentListShape = z.object({ agents: z.array(KnownAgentShape), leftOut: z.array(z.string()), sessions: z.array(SessionShape) });
