// A call looks at the disk once: what was found then is passed on, unless something newer has been read or heard meanwhile.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { Hands, temporaryWorkspace } from './otherProcess.ts';

const signal = new AbortController().signal;
const hands = new Hands();
afterAll(() => hands[Symbol.dispose]());
// After which a file's times prove that it is older than the look at the disk.
const AGED = 2_300;

test('a question with the snapshot of its call does not look at the disk again', async () => {
  await using workspace = temporaryWorkspace();
  await hands.do(workspace.root, ['write', 'a.ts', 'alpha'], ['write', 'b.ts', 'beta alpha']);
  const documents = await workspace.open();
  await sleep(AGED);
  const state = await documents.settle(signal);
  const ofCall = documents.asOf(state);
  await ofCall.read(uriOf(join(workspace.root, 'a.ts')), signal);
  expect(await ofCall.filesWithWord('alpha', signal)).toHaveLength(2);
  expect(await ofCall.list({}, signal)).toHaveLength(2);
  expect(await ofCall.settle(signal)).toBe(state);
  expect(documents.state).toBe(state);
  expect(await documents.settle(signal)).not.toBe(state);
});

test('what another process writes right before a call is seen by the call, also by what it passes on', async () => {
  await using workspace = temporaryWorkspace();
  const documents = await workspace.open();
  for (let round = 0; round < 20; round++) {
    await hands.do(workspace.root, ['write', `f${round}.ts`, `word${round}`]);
    const ofCall = documents.asOf(await documents.settle(signal));
    expect(await ofCall.filesWithWord(`word${round}`, signal)).toEqual([uriOf(join(workspace.root, `f${round}.ts`))]);
  }
});

test('a text that is newer than the look at the disk makes the call look again', async () => {
  await using workspace = temporaryWorkspace();
  await hands.do(workspace.root, ['write', 'a.ts', 'alpha']);
  const documents = await workspace.open();
  await sleep(AGED);
  const state = await documents.settle(signal);
  const ofCall = documents.asOf(state);
  const kinds: string[] = [];
  documents.onChanges((changes) => kinds.push(...changes.map(({ kind }) => kind)));
  await hands.do(workspace.root, ['write', 'a.ts', 'gamma']);
  // Before any event of it can have been heard in this turn of the loop, or after: the text is the new one, and so must be what engines are sent.
  expect((await ofCall.read(uriOf(join(workspace.root, 'a.ts')), signal)).text).toBe('gamma');
  await ofCall.settle(signal);
  expect(kinds).toEqual(['changed']);
  expect(documents.state).not.toBe(state);
});
