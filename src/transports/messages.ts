// JSON-RPC messages as text: parsed with an answer for what cannot be parsed, and written.
import { type JSONRPCMessage, ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { withDetails } from '../server/errorDetails.ts';
import { textOfTools } from '../server/toolList.ts';

export type ParsedMessage = { readonly message: JSONRPCMessage } | { readonly refusal: JsonRpcRefusal };

// The id is null where the text did not give one; the SDK's type has no null, the JSON-RPC standard demands it.
export interface JsonRpcRefusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string; readonly data: { readonly details: string } };
}

export function parsedMessage(text: string): ParsedMessage {
  const json = parsedJson(text);
  if (json === undefined) return { refusal: refused(ProtocolErrorCode.ParseError, 'Parse error: this is not JSON.') };
  return checkedMessage(json.value);
}

export function checkedMessage(value: unknown): ParsedMessage {
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return { refusal: refused(ProtocolErrorCode.InvalidRequest, 'Invalid request: this is not a JSON-RPC 2.0 message.', idOf(value)) };
  }
}

// One message or a batch of them; the first that is none refuses the whole.
export function checkedMessages(body: unknown): { readonly messages: readonly JSONRPCMessage[] } | { readonly refusal: JsonRpcRefusal } {
  const messages: JSONRPCMessage[] = [];
  for (const value of Array.isArray(body) ? body : [body]) {
    const parsed = checkedMessage(value);
    if ('refusal' in parsed) return parsed;
    messages.push(parsed.message);
  }
  return messages.length > 0 ? { messages } : { refusal: refused(ProtocolErrorCode.InvalidRequest, 'Invalid request: an empty batch.') };
}

export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

// The list of tools is by far the longest thing that we say, and always the same, so its text is not made anew for each client.
export function messageText(message: JSONRPCMessage | JsonRpcRefusal): string {
  // Errors that the SDK answers itself come through no server of ours.
  if (!('result' in message)) return JSON.stringify(withDetails(message));
  const { tools, ...others } = message.result;
  const text = textOfTools(tools);
  if (text === undefined) return JSON.stringify(message);
  const rest = JSON.stringify(others).slice(1, -1);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"tools":${text}${rest === '' ? '' : `,${rest}`}}}`;
}

// A request whose answer is a stream that stays open for as long as the client listens.
export function isListening(message: unknown): boolean {
  return listening.safeParse(message).success;
}

const listening = z.object({ method: z.literal('subscriptions/listen') });

export function refused(code: number, message: string, id: string | number | null = null): JsonRpcRefusal {
  return { jsonrpc: '2.0', id, error: { code, message, data: { details: message } } };
}

const withId = z.object({ id: z.union([z.string(), z.number()]) });

function idOf(value: unknown): string | number | null {
  return withId.safeParse(value).data?.id ?? null;
}
