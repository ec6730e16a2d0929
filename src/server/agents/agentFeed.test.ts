// Whether every reader of a conversation has what is there, whoever else reads it, and texts are made only when somebody reads.
import { expect, test } from 'vitest';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import type { AgentEntry, AgentEvent, AgentSession, Agents } from '../../ide/doors/agents.ts';
import { AgentFeed, type ReadSoFar } from './agentFeed.ts';

const SECRET = /sk-\w{16,}/g;

// One conversation whose last message grows, and is shown without secrets once they are whole.
async function conversation() {
  const agents = scriptedAgents();
  const project = { name: 'a', path: '/a', uri: 'file:///a', trusted: true } as const;
  const own = await agents.start({ agent: 'echo', project, owner: undefined, author: 'you' }, new AbortController().signal);
  const texts = new Map<number, string>();
  let made = 0;
  const shown = (number: number): AgentEntry => {
    made += 1;
    return { kind: 'message', number, time: own.started, text: (texts.get(number) ?? '').replace(SECRET, '[redacted]') };
  };
  const session: AgentSession = Object.defineProperty({ ...own }, 'entries', { get: () => [...texts.keys()].map(shown) });
  const listeners: ((event: AgentEvent) => void)[] = [];
  const feed = new AgentFeed({
    ...agents,
    sessions: () => [session],
    onEvent: (listener) => {
      listeners.push(listener);
      return { [Symbol.dispose]: () => {} };
    },
  } satisfies Agents);
  const tell = (event: AgentEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    says(text: string, number = 1) {
      texts.set(number, (texts.get(number) ?? '') + text);
      tell({ kind: 'entry', session, number, entry: () => shown(number) });
    },
    // Between two reports.
    grows: (text: string) => void texts.set(1, (texts.get(1) ?? '') + text),
    ends: () => tell({ kind: 'ended', session }),
    made: () => made,
    truth: () => [...texts.keys()].map((number) => (texts.get(number) ?? '').replace(SECRET, '[redacted]')),
    reader() {
      const has = new Map<number, string>();
      let since = 0;
      return () => {
        const [number, text] = [...has].at(-1) ?? [];
        const so: ReadSoFar | undefined = number === undefined || text === undefined ? undefined : { number, length: text.length };
        const { revision, entries } = feed.news(session.id, since, so);
        for (const { entry, from } of entries)
          if ('text' in entry) has.set(entry.number, (from === undefined ? '' : (has.get(entry.number) ?? '').slice(0, from)) + entry.text);
        since = revision;
        return [...has.values()];
      };
    },
  };
}

test('two readers have the same, also where a text becomes another between two reports, or at the end', async () => {
  const own = await conversation();
  const [one, two] = [own.reader(), own.reader()];
  own.says('the key is sk-abcdefgh');
  expect(one()).toEqual(['the key is sk-abcdefgh']);
  own.grows('ijklmnop');
  expect(two()).toEqual(['the key is [redacted]']);
  own.says(' and more');
  expect([one(), two()]).toEqual([own.truth(), own.truth()]);
  own.says(' sk-qrstuvwx', 2);
  expect(one()).toEqual(own.truth());
  own.says('yzABCDEF', 2);
  for (let number = 3; number < 12; number += 1) own.says('x', number);
  expect(two()).toEqual(own.truth());
  expect(one()).toEqual(own.truth());
  own.says(' sk-01234567', 11);
  expect([one(), two()]).toEqual([own.truth(), own.truth()]);
  own.says('89abcdef', 11);
  own.ends();
  expect([one(), two()]).toEqual([own.truth(), own.truth()]);
});

test('what nobody reads is not made', async () => {
  const own = await conversation();
  for (let index = 0; index < 1_000; index += 1) own.says('word ');
  expect(own.made()).toBe(0);
  expect(own.reader()()).toEqual(own.truth());
});
