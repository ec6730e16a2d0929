// Does the server of a VS Code window listen where its person says, at the same place again, and nowhere else?
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WindowHttp, wantedPort } from './windowHttp.ts';

let state: string;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'binnacle-window-http-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

test('a port is a whole number from 1 to 65535, 0 for any, or null for none; anything else is explained before it is bound', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.integer({ min: 0, max: 65_535 }), fc.double(), fc.string(), fc.constant(null), fc.boolean()), (asked) => {
      const wanted = wantedPort(asked);
      if (asked === null) expect(wanted).toEqual({ off: true });
      else if (typeof asked === 'number' && Number.isInteger(asked) && asked >= 0 && asked <= 65_535) expect(wanted).toEqual({ port: asked });
      else expect(wanted).toEqual({ problem: expect.stringContaining('1 to 65535') });
    }),
  );
});

test('any port is the same one the next time the same folder is opened, with the same token, and another folder has another', async () => {
  const first = await opened('file:///shop').apply(ON);
  const again = await opened('file:///shop').apply(ON);
  const other = await opened('file:///other').apply(ON);
  if (first.state !== 'on' || again.state !== 'on' || other.state !== 'on') throw new Error('it is off');
  expect(again).toEqual(first);
  expect(other.token).not.toBe(first.token);
});

test('it is off where nobody wants it, where the port is null, and after it was stopped', async () => {
  const http = opened('file:///shop');
  expect(await http.apply({ ...ON, isEnabled: false })).toEqual({ state: 'off' });
  expect(await http.apply({ ...ON, port: null })).toEqual({ state: 'off' });
  expect(await http.apply(ON)).toMatchObject({ state: 'on' });
  expect(await http.apply({ ...ON, isEnabled: false })).toEqual({ state: 'off' });
});

test('a taken port is explained; then it listens elsewhere with another token, or stays off, as its person has set', async () => {
  const taken = await listening();
  try {
    await opened('file:///shop').apply(ON);
    const kept = await opened('file:///shop').apply(ON);
    const elsewhere = await opened('file:///shop', taken.port).apply({ ...ON, port: taken.port });
    if (kept.state !== 'on' || elsewhere.state !== 'on') throw new Error('it is off');
    expect(elsewhere.problem).toContain(`cannot listen at port ${taken.port}: another program has it`);
    expect(elsewhere.port).not.toBe(taken.port);
    expect(elsewhere.token).not.toBe(kept.token);
    const off = await opened('file:///shop', taken.port).apply({ ...ON, port: taken.port, otherwise: 'off' });
    expect(off).toMatchObject({ state: 'off', problem: expect.stringContaining('another program has it') });
  } finally {
    await taken.close();
  }
});

test('a port that is none is explained, and then it is as with one that is taken', async () => {
  expect(await opened('file:///shop').apply({ ...ON, port: 70_000 })).toMatchObject({ state: 'on', problem: expect.stringContaining('70000') });
  expect(await opened('file:///shop').apply({ ...ON, port: 'many', otherwise: 'off' })).toMatchObject({
    state: 'off',
    problem: expect.stringContaining('"many"'),
  });
});

const ON = { isEnabled: true, port: 0, otherwise: 'any' } as const;

// Doors that bind nothing: a real port could be taken by another test before it is asked for again.
function opened(workspace: string, taken?: number): WindowHttp {
  let port = 0;
  const doors = {
    get port() {
      return port;
    },
    async listen(at: { readonly port: number }) {
      if (at.port === taken) return Object.assign(new Error('address in use'), { code: 'EADDRINUSE' });
      port = at.port === 0 ? 40_000 + workspace.length : at.port;
      return undefined;
    },
    async stopListening() {
      port = 0;
    },
  };
  return new WindowHttp({ doors, state, workspace, log: silent });
}

async function listening(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  return { port: address.port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
