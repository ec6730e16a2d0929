// A request over HTTP that the guards have let in: counted, bounded, its body read and parsed, and given to whoever serves its path.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerRefusal, answerTooLarge, bodyText } from './httpMessages.ts';
import { tooLongMessage } from './messageHead.ts';
import { isListening, parsedJson, refused } from './messages.ts';
import type { Serving } from './serving.ts';

export interface RequestedEndpoint {
  readonly parseErrorStatus: number;
  // The body is undefined for GET and DELETE, which have none.
  handle(request: IncomingMessage, response: ServerResponse, url: URL, body: unknown): Promise<void>;
}

export interface AnsweredBy {
  readonly serving: Serving;
  readonly endpoint: RequestedEndpoint;
}

export async function answerRequest(request: IncomingMessage, response: ServerResponse, url: URL, { serving, endpoint }: AnsweredBy): Promise<void> {
  if (serving.activity.requests >= serving.limits.requests)
    return answerRefusal(response, 503, refused(-32000, 'Too many requests are being answered.'), { 'retry-after': '1' });
  const active = serving.activity.request();
  if (request.method === 'GET') active.becomeStream();
  response.on('close', active.done);
  if (request.method !== 'POST') return endpoint.handle(request, response, url, undefined);
  const text = await bodyText(request, serving.limits.messageBytes);
  if (text === undefined) return answerTooLarge(request, response, refused(-32600, tooLongMessage(serving.limits.messageBytes)));
  const json = parsedJson(text);
  if (json === undefined) return answerRefusal(response, endpoint.parseErrorStatus, refused(-32700, 'Parse error: this is not JSON.'));
  if (isListening(json.value)) active.becomeStream();
  return endpoint.handle(request, response, url, json.value);
}
