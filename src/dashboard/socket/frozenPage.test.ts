// What does a page that shows nothing any more cost the daemon, after a minute in which agents call two hundred times a second?
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallRecord, HistoryEvent } from '../../server/history/callRecord.ts';

import { Catalogue } from '../../tools/catalogue.ts';
import { callsTopic } from '../topics/calls.ts';
import { PageFrames } from './frames.ts';
import { TopicFeeds } from './topicFeeds.ts';

const CALLS = 12_000;
// In each of the moments for which changes are gathered.
const AT_ONCE = 10;
const MOMENT = 50;
// Half of what a page may cost: who is connected and the log have rings too.
const MOST_BYTES = 4 * 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('two frames and the newest rows, which are less than four megabytes', async () => {
  const listeners = new Set<(event: HistoryEvent) => void>();
  const source = callsTopic(
    {
      list: async () => [],
      onEvent: (listener) => {
        listeners.add(listener);
        return { [Symbol.dispose]: () => listeners.delete(listener) };
      },
    },
    new Catalogue([]),
  );
  using feeds = new TopicFeeds([source]);
  let frames = 0;
  let sent = 0;
  using page = new PageFrames({
    feeds,
    boot: 'boot',
    send: (text) => {
      frames += 1;
      sent += text.length;
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  page.subscribe('calls', undefined, undefined);
  const call = (at: number) => {
    for (const listener of listeners) {
      listener({ kind: 'added', record: recordOf(at, 'pending') });
      listener({ kind: 'updated', record: recordOf(at, 'success') });
    }
  };
  const begin = heapUsed();
  for (let at = 0; at < CALLS; at += 1) {
    call(at);
    if (at % AT_ONCE === 0) await vi.advanceTimersByTimeAsync(MOMENT);
  }
  const grown = heapUsed() - begin;
  expect(frames).toBe(2);
  expect(sent + grown).toBeLessThan(MOST_BYTES);
  // Where it goes on, it has room for a snapshot of the newest.
  page.acknowledge(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toBeGreaterThan(2);
});

// As long as those of agents are.
function recordOf(at: number, status: 'pending' | 'success'): CallRecord {
  return {
    id: `0192f3c4-77aa-7000-8000-${String(at).padStart(12, '0')}`,
    time: new Date(at).toISOString(),
    tool: 'read_file',
    caption: `src/some/folder/of/a/project/file${at}.ts`,
    parameters: { file: `src/some/folder/of/a/project/file${at}.ts` },
    status,
    client: `claude-code 2.${at}`,
    connection: `connection-${at}`,
    door: 'stdio',
    project: `/home/somebody/projects/shop${at}`,
    ...(status === 'success' && { durationMs: at, answerTokens: at, result: 'x'.repeat(500) }),
  };
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('this Node cannot collect its garbage when asked');
  collect();
  return process.memoryUsage().heapUsed;
}
