// A person in the loop, through real doors: asked by the client of either era or in a window of the review API, and obeyed.
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '../../src/server/permission/permission.ts';
import { TOKEN } from './house.ts';
import { agentIn, agentOverStdio, answer, EDITS, type Era, openReviewHouse, waiting, windowIn } from './reviewHouse.ts';

const EDIT = { file: 'cart.ts', edits: EDITS };
const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

describe.each(eras)('the person at a client of %s', (era) => {
  test('sees the diff, accepts, and then it is written', async () => {
    await using house = await openReviewHouse();
    const asked: string[] = [];
    await using agent = await agentIn(house, era, (message) => {
      asked.push(message);
      return { action: 'accept', content: {} };
    });
    const { value } = await agent.call('edit_file', EDIT);
    expect(value).toMatchObject({ applied: true, changeId: 'change1', edits: 3 });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('agent 1 wants to edit cart.ts (edit_file)');
    expect(asked[0]).toContain('-export const two = 2;\n+export const two = 20;');
    expect(await house.text()).toContain('three = 30');
    expect((await waiting(house)).reviews).toEqual([]);
  });

  test.each([
    ['declines', { action: 'decline', content: { reason: 'not today' } } as const, 'rejected', 'not today'],
    // During a call nobody has decided by that, and here nobody else is there.
    ['dismisses the question', { action: 'cancel' } as const, /not_permitted|rejected/, 'dismissed'],
  ])('%s, and nothing is written', async (_, elicited, error, words) => {
    await using house = await openReviewHouse();
    const before = await house.text();
    await using agent = await agentIn(house, era, () => elicited);
    const { isError, text } = await agent.call('edit_file', EDIT);
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ error: expect.stringMatching(error), message: expect.stringContaining(words) });
    expect(await house.text()).toBe(before);
  });

  test('accepts some hunks, and the agent learns what was written', async () => {
    await using house = await openReviewHouse();
    await using agent = await agentIn(house, era, () => ({ action: 'accept', content: { hunks: '1, 3' } }));
    const { value } = await agent.call('edit_file', EDIT);
    expect(value).toMatchObject({ applied: true, reviewed: true, edits: 2, files: [{ file: 'cart.ts', added: 2, removed: 2 }] });
    expect(value['diff']).toContain('+export const three = 30;');
    expect(value['diff']).not.toContain('two = 20');
    expect(await house.text()).toMatch(/one = 10;[\s\S]*two = 2;[\s\S]*three = 30;/);
  });

  test('names a hunk that is not there, which is no answer, and no answer means no', async () => {
    await using house = await openReviewHouse();
    await using agent = await agentIn(house, era, () => ({ action: 'accept', content: { hunks: '7' } }));
    const { isError, text } = await agent.call('edit_file', EDIT);
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ error: expect.stringMatching(/not_permitted|answer_does_not_fit/) });
    expect(await house.text()).toContain('one = 1;');
  });

  test('approves what is no longer so, and nothing is written', async () => {
    await using house = await openReviewHouse();
    await using agent = await agentIn(house, era, () => {
      house.ide.documents.write('cart.ts', 'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n');
      return { action: 'accept', content: {} };
    });
    const { isError, text } = await agent.call('edit_file', EDIT);
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ error: 'review_outdated' });
    expect(await house.text()).toContain('two = 2;');
  });

  test('is not asked about a preview, nor about reading', async () => {
    await using house = await openReviewHouse();
    await using agent = await agentIn(house, era, () => {
      throw new Error('nobody should be asked');
    });
    expect((await agent.call('edit_file', { ...EDIT, preview: true })).value).toMatchObject({ applied: false });
    expect((await agent.call('read_file', { file: 'cart.ts' })).isError).toBe(false);
  });

  test('answers open_diff, which writes nothing and returns the final text', async () => {
    await using house = await openReviewHouse();
    const before = await house.text();
    await using agent = await agentIn(house, era, () => ({ action: 'accept', content: { hunks: '2' } }));
    const { value } = await agent.call('open_diff', { file: 'cart.ts', text: before.replace('one = 1', 'one = 7').replace('three = 3', 'three = 9') });
    expect(value).toEqual({ file: 'cart.ts', accepted: true, changed: true, text: before.replace('three = 3', 'three = 9') });
    expect(await house.text()).toBe(before);
  });
});

describe('a window of the review API', () => {
  test('shows what waits, and its answer lets the call go on', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    await using agent = await agentIn(house, '2025-11-25');
    const call = agent.call('edit_file', EDIT);
    const review = await window.next();
    expect(review).toMatchObject({ tool: 'edit_file', title: 'edit cart.ts', author: 'agent 1', project: '/fixture', files: [{ file: 'cart.ts' }] });
    expect(review.files[0]?.hunks.map(({ number, added }) => [number, added])).toEqual([
      [1, ['export const one = 10;\n']],
      [2, ['export const two = 20;\n']],
      [3, ['export const three = 30;\n']],
    ]);
    expect((await waiting(house)).reviews).toEqual([review]);
    expect((await answer(house, review, { decision: 'accept', hunks: [2] })).status).toBe(200);
    expect((await call).value).toMatchObject({ applied: true, edits: 1 });
    expect(await window.ending()).toBe('accepted in the window');
    expect(await house.text()).toMatch(/one = 1;[\s\S]*two = 20;[\s\S]*three = 3;/);
  });

  test('can put its own text in place of the proposed one', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    await using agent = await agentIn(house, '2026-07-28');
    const call = agent.call('write_file', { file: 'new/list.ts', text: 'draft\n' });
    const review = await window.next();
    await answer(house, review, { decision: 'accept', texts: { 'new/list.ts': 'final\n' } });
    expect((await call).value).toMatchObject({ applied: true, reviewed: true, files: [{ file: 'new/list.ts', kind: 'created' }] });
    expect(await house.text('new/list.ts')).toBe('final\n');
  });

  test('answers first, and the question at the client closes', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    let asked = 0;
    await using agent = await agentIn(house, '2025-11-25', () => {
      asked += 1;
      return new Promise(() => {});
    });
    const call = agent.call('edit_file', EDIT);
    const review = await window.next();
    await answer(house, review, { decision: 'reject', reason: 'too large' });
    expect(JSON.parse((await call).text)).toMatchObject({ error: 'rejected', message: expect.stringContaining('in the window: too large') });
    expect(asked).toBe(1);
  });

  test('of two answers at once exactly one counts', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    using _other = await windowIn(house);
    await using agent = await agentIn(house, '2025-11-25');
    const call = agent.call('edit_file', EDIT);
    const review = await window.next();
    const answers = await Promise.all([answer(house, review, { decision: 'accept' }), answer(house, review, { decision: 'reject' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'review_over' });
    expect((await call).isError).toBe(answers[1]?.status === 200);
    expect((await house.text()).includes('two = 20')).toBe(answers[0]?.status === 200);
  });

  test('its answer between two calls of 2026-07-28 counts before that of the client', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    await using agent = await agentIn(house, '2026-07-28', async () => {
      await answer(house, await window.next(), { decision: 'accept', hunks: [1] });
      return { action: 'decline' };
    });
    expect((await agent.call('edit_file', EDIT)).value).toMatchObject({ applied: true, edits: 1 });
    expect(await house.text()).toContain('one = 10;');
  });

  test('holds up nobody else while it waits', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    await using first = await agentIn(house, '2025-11-25');
    await using second = await agentIn(house, '2025-11-25');
    const call = first.call('edit_file', EDIT);
    const review = await window.next();
    expect((await second.call('get_notifications', {})).value).toEqual({
      notifications: [
        {
          kind: 'review',
          severity: 'information',
          message: `agent 1 waits for a person's answer to edit_file: edit cart.ts (review ${review.id}).`,
          next: 'A person answers it with binnacle review, or at the client.',
        },
      ],
    });
    const other = second.call('write_file', { file: 'other.ts', text: 'x\n' });
    await answer(house, await window.next(), { decision: 'accept' });
    expect((await other).value).toMatchObject({ applied: true });
    await answer(house, review, { decision: 'accept' });
    expect((await call).value).toMatchObject({ applied: true });
  });

  test('an answer after the call has ended is void', async () => {
    await using house = await openReviewHouse();
    const before = await house.text();
    using window = await windowIn(house);
    await using agent = await agentIn(house, '2025-11-25');
    const cancel = new AbortController();
    const call = agent.call('edit_file', EDIT, cancel.signal);
    const review = await window.next();
    cancel.abort();
    await expect(call).rejects.toThrow();
    expect(await window.ending()).toBe('the call ended');
    expect(await answer(house, review, { decision: 'accept' })).toMatchObject({ status: 409, body: { error: 'review_over' } });
    expect(await house.text()).toBe(before);
  });

  test('that is closed without an answer, and does not come back, means no', async () => {
    await using house = await openReviewHouse({ grace: 50 });
    const before = await house.text();
    const window = await windowIn(house);
    await using agent = await agentIn(house, '2025-11-25');
    const call = agent.call('edit_file', EDIT);
    await window.next();
    window[Symbol.dispose]();
    expect(JSON.parse((await call).text)).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('window was closed') });
    expect(await house.text()).toBe(before);
  });

  test.each(eras)('cannot approve for an agent of %s that went away without a word from its HTTP connection', async (era) => {
    await using house = await openReviewHouse();
    const before = await house.text();
    using window = await windowIn(house);
    const agent = await agentIn(house, era);
    void agent.call('edit_file', EDIT).catch(() => {});
    const review = await window.next();
    await agent[Symbol.asyncDispose]();
    // A session of 2025 may be resumed, so its call has not ended; but nobody waits for it.
    await expect.poll(() => house.doors.connections()).toBeLessThanOrEqual(era === '2025-11-25' ? 2 : 1);
    await answer(house, review, { decision: 'accept' });
    await window.ending();
    await agentSettles(house);
    expect(await house.text()).toBe(before);
  });

  test.each(eras)('cannot approve for an agent of %s that went away', async (era) => {
    await using house = await openReviewHouse();
    const before = await house.text();
    using window = await windowIn(house);
    const agent = await agentOverStdio(house, era);
    void agent.call('edit_file', EDIT).catch(() => {});
    const review = await window.next();
    await agent[Symbol.asyncDispose]();
    expect(await window.ending()).toBe('the call ended');
    expect(await answer(house, review, { decision: 'accept' })).toMatchObject({ status: 409 });
    expect(await house.text()).toBe(before);
  });

  test('that says nothing in time means no', async () => {
    await using house = await openReviewHouse({ longest: 200 });
    using window = await windowIn(house);
    await using agent = await agentIn(house, '2025-11-25');
    const { text } = await agent.call('edit_file', EDIT);
    expect(JSON.parse(text)).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('nobody answered within') });
    await window.next();
    expect(await house.text()).toContain('one = 1;');
  });

  test('says what is wrong with an answer, and goes on waiting', async () => {
    await using house = await openReviewHouse();
    using window = await windowIn(house);
    await using agent = await agentIn(house, '2025-11-25');
    const call = agent.call('edit_file', EDIT);
    const review = await window.next();
    for (const wrong of [
      { decision: 'maybe' },
      { decision: 'accept', hunks: [9] },
      { decision: 'accept', hunks: [] },
      { decision: 'accept', texts: { 'no.ts': '' } },
      { decision: 'accept', comments: [{ file: 'no.ts', line: 1, text: 'x' }] },
      { decision: 'accept', comments: [{ file: 'cart.ts', line: 8, text: 'x' }] },
      { decision: 'accept', comments: [{ file: 'cart.ts', line: 0, text: 'x' }] },
      { decision: 'accept', comments: [{ file: 'cart.ts', line: 1, text: ' ' }] },
      { decision: 'accept', comments: Array.from({ length: 101 }, () => ({ file: 'cart.ts', line: 1, text: 'x' })) },
      { decision: 'accept', comments: Array.from({ length: 50 }, () => ({ file: 'cart.ts', line: 1, text: 'x'.repeat(900) })) },
      { decision: 'accept', note: 'x'.repeat(4_001) },
      { decision: 'sendBack' },
      { decision: 'sendBack', note: ' ' },
      { decision: 'sendBack', note: 'x', texts: { 'cart.ts': '' } },
      [],
    ])
      expect(await answer(house, review, wrong)).toMatchObject({ status: 400, body: { error: 'answer_does_not_fit' } });
    expect(await answer(house, { id: 'unknown' }, { decision: 'accept' })).toMatchObject({ status: 409 });
    await answer(house, review, { decision: 'accept' });
    expect((await call).isError).toBe(false);
  });
});

// A later edit of another agent has its turn only when the earlier call is over.
async function agentSettles(house: Awaited<ReturnType<typeof openReviewHouse>>): Promise<void> {
  await using other = await agentIn(house, '2025-11-25');
  await other.call('edit_file', { ...EDIT, preview: true });
}

test('the token of the agents answers nothing, and that of the person opens no door for agents', async () => {
  await using house = await openReviewHouse();
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const call = agent.call('edit_file', EDIT);
  const review = await window.next();
  expect((await answer(house, review, { decision: 'accept' }, TOKEN)).status).toBe(401);
  expect((await waiting(house, TOKEN)).status).toBe(401);
  expect((await fetch(`${house.doors.url}/reviews`, { headers: { authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' } })).status).toBe(403);
  expect((await fetch(`${house.doors.url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${review.id}` } })).status).toBe(401);
  await answer(house, review, { decision: 'reject' });
  expect((await call).isError).toBe(true);
});

test('with nobody there, ask means no, and the agent learns how it can be allowed', async () => {
  await using house = await openReviewHouse();
  await using agent = await agentIn(house, '2026-07-28');
  const { text } = await agent.call('edit_file', EDIT);
  expect(JSON.parse(text)).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('nobody is there'),
    next: expect.stringContaining('binnacle review'),
  });
  expect(JSON.parse((await agent.call('open_diff', { file: 'cart.ts', text: 'x' })).text)).toMatchObject({ error: 'not_permitted' });
});

test('what is not an edit shows its arguments and runs only after a yes', async () => {
  await using house = await openReviewHouse({ policy: { ...defaultPolicy, tools: { list_project_files: 'ask' } } });
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const call = agent.call('list_project_files', {});
  const review = await window.next();
  expect(review).toMatchObject({ tool: 'list_project_files', files: [], parameters: {} });
  await answer(house, review, { decision: 'accept' });
  expect((await call).value).toMatchObject({ total: 1 });
});

test('what a project says about permission is changed by people only, whatever else is allowed', async () => {
  await using house = await openReviewHouse({ policy: defaultPolicy });
  await using agent = await agentIn(house, '2025-11-25');
  const settings = { file: '.binnacle/settings.json', text: '{}\n' };
  expect(JSON.parse((await agent.call('write_file', settings)).text)).toMatchObject({ error: 'not_permitted' });
  expect((await agent.call('write_file', { file: 'free.ts', text: 'x\n' })).value).toMatchObject({ applied: true });
  expect(JSON.parse((await agent.call('write_file', { file: 'dotfiles/policy.json', text: '{}\n' })).text)).toMatchObject({ error: 'not_permitted' });
  using window = await windowIn(house);
  const call = agent.call('write_file', settings);
  await answer(house, await window.next(), { decision: 'accept' });
  expect((await call).value).toMatchObject({ applied: true });
});

test('a change that is refused because of its errors is not shown to a person; what a person took of another stays, with its errors', async () => {
  await using house = await openReviewHouse({ script: { mistakes: ['missing', 'three'] } });
  const before = await house.text();
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const edits = [{ old_text: 'one = 1', new_text: 'one = missing' }, ...EDITS.slice(1)];
  expect(JSON.parse((await agent.call('edit_file', { file: 'cart.ts', edits, verify: 'refuse' })).text)).toMatchObject({
    error: 'new_errors',
    newErrors: [{ file: 'cart.ts', line: 1 }],
  });
  expect(await house.text()).toBe(before);
  expect((await waiting(house)).reviews).toEqual([]);
  // As a whole it has as many errors as before; the first half has one more.
  const halves = [
    { old_text: 'one = 1', new_text: 'one = three' },
    { old_text: 'three = 3', new_text: 'four = 3' },
  ];
  const call = agent.call('edit_file', { file: 'cart.ts', edits: halves, verify: 'refuse' });
  await answer(house, await window.next(), { decision: 'accept', hunks: [1] });
  expect((await call).value).toMatchObject({ applied: true, reviewed: true, newErrors: [{ file: 'cart.ts' }] });
  expect(await house.text()).toContain('one = three');
  expect((await waiting(house)).reviews).toEqual([]);
});

test.each(eras)('over stdio the person at a client of %s is asked too', async (era) => {
  await using house = await openReviewHouse();
  await using agent = await agentOverStdio(house, era, () => ({ action: 'accept', content: { hunks: '2' } }));
  expect((await agent.call('edit_file', EDIT)).value).toMatchObject({ applied: true, edits: 1 });
});
