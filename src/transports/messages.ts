// JSON-RPC messages as text: parsed with an answer for what cannot be parsed, and written.
import { type JSONRPCMessage, ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';

export type Parsed = { readonly message: JSONRPCMessage } | { readonly refusal: Refused };

// The id is null where the text did not give one; the SDK's type has no null, the JSON-RPC standard demands it.
export interface Refused {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export function parsedMessage(text: string): Parsed {
  const json = parsedJson(text);
  if (json === undefined) return { refusal: refused(ProtocolErrorCode.ParseError, 'Parse error: this is not JSON.') };
  return checkedMessage(json.value);
}

export function checkedMessage(value: unknown): Parsed {
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return { refusal: refused(ProtocolErrorCode.InvalidRequest, 'Invalid request: this is not a JSON-RPC 2.0 message.', idOf(value)) };
  }
}

export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function refused(code: number, message: string, id: string | number | null = null): Refused {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

const withId = z.object({ id: z.union([z.string(), z.number()]) });

function idOf(value: unknown): string | number | null {
  return withId.safeParse(value).data?.id ?? null;
}
