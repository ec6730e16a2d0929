// A model on loopback that follows a script: it asks for the tool calls that it was given, then says what came back. No thinking, no network.
import { type MessagesServer, messagesServer, offers, resultsIn, type ScriptedCall } from './messagesApi.ts';

export interface ScriptedModel extends MessagesServer {
  // What the client handed to the model as the results of its calls, in order.
  readonly toolResults: readonly string[];
  // The tools that the client offered to the model.
  readonly offered: ReadonlySet<string>;
}

// Its last words wait for a promise, and the client with them.
export async function scriptedModel(calls: readonly ScriptedCall[], lastWords: Promise<void> = Promise.resolve()): Promise<ScriptedModel> {
  const toolResults: string[] = [];
  const offered = new Set<string>();
  const server = await messagesServer(async (asked) => {
    for (const tool of asked.tools ?? []) if (tool.name !== undefined) offered.add(tool.name);
    const results = resultsIn(asked);
    const call = calls[results.length];
    if (call !== undefined && offers(asked, call.tool)) return { type: 'tool_use', id: `call_${results.length}`, name: call.tool, input: call.input };
    if (results.length > toolResults.length) toolResults.splice(0, toolResults.length, ...results);
    if (results.length >= calls.length) await lastWords;
    return { type: 'text', text: results.at(-1) ?? 'ok' };
  });
  return { ...server, toolResults, offered };
}
