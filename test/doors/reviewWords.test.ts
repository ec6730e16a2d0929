// What people say with their answers, through real doors: it reaches the agent as structure and in words, whatever it speaks.
import { expect, test } from 'vitest';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { posted } from './bridgeCalls.ts';
import { agentIn, answer, EDITS, openReviewHouse, PERSON, windowIn } from './reviewHouse.ts';

const EDIT = { file: 'cart.ts', edits: EDITS };

test('a window that is loaded anew finds what waited, and answers it', async () => {
  await using house = await openReviewHouse();
  const window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const call = agent.call('edit_file', EDIT);
  const { id } = await window.next();
  window[Symbol.dispose]();
  using again = await windowIn(house);
  expect(await again.next()).toMatchObject({ id });
  await answer(house, { id }, { decision: 'accept' });
  expect((await call).value).toMatchObject({ applied: true });
});

test('a person says something with a yes, and the agent gets it as structure and in words', async () => {
  await using house = await openReviewHouse();
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2026-07-28');
  const call = agent.call('edit_file', EDIT);
  const comments = [
    { file: 'cart.ts', line: 4, text: 'why twenty?' },
    { file: 'cart.ts', line: 1, side: 'old', text: 'one was right' },
  ];
  await answer(house, await window.next(), { decision: 'accept', hunks: [2], note: 'the rest another time', comments });
  const { value, text } = await call;
  expect(value).toMatchObject({
    applied: true,
    edits: 1,
    personReviews: [{ tool: 'edit_file', decision: 'accept', by: 'the window', note: 'the rest another time', comments }],
  });
  expect(text).toContain('A person accepted edit_file in the window: the rest another time\ncart.ts:4: why twenty?\ncart.ts:1 (before): one was right');
  expect(await window.ended()).toMatchObject({ decision: 'accept', by: 'the window', note: 'the rest another time', comments });
  expect(await window.ended()).toMatchObject({ decision: 'accept', changeId: value['changeId'] });
});

test('a person sends it back with what shall be different, and nothing is written', async () => {
  await using house = await openReviewHouse();
  const before = await house.text();
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const call = agent.call('edit_file', EDIT);
  const comments = [{ file: 'cart.ts', line: 7, text: 'leave three alone' }];
  await answer(house, await window.next(), { decision: 'sendBack', note: 'one at a time', comments });
  const { isError, text } = await call;
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toEqual({
    error: 'changes_requested',
    message: 'A person sent edit_file back in the window: one at a time\ncart.ts:7: leave three alone',
    next: expect.stringContaining('call again'),
    note: 'one at a time',
    comments,
  });
  expect(await window.ending()).toBe('sent back in the window');
  expect(await house.text()).toBe(before);
});

test('a person is heard also by agents that speak a dialect, over MCP and over plain HTTP', async () => {
  await using house = await openReviewHouse();
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25', undefined, '/index-mcp');
  const comments = [{ file: 'cart.ts', line: 1, text: 'uno is better' }];
  const rename = () => agent.call('ide_refactor_rename', { file: 'cart.ts', line: 1, column: 14, new_name: 'first' });
  const sentBack = rename();
  await answer(house, await window.next(), { decision: 'sendBack', note: 'in Spanish', comments });
  expect(JSON.parse((await sentBack).text)).toMatchObject({ error: 'changes_requested', note: 'in Spanish', comments });
  const accepted = rename();
  await answer(house, await window.next(), { decision: 'accept', note: 'fine', comments });
  expect((await accepted).text).toContain('A person accepted rename_symbol in the window: fine\ncart.ts:1: uno is better');
  const bridge = await house.doors.openBridge(copilotBridge, '/fixture', 0);
  const write = posted(bridge, 'intellij_write_file', { path: 'new.ts', content: 'let one;\n' });
  const onNew = [{ file: 'new.ts', line: 1, text: 'const' }];
  await answer(house, await window.next(), { decision: 'sendBack', comments: onNew });
  expect((await write).body).toMatchObject({ error: expect.stringContaining('new.ts:1: const') });
  const again = posted(bridge, 'intellij_write_file', { path: 'new.ts', content: 'const one = 1;\n' });
  await answer(house, await window.next(), { decision: 'accept', comments: onNew });
  expect((await again).body).toMatchObject({ personReviews: [{ tool: 'write_file', decision: 'accept', comments: onNew }] });
  await bridge.close();
});

test('a person lets one wait longer, and says until when', async () => {
  await using house = await openReviewHouse();
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const call = agent.call('edit_file', EDIT);
  const review = await window.next();
  const extend = async () =>
    (await fetch(`${house.doors.url}/reviews/${review.id}/extend`, { method: 'POST', headers: { authorization: `Bearer ${PERSON}` } })).status;
  expect([await extend(), await extend(), await extend()]).toEqual([200, 200, 409]);
  await window.updated();
  // How long it may wait is counted by another clock than the time of day, so they may differ by a millisecond.
  expect(Math.round((Date.parse(await window.updated()) - Date.parse(review.time)) / 1_000)).toBe(14 * 60);
  await answer(house, review, { decision: 'reject' });
  await call;
});
