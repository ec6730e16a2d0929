// The question whether a missing language server may be fetched, through real doors: by elicitation in both eras, and in a window.
import { describe, expect, test } from 'vitest';
import { missingServer } from '../support/missingServer.ts';
import { agentIn, answer, type Era, openReviewHouse, windowIn } from './reviewHouse.ts';

const SOURCE = `
// @file cart.ts
export const total = 1;
`;
const USES = { symbol: { file: 'cart.ts', line: 1, name: 'total' } };
const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

describe.each(eras)('the person at a client of %s', (era) => {
  test('is asked, says yes, and the same call is answered with the server', async () => {
    const { ide, answered, installs } = missingServer(SOURCE);
    await using house = await openReviewHouse({ served: ide });
    const asked: string[] = [];
    await using agent = await agentIn(house, era, (message) => {
      asked.push(message);
      return { action: 'accept', content: {} };
    });
    const { isError, value } = await agent.call('find_references', USES);
    expect([isError, value['total']]).toEqual([false, 1]);
    expect(asked).toEqual([expect.stringContaining('fetches cart-language-server 1.2.3 from npm, about 40 MB, into your cache')]);
    expect([installs(), answered.at(-1)]).toEqual([1, 'there']);
  });

  test('says no, and the call is answered without it', async () => {
    const { ide, answered, installs } = missingServer(SOURCE);
    await using house = await openReviewHouse({ served: ide });
    let questions = 0;
    await using agent = await agentIn(house, era, () => {
      questions += 1;
      return { action: 'decline', content: { reason: 'no network here' } };
    });
    for (let call = 0; call < 2; call++) expect((await agent.call('find_references', USES)).value).toMatchObject({ total: 1 });
    expect([questions, installs()]).toEqual([1, 0]);
    expect(answered.at(-1)).toContain('no network here');
  });
});

test('a window shows the question to the person of an agent that cannot ask', async () => {
  const { ide, installs } = missingServer(SOURCE);
  await using house = await openReviewHouse({ served: ide });
  using window = await windowIn(house);
  await using agent = await agentIn(house, '2025-11-25');
  const call = agent.call('find_references', USES);
  const review = await window.next();
  expect(review).toMatchObject({ tool: 'install_server', title: expect.stringContaining('about 40 MB') });
  await answer(house, review, { decision: 'accept' });
  expect((await call).value).toMatchObject({ total: 1 });
  expect(installs()).toBe(1);
});
