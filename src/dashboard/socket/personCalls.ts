// What a person does in the window: tools of the catalogue called in their own name, and what only a person may ask.
import { version } from '../../base/version.ts';
import { IdeError, internalError } from '../../ide/errors/errors.ts';
import { unknownMethod } from '../../ide/errors/windowErrors.ts';
import { type CallOutcome, callTool, type ServerParts } from '../../server/call/callTool.ts';
import type { Client } from '../../server/clients/client.ts';
import type { CallJournal } from '../../server/history/callRecord.ts';
import type { DaemonMessage, PageMessage, ShownError } from '../protocol/messages.ts';
import type { AskingWindow, MethodHandlers } from '../sources.ts';

type CalledTool = Pick<Extract<PageMessage, { kind: 'call' }>, 'tool' | 'arguments' | 'project' | 'isForView'>;
type Answer = Extract<DaemonMessage, { kind: 'answer' }>;

export interface PersonsWork {
  readonly parts: ServerParts;
  readonly methods: MethodHandlers;
  readonly asked: AskingWindow;
  readonly progress: (message: string) => void;
}

export async function answerCall({ id, ...message }: Extract<PageMessage, { kind: 'call' }>, work: PersonsWork): Promise<Answer> {
  const outcome = await called(message, work);
  return outcome.ok
    ? { kind: 'answer', id, ok: true, value: outcome.value, text: outcome.text }
    : { kind: 'answer', id, ok: false, error: shownError(outcome.error) };
}

export async function answerAsk({ id, method, params }: Extract<PageMessage, { kind: 'ask' }>, work: PersonsWork): Promise<Answer> {
  const { parts, methods, asked } = work;
  const call = async (tool: string, input: Readonly<Record<string, unknown>>, project: string) => {
    const outcome = await called({ tool, arguments: input, project }, work);
    if (!outcome.ok) throw outcome.error;
  };
  try {
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handler === undefined) throw unknownMethod(method);
    return { kind: 'answer', id, ok: true, value: (await handler(params, { ...asked, call })) ?? null };
  } catch (thrown) {
    if (!(thrown instanceof IdeError)) parts.onInternalError(method, thrown);
    return {
      kind: 'answer',
      id,
      ok: false,
      error: shownError(thrown instanceof IdeError ? thrown : internalError(method, thrown instanceof Error ? thrown.message : String(thrown))),
    };
  }
}

function called({ tool, arguments: input, project, isForView }: CalledTool, { parts, asked, progress }: PersonsWork): Promise<CallOutcome> {
  const found = parts.catalogue.find(tool);
  // What does something, or may call what does, is recorded, whatever the page says of it.
  const isRecorded = isForView !== true || found?.effect !== 'reads' || found.callsOthers === true || found.forwardedTo !== undefined;
  const call = { tool, arguments: input, client: personIn(asked, project), signal: asked.signal, progress };
  return callTool(isRecorded ? parts : { ...parts, journal: unwritten }, call);
}

const unwritten: CallJournal = { note: () => {} };

// A project that is open stays as trusted as it is; another is opened without trust.
function personIn({ session }: AskingWindow, project: string | undefined): Client {
  return { id: `window:${session}`, isPerson: true, stays: true, name: 'window', version, door: 'window', root: async () => project, trustsRoot: false };
}

export function shownError({ code, message, next, details }: IdeError): ShownError {
  return { code, message, next, ...(Object.keys(details).length > 0 && { details }) };
}
