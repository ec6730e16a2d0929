// Who may come to the doors for people: only with the token of a person's session, which no agent has.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders, refusalOf } from '../guards.ts';
import { answerText } from '../httpMessages.ts';

// The people who may look and answer.
export interface People {
  // Of the sessions that are open now.
  tokens(): readonly string[];
  // For the log: which session has decided what.
  decided(token: string, what: string): void;
  // Called once, when that session ends: whoever had it is gone.
  onEnd?(token: string, listener: () => void): void;
}

// False where the request was answered already, because it is not a person's. `command` opens such a session.
export function admitsPerson(request: IncomingMessage, response: ServerResponse, url: URL, people: People, command: string): boolean {
  const refusal = refusalOf(request, url, people.tokens());
  if (refusal !== undefined) {
    refuse(response, refusal.status, 'not_permitted', `${refusal.message} It is that of a person's session, which ${command} opens, not that of the agents.`);
    return false;
  }
  for (const [header, value] of Object.entries(corsHeaders(request))) response.setHeader(header, value);
  return true;
}

export function refuse(response: ServerResponse, status: number, error: string, message: string): void {
  answerText(response, JSON.stringify({ error, message }), status === 401 ? { 'www-authenticate': 'Bearer realm="binnacle-person"' } : {}, status);
}
