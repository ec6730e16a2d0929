// What an agent is shown of a file that is mentioned to it: its text, lines of it, or the image that it is.

import { pathOf } from '../../base/files/fileUri.ts';
import { mediaTypeOf } from '../../base/files/mediaType.ts';
import type { AgentMention } from '../../ide/doors/agents.ts';
import { lineOutOfRange } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';

export type Mentioned = { readonly path: string; readonly text: string } | { readonly path: string; readonly mediaType: string; readonly base64: string };

// As models take them.
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
const LARGEST_IMAGE = 5 * 1024 * 1024;

// Throws what Documents.read does, and line_out_of_range.
export async function mentionedFile({ documents }: Ide, { file, startLine, endLine }: AgentMention, signal: AbortSignal): Promise<Mentioned> {
  const uri = await documents.locate(file);
  const path = pathOf(uri);
  if (startLine === undefined && IMAGE.test(file)) {
    const bytes = await documents.readBytes(uri, LARGEST_IMAGE, signal);
    const mediaType = mediaTypeOf(file, bytes);
    if (mediaType.startsWith('image/')) return { path, mediaType, base64: Buffer.from(bytes).toString('base64') };
  }
  const { text, lineCount } = await documents.read(uri, signal);
  if (startLine === undefined) return { path, text };
  const last = Math.max(startLine, endLine ?? startLine);
  // The agent would take a part that is not there for an empty one.
  if (startLine > lineCount) throw lineOutOfRange(file, startLine, lineCount);
  return {
    path,
    text: text
      .split(/(?<=\n)/)
      .slice(startLine - 1, last)
      .join(''),
  };
}
