// Breakpoints outlive the process that kept them, and move with their lines, whoever writes the file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import { evaluationRefused } from '../../ide/errors/debugErrors.ts';
import { ProjectBreakpoints } from './projectBreakpoints.ts';

const signal = new AbortController().signal;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-breakpoints-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(source: string) {
  const { documents } = openScriptedIde(source);
  const notified: string[] = [];
  const store = new ProjectBreakpoints(join(folder, 'breakpoints.json'), documents, silent, {
    changed: async (place) => void notified.push(place),
    bindings: () => [],
    dataId: async () => 'data',
    problem: async () => undefined,
    permit: (expression) => {
      if (expression.includes('(')) throw evaluationRefused(expression, 'it calls something');
    },
  });
  const at = (line: number) => ({ kind: 'line', uri: documents.uriOf('a.ts'), line, enabled: true, temporary: false }) as const;
  const lines = async () => (await store.list(signal)).flatMap((one) => (one.kind === 'line' ? [one.line] : []));
  return { documents, store, notified, at, lines };
}

const TEXT = '// @file a.ts\none();\ntwo();\nthree();\n';

test('they move with their lines', async () => {
  const { documents, store, at, lines } = open(TEXT);
  await store.set(at(1), signal);
  documents.write('a.ts', 'zero();\none();\ntwo();\nthree();\n');
  expect(await lines()).toEqual([2]);
  documents.write('a.ts', 'two();\nthree();\n');
  expect(await lines()).toEqual([0]);
});

test('they and the watches are there after a restart, and find their lines again', async () => {
  const first = open(TEXT);
  await first.store.set(first.at(1), signal);
  await first.store.set({ kind: 'exception', caught: true, uncaught: true, enabled: true }, signal);
  await first.store.addWatch('total', signal);
  const second = open('// @file a.ts\nnew1();\nnew2();\none();\ntwo();\n');
  expect(await second.lines()).toEqual([3]);
  expect((await second.store.list(signal)).map(({ id, kind }) => [id, kind])).toEqual([
    ['b1', 'line'],
    ['b2', 'exception'],
  ]);
  expect(await second.store.listWatches(signal)).toEqual([{ id: 'w3', expression: 'total' }]);
});

test('sessions are notified which file has changed, and a temporary one is gone after its hit', async () => {
  const { store, notified, at, documents } = open(TEXT);
  const { id } = await store.set({ ...at(1), temporary: true }, signal);
  await store.set({ kind: 'function', name: 'f', enabled: true, temporary: false }, signal);
  expect(notified).toEqual([documents.uriOf('a.ts'), 'functions']);
  await store.hit([id], signal);
  expect((await store.list(signal)).map(({ kind }) => kind)).toEqual(['function']);
});

test('conditions are checked against the policy and the grammar, log messages too', async () => {
  const { store, at } = open(TEXT);
  await expect(store.set({ ...at(1), condition: 'f()' }, signal)).rejects.toMatchObject({ code: 'evaluation_refused' });
  await expect(store.set({ ...at(1), logMessage: 'now {f()}' }, signal)).rejects.toMatchObject({ code: 'evaluation_refused' });
  await expect(store.set({ ...at(1), condition: 'x >' }, signal)).rejects.toMatchObject({ code: 'invalid_condition' });
  await expect(store.set({ ...at(1), hitCondition: 'often' }, signal)).rejects.toMatchObject({ code: 'invalid_condition' });
  await expect(store.remove('b9', signal)).rejects.toMatchObject({ code: 'breakpoint_not_found' });
  await expect(store.addWatch('x >', signal)).rejects.toMatchObject({ code: 'invalid_watch' });
  await expect(store.removeWatch('w9', signal)).rejects.toMatchObject({ code: 'watch_not_found' });
});
