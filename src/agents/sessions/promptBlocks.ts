// What a person says to an agent, in the blocks of its protocol.
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { uriOf } from '../../base/files/fileUri.ts';
import type { AgentMention, AgentPrompt } from '../../ide/doors/agents.ts';

// The text of a file of the project, for agents that take mentions with their text.
export type ReadMention = (mention: AgentMention, signal: AbortSignal) => Promise<{ readonly path: string; readonly text: string }>;

// first: what the agent must hear before it.
export async function promptBlocks(
  { text, mentions = [], images = [] }: AgentPrompt,
  first: readonly string[],
  withText: boolean,
  read: ReadMention,
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const mentioned = await Promise.all(
    mentions.map(async (mention): Promise<ContentBlock> => {
      const { path, text: content } = await read(mention, signal);
      const lines = mention.startLine === undefined ? '' : `#L${mention.startLine}${mention.endLine === undefined ? '' : `-L${mention.endLine}`}`;
      const uri = `${uriOf(path)}${lines}`;
      return withText ? { type: 'resource', resource: { uri, text: content } } : { type: 'resource_link', uri, name: `${mention.file}${lines}` };
    }),
  );
  return [
    ...first.map((each) => ({ type: 'text' as const, text: each })),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...mentioned,
    ...images.map(({ mediaType, base64 }) => ({ type: 'image' as const, mimeType: mediaType, data: base64 })),
  ];
}
