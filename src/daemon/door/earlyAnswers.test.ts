// What the door answers by itself: only what the daemon is sure to take.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInitializeRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../../base/version.ts';
import { EARLY_FOLDER, EarlyAnswers, type RecordedServer } from './earlyAnswers.ts';

const recorded: RecordedServer = {
  build,
  initialize: { '2025-11-25': ['{"id":', ',"result":"now"}'], other: ['{"id":', ',"result":"other"}'] },
  list: ['{"id":', ',"result":['],
  listEnd: ']}',
  tools: ['look', 'turn', 'find_tools'].map((name) => ({ name, hidden: name === 'turn', text: `"${name}"` })),
  families: { moving: ['turn'] },
  fixed: false,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-early-'));
  mkdirSync(join(folder, EARLY_FOLDER));
  writeFileSync(join(folder, EARLY_FOLDER, 'own.json'), JSON.stringify(recorded));
  writeFileSync(join(folder, EARLY_FOLDER, 'older.json'), JSON.stringify({ ...recorded, build: 'older' }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answers = (toolset?: string, dialect?: string) => EarlyAnswers.read({ folder, project: folder, toolset, dialect });
const line = (message: unknown) => Buffer.from(JSON.stringify(message));
const initialize = (params: unknown) => ({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
const usual = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function greeted(toolset?: string): EarlyAnswers | undefined {
  const early = answers(toolset);
  expect(String(early?.answerTo(line(initialize(usual))))).toBe('{"id":0,"result":"now"}');
  return early;
}

test('a greeting is answered in the version that was asked for, and the list of the toolset follows', () => {
  expect(String(answers()?.answerTo(line(initialize({ ...usual, protocolVersion: 'toString' }))))).toBe('{"id":0,"result":"other"}');
  expect(String(greeted()?.answerTo(line(list)))).toBe('{"id":1,"result":["look","find_tools"]}');
  expect(String(greeted('moving')?.answerTo(line({ ...list, params: { _meta: { progressToken: 7 } } })))).toBe('{"id":1,"result":["turn","find_tools"]}');
});

test('what another build wrote down, an unknown toolset and an unknown dialect are left to the daemon', () => {
  expect(answers(undefined, 'older')).toBeUndefined();
  expect(answers(undefined, 'missing')).toBeUndefined();
  expect(answers('mvoing')).toBeUndefined();
});

test.each<unknown>([
  { ...list, params: { cursor: 'x' } },
  { ...list, params: { _meta: { 'binnacle/pageSize': 2 } } },
  { ...list, params: [] },
  { ...list, params: null },
  { ...list, id: null },
  { ...list, id: 1.5 },
  { ...list, jsonrpc: '1.0' },
  { ...list, more: true },
  [list],
])('left to the daemon: %j', (message) => {
  expect(greeted()?.answerTo(line(message))).toBeUndefined();
});

test('a list before the greeting may be one of the protocol without sessions, and a second greeting an error', () => {
  expect(answers()?.answerTo(line(list))).toBeUndefined();
  expect(greeted()?.answerTo(line(initialize(usual)))).toBeUndefined();
  expect(greeted()?.answerTo(Buffer.from('{'))).toBeUndefined();
});

test('no greeting is answered that the daemon would refuse', () => {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant({}), fc.constant({ listChanged: true }), fc.boolean());
  const capabilities = fc.record(
    {
      roots: anything,
      sampling: fc.oneof(anything, fc.record({ tools: anything }, { requiredKeys: [] })),
      elicitation: fc.oneof(anything, fc.record({ form: anything, url: anything }, { requiredKeys: [] })),
      tasks: fc.oneof(anything, fc.record({ requests: fc.record({ sampling: anything }) })),
      experimental: fc.oneof(anything, fc.record({ x: anything })),
      extensions: fc.oneof(anything, fc.record({ x: anything })),
      unknown: anything,
    },
    { requiredKeys: [] },
  );
  const text = fc.oneof(fc.string(), anything);
  const client = fc.record({ name: text, version: text, title: text, icons: anything, websiteUrl: text }, { requiredKeys: ['name'] });
  const params = fc.record({ protocolVersion: text, capabilities, clientInfo: client, _meta: anything }, { requiredKeys: ['protocolVersion', 'capabilities'] });
  fc.assert(
    fc.property(params, (given) => {
      const request: unknown = JSON.parse(JSON.stringify(initialize(given)));
      return answers()?.answerTo(line(request)) === undefined || isInitializeRequest(request);
    }),
    { numRuns: 500 },
  );
});
