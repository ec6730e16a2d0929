// Pages of the protocol's own lists (tools, resources): everything at once, unless the client asks for less.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';

// The protocol has no word for a page size, so a client that wants pages says it in _meta.
export const PAGE_SIZE_META_KEY = 'binnacle/pageSize';

// Far more than the catalogue holds: whoever does not ask gets one page.
const LARGEST_PAGE = 1_000;

const askedSize = z.number().int().min(1).max(LARGEST_PAGE).catch(LARGEST_PAGE);
// The place and the size of the next page: the same cursor gives the same page, whoever sends it and however often.
const cursorText = z.string().regex(/^\d{1,6}:\d{1,4}$/);

export interface ListPage<Item> {
  readonly items: Item[];
  readonly nextCursor?: string;
}

export function listPage<Item>(items: Item[], cursor: string | undefined, meta: Record<string, unknown> | undefined): ListPage<Item> {
  const { offset, size } = cursor === undefined ? { offset: 0, size: askedSize.parse(meta?.[PAGE_SIZE_META_KEY]) } : parsedCursor(cursor, items.length);
  if (offset === 0 && size >= items.length) return { items };
  const next = offset + size;
  const page = items.slice(offset, next);
  return next < items.length ? { items: page, nextCursor: Buffer.from(`${next}:${size}`).toString('base64url') } : { items: page };
}

function parsedCursor(cursor: string, length: number): { offset: number; size: number } {
  const text = cursorText.safeParse(Buffer.from(cursor, 'base64url').toString());
  const [offset = 0, size = 0] = text.success ? text.data.split(':').map(Number) : [];
  if (offset < 1 || offset >= length || size < 1)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'This cursor is not one of this list. Use nextCursor of the last page unchanged, or leave it out.',
    );
  return { offset, size };
}
