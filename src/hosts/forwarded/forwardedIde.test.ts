// Whether every door says the same through another process: each question is asked of one scripted IDE directly and of its twin over the connection.
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ForwardedPair, forwardedPair } from '../../../test/support/forwardedPair.ts';
import { A, authorship, edit, outcomeOf, program, QUESTIONS, SOURCE, script, signal, total } from '../../../test/support/portQuestions.ts';
import type { WholeIde } from '../../ide/optionalDoors.ts';
import { createJsonRpc } from '../../wire/jsonRpc.ts';
import { openScriptedIde, type ScriptedIde } from '../scripted/scriptedIde.ts';
import { PORT } from './portRows.ts';
import { serveIde } from './serveIde.ts';

async function twins(): Promise<{ direct: ScriptedIde; pair: ForwardedPair; over: WholeIde }> {
  const pair = await forwardedPair(openScriptedIde(SOURCE, script), openScriptedIde(SOURCE, script));
  return { direct: openScriptedIde(SOURCE, script), pair, over: whole(pair) };
}

function whole({ ide }: ForwardedPair): WholeIde {
  const { changes, formatting, gitChanges, running, terminals, testing, debugging, editor, settings } = ide;
  if (!changes || !formatting || !gitChanges || !running || !terminals || !testing || !debugging || !editor || !settings)
    throw new TypeError('a door is missing');
  return { ...ide, changes, formatting, gitChanges, running, terminals, testing, debugging, editor, settings };
}

test('every question has the same answer through another process, also the refusals', async () => {
  const { direct, pair, over } = await twins();
  for (const question of Object.keys(QUESTIONS)) expect([question, await outcomeOf(over, question)]).toEqual([question, await outcomeOf(direct, question)]);
  expect(pair.troubles).toEqual([]);
  pair.served[Symbol.dispose]();
});

test('in whatever order they are asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(QUESTIONS)), { minLength: 5, maxLength: 25 }), async (questions) => {
      const { direct, pair, over } = await twins();
      for (const question of questions) expect([question, await outcomeOf(over, question)]).toEqual([question, await outcomeOf(direct, question)]);
      pair.served[Symbol.dispose]();
    }),
    { numRuns: 30 },
  );
});

test('a door has the members of the port and no other, also those that this host has not', async () => {
  const { direct, pair } = await twins();
  const names = (door: object) => Object.keys(door).toSorted();
  for (const door of ['documents', 'languages', 'changes', 'editor', 'testing'] as const) {
    const expected = Object.keys(PORT[door]).filter((member) => Reflect.get(direct[door], member) !== undefined);
    expect(names(pair.ide[door] ?? {})).toEqual(expected.toSorted());
  }
  pair.served[Symbol.dispose]();
});

test('a call that is cancelled is cancelled there', async () => {
  const served = openScriptedIde(SOURCE, { delay: Number.POSITIVE_INFINITY });
  const pair = await forwardedPair(served);
  const controller = new AbortController();
  const hanging = pair.ide.languages.definition(total, controller.signal);
  controller.abort();
  await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
  pair.served[Symbol.dispose]();
});

test('whoever listens hears what happens there, and finds it when he looks', async () => {
  const { pair, over } = await twins();
  const heard: unknown[] = [];
  const opened = new Promise<void>((resolve) => {
    over.terminals.onEvent(({ kind, terminal }) => {
      heard.push([kind, terminal.title, over.terminals.list().includes(terminal)]);
      resolve();
    });
  });
  const changed = new Promise((resolve) => over.changes.onChange(resolve));
  await over.terminals.open({ title: 'one', columns: 40, rows: 5, owner: 'agent' }, authorship, signal);
  await over.changes.apply(await over.changes.plan(edit('// two\n'), signal), authorship, signal);
  await opened;
  expect(heard).toEqual([['opened', 'one', true]]);
  expect(await changed).toMatchObject({ kind: 'made' });
  pair.served[Symbol.dispose]();
});

test('when the window is gone, whatever waits ends with a clear answer, and what it had is said to have ended', async () => {
  const served = openScriptedIde(SOURCE, { ...script, delay: Number.POSITIVE_INFINITY });
  const pair = await forwardedPair(served);
  const over = whole(pair);
  const run = await over.running.start({ title: 'serve', command: { line: 'serve' }, owner: 'agent' }, signal);
  const [session] = await over.debugging.start(program('agent'), signal);
  const waiting = [over.languages.hover(total, signal), over.languages.status(), run.ended];
  const settled = Promise.allSettled(waiting);
  pair.kill();
  const error = { code: 'window_closed', next: expect.stringContaining('Call again') };
  expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(3);
  for (const each of waiting) await expect(each).rejects.toMatchObject(error);
  await pair.closed;
  await expect(over.documents.read(A, signal)).rejects.toMatchObject(error);
  expect(session?.state).toMatchObject({ state: 'ended', why: 'the VS Code window was closed, or hangs' });
  expect(run.state.state).toBe('ended');
});

test('a window that hangs costs the calls that wait for it, and says so; one that is only slow costs none', async () => {
  const served = openScriptedIde(SOURCE, { ...script, delay: Number.POSITIVE_INFINITY });
  const pair = await forwardedPair(served, served, { beat: { between: 100, missed: 5 } });
  const slow = pair.ide.languages.hover(total, signal);
  let isOver = false;
  slow.catch(() => {
    isOver = true;
  });
  // A slow answer is none of the looks.
  for (let asked = 0; asked < 20; asked++) expect(await pair.ide.documents.locate('a.ts')).toBe(A);
  expect(isOver).toBe(false);
  pair.hang();
  const error = { code: 'window_silent', next: expect.stringContaining('goes on without the window') };
  await expect(slow).rejects.toMatchObject(error);
  await expect(pair.ide.documents.read(A, signal)).rejects.toMatchObject(error);
  await pair.closed;
  expect(pair.troubles).toEqual(['it has not answered for 0.5 s']);
});

test('when the daemon is gone, what its agents started in the window is ended, and what others did stays', async () => {
  const served = openScriptedIde(SOURCE, script);
  const pair = await forwardedPair(served);
  const over = whole(pair);
  const mine = await served.terminals.open({ title: 'mine', columns: 40, rows: 5, owner: undefined }, authorship, signal);
  await over.terminals.open({ title: 'theirs', columns: 40, rows: 5, owner: 'agent' }, authorship, signal);
  const ended = new Promise((resolve) => served.terminals.onEvent(({ kind, terminal }) => kind === 'ended' && resolve(terminal.title)));
  pair.kill();
  expect(await ended).toBe('theirs');
  expect(mine.state.state).toBe('running');
});

test('a plan that another host made is not applied, and one that was forgotten says so', async () => {
  const { direct, pair, over } = await twins();
  const foreign = await direct.changes.plan(edit('// foreign\n'), signal);
  await expect(over.changes.apply(foreign, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  const first = await over.changes.plan(edit('// first\n'), signal);
  for (let count = 0; count < 60; count++) await over.changes.plan(edit('// more\n'), signal);
  await expect(over.changes.apply(first, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await over.changes.list(signal)).toEqual([]);
  pair.served[Symbol.dispose]();
});

test('what a permission throws comes back as the very object, whatever it is', async () => {
  const { pair, over } = await twins();
  class MustAsk extends Error {}
  const thrown = new MustAsk('a person must decide');
  const caught = await over.testing
    .list({ uris: [], runner: undefined, permit: () => Promise.reject(thrown) }, signal, () => {})
    .catch((error: unknown) => error);
  expect(caught).toBe(thrown);
  pair.served[Symbol.dispose]();
});

test('an answer that is too large is refused, and the next call is answered', async () => {
  const served = openScriptedIde(SOURCE);
  const pair = await forwardedPair(served, served, { largestAnswer: 100 });
  await expect(pair.ide.documents.read(A, signal)).rejects.toMatchObject({ code: 'answer_too_large' });
  expect(await pair.ide.documents.locate('a.ts')).toBe(A);
  pair.served[Symbol.dispose]();
});

test('only what the table names can be called, and only in its way', async () => {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const served = serveIde(openScriptedIde(SOURCE), { input: there, output: back, onTrouble: () => {}, take: () => true });
  const connection = createJsonRpc({ input: back, output: there, onTrouble: () => {} });
  connection.listen();
  const call = (target: string, member: string) => connection.sendRequest('call', { target, member, given: [] });
  for (const [target, member] of [
    ['documents', 'constructor'],
    ['documents', 'write'],
    ['documents', 'onChanges'],
    ['project', 'path'],
    ['__proto__', 'toString'],
    ['languages', '__proto__'],
    ['debugging.breakpoints.list', 'call'],
    ['#1', 'end'],
    ['http', 'request'],
  ] as const)
    await expect(call(target, member)).rejects.toThrow(/is not served here/);
  await expect(connection.sendRequest('call', { target: 'documents' })).rejects.toThrow();
  connection.dispose();
  served[Symbol.dispose]();
});
