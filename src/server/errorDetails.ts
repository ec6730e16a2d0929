// Where several other servers say what to do about a JSON-RPC error, or what is so if nothing can be done: data.details.
interface ErrorMessage {
  readonly error: { readonly message: string; readonly data?: unknown };
}

// Of a message that is no error, or has them, the message itself.
export function withDetails<Message extends object>(message: Message | (Message & ErrorMessage)): Message {
  if (!('error' in message)) return message;
  const { error } = message;
  const { data = {} } = error;
  if (typeof data !== 'object' || data === null || Array.isArray(data) || 'details' in data) return message;
  const next = 'next' in data && typeof data.next === 'string' && data.next !== '' ? data.next : error.message;
  return { ...message, error: { ...error, data: { ...data, details: next } } };
}
