// Which agents share the answer to an equal question that waits for its turn: only those for whom it would be the same, and who may have it.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { variable } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { minutes } from '../../base/waiting/duration.ts';
import { openScriptedIde, ScriptedWorkbench } from '../../hosts/scripted/scriptedIde.ts';
import { Catalogue } from '../../tools/catalogue.ts';
import { defineTool } from '../../tools/tool.ts';
import { defaultPolicy, type Policy } from '../permission/permission.ts';
import { ProjectEvents } from '../projects/projectEvents.ts';
import { Reviews } from '../reviews/reviews.ts';
import { type CallOutcome, callTool, type ServerParts, type ToolCall } from './callTool.ts';
import { Schedule } from './schedule.ts';

interface Asking {
  readonly client: string;
  readonly words?: string;
  readonly environment?: Environment;
  readonly budget?: number;
  readonly accepts?: boolean;
}

// Every turn is taken until `release`, so that whatever is asked before waits, and could be joined.
async function busyHouse() {
  const { promise: released, resolve: release } = deferred<void>();
  const asked: string[] = [];
  let policy: Policy = defaultPolicy;
  let judged = 0;
  const look = defineTool({
    name: 'look',
    title: 'Look',
    description: 'Tells what it sees.',
    effect: 'reads',
    lane: 'engine',
    input: z.strictObject({ words: z.string() }),
    output: z.object({ seen: z.string(), budget: z.number() }),
    async run({ budget, ide: { project } }, { words }) {
      asked.push(words);
      await released;
      return { seen: project.runsDenied === true ? 'runs denied' : (variable('SECRET') ?? 'nothing'), budget };
    },
    *tell({ seen }) {
      yield seen;
    },
  });
  const ide = openScriptedIde('');
  const workbench = new ScriptedWorkbench([ide]);
  let parts: ServerParts = {
    version: '0',
    catalogue: new Catalogue([look]),
    workbench,
    events: new ProjectEvents(workbench),
    schedule: new Schedule({ mostInALane: 2, longestTurn: minutes(1) }),
    policy: () => {
      judged += 1;
      return policy;
    },
    reviews: new Reviews(),
    journal: { note: () => {} },
    onInternalError: (_, error) => {
      throw error;
    },
  };
  const ask = ({ client, words = 'same', environment, budget, accepts }: Asking): Promise<CallOutcome> => {
    const call: ToolCall = {
      tool: 'look',
      arguments: { words },
      client: {
        id: client,
        name: client,
        version: '1',
        door: 'stdio',
        trustsRoot: true,
        root: async () => undefined,
        ...(environment && { environment }),
        ...(budget !== undefined && { answerBudget: budget }),
      },
      signal: new AbortController().signal,
      progress: () => {},
      ...(accepts !== undefined && { person: { when: 'now', ask: async () => ({ decision: accepts ? 'accept' : 'reject' }) } }),
    };
    return callTool(parts, call);
  };
  const turns = [1, 2].map((at) => ask({ client: 'busy', words: `turn ${at}` }));
  await expect.poll(() => asked.length).toBe(turns.length);
  asked.length = 0;
  // It waits for its turn, after it was permitted.
  const waiting = async (asking: Asking) => {
    const before = judged;
    const outcome = ask(asking);
    await expect.poll(() => judged).toBeGreaterThan(before);
    return { outcome };
  };
  const set = (rules: Partial<Policy>) => {
    policy = { ...defaultPolicy, ...rules };
  };
  // As after a person has changed what may run in it.
  const openAnew = () => {
    parts = { ...parts, workbench: new ScriptedWorkbench([{ ...ide, project: { ...ide.project, runsDenied: true } }]) };
  };
  return { ask, waiting, asked, release, set, openAnew };
}

const seenOrCode = (outcome: CallOutcome) => (outcome.ok ? outcome.value['seen'] : outcome.error.code);

test('two with the same environment share an answer', async () => {
  const { ask, asked, release } = await busyHouse();
  const both = ['first', 'second'].map((client) => ask({ client, environment: { SECRET: 'one', PATH: '/bin' } }));
  release();
  expect((await Promise.all(both)).map(seenOrCode)).toEqual(['one', 'one']);
  expect(asked).toEqual(['same']);
});

test('what one has in its environment is in no answer to another', async () => {
  const { ask, release } = await busyHouse();
  const all = [
    ask({ client: 'first', environment: { SECRET: 'hush', PATH: '/bin' } }),
    ask({ client: 'second', environment: { PATH: '/bin' } }),
    ask({ client: 'third', environment: { PATH: '/usr/bin' } }),
  ];
  release();
  expect((await Promise.all(all)).map(seenOrCode)).toEqual(['hush', 'nothing', 'nothing']);
});

test('nobody gets more than was asked for', async () => {
  const { ask, release } = await busyHouse();
  const all = [8_000, 100].map((budget, at) => ask({ client: String(at), budget }));
  release();
  expect((await Promise.all(all)).map((outcome) => outcome.ok && outcome.value['budget'])).toEqual([8_000, 100]);
});

test('who may not ask has no share in what another was answered', async () => {
  const { ask, waiting, release, set } = await busyHouse();
  const { outcome: permitted } = await waiting({ client: 'first' });
  set({ tools: { look: 'deny' } });
  const { outcome: denied } = await waiting({ client: 'second' });
  set({ tools: { look: 'ask' } });
  const asking = [ask({ client: 'third', accepts: true }), ask({ client: 'fourth', accepts: false }), ask({ client: 'fifth' })];
  release();
  expect((await Promise.all([permitted, denied, ...asking])).map(seenOrCode)).toEqual(['nothing', 'not_permitted', 'nothing', 'rejected', 'not_permitted']);
});

test('an answer found with programs allowed is not shared with a caller who may not run any', async () => {
  const { ask, waiting, release, openAnew } = await busyHouse();
  const { outcome: before } = await waiting({ client: 'first' });
  openAnew();
  const after = ask({ client: 'second' });
  release();
  expect((await Promise.all([before, after])).map(seenOrCode)).toEqual(['nothing', 'runs denied']);
});
