// Whom a hold holds, when it ends, and who hears its note.
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';
import { type HoldEvent, Holds } from './holds.ts';

const gone = () => new Error('cancelled');
const who = (id: string, name = 'claude', door: 'stdio' | 'http' = 'stdio') => ({ id, name, version: '2.1', door });

function connected() {
  const connections = new Connections();
  const holds = new Holds(connections);
  const events: HoldEvent[] = [];
  holds.onChange((event) => events.push(event));
  const first = connections.open({ id: 'a', client: 'claude 2.1', door: 'stdio', stays: true });
  connections.open({ id: 'b', client: 'claude 2.1', door: 'stdio', stays: true });
  connections.open({ id: 'http codex 2.1', client: 'codex 2.1', door: 'http', stays: false });
  return { holds, events, first };
}

test.each([
  ['a', [true, false, false]],
  ['claude', [true, true, false]],
  ['Claude 2.1', [true, true, false]],
  ['http codex 2.1', [false, false, true]],
  ['codex', [false, false, true]],
  ['everyone', [true, true, true]],
])('%s holds those whom it names', (name, expected) => {
  const { holds } = connected();
  const target = name === 'everyone' ? ({ kind: 'everyone' } as const) : holds.targetNamed(name);
  if (target === undefined) throw new Error(`${name} names nobody`);
  const { id } = holds.hold(target, 'wait');
  const all = [who('a'), who('b'), who('one request', 'codex', 'http')];
  expect(all.map((each) => holds.whyHeld(each) === 'a person holds this agent, with the note: wait')).toEqual(expected);
  expect(holds.release(id, 'go on')).toBe(true);
  expect(holds.release(id, 'go on')).toBe(false);
  expect(all.map((each) => holds.whyHeld(each))).toEqual([undefined, undefined, undefined]);
  expect(all.map((each) => holds.notesFor(each).join())).toEqual(expected.map((isHeld) => (isHeld ? 'go on' : '')));
  expect(all.flatMap((each) => holds.notesFor(each))).toEqual([]);
});

test('a name that nobody has is not held, and a part of one is no name', () => {
  const { holds } = connected();
  expect(['', 'c', 'claud', 'claude 2', '2.1'].map((name) => holds.targetNamed(name))).toEqual(Array(5).fill(undefined));
});

test('one that connects later under a held name is held, and the end of a connection ends its hold', () => {
  const { holds, events, first } = connected();
  const byName = holds.hold({ kind: 'client', client: 'claude' });
  expect(holds.whyHeld(who('new'))).toBe('a person holds this agent');
  holds.release(byName.id);
  holds.hold({ kind: 'connection', id: 'a', client: 'claude 2.1' });
  first[Symbol.dispose]();
  expect(holds.list()).toEqual([]);
  expect(events.map(({ kind }) => kind)).toEqual(['held', 'released', 'held', 'released']);
});

test('holding again changes the note and stays one hold', () => {
  const { holds } = connected();
  const { id } = holds.hold({ kind: 'everyone' }, 'one');
  expect(holds.hold({ kind: 'everyone' }, 'two')).toMatchObject({ id, note: 'two' });
  expect(holds.list()).toHaveLength(1);
});

test('a move waits for the thing of its project, hears every note once, and can be given up', async () => {
  const { holds } = connected();
  const session = { kind: 'session', id: 's1', project: '/shop' } as const;
  const { id } = holds.hold(session);
  const { signal } = new AbortController();
  expect(await holds.handedBack([{ ...session, project: '/other' }], signal, gone)).toEqual([]);
  const waiting = holds.handedBack([session], signal, gone);
  const cancel = new AbortController();
  const givenUp = holds.handedBack([session], cancel.signal, gone);
  cancel.abort();
  await expect(givenUp).rejects.toThrow('cancelled');
  expect(holds.isHeld([session])).toBe(true);
  holds.release(id, 'look at x');
  expect(await waiting).toEqual(['look at x']);
  expect(await holds.handedBack([session], signal, gone)).toEqual([]);
  expect(holds.isHeld([session])).toBe(false);
});

test('a note that nobody waited for comes with the next move', async () => {
  const { holds } = connected();
  const terminal = { kind: 'terminal', id: 't1', project: '/shop' } as const;
  holds.release(holds.hold(terminal).id, 'typed for you');
  const { signal } = new AbortController();
  expect(await holds.handedBack([terminal], signal, gone)).toEqual(['typed for you']);
  expect(await holds.handedBack([terminal], signal, gone)).toEqual([]);
});

test('the list of connections says who is held, and reports it when it changes', () => {
  const connections = new Connections();
  const holds = new Holds(connections);
  const events: unknown[] = [];
  connections.open({ id: 'a', client: 'claude 2.1', door: 'stdio', stays: true });
  connections.open({ id: 'b', client: 'codex 1', door: 'stdio', stays: true });
  connections.onEvent((event) => events.push(event));
  const { id } = holds.hold({ kind: 'client', client: 'claude' }, 'wait');
  expect(connections.list().map(({ held }) => held)).toEqual([{ note: 'wait' }, undefined]);
  expect(events).toMatchObject([{ kind: 'updated', connection: { id: 'a', held: { note: 'wait' } } }]);
  connections.open({ id: 'c', client: 'claude 2.1', door: 'stdio', stays: true });
  expect(events.at(-1)).toMatchObject({ kind: 'opened', connection: { id: 'c', held: { note: 'wait' } } });
  holds.release(id);
  expect(connections.list().map(({ held }) => held)).toEqual([undefined, undefined, undefined]);
  expect(events).toHaveLength(4);
});
