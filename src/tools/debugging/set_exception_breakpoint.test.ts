// Exceptions are stopped at by class and by whether anybody catches them.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('it is kept with what it asks for', async () => {
  await using agent = await agentOn(PROGRAM);
  expect((await agent.call('set_exception_breakpoint', { exception: 'ValueError', caught: true })).value).toMatchObject({
    breakpoint: { id: 'b1', type: 'exception', exception: 'ValueError', caught: true, uncaught: true },
  });
});

test('neither caught nor uncaught is nothing', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('set_exception_breakpoint', { uncaught: false })).toMatchObject({ error: 'invalid_arguments' });
});
