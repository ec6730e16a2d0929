// What a person says to an agent, in the blocks of its protocol.
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { uriOf } from '../../base/files/fileUri.ts';
import type { AgentMention, AgentPrompt } from '../../ide/doors/agents.ts';
import type { Mentioned } from '../serving/mentionedFile.ts';

// What a mentioned file holds, for agents that take that.
export type ReadMention = (mention: AgentMention, signal: AbortSignal) => Promise<Mentioned>;

// In an agent's own words.
export interface TakenBlocks {
  readonly embeddedContext?: boolean | undefined;
  readonly image?: boolean | undefined;
}

// first: what the agent must hear before it.
export async function promptBlocks(
  { text, mentions = [], images = [] }: AgentPrompt,
  first: readonly string[],
  takes: TakenBlocks,
  read: ReadMention,
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const mentioned = await Promise.all(mentions.map(async (mention) => blockOf(mention, await read(mention, signal), takes)));
  return [
    ...first.map((each) => ({ type: 'text' as const, text: each })),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...mentioned,
    ...images.map(({ mediaType, base64 }) => ({ type: 'image' as const, mimeType: mediaType, data: base64 })),
  ];
}

function blockOf({ file, startLine, endLine }: AgentMention, mentioned: Mentioned, { embeddedContext, image }: TakenBlocks): ContentBlock {
  const lines = startLine === undefined ? '' : `#L${startLine}${endLine === undefined ? '' : `-L${endLine}`}`;
  const uri = `${uriOf(mentioned.path)}${lines}`;
  if ('base64' in mentioned && image === true) return { type: 'image', mimeType: mentioned.mediaType, data: mentioned.base64, uri };
  if ('text' in mentioned && embeddedContext === true) return { type: 'resource', resource: { uri, text: mentioned.text } };
  return { type: 'resource_link', uri, name: `${file}${lines}` };
}
