// Are lanes in the order in which a person needs them, and do they stay there under the hand?
import { expect, test } from 'vitest';
import type { CallRow, ClientRow, ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';
import { activity, lanesOf, steadyOrder, wantedOrder } from './lanes.ts';

const client = (id: string, more: Partial<ClientRow> = {}): ClientRow => ({
  id,
  client: 'a',
  door: 'stdio',
  since: '',
  stays: true,
  calls: 0,
  inFlight: [],
  ...more,
});
const review = (connection: string): ReviewRow => ({
  id: `review of ${connection}`,
  time: '',
  expires: '',
  tool: 'edit_file',
  title: '',
  author: '',
  connection,
  hunks: 1,
  files: 1,
  isDangerous: false,
});

test('who needs you comes first, and the others stay by arrival', () => {
  const lanes = lanesOf({
    clients: [client('a'), client('b', { inFlight: [{ id: '1', tool: 'x', since: '' }] }), client('c')],
    reviews: [review('c'), { ...review('a'), decided: { how: 'accepted', decision: 'accept', time: '' } }],
    changes: [],
  });
  expect(lanes.map(({ id, state }) => `${id} ${state}`)).toEqual(['a idle', 'b active', 'c needs']);
  expect(wantedOrder(lanes)).toEqual(['c', 'a', 'b']);
  expect(steadyOrder(['b', 'gone', 'a'], lanes)).toEqual(['b', 'a', 'c']);
});

test('the last minute is counted by connection, coloured by the gravest effect', () => {
  const at = Date.parse('2026-01-01T00:01:00Z');
  const call = (time: string, effect: CallRow['effect']): CallRow => ({
    id: time,
    time: `2026-01-01T${time}Z`,
    tool: 'x',
    client: 'a',
    connection: 'a',
    status: 'success',
    ...(effect !== undefined && { effect }),
  });
  const found = activity([call('00:00:00', 'edits'), call('00:00:58', 'edits'), call('00:00:59', 'reads')], at);
  expect(found.get('a')?.at(-1)).toEqual({ count: 2, effect: 'edits' });
  expect(found.get('a')?.filter((bucket) => bucket !== undefined)).toHaveLength(1);
});
