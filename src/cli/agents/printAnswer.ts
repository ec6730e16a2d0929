// binnacle chat --print: one prompt for a script. What the agent says goes to standard output, what it does to standard error.
import { visibleText } from '../../base/text/visibleText.ts';
import type { ShownSession } from '../../server/agents/agentShape.ts';
import type { AgentClient } from './agentClient.ts';
import { ChatText } from './chatText.ts';
import { mentionsIn } from './mentions.ts';

const INTERRUPTED = 130;

export async function printAnswer(client: AgentClient, { id, project, entries: before }: ShownSession, prompt: string): Promise<void> {
  const besides = new ChatText({ colours: false, echoesPrompts: false });
  process.once('SIGINT', () => {
    process.exitCode = INTERRUPTED;
    void client.cancel(id).catch(() => {});
  });
  const news = client.news(id);
  const messages = new Map<number, string>();
  let first = before;
  let last: string | undefined;
  let isAsked = false;
  let hasBegun = false;
  for await (const { session, entries, more } of news) {
    if (!isAsked) {
      // What was said in an earlier conversation is not the answer.
      first = entries.at(-1)?.entry.number ?? 0;
      if (more === true) continue;
      isAsked = true;
      besides.typed();
      await client.prompt(id, { text: prompt, mentions: mentionsIn(prompt, project) });
      continue;
    }
    const fresh = entries.filter(({ entry }) => entry.number > first);
    process.stderr.write(besides.news({ entries: fresh.filter(({ entry }) => entry.kind !== 'message' && entry.kind !== 'thought') }));
    for (const { entry, from = 0 } of fresh) {
      if (entry.kind === 'message') messages.set(entry.number, (messages.get(entry.number) ?? '').slice(0, from) + entry.text);
      if (entry.kind === 'stop') last = entry.reason;
    }
    hasBegun ||= session.state.state === 'working' || fresh.length > 0;
    if (session.state.state === 'working' || (!hasBegun && session.state.state !== 'ended')) continue;
    if (last === undefined && session.state.state === 'ended') process.stderr.write(`${visibleText(session.state.why)}\n`);
    break;
  }
  const text = visibleText([...messages.values()].join('\n'));
  process.stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  if (last !== 'end_turn') process.exitCode ??= 1;
  await client.stop(id).catch(() => {});
}
