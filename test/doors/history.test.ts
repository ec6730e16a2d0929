// What the history says of requests that came through each door: one row for one request, under the client's own name, however it ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { openScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { Connections } from '../../src/server/clients/connections.ts';
import type { HistoryFilter } from '../../src/server/history/historyFilter.ts';
import { History } from '../../src/server/history/journal.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { startDoors } from '../../src/transports/startDoors.ts';
import { posted } from './bridgeCalls.ts';
import { doorways } from './doorways.ts';
import { type House, openHouse, partsWith, TOKEN } from './house.ts';

let folder: string;
let history: History;
let house: House;
const connections = new Connections();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-history-'));
  history = new History({ folder, onFailure: (error) => expect.unreachable(String(error)) });
  house = await openHouse({}, { journal: history, connections });
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
  await history.flush();
  await rm(folder, { recursive: true, force: true });
});

for (const door of doorways) {
  const by = door.dialect ? { prefix: 'other_', argument: 'words', path: 'fixture' } : { prefix: '', argument: 'text', path: undefined };
  const kind = /stdio|sse|stream|webSocket/.exec(door.name)?.[0].replace('stream', 'sse') ?? 'http';
  const call = (text: string, tool: string, given: Record<string, unknown> = { [by.argument]: text }) => ({ name: by.prefix + tool, arguments: given });

  describe(door.name, () => {
    test('a call is one row with the names of the client, and ours are in it', async () => {
      const caller = await door.enter(house);
      const text = `${door.name} says hello`;
      await caller.ask('tools/call', call(text, 'echo'));
      const rows = await history.list({ text });
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        tool: `${by.prefix}echo`,
        parameters: { [by.argument]: text },
        status: 'success',
        door: kind,
        durationMs: expect.any(Number),
      });
      expect(rows[0]?.result).toContain(text);
      expect(rows[0]?.caption).toContain(text);
      const inner = [{ tool: 'echo', parameters: { text }, status: 'success' }];
      expect(rows[0]).toMatchObject(door.dialect ? { dialect: 'fixture', ownTool: 'echo', inner } : {});
      if (!door.dialect) expect(rows[0]).not.toHaveProperty('inner');
      const connection = connections.list().find(({ id }) => id === rows[0]?.connection);
      expect(connection).toMatchObject({ client: rows[0]?.client, door: kind, inFlight: [], lastCall: { id: rows[0]?.id, status: 'success' } });
      await caller.close();
    });

    test('every kind of failure is a row, which every filter finds', async () => {
      const caller = await door.enter(house);
      const text = `${door.name} fails`;
      const ask = (method: string, params: Record<string, unknown>) => caller.ask(method, params).catch(() => {});
      const calls = [call(text, 'echo', { wrong: text }), call(text, 'lose'), call(text, 'crash'), call(text, `nothing ${door.name}`)];
      for (const params of calls) await ask('tools/call', params);
      await ask('tools/nothing', { text });
      const rows = await history.list({ text, requests: true });
      const errors = (await history.list({ requests: true, status: 'error' })).filter(
        ({ tool, parameters }) => JSON.stringify(parameters).includes(text) || tool.endsWith(door.name),
      );
      const codes = errors.map(({ error }) => error?.split(':')[0]);
      expect(codes.toReversed().slice(0, 4)).toEqual(['invalid_arguments', 'file_not_found', 'internal_error', 'unknown_tool']);
      expect(errors.at(0)).toMatchObject({ tool: 'tools/nothing', isRequest: true });
      for (const row of errors) {
        const filters: HistoryFilter[] = [{ tool: row.tool }, { status: 'error' }, { client: row.client }, { door: kind }, { slowerThan: 0 }, { id: row.id }];
        const connection = row.connection ?? '';
        for (const filter of [...filters, { connection }, { since: row.time }, { text: row.error ?? '' }])
          expect((await history.list({ requests: true, ...filter })).map(({ id }) => id)).toContain(row.id);
      }
      expect(rows.length).toBeGreaterThanOrEqual(4);
      await caller.close();
    });
  });
}

test('initialize, lists and pings are rows that a list of calls leaves out', async () => {
  const door = doorways.find(({ name }) => name === 'http, 2025');
  const caller = await door?.enter(house);
  await caller?.ask('tools/list', {});
  for (let count = 0; count < 5; count++) await caller?.ask('ping', {});
  const all = await history.list({ requests: true, door: 'http' });
  const [initialized] = all.filter(({ tool }) => tool === 'initialize');
  const own = all.filter(({ connection }) => connection === initialized?.connection);
  expect(own.map(({ tool, status }) => `${tool} ${status}`).toSorted()).toEqual(['initialize success', 'ping success', 'tools/list success']);
  expect(initialized?.client).toMatch(/\S \d/);
  expect((await history.list({ door: 'http' })).filter(({ tool }) => tool === 'tools/list')).toEqual([]);
  await caller?.close();
});

test('a call that is cancelled, and one whose connection ends, are errors with their connection', async () => {
  for (const [name, end] of [
    ['stdio, 2025', 'cancel'],
    ['dialect http, older client', 'cancel'],
    ['webSocket /, 2025', 'close'],
  ] as const) {
    const door = doorways.find((one) => one.name === name);
    const caller = await door?.enter(house);
    const text = `${name} waits`;
    const cancel = new AbortController();
    const given = door?.dialect ? { name: 'other_wait', arguments: { words: text } } : { name: 'wait', arguments: { text } };
    const asked = caller?.ask('tools/call', given, { signal: cancel.signal }).catch(() => {});
    await house.waiting(text).started;
    const [pending] = await history.list({ text, status: 'pending' });
    expect(pending).toMatchObject({ status: 'pending', connection: expect.any(String), door: expect.any(String) });
    const own = () => connections.list().find(({ id }) => id === pending?.connection);
    expect(own()?.inFlight).toMatchObject([{ id: pending?.id }]);
    if (end === 'cancel') cancel.abort();
    else await caller?.close();
    await house.waiting(text).aborted;
    await asked;
    const [ended] = await history.list({ text });
    expect(ended).toMatchObject({ id: pending?.id, status: 'error', error: expect.stringContaining('cancelled'), connection: pending?.connection });
    expect(own()?.inFlight ?? []).toEqual([]);
    await caller?.close();
  }
});

test('a call of the bridge is one row with its project, and so is one that it refuses', async () => {
  const ide = openScriptedIde('// @file a.ts\nexport const total = 1;\n');
  const parts = partsWith(allTools, new ScriptedWorkbench([ide]), { journal: history, connections });
  const doors = await startDoors({ parts, dialects: [], port: 0, token: TOKEN });
  const bridge = await doors.openBridge(copilotBridge, '/fixture', 0);
  await posted(bridge, 'intellij_read_file', { path: 'a.ts' });
  await posted(bridge, 'intellij_read_file', { path: 'gone.ts' });
  await posted(bridge, 'nothing_here', {});
  const rows = await history.list({ project: '/fixture' });
  expect(rows.map(({ tool, status, error }) => [tool, status, error?.split(':')[0]])).toEqual([
    ['nothing_here', 'error', 'unknown_tool'],
    ['intellij_read_file', 'error', 'file_not_found'],
    ['intellij_read_file', 'success', undefined],
  ]);
  expect(rows.at(-1)).toMatchObject({
    dialect: 'copilotBridge',
    ownTool: 'read_file',
    parameters: { path: 'a.ts' },
    inner: [{ tool: 'read_file' }],
    caption: 'Read file a.ts',
  });
  expect(connections.list().find(({ dialect }) => dialect === 'copilotBridge')).toMatchObject({ root: '/fixture', calls: 3 });
  await bridge.close();
  await doors.close();
  expect(connections.list().some(({ dialect }) => dialect === 'copilotBridge')).toBe(false);
});
