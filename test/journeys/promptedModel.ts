// A model on loopback for a command that a person talks to: each prompt has its plan of tool calls, and what the model reads can be waited for.
import { seconds } from '../../src/base/waiting/duration.ts';
import { type MessagesServer, messagesServer, offers, type ScriptedCall, wordsOf } from './messagesApi.ts';

export interface PromptedModel extends MessagesServer {
  // What it does from now on, one after the other; then it says the last words, which the terminal shows.
  plan(calls: readonly ScriptedCall[], lastWords: string): void;
  // Waits until it has read this in what is new, and returns all that is new with it.
  reads(words: string | RegExp): Promise<string>;
}

const LONGEST_READ = seconds(30);

// main: a tool that only requests of the conversation itself offer. serve: how the command asks its model.
export async function promptedModel(main = 'Edit', serve = messagesServer): Promise<PromptedModel> {
  let planned: ScriptedCall[] = [];
  let last = 'nothing is planned';
  let calls = 0;
  let read: string[] = [];
  const looking = new Set<() => void>();
  const server = await serve((asked) => {
    if (!offers(asked, main)) return { type: 'text', text: 'a title' };
    read.push(
      asked.messages
        .slice(lastAnswer(asked.messages) + 1)
        .map(wordsOf)
        .join('\n'),
    );
    for (const look of [...looking]) look();
    const call = planned.shift();
    if (call === undefined) return { type: 'text', text: last };
    calls += 1;
    return { type: 'tool_use', id: `call_${calls}`, name: call.tool, input: call.input };
  });
  return {
    ...server,
    plan(wanted, lastWords) {
      planned = [...wanted];
      last = lastWords;
      read = [];
    },
    reads: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = read.find((text) => (typeof words === 'string' ? text.includes(words) : words.test(text)));
          if (found === undefined) return;
          done();
          resolve(found);
        };
        const done = () => {
          clearTimeout(timer);
          looking.delete(look);
        };
        const timer = setTimeout(() => {
          done();
          reject(new Error(`the model has not read ${words}, but:\n${read.join('\n---\n').slice(-4_000)}`));
        }, LONGEST_READ);
        looking.add(look);
        look();
      }),
  };
}

function lastAnswer(messages: readonly { readonly role: string }[]): number {
  return messages.map(({ role }) => role).lastIndexOf('assistant');
}
