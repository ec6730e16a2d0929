// Grants through real doors: what a person grants over their own session an agent does without asking, and no agent grants anything.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOKEN } from './house.ts';
import { agentIn, agentOverStdio, answer, openReviewHouse, PERSON, type ReviewHouse, windowIn } from './reviewHouse.ts';

const Granted = z.object({ grant: z.object({ id: z.number() }), matching: z.number() });

async function ask(house: ReviewHouse, path: string, body?: unknown, token = PERSON): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${house.doors.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const write = (text: string, file = 'src/cart/a.ts') => ({ file, text });

test('the connection that asked is granted it, another is asked, and a reconnect is another', async () => {
  await using house = await openReviewHouse();
  using window = await windowIn(house);
  await using agent = await agentOverStdio(house, '2025-11-25');
  await using other = await agentOverStdio(house, '2025-11-25');
  const first = agent.call('write_file', write('one\n'));
  const review = await window.next();
  expect(review).toMatchObject({ mayBeGranted: true, connection: expect.any(String) });
  const wish = { tool: 'write_file', glob: 'src/cart/**', project: '/fixture', connection: review.connection, time: 60 };
  const { grant, matching } = Granted.parse((await ask(house, '/grants', wish)).body);
  expect(matching).toBe(1);
  await answer(house, review, { decision: 'accept' });
  expect((await first).isError).toBe(false);
  expect((await agent.call('write_file', write('two\n'))).value).toMatchObject({ applied: true });
  expect((await agent.call('list_changes', {})).value['changes']).toMatchObject([{ grant: grant.id }, {}]);
  for (const [who, given] of [
    [other, write('three\n')],
    [agent, write('x\n', 'src/cart/../../elsewhere.ts')],
    [agent, write('{}\n', '.binnacle/settings.json')],
  ] as const) {
    const call = who.call('write_file', given);
    await answer(house, await window.next(), { decision: 'reject' });
    expect((await call).isError).toBe(true);
  }
  expect((await ask(house, '/grants')).body).toMatchObject({ grants: [{ id: grant.id, passed: 1 }] });
  await agent[Symbol.asyncDispose]();
  await expect.poll(async () => (await ask(house, '/grants')).body).toEqual({ grants: [] });
});

test('what is revoked asks again', async () => {
  await using house = await openReviewHouse();
  await using agent = await agentIn(house, '2025-11-25');
  const { grant } = Granted.parse((await ask(house, '/grants', { tool: 'write_file', glob: '**', project: '/fixture', time: 'today' })).body);
  expect((await agent.call('write_file', write('one\n'))).value).toMatchObject({ applied: true });
  expect((await ask(house, `/grants/${grant.id}/revoke`, {})).body).toMatchObject({ grants: [{ id: grant.id }] });
  expect((await ask(house, `/grants/${grant.id}/revoke`, {})).body).toEqual({ grants: [] });
  expect(JSON.parse((await agent.call('write_file', write('two\n'))).text)).toMatchObject({ error: 'not_permitted' });
});

test('no agent grants, lists or revokes, and a wish that makes no sense is refused', async () => {
  await using house = await openReviewHouse();
  const wish = { tool: 'write_file', glob: '**', project: '/fixture', time: 60 };
  for (const token of [TOKEN, 'guessed', '']) {
    expect((await ask(house, '/grants', wish, token)).status).toBe(401);
    expect((await ask(house, '/grants', undefined, token)).status).toBe(401);
    expect((await ask(house, '/grants/all/revoke', {}, token)).status).toBe(401);
  }
  for (const wrong of [
    [],
    { ...wish, time: 'always' },
    { ...wish, time: 1.5 },
    { ...wish, glob: '../**' },
    { ...wish, more: 1 },
    { ...wish, connection: 'nobody' },
  ])
    expect(await ask(house, '/grants', wrong)).toMatchObject({ status: 400, body: { error: 'grant_refused' } });
  expect((await ask(house, '/grants/x/revoke', {})).status).toBe(404);
  expect((await ask(house, '/grants')).body).toEqual({ grants: [] });
});
