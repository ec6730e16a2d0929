// What every door must carry, as rows; what a door cannot have is data with its reason.
import { expect } from 'vitest';
import { z } from 'zod';
import { PAGE_SIZE_META_KEY } from '../../src/server/resources/listPage.ts';
import type { Caller } from './callers.ts';
import type { Doorway } from './doorways.ts';
import { type House, LONGEST_MESSAGE, TOKEN } from './house.ts';

export interface Requirement {
  readonly title: string;
  // Doors to which it does not apply, by name, with the reason.
  readonly not?: (door: Doorway) => string | undefined;
  check(house: House, door: Doorway): Promise<void>;
}

export const requirements: readonly Requirement[] = [
  requirement('a call returns its answer', async (call, door) => {
    const result = await call('echo', 'hello');
    expect(answerOf(result)).toEqual(door.dialect ? { answered: 'hello' } : { said: 'hello' });
    expect(result['isError']).toBeUndefined();
  }),
  {
    title: 'our own answers carry a value that is complete by itself, and a short text',
    not: (door) => (door.dialect ? 'the dialect has text only' : undefined),
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const result = await caller.ask('tools/call', { name: 'echo', arguments: { text: 'both' } });
        expect(result['structuredContent']).toEqual({ said: 'both' });
        expect(textOf(result)).toBe('It said both');
      }),
  },
  requirement('an error of a tool says what is so and what to do', async (call, door) => {
    const result = await call('refuse', 'here');
    expect(result['isError']).toBe(true);
    expect(result['structuredContent']).toBeUndefined();
    expect(JSON.parse(textOf(result))).toEqual({
      error: 'not_a_folder',
      message: 'here is not a folder.',
      next: 'Pass the absolute path of an existing folder.',
      // Said in the dialect's own way.
      ...(door.dialect && { advice: 'Pass the absolute path of an existing folder.' }),
    });
  }),
  requirement('an error that the dialect numbers is a JSON-RPC error there, and a result on our own doors', async (call, door) => {
    if (door.dialect) await expect(call('lose', 'x.ts')).rejects.toMatchObject({ code: -32002, message: expect.stringContaining('There is no file x.ts.') });
    else expect(JSON.parse(textOf(await call('lose', 'x.ts')))).toMatchObject({ error: 'file_not_found' });
  }),
  requirement('a bug in a tool costs one call', async (call, door) => {
    if (door.dialect) await expect(call('crash', '')).rejects.toMatchObject({ code: -32603 });
    else expect(JSON.parse(textOf(await call('crash', '')))).toMatchObject({ error: 'internal_error' });
    expect(answerOf(await call('echo', 'still here'))).toEqual(door.dialect ? { answered: 'still here' } : { said: 'still here' });
  }),
  {
    title: 'an unknown tool is answered with the names that are near',
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const asked = caller.ask('tools/call', { name: door.dialect ? 'other_ecco' : 'ecco', arguments: {} });
        if (door.dialect) await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('other_echo') });
        else expect(JSON.parse(textOf(await asked))).toMatchObject({ error: 'unknown_tool', next: 'Did you mean echo?' });
      }),
  },
  {
    title: 'a misspelled or missing argument is answered with the right ones',
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const asked = caller.ask('tools/call', door.dialect ? { name: 'other_echo', arguments: { wordz: 'x' } } : { name: 'echo', arguments: { txet: 'x' } });
        if (door.dialect) await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(/words is missing.*did you mean words/) });
        else
          expect(JSON.parse(textOf(await asked))).toMatchObject({
            error: 'invalid_arguments',
            message: expect.stringMatching(/text is missing.*did you mean text/),
          });
      }),
  },
  {
    title: 'progress reaches a client that asked for it, and grows',
    not: withoutStream('has no stream for notifications'),
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const received: { progress: number; message?: string | undefined; total?: number | undefined }[] = [];
        await caller.ask('tools/call', toolParams(door, 'count', door.name), {
          onProgress(progress) {
            received.push(progress);
            // The SDK's clients forget their listener with the answer, so the answer waits until all was heard.
            if (received.length === 3) house.release(door.name);
          },
        });
        expect(received.map(({ message }) => message)).toEqual(['begins', 'one', 'two']);
        expect(received.map(({ total }) => total)).toEqual([undefined, 2, 2]);
        const numbers = received.map(({ progress }) => progress);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
  },
  {
    title: 'a cancelled call is cancelled in the tool',
    not: (door) => (door.name === 'dialect script with stream' ? 'its answer also goes to the stream, so a closed POST cancels nothing' : undefined),
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const cancel = new AbortController();
        const { started, aborted } = house.waiting(door.name);
        const asked = caller.ask('tools/call', toolParams(door, 'wait', door.name), { signal: cancel.signal });
        const failed = expect(asked).rejects.toThrow();
        await started;
        cancel.abort();
        await aborted;
        await failed;
        expect(answerOf(await caller.ask('tools/call', toolParams(door, 'echo', 'after')))).toEqual(door.dialect ? { answered: 'after' } : { said: 'after' });
      }),
  },
  {
    title: 'a client that goes away ends its calls',
    not: (door) =>
      /http, (2025|older)/.test(door.name)
        ? 'a session outlives its connections until it is ended; sessions.test.ts'
        : withoutStream('has no connection of its own that could end')(door),
    check: async (house, door) => {
      const caller = await door.enter(house);
      const { started, aborted } = house.waiting(`gone ${door.name}`);
      caller.ask('tools/call', toolParams(door, 'wait', `gone ${door.name}`)).catch(() => {});
      await started;
      await caller.close();
      await aborted;
    },
  },
  {
    title: 'the list is the same for everyone, with annotations from the effect',
    check: async (house, door) => {
      const one = await inside(house, door, (caller) => caller.ask('tools/list', {}));
      const two = await inside(house, door, (caller) => caller.ask('tools/list', {}));
      expect(JSON.stringify(one['tools'])).toBe(JSON.stringify(two['tools']));
      const tools = toolsOf(one);
      expect(tools.map(({ name }) => name)).toEqual(
        door.dialect ? ['other_echo', 'other_lose', 'other_refuse', 'other_crash', 'other_count', 'other_wait'] : OUR_NAMES,
      );
      expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(tools.find(({ name }) => name.endsWith('count'))?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    },
  },
  {
    title: 'the list comes in pages when the client asks, and a cursor always shows the same page',
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const whole = toolsOf(await caller.ask('tools/list', {})).map(({ name }) => name);
        const first = await caller.ask('tools/list', { _meta: { [PAGE_SIZE_META_KEY]: 4 } });
        expect(first['nextCursor']).toEqual(expect.any(String));
        const second = await caller.ask('tools/list', { cursor: first['nextCursor'] });
        const again = await caller.ask('tools/list', { cursor: first['nextCursor'] });
        expect(second['nextCursor']).toBeUndefined();
        expect([...toolsOf(first), ...toolsOf(second)].map(({ name }) => name)).toEqual(whole);
        expect(toolsOf(again)).toEqual(toolsOf(second));
        await expect(caller.ask('tools/list', { cursor: 'nonsense' })).rejects.toMatchObject({ code: -32602 });
      }),
  },
  {
    title: 'an unknown method is -32601',
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const failure: unknown = await caller.ask('no/such/method', {}).catch((error: unknown) => error);
        // 2026-07-28 says it with a 404 over HTTP, which the SDK's client reports as such.
        if (door.name.endsWith('http, 2026')) expect(failure).toMatchObject({ message: expect.stringContaining('-32601') });
        else expect(failure).toMatchObject({ code: -32601, data: { details: expect.stringContaining('Method not found') } });
      }),
  },
  {
    title: 'what is not JSON is -32700',
    async check(house, door) {
      const reply = await door.knock(house, { token: TOKEN, text: '{"jsonrpc": "2.0", ' });
      expect([undefined, 101, 400]).toContain(reply.status);
      expect(JSON.parse(reply.body ?? '')).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32700, data: { details: expect.stringContaining('JSON') } },
      });
    },
  },
  {
    title: 'a message that is too long is answered with an error, and the connection lives',
    check: (house, door) =>
      inside(house, door, async (caller) => {
        // Also one of many times the length, of which nobody may keep the whole.
        for (const times of [1, 40]) {
          const text = 'x'.repeat(times * LONGEST_MESSAGE);
          const failure: unknown = await caller.ask('tools/call', toolParams(door, 'echo', text)).catch((error: unknown) => error);
          expect(String(failure)).toContain(`A message may have ${LONGEST_MESSAGE} bytes`);
        }
        expect(answerOf(await caller.ask('tools/call', toolParams(door, 'echo', 'still')))).toEqual(door.dialect ? { answered: 'still' } : { said: 'still' });
      }),
  },
  {
    title: 'no error repeats a long argument, a long name or a long method',
    check: (house, door) =>
      inside(house, door, async (caller) => {
        const long = 'long '.repeat(20_000);
        const questions: [method: string, params: Record<string, unknown>][] = [
          ['tools/call', toolParams(door, 'refuse', long)],
          ['tools/call', { name: long, arguments: {} }],
          ['tools/call', { name: door.dialect ? 'other_echo' : 'echo', arguments: { [long]: 1 } }],
          ['prompts/get', { name: long, arguments: {} }],
          ['resources/read', { uri: `file:///${long}` }],
          [long, {}],
        ];
        for (const [method, params] of questions) {
          const failure = await caller.ask(method, params).then(
            (result) => JSON.stringify(result),
            (error: unknown) => String(error),
          );
          expect(failure.length, failure.slice(0, 400)).toBeLessThan(2_000);
        }
      }),
  },
  network('nobody comes in without the token', { token: undefined }, 401),
  network('nobody comes in with a wrong token', { token: 'wrong' }, 401),
  network('a page that rebinds its name to this machine is refused', { token: TOKEN, host: 'evil.example:80' }, 403),
  network('a page of another origin is refused', { token: TOKEN, origin: 'https://evil.example' }, 403),
  network('an origin that only looks like this machine is refused', { token: TOKEN, origin: 'http://localhost.evil.example' }, 403),
  network('an opaque origin is refused', { token: TOKEN, origin: 'null' }, 403),
  {
    title: 'several clients at once each get their own answers',
    check: async (house, door) => {
      const callers = await Promise.all(Array.from({ length: 5 }, () => door.enter(house)));
      const asked = callers.flatMap((caller, who) =>
        Array.from({ length: 10 }, async (_, nth) => {
          const words = `${door.name} ${who} ${nth}`;
          expect(answerOf(await caller.ask('tools/call', toolParams(door, 'echo', words)))).toEqual(door.dialect ? { answered: words } : { said: words });
        }),
      );
      await Promise.all(asked);
      await Promise.all(callers.map((caller) => caller.close()));
    },
  },
];

const OUR_NAMES = ['echo', 'lose', 'refuse', 'crash', 'other_edits', 'other_runs', 'count', 'wait'];

function requirement(
  title: string,
  check: (call: (tool: string, words: string) => Promise<Record<string, unknown>>, door: Doorway) => Promise<void>,
): Requirement {
  return {
    title,
    check: (house, door) => inside(house, door, (caller) => check((tool, words) => caller.ask('tools/call', toolParams(door, tool, words)), door)),
  };
}

function network(title: string, knock: { token: string | undefined; host?: string; origin?: string }, status: number): Requirement {
  return {
    title,
    not: (door) => (door.name.startsWith('stdio') ? 'a local socket has no HTTP request; the daemon checks its hello' : undefined),
    async check(house, door) {
      const reply = await door.knock(house, { ...knock, text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) });
      expect(reply.status).toBe(status);
      expect(reply.headers?.['access-control-allow-origin']).toBeUndefined();
    },
  };
}

function withoutStream(reason: string): (door: Doorway) => string | undefined {
  return (door) => (door.name.startsWith('dialect script') ? reason : undefined);
}

function toolParams(door: Doorway, tool: string, words: string): Record<string, unknown> {
  return door.dialect ? { name: `other_${tool}`, arguments: { words } } : { name: tool, arguments: { text: words } };
}

async function inside<Value>(house: House, door: Doorway, work: (caller: Caller) => Promise<Value>): Promise<Value> {
  const caller = await door.enter(house);
  try {
    return await work(caller);
  } finally {
    await caller.close();
  }
}

const textContent = z.looseObject({ content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]) });
const listOfTools = z.looseObject({ tools: z.array(z.looseObject({ name: z.string(), annotations: z.looseObject({}) })) });

function textOf(result: unknown): string {
  return textContent.parse(result).content[0].text;
}

function answerOf(result: Record<string, unknown>): unknown {
  return result['structuredContent'] ?? JSON.parse(textOf(result));
}

function toolsOf(result: unknown): { name: string; annotations: Record<string, unknown> }[] {
  return listOfTools.parse(result).tools;
}
