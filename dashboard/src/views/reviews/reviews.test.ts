// Which review stands where in the queue.
import { expect, test } from 'vitest';
import { queueOf } from './queue.ts';

test('an agent’s reviews stand together, the longest waiting agent first, and the one that is looked at keeps its place when it is decided', () => {
  const row = (id: string, connection: string, time: string, decided?: string) => ({
    id,
    connection,
    time,
    expires: '',
    tool: 'edit_file',
    title: id,
    author: connection,
    hunks: 1,
    files: 1,
    isDangerous: false,
    ...(decided !== undefined && { decided: { how: 'accepted', decision: 'accept' as const, time: decided } }),
  });
  const rows = [row('a1', 'a', '1'), row('b1', 'b', '2'), row('a2', 'a', '3'), row('old', 'b', '0', '5')];
  expect(queueOf(rows, undefined).map(({ id }) => id)).toEqual(['a1', 'a2', 'b1', 'old']);
  const decided = rows.map((each) => (each.id === 'a1' ? { ...each, decided: { how: 'accepted', decision: 'accept' as const, time: '6' } } : each));
  expect(queueOf(decided, 'a1').map(({ id }) => id)).toEqual(['a1', 'a2', 'b1', 'old']);
  expect(queueOf(decided, 'b1').map(({ id }) => id)).toEqual(['b1', 'a2', 'a1', 'old']);
});
