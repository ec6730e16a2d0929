// Nothing is changed through a window, and who tries is told where it can be done.
import { expect, test } from 'vitest';
import { VscodeChanges } from './vscodeChanges.ts';

test('every way to change a file is refused with the way out', async () => {
  const changes = new VscodeChanges('/shop');
  for (const refused of [changes.plan(), changes.planUndo(), changes.apply(), changes.list(), changes.read()])
    await expect(refused).rejects.toMatchObject({ code: 'editing_elsewhere', next: expect.stringMatching(/\S/) });
});

test('a command is not refused for want of a history', async () => {
  const observation = await new VscodeChanges('/shop').observe();
  expect(await observation.end()).toEqual({});
});
